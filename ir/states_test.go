package ir_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
)

// States are of registers with a reset value, in the scope of the register, and values that they can have.
func TestStates(t *testing.T) {
	last := func(value int64) ir.State { return ir.State{Name: "last", Value: big.NewInt(value)} }
	for name, c := range map[string]struct {
		build func(m *ir.Module, a ir.Signal) ir.Signal
		want  string
	}{
		"good": {build: func(m *ir.Module, _ ir.Signal) (r ir.Signal) {
			m.Scope("vc_0", func() { r = m.Reg("r", 4, 0).States(last(15)) })
			return r
		}},
		"too wide":    {func(m *ir.Module, _ ir.Signal) ir.Signal { return m.Reg("r", 4, 0).States(last(16)) }, "states: last is 16, which r[4]"},
		"below 0":     {func(m *ir.Module, _ ir.Signal) ir.Signal { return m.Reg("r", 4, 0).States(last(-1)) }, "states: last is -1"},
		"no reset":    {func(m *ir.Module, _ ir.Signal) ir.Signal { return m.RegNoReset("r", 4).States(last(1)) }, "is no register with a reset value"},
		"no register": {func(m *ir.Module, a ir.Signal) ir.Signal { return m.Wire("w", 4).States(last(1)) }, "is no register with a reset value"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := ir.Elaborate(dut("dut", func(m *ir.Module, io pins) {
				r := c.build(m, io.A)
				r.Set(io.A)
				io.Y.Set(r)
			}).Module)
			if c.want != "" {
				require.ErrorContains(t, err, c.want)
				return
			}
			require.NoError(t, err)
			for _, n := range d.Modules[0].Nodes {
				if n.Op == ir.OpReg {
					require.Equal(t, "vc_0_r", n.Name)
					require.Equal(t, "vc_0_last", n.States[0].Name)
				}
			}
		})
	}
}

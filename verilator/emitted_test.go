//go:build tools

package verilator

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/verilog"
)

type stackPorts struct{ Push, Pop, Data, Top, Depth, Wide ir.Signal }

// stack holds up to 15 words; pushing one more breaks an assertion.
func stack() *ir.Module {
	io := stackPorts{ir.In(1), ir.In(1), ir.In(70), ir.Out(70), ir.Out(4), ir.Out(140)}
	return ir.Build("stack", io, func(m *ir.Module, io stackPorts) {
		depth := m.Reg("level", 4, 0)
		last := m.Reg("last", 70, 0)
		store := m.Mem("store", 70, 16)
		m.When(io.Push, func() {
			m.Assert(depth.NeC(15), "pushed when full")
			store.Write(depth, io.Data)
			depth.Set(depth.AddC(1))
			last.Set(io.Data)
		})
		m.When(io.Pop.And(io.Push.Not()).And(depth.NeC(0)), func() { depth.Set(depth.SubC(1)) })
		io.Top.Set(ir.Mux(depth.EqC(0), m.Const(70, 0), store.Read(depth.SubC(1))))
		io.Depth.Set(depth)
		io.Wide.Set(ir.Cat(last, last.Not()))
	}).Module
}

// TestEmitted runs one design in all engines, up to the cycle in which its assertion fails.
func TestEmitted(t *testing.T) {
	d, err := ir.Elaborate(stack())
	require.NoError(t, err)
	files, err := verilog.Emit(d, verilog.Options{})
	require.NoError(t, err)
	m := verilog.Manifest{Top: d.Top.Name, Clock: "clk", Layout: sim.NewLayout(d.Top)}

	const cycles = 2000
	r := rand.New(rand.NewPCG(3, 4))
	in := make([]uint64, 0, cycles*m.Layout.InWords)
	for c := range cycles {
		rst, push, pop := uint64(0), r.Uint64N(2), r.Uint64N(2)
		switch {
		case c == 0:
			rst = 1
		case c < 1500:
			push &= r.Uint64N(2) // mostly empty
		default:
			push = 1
		}
		in = append(in, rst, push, pop, r.Uint64(), r.Uint64N(64))
	}

	interp, err := sim.NewInterp(d)
	require.NoError(t, err)
	want := make([]uint64, cycles*m.Layout.OutWords)
	failed, ok := errors.AsType[*sim.Failure](interp.Run(in, want, cycles))
	require.True(t, ok)
	failed.Pos = ir.Pos{} // the text does not tell
	valid := (failed.Cycle + 1) * m.Layout.OutWords

	for engine, open := range openers {
		t.Run(engine, func(t *testing.T) {
			e, err := open(files, m, Options{CacheDir: cacheDir})
			require.NoError(t, err)
			defer e.Close()
			got := make([]uint64, len(want))
			require.Equal(t, failed, e.Run(in, got, cycles))
			first := m.Layout.OutWords // the registers are not reset before that
			require.Equal(t, want[first:valid], got[first:valid])
		})
	}
}

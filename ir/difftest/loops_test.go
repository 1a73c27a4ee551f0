package difftest

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog"
)

// choosers set wire to one of two values by the kind of statement.
var choosers = map[string]func(m *ir.Module, by, wire, a, b ir.Signal){
	"when": func(m *ir.Module, by, wire, a, b ir.Signal) {
		m.When(by, func() { wire.Set(a) }).Else(func() { wire.Set(b) })
	},
	"default and when": func(m *ir.Module, by, wire, a, b ir.Signal) {
		wire.Set(b)
		m.When(by, func() { wire.Set(a) })
	},
	"switch": func(m *ir.Module, by, wire, a, b ir.Signal) {
		m.Switch(by).CaseC(1, func() { wire.Set(a) }).Default(func() { wire.Set(b) })
	},
	"nested": func(m *ir.Module, by, wire, a, b ir.Signal) {
		m.When(by.Not(), func() { wire.Set(b) }).Else(func() {
			m.Switch(a.Low(2)).CaseC(2, func() { wire.Set(b) }).Default(func() { wire.Set(a) })
		})
	},
}

// throughs make what wire's higher bits are computed from of its lower ones.
var throughs = map[string]func(m *ir.Module, wire, x ir.Signal) ir.Signal{
	"operator": func(_ *ir.Module, wire, x ir.Signal) ir.Signal { return wire.Low(3).Xor(x.Low(3)) },
	"name":     func(m *ir.Module, wire, x ir.Signal) ir.Signal { return wire.Low(3).And(x.Low(3)).Named("masked") },
	"wire": func(m *ir.Module, wire, x ir.Signal) ir.Signal {
		other := m.Wire("other", 3)
		other.Set(wire.Low(3).Or(x.Low(3)))
		return other
	},
	"chosen wire": func(m *ir.Module, wire, x ir.Signal) ir.Signal {
		other := m.Wire("other", 3)
		other.Set(x.Low(3))
		m.When(x.Bit(3), func() { other.Set(wire.Low(3)) })
		return other
	},
	"whole word": func(_ *ir.Module, wire, x ir.Signal) ir.Signal { return ir.Mux(x.Bit(0), wire, x.Low(4)).Low(3) },
	"memory address": func(m *ir.Module, wire, x ir.Signal) ir.Signal {
		mem := m.Mem("words", 3, 2)
		mem.Write(x.Low(1), x.Low(3))
		return ir.Cat(x.Low(2), mem.Read(wire.Bit(0)).Bit(0))
	},
}

// A wire that is set by choice and whose bits depend on each other is refused in every form,
// whatever lies between the bits; the engines of this process run it rightly.
func TestChosenWordLoops(t *testing.T) {
	for by, choose := range choosers {
		for over, through := range throughs {
			t.Run(fmt.Sprintf("%s through %s", by, over), func(t *testing.T) {
				d := elaborated(t, ir.Build("chosen", largePorts{ir.In(8), ir.Out(4)}, func(m *ir.Module, io largePorts) {
					wire := m.Wire("chain", 4)
					b := ir.Cat(through(m, wire, io.X), io.X.Bit(7))
					choose(m, io.X.Bit(4), wire, io.X.Low(4), b)
					io.Y.Set(wire)
				}).Module)
				_, err := verilog.Emit(d, verilog.Options{})
				require.ErrorContains(t, err, "module chosen: wire chain[4] is set by choice")
				r := Expect(d, 1, 40)
				for _, o := range inProcess {
					require.NoError(t, r.Check(o.open(t, d), All, 1), o.name)
				}
			})
		}
	}
}

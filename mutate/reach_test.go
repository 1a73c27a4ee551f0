package mutate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim/flat"
)

type turnPorts struct{ Left, Right, Any ir.Signal }

// turns is two flags that are never 1 at a time.
func turns() ir.Component[turnPorts] {
	return ir.Build("turns", turnPorts{ir.In(1), ir.In(1), ir.Out(1)}, func(m *ir.Module, io turnPorts) {
		a, b := m.Reg("a", 1, 0), m.Reg("b", 1, 0)
		a.Set(io.Left)
		b.Set(io.Right.AndNot(io.Left))
		io.Any.Set(a.Or(b))
	})
}

// Pairs of values that no step leads to are not reached, in a module and wherever it is placed.
func TestReachPairs(t *testing.T) {
	d, err := ir.Elaborate(ir.Build("outer", turnPorts{ir.In(1), ir.In(1), ir.Out(1)}, func(m *ir.Module, io turnPorts) {
		inner := ir.Inst(m, "inner", turns())
		inner.Left.Set(io.Left)
		inner.Right.Set(io.Right)
		io.Any.Set(inner.Any)
	}).Module)
	require.NoError(t, err)
	seen := map[[2]uint64]bool{{0, 0}: true, {0, 1}: true, {1, 0}: true}
	r := &run{design: d}
	for module, m := range d.Modules {
		e := extent{module, &r.below, func(int) bool { return true }}
		n, err := flat.Flatten(isolate(d, module, e.keep))
		require.NoError(t, err)
		f := r.reached(e, n)
		require.NotEmpty(t, f.pairs, m.Name)
		for _, p := range f.pairs {
			require.Equal(t, seen, p.seen, m.Name)
		}
		require.Len(t, f.registers(), 2)
	}
	xor := 0
	for _, m := range Enumerate(d) {
		mutated, err := m.Apply(d)
		if err != nil || m.Operator != "operator" || m.module != 0 {
			continue
		}
		a, b, err := netlists(d, mutated, 0, func(int) bool { return true })
		require.NoError(t, err)
		if sameRuns(a, b, reach(a)) {
			require.Contains(t, m.What, "is xor, not or")
			require.False(t, sameStep(a, b))
			xor++
		}
	}
	require.Equal(t, 1, xor)
}

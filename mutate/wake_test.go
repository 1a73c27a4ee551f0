package mutate

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/target"
)

type wakePorts struct {
	Go   ir.Signal // 2 bits
	Data ir.Signal // 3 bits
	Out  ir.Signal // 3 bits
}

// wakes makes a design that shows what it held in the cycle before, but where two flags are 0, as they are after a reset.
func wakes(t *testing.T) *ir.Design {
	d, err := ir.Elaborate(ir.Build("wakes", wakePorts{ir.In(2), ir.In(3), ir.Out(3)}, func(m *ir.Module, io wakePorts) {
		a, b, held := m.Reg("a", 1, 0), m.Reg("b", 1, 0), m.Reg("held", 3, 5)
		a.Set(io.Go.Bit(0))
		b.Set(io.Go.Bit(1))
		held.Set(io.Data)
		io.Out.Set(ir.Mux(a.Or(b), held, held.C(0)))
	}).Module)
	require.NoError(t, err)
	return d
}

// What differs only in what a reset hides is equal once awake; nothing is called so that outputs tell apart.
func TestSameOnceAwake(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	for _, x := range []struct {
		design *ir.Design
		resets int
	}{{wakes(t), 3}, {phases(t), 0}, {small(t), 0}} {
		d, top, resets := x.design, len(x.design.Modules)-1, 0
		for _, m := range Enumerate(d) {
			mutated, err := m.Apply(d)
			if err != nil {
				continue
			}
			a, b, err := netlists(d, mutated, top, func(int) bool { return true })
			require.NoError(t, err)
			if !sameOnceAwake(a, b, reach(a)) {
				continue
			}
			if m.Operator == "reset" {
				resets++
			}
			require.Equal(t, outputs(t, d, seed), outputs(t, mutated, seed), "%s", m)
		}
		require.Equal(t, x.resets, resets)
	}
}

type maskPorts struct{ Mask, Go, Out ir.Signal }

// masks makes a design that shows nothing while its mask is 0, for two reasons.
func masks(t *testing.T) *ir.Design {
	d, err := ir.Elaborate(ir.Build("masks", maskPorts{ir.In(1), ir.In(1), ir.Out(1)}, func(m *ir.Module, io maskPorts) {
		busy := m.Reg("busy", 1, 0)
		busy.Set(io.Go.And(io.Mask))
		io.Out.Set(busy.And(io.Mask))
	}).Module)
	require.NoError(t, err)
	return d
}

// One of two reasons is not needed if the mask is static; else no mutant is equal.
func TestSameInCases(t *testing.T) {
	d := masks(t)
	equal := func(static ...string) (list []string) {
		r := &run{Config: Config{Target: &target.Target{Static: static}}, design: d}
		for _, m := range Enumerate(d) {
			v := &Verdict{Mutant: m}
			require.NoError(t, r.compareSteps(t.Context(), v))
			if v.Outcome == Equivalent {
				list = append(list, m.What)
			}
		}
		return list
	}
	require.Empty(t, equal())
	require.Empty(t, equal("go"))
	require.Equal(t, []string{"and of 1 bits (node 5) without its term mask"}, equal("mask"))
}

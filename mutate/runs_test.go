package mutate

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
)

type phasePorts struct {
	Go   ir.Signal
	Data ir.Signal // 3 bits
	Out  ir.Signal // 3 bits
}

// phases makes a design that shows what it took when it left its first state. What is held is of no account before, and one
// state is never reached.
func phases(t *testing.T) *ir.Design {
	d, err := ir.Elaborate(ir.Build("phases", phasePorts{ir.In(1), ir.In(3), ir.Out(3)}, func(m *ir.Module, io phasePorts) {
		state, held := m.Reg("state", 2, 0), m.Reg("held", 3, 5)
		m.Switch(state).
			CaseC(0, func() {
				m.When(io.Go, func() {
					held.Set(io.Data)
					state.Set(state.C(1))
				})
			}).
			CaseC(1, func() { state.Set(state.C(2)) }).
			Default(func() { m.When(io.Go, func() { state.Set(state.C(0)) }) })
		io.Out.Set(ir.Mux(state.Any(), held, held.C(0)))
	}).Module)
	require.NoError(t, err)
	return d
}

// Mutants that differ only in what nobody looks at, or in a state that is never reached, are equal in every run, and no others.
func TestSameRuns(t *testing.T) {
	d := phases(t)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	resets, more := 0, 0
	for _, m := range Enumerate(d) {
		mutated, err := m.Apply(d)
		require.NoError(t, err)
		a, b, err := netlists(d, mutated, 0, func(int) bool { return true })
		require.NoError(t, err)
		ofHeld := m.Operator == "reset" && strings.HasPrefix(m.What, "held")
		switch same, steps := sameRuns(a, b, reach(a)), sameStep(a, b); {
		case ofHeld:
			require.True(t, same && !steps, "%s", m)
			resets++
		case same && !steps:
			more++
			t.Log(m)
			fallthrough
		case same:
			require.Equal(t, outputs(t, d, seed), outputs(t, mutated, seed), "%s", m)
		}
	}
	require.Equal(t, 3, resets)
	require.NotZero(t, more)
	a, _, err := netlists(d, d, 0, func(int) bool { return true })
	require.NoError(t, err)
	require.Equal(t, map[int]map[uint64]bool{0: {0: true, 1: true, 2: true}, 1: {0: true, 1: true, 2: true, 3: true, 4: true, 5: true, 6: true, 7: true}}, reach(a).values)
}

// outputs are those of a run with random inputs behind a reset.
func outputs(t *testing.T, d *ir.Design, seed uint64) []uint64 {
	engine, err := sim.NewInterp(d)
	require.NoError(t, err)
	defer engine.Close()
	const cycles = 3000
	layout, rng := engine.Layout(), rand.New(rand.NewPCG(seed, 0))
	in, out := make([]uint64, cycles*layout.InWords), make([]uint64, cycles*layout.OutWords)
	for i := range cycles {
		for _, pin := range layout.Inputs {
			x := rng.Uint64N(1 << pin.Width)
			if pin.Name == "rst" {
				x = 0
				if i == 0 || rng.Uint64N(64) == 0 {
					x = 1
				}
			}
			in[i*layout.InWords+pin.Word] = x
		}
	}
	require.NoError(t, engine.Run(in, out, cycles))
	return out[layout.OutWords:]
}

package rtl_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
)

// newBench elaborates a module and puts it on a bench in the interpreter.
func newBench(t testing.TB, m *ir.Module) *sim.Bench {
	t.Helper()
	d, err := ir.Elaborate(m)
	require.NoError(t, err)
	e, err := sim.NewInterp(d)
	require.NoError(t, err)
	return sim.NewBench(e)
}

// seeded is a source of random numbers whose seed a failing test prints.
func seeded(t testing.TB, seed uint64) *rand.Rand {
	t.Helper()
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// chance is 1 once in n times, else 0.
func chance(r *rand.Rand, n int) uint64 {
	if r.IntN(n) == 0 {
		return 1
	}
	return 0
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

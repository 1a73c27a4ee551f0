package sim_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/sim/internal/enginetest"
)

func TestInterp(t *testing.T) {
	enginetest.Test(t, func(d *ir.Design) (sim.Engine, error) { return sim.NewInterp(d) })
}

// TestPowerUp draws registers and memories from the seed, the same for the same seed.
func TestPowerUp(t *testing.T) {
	draw := func(e *sim.Interp, seed uint64) []uint64 {
		require.NoError(t, e.Reset(seed))
		out := make([]uint64, e.Layout().OutWords)
		require.NoError(t, e.Run(make([]uint64, e.Layout().InWords), out, 1))
		return out
	}
	e := interp(t, enginetest.Memory(200, 3))
	a := draw(e, 1)
	require.NotEqual(t, a, draw(e, 2))
	require.Equal(t, a, draw(e, 1))
	for _, p := range e.Layout().Outputs {
		require.LessOrEqual(t, p.Value(a).BitLen(), p.Width)
	}
}

func TestPeek(t *testing.T) {
	e := interp(t, nested())
	b := sim.NewBench(e)
	b.Reset(1)
	b.Set("enable", 1)
	b.Steps(3)
	got := map[string]uint64{}
	for i, p := range e.Signals() {
		got[p.Path] = e.Peek(i)[0]
	}
	require.Equal(t, map[string]uint64{
		"top.rst": 0, "top.enable": 1, "top.sum": 2, "top.total": 2,
		"top.little_enable": 1, "top.little_count": 2, "top.big_enable": 0, "top.big_count": 0,
		"top.little.enable": 1, "top.little.value": 2, "top.little.count": 2,
		"top.big.enable": 0, "top.big.value": 0, "top.big.count": 0,
	}, got)
}

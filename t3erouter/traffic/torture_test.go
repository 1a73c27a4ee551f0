package traffic

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/t3erouter/golden"
)

// hostile has every fault at once, at rates of any size.
func hostile(e *episode, d *dice) {
	chaos(e, d)
	e.cycles = d.between(50, 1500)
	r := func() int { return d.below(2) * d.below(2) * d.below(256) }
	e.faults = faults{
		class: r(), length: r(), dest: r(), turn: r(), link: r(), early: r(), late: r(), inner: r(), orphan: r(),
		missing: r(), overflow: r(), over: r(), cut: d.below(2) * d.below(5),
	}
}

// TestTorture looks for errors seen where there are none, over all parameters.
func TestTorture(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 26))
	var quiet uint64
	runs := 40
	if testing.Short() {
		runs = 8
	}
	for range runs {
		size := func() int { return []int{1, 2, 3, 8, 31, 32}[r.IntN(6)] }
		c := config.Config{
			X: size(), Y: size(), Z: size(), Flit: 64 + r.IntN(2)*r.IntN(449), MaxFlits: 1 + r.IntN(15),
			LinkLatency: 1 + r.IntN(2)*r.IntN(16), Stages: 1 + r.IntN(3),
		}
		depth := func() int { return min(64, c.MaxFlits+r.IntN(2)*r.IntN(12)+r.IntN(2)*r.IntN(64)) }
		c.AdaptiveDepth, c.EscapeDepth = depth(), depth()
		require.NoError(t, c.Validate())
		seed := r.Uint64()
		g, err := golden.New(c)
		require.NoError(t, err)
		stimulus, s := newStimulus(c, []kind{hostile}, seed), NewScoreboard(c)
		n := NewPins(c)
		in, out := make([]uint64, n.Inputs()), make([]uint64, n.Outputs())
		for range 6000 {
			stimulus.Next(out, in)
			g.Step(in, out)
			if err := s.Observe(in, out); err != nil {
				t.Fatalf("%+v, seed %d: %v", c, seed, err)
			}
		}
		quiet += s.Statistics().Quiet
	}
	require.NotZero(t, quiet)
}

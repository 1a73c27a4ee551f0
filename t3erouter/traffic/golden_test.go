package traffic

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/t3erouter/golden"
)

// run drives the golden model with a profile under the scoreboard's eyes.
func run(t testing.TB, c config.Config, profile string, seed uint64, cycles int) (*golden.Router, *Scoreboard) {
	t.Helper()
	r, err := golden.New(c)
	require.NoError(t, err)
	stimulus, err := NewStimulus(c, profile, seed)
	require.NoError(t, err)
	s := NewScoreboard(c)
	n := NewPins(c)
	in, out := make([]uint64, n.Inputs()), make([]uint64, n.Outputs())
	for range cycles {
		stimulus.Next(out, in)
		r.Step(in, out)
		if err := s.Observe(in, out); err != nil {
			t.Fatalf("%+v, profile %s, seed %d: %v", c, profile, seed, err)
		}
	}
	return r, s
}

// variants are corners of the parameter space.
func variants() []config.Config {
	return []config.Config{
		config.Default(10),
		{X: 1, Y: 1, Z: 1, Flit: 64, MaxFlits: 10, AdaptiveDepth: 22, EscapeDepth: 12, LinkLatency: 1, Stages: 2},
		{X: 2, Y: 2, Z: 2, Flit: 512, MaxFlits: 15, AdaptiveDepth: 15, EscapeDepth: 15, LinkLatency: 16, Stages: 3},
		{X: 1, Y: 2, Z: 3, Flit: 65, MaxFlits: 1, AdaptiveDepth: 1, EscapeDepth: 1, LinkLatency: 1, Stages: 1},
		{X: 32, Y: 1, Z: 32, Flit: 122, MaxFlits: 4, AdaptiveDepth: 64, EscapeDepth: 64, LinkLatency: 3, Stages: 3},
		{X: 3, Y: 5, Z: 1, Flit: 123, MaxFlits: 15, AdaptiveDepth: 64, EscapeDepth: 15, LinkLatency: 2, Stages: 1},
		{X: 4, Y: 4, Z: 4, Flit: 128, MaxFlits: 7, AdaptiveDepth: 7, EscapeDepth: 20, LinkLatency: 1, Stages: 2},
		{X: 2, Y: 1, Z: 2, Flit: 64, MaxFlits: 2, AdaptiveDepth: 3, EscapeDepth: 2, LinkLatency: 7, Stages: 2},
	}
}

func TestGoldenUnderEveryProfile(t *testing.T) {
	cycles := 6000
	if testing.Short() {
		cycles = 1500
	}
	for i, c := range variants() {
		for _, p := range Profiles() {
			t.Run(fmt.Sprintf("%d/%s", i, p.Name), func(t *testing.T) {
				_, s := run(t, c, p.Name, uint64(i)+1, cycles)
				st := s.Statistics()
				require.NotZero(t, st.Cycles)
				t.Logf("%+v", st)
			})
		}
	}
}

func TestMixedHitsEveryEvent(t *testing.T) {
	c := config.Default(10)
	c.Stages = 3 // with fewer nothing lapses
	r, s := run(t, c, "mixed", 1, 100000)
	for name, n := range r.Events() {
		if name == "bad-turn[1]" {
			continue // +x is the first direction: nothing that moves in it can turn back
		}
		require.NotZero(t, n, name)
	}
	t.Logf("%+v", s.Statistics())
}

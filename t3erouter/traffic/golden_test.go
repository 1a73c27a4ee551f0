package traffic

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/t3erouter/golden"
)

func TestMixedHitsEveryEvent(t *testing.T) {
	c := config.Default(10)
	r, err := golden.New(c)
	require.NoError(t, err)
	s, err := NewStimulus(c, "mixed", 1)
	require.NoError(t, err)
	n := NewPins(c)
	in, out := make([]uint64, n.Inputs()), make([]uint64, n.Outputs())
	for range 100000 {
		s.Next(out, in)
		r.Step(in, out)
	}
	hit, total := 0, 0
	for name, n := range r.Events() {
		total++
		if n > 0 {
			hit++
		}
		if n < 5 && name != "bad-turn[1]" { // +x is the first direction: nothing that moves in it can turn back
			t.Errorf("%s %d", name, n)
		}
	}
	t.Logf("%d/%d events, %d errors injected, %v", hit, total, s.Injected(), n.counters(out))
}

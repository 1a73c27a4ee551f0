package cm5router_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/cm5router"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/sim/wasm"
)

// A selfTest is one in simulation.
type selfTest struct {
	*sim.Bench
	t *testing.T
}

func newSelfTest(t *testing.T, set []string, patch func(*ir.Design) error) selfTest {
	t.Helper()
	cm5 := cm5router.Target()
	values, err := cm5.Parse(set)
	require.NoError(t, err)
	d, err := cm5.SelfTest(values)
	require.NoError(t, err)
	if patch != nil {
		require.NoError(t, patch(d))
	}
	e, err := wasm.New(d)
	require.NoError(t, err)
	b := sim.NewBench(e)
	b.Reset(2)
	return selfTest{b, t}
}

// round runs for some cycles, stops the sources and waits.
func (s selfTest) round(cycles int) (sent, received, wrong uint64, busy bool) {
	s.Set("run", 1)
	for range cycles {
		s.Step()
	}
	s.Set("run", 0)
	for range 1 << 14 {
		s.Step()
	}
	require.NoError(s.t, s.Err())
	return s.Get("sent"), s.Get("received"), s.Get("wrong"), s.Get("busy") == 1
}

// settings are routers of all shapes.
var settings = [][]string{
	nil, {"words=1"}, {"words=18"}, {"words=16", "link=1"}, {"link=3"}, {"parents=2"}, {"crc_width=4"}, {"crc_width=32", "words=15"},
}

func TestSelfTestPasses(t *testing.T) {
	for _, set := range settings {
		s := newSelfTest(t, set, nil)
		var before uint64
		for range 3 {
			sent, received, wrong, busy := s.round(20_000)
			require.Greater(t, sent, before+200, "%v", set)
			require.Equal(t, sent, received, "%v", set)
			require.Zero(t, wrong, "%v", set)
			require.False(t, busy, "%v", set)
			before = sent
		}
	}
}

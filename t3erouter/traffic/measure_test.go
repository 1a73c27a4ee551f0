package traffic

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/t3erouter/golden"
	"github.com/flitwright/flitwright/target"
)

func model(t testing.TB, c config.Config) target.Model {
	t.Helper()
	m, err := golden.New(c)
	require.NoError(t, err)
	return m
}

// The page's latency of an idle router, from every port to every other.
func TestLatencyOfALonePacket(t *testing.T) {
	for i, c := range variants() {
		for stages := 1; stages <= 3; stages++ {
			c.Stages = stages
			g := newPlace(c)
			for from := range ports {
				for to := range ports {
					used := g.connected | 1<<node
					if used>>from&1 == 0 || used>>to&1 == 0 {
						continue
					}
					for _, length := range []int{1, c.MaxFlits} {
						head, tail, err := Trip{from, to, length}.Latency(model(t, c), c)
						name := fmt.Sprintf("%d, %d stages, %d to %d, %d flits", i, stages, from, to, length)
						require.NoError(t, err, name)
						require.Equal(t, stages-1+c.LinkLatency, head, name)
						require.Equal(t, head+length-1, tail, name)
					}
				}
			}
		}
	}
}

// deaf is a router that swallows everything.
type deaf struct{ target.Model }

func (deaf) Step(_, out []uint64) { clear(out) }

func TestLatencyReportsWhatDoesNotLeave(t *testing.T) {
	c := config.Default(10)
	_, _, err := Trip{0, 1, 3}.Latency(deaf{}, c)
	require.True(t, errors.Is(err, ErrStuck))
	c.X = 1
	_, _, err = Trip{node, 1, 3}.Latency(model(t, c), c)
	require.ErrorContains(t, err, "no link")
}

// One flit a cycle for packets up to depth - (stages + link_latency), one less at three stages, as the page says, and
// less for the first that is longer on one VC.
func TestThroughputUnderPermutation(t *testing.T) {
	for stages := 1; stages <= 3; stages++ {
		for _, latency := range []int{1, 4} {
			c := config.Default(15)
			c.Stages, c.LinkLatency = stages, latency
			c.EscapeDepth, c.AdaptiveDepth = 15, 15
			limit := c.EscapeDepth - (stages + latency) - stages/3
			for _, shift := range []int{0, 1, 4} {
				for _, adaptive := range []bool{false, true} {
					for _, length := range []int{1, 2, 7, limit - 1, limit, limit + 1} {
						x := Permutation{Length: length, Adaptive: adaptive, Shift: shift}
						for o, rate := range x.Throughput(model(t, c), c, 300) {
							name := fmt.Sprintf("%d stages, latency %d, %+v, output %d", stages, latency, x, o)
							if length <= limit {
								require.Equal(t, 1.0, rate, name)
							} else if !adaptive { // which has two VCs to use by turns
								require.Less(t, rate, 1.0, name)
							}
						}
					}
				}
			}
		}
	}
}

// TestServiceBesideAStream holds the golden model to the page's bound for the longest packet beside an
// endless stream of short ones.
func TestServiceBesideAStream(t *testing.T) {
	for stages := 1; stages <= 3; stages++ {
		c := config.Default(10)
		c.Stages = stages
		held := 0
		one := func(e *episode, d *dice) {
			starve(e, d)
			e.cycles = 600
			held = d.between(0, 60)
			e.receivers(giving{rate: 256, delay: held})
			victim := d.below(ports)
			for p := range e.send {
				e.send[p].length, e.send[p].use = 1, 0
			}
			e.send[victim].length, e.send[victim].use = c.MaxFlits, 256
			e.send[(victim+d.between(1, ports-1))%ports].use = 256
		}
		for seed := range uint64(40) {
			m := model(t, c)
			stimulus, s := newStimulus(c, []kind{one}, seed), NewScoreboard(c)
			n := NewPins(c)
			in, out := make([]uint64, n.Inputs()), make([]uint64, n.Outputs())
			for range 600 {
				stimulus.Next(out, in)
				m.Step(in, out)
				require.NoError(t, s.Observe(in, out))
			}
			st := s.Statistics()
			require.Greater(t, st.Out, uint64(20))
			require.LessOrEqual(t, st.LongestWait, 2*st.LongestHeld+120, "%d stages, seed %d", stages, seed)
		}
	}
}

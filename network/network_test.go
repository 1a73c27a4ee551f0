package network_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/network"
	"github.com/flitwright/flitwright/target"
	"github.com/flitwright/flitwright/tb"
)

// noise drives every pin of a net of relays at random, rst now and then.
type noise struct {
	rand  *rand.Rand
	cycle int
}

func (n *noise) Next(_, in []uint64) {
	in[0] = 0
	if n.cycle < 1 || n.rand.IntN(50) == 0 {
		in[0] = 1
	}
	n.cycle++
	in[1] = n.rand.Uint64N(2)
	for i := 2; i < 6; i += 2 {
		in[i], in[i+1] = n.rand.Uint64(), n.rand.Uint64N(64)
	}
	in[6], in[7] = n.rand.Uint64N(2), n.rand.Uint64N(2)
}

func (n *noise) Injected() uint64 { return 0 }

type noBoard struct{}

func (noBoard) Observe(in, out []uint64) error { return nil }
func (noBoard) Messages() uint64               { return 0 }

// lockstep compares the two nets of a topology; more delays the emitted channels.
func lockstep(t *testing.T, topology *network.Topology, more int) (*tb.Report, error) {
	net := target.Target{
		Name:   "relays",
		Build:  func(target.Values) (*ir.Design, error) { return buildRelays(topology, more) },
		Golden: func(target.Values) (target.Model, error) { return goldenRelays(topology) },
		Traffic: []target.Profile{{Name: "noise", New: func(_ target.Values, seed uint64) target.Stimulus {
			return &noise{rand: rand.New(rand.NewPCG(seed, 0))}
		}}},
		Scoreboard: func(target.Values) target.Scoreboard {
			return noBoard{}
		},
	}
	return tb.Check(t.Context(), tb.Config{Target: &net, Engine: tb.Interp(), Cycles: 1000, Seed: 7})
}

func TestNetsAgree(t *testing.T) {
	for _, latencies := range [][]int{{0}, {1}, {3}, {0, 1, 2, 3}} {
		for _, n := range []int{1, 2, 5} {
			t.Run(fmt.Sprint(n, latencies), func(t *testing.T) {
				report, err := lockstep(t, chain(n, latencies...), 0)
				require.NoError(t, err)
				require.Equal(t, 1, report.Coverage.Hit)
			})
		}
	}
}

// TestDisagreementIsFound: a link that is a cycle too long shows.
func TestDisagreementIsFound(t *testing.T) {
	_, err := lockstep(t, chain(2, 1), 1)
	require.ErrorContains(t, err, "cycle")
}

// TestNetOfNets: two nets of two are a net of four.
func TestNetOfNets(t *testing.T) {
	flat, err := goldenRelays(chain(4, 1))
	require.NoError(t, err)

	half := func(first, left, right int) network.Model {
		topology := chain(2, 1)
		topology.Terminals[0].Latency, topology.Terminals[1].Latency = left, right
		models := []network.Model{&relayModel{}, &relayModel{}}
		net, err := network.NewNet(topology, relayPins, models, func(r int) map[string]uint64 { return fixed(first + r) })
		require.NoError(t, err)
		return net
	}
	pair := &network.Topology{
		Routers: []network.Router{{Name: "a", Ports: 2}, {Name: "b", Ports: 2}},
		Terminals: []network.Terminal{
			{Place: network.Place{Router: 0, Port: 0}}, {Place: network.Place{Router: 1, Port: 1}},
		},
	}
	pair.Link(network.Place{Router: 0, Port: 1}, network.Place{Router: 1, Port: 0}, 1)
	pins := relayPins
	pins.Status = []string{"stat_busy_0", "stat_busy_1"}
	nested, err := network.NewNet(pair, pins, []network.Model{half(0, 1, 0), half(2, 0, 1)}, func(int) map[string]uint64 { return nil })
	require.NoError(t, err)

	n := noise{rand: rand.New(rand.NewPCG(1, 2))}
	in, a, b := make([]uint64, 8), make([]uint64, 10), make([]uint64, 10)
	for range 300 {
		n.Next(a, in)
		flat.Step(in, a)
		nested.Step(in, b)
		b[7], b[8] = b[8], b[7] // status: by name first, then by router
		require.Equal(t, a, b)
	}
}

func TestFaultsOfTopologies(t *testing.T) {
	place := func(r, p int) network.Place { return network.Place{Router: r, Port: p} }
	bad := &network.Topology{Routers: []network.Router{{Name: "a", Ports: 2}, {Name: "b", Ports: 1}}}
	bad.Link(place(0, 0), place(1, 0), -1)
	bad.Link(place(0, 0), place(2, 0), 0)
	bad.Terminals = []network.Terminal{{Place: place(1, 5)}}
	want := strings.Join([]string{
		"channel 0: latency -1",
		"channel 1: latency -1",
		"channel 2: output 0 of a is joined to channel 0 already",
		"channel 2: there is no router 2",
		"channel 3: there is no router 2",
		"channel 3: input 0 of a is joined to channel 1 already",
		"terminal 0: b has no port 5",
		"terminal 0: b has no port 5",
	}, "\n")
	require.EqualError(t, bad.Validate(), want)
	require.EqualError(t, new(network.Topology).Validate(), "there are no routers")

	_, err := buildRelays(bad, 0)
	require.ErrorContains(t, err, "output 0 of a is joined to channel 0 already")
	_, err = goldenRelays(bad)
	require.EqualError(t, err, want)
}

func TestFaultsOfNets(t *testing.T) {
	models := []network.Model{&relayModel{}, &relayModel{}}
	_, err := network.NewNet(chain(3, 0), relayPins, models, fixed)
	require.EqualError(t, err, "2 models for 3 routers")

	pins := network.Pins{Along: []string{"data", "sum"}, Back: []string{"ack"}, Shared: []string{"cfg_clear"}}
	_, err = network.NewNet(chain(1, 0), pins, models[:1], func(int) map[string]uint64 { return map[string]uint64{"cfg_none": 1, "cfg_invert": 2} })
	require.EqualError(t, err, strings.Join([]string{
		"router 0: no input cfg_clear that is free",
		"router 0: no input in_0_sum that is free",
		"router 0: no output out_0_sum",
		"router 0: no input in_1_sum that is free",
		"router 0: no output out_1_sum",
		"router 0: no input in_2_sum that is free",
		"router 0: 2 does not fit input cfg_invert of 1 bits",
		"router 0: no input cfg_none that is free",
		"router 0: nothing drives input cfg_mask",
	}, "\n"))

	pins = relayPins
	pins.Back = nil
	pins.Along = []string{"data", "ack"}
	_, err = network.NewNet(chain(2, 0), pins, models, fixed)
	require.Error(t, err)
}

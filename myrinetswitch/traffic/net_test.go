package traffic

import (
	"math/rand/v2"
	"testing"

	"github.com/flitwright/flitwright/myrinetswitch/config"
	"github.com/flitwright/flitwright/myrinetswitch/golden"
	"github.com/stretchr/testify/require"
)

// A net is a loop of golden models with the packets that are under way.
type net struct {
	*Loop
	t     *testing.T
	c     config.Config
	dice  dice
	hosts map[End]*Host
	want  map[string]End // by payload: where it must arrive
}

func newNet(t *testing.T, c config.Config, switches int) *net {
	t.Helper()
	n := &net{Loop: NewLoop(c), t: t, c: c, dice: dice{*rand.NewPCG(11, 12)}, hosts: map[End]*Host{}, want: map[string]End{}}
	for range switches {
		m, err := golden.New(c)
		require.NoError(t, err)
		n.Add(m)
	}
	return n
}

func (n *net) cable(a, b End, latency int) {
	n.t.Helper()
	require.NoError(n.t, n.Cable(a, b, latency))
}

func (n *net) host(e End) *Host {
	n.t.Helper()
	h, err := n.Host(e)
	require.NoError(n.t, err)
	h.React = n.dice.between(0, min(4, 2+2*n.c.LinkLatency))
	n.hosts[e] = h
	return h
}

// send gives a packet of some payload to the host at from, which must reach the one at to.
func (n *net) send(from, to End, payload int, turns ...int) {
	p := Packet{Payload: make([]byte, payload)}
	for i := range p.Payload {
		p.Payload[i] = n.dice.byte()
	}
	p.Payload[0] &= 0x7F
	for _, t := range turns {
		p.Route = append(p.Route, RouteByte(t))
	}
	n.want[string(p.Payload)] = to
	n.hosts[from].Send(n.f.Append(nil, &p)...)
}

// run runs some cycles, until everything has arrived if that is sooner.
func (n *net) run(cycles int) {
	n.t.Helper()
	for range cycles {
		require.NoError(n.t, n.Step())
		if n.Cycle()%64 == 0 && n.arrived() == len(n.want) {
			break
		}
	}
}

// arrived counts the packets that have arrived, and asks that each has where it must, unchanged.
func (n *net) arrived() int {
	n.t.Helper()
	sum := 0
	for e, h := range n.hosts {
		for _, a := range h.Arrivals() {
			to, ok := n.want[string(a.Payload)]
			require.True(n.t, ok, "%v: unknown packet: %v", e, a.Packet)
			require.Equal(n.t, to, e)
			require.Empty(n.t, a.Route)
			require.Zero(n.t, a.Error)
			sum++
		}
	}
	return sum
}

func (n *net) delivered() {
	n.t.Helper()
	require.Equal(n.t, len(n.want), n.arrived())
	n.quiet()
}

func (n *net) quiet() {
	n.t.Helper()
	for i := range n.nodes {
		require.Zero(n.t, n.Overflowed(i), "switch %d", i)
	}
}

// cables are configurations with the latencies for which they are made.
func cables() []config.Config {
	vary := func(latency, kg, ks, depth int) config.Config {
		c := config.Default()
		c.LinkLatency, c.Kg, c.Ks, c.Depth = latency, kg, ks, depth
		return c
	}
	return []config.Config{config.Default(), vary(1, 11, 12, 22), vary(3, 15, 16, 30), vary(36, 81, 82, 162)}
}

// forget begins anew.
func (n *net) forget() {
	clear(n.want)
	for _, h := range n.hosts {
		h.arrivals = nil
	}
}

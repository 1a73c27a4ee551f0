package myrinetswitch_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/sim/wasm"
	"github.com/flitwright/flitwright/myrinetswitch"
	"github.com/flitwright/flitwright/myrinetswitch/config"
	"github.com/flitwright/flitwright/myrinetswitch/golden"
	"github.com/flitwright/flitwright/myrinetswitch/traffic"
	"github.com/stretchr/testify/require"
)

// A twin is a built switch with the golden model beside it, compared in every cycle. The model also
// shows the outputs of a cycle before its inputs are known, which cables of latency 0 need.
type twin struct {
	*golden.Switch
	t      *testing.T
	engine sim.Engine
	want   []uint64
	cycle  int
}

func (w *twin) Step(in, out []uint64) {
	require.NoError(w.t, w.engine.Run(in, out, 1))
	w.Switch.Step(in, w.want)
	if w.cycle == 0 { // before the first edge the pins show what the switch powered up with
		copy(out, w.want)
	}
	require.Equal(w.t, w.want, out, "cycle %d", w.cycle)
	w.cycle++
}

// A net is a loop of twins with what hosts have sent.
type net struct {
	*traffic.Loop
	t        *testing.T
	c        config.Config
	random   *rand.Rand
	switches int
	hosts    map[traffic.End]*traffic.Host
	to       map[string]traffic.End // by payload
}

func newNet(t *testing.T, c config.Config, switches int) *net {
	n := &net{
		Loop: traffic.NewLoop(c), t: t, c: c, random: rand.New(rand.NewPCG(1, 2)), switches: switches,
		hosts: map[traffic.End]*traffic.Host{}, to: map[string]traffic.End{},
	}
	design, err := myrinetswitch.Build(c)
	require.NoError(t, err)
	for i := range switches {
		engine, err := wasm.New(design)
		require.NoError(t, err)
		require.NoError(t, engine.Reset(uint64(i)))
		t.Cleanup(func() { engine.Close() })
		model, err := golden.New(c)
		require.NoError(t, err)
		n.Add(&twin{Switch: model, t: t, engine: engine, want: make([]uint64, engine.Layout().OutWords)})
	}
	return n
}

func (n *net) cable(a, b traffic.End, latency int) { require.NoError(n.t, n.Cable(a, b, latency)) }

func (n *net) host(e traffic.End) {
	h, err := n.Host(e)
	require.NoError(n.t, err)
	n.hosts[e] = h
}

// send has the host at from send a packet that must reach the one at to.
func (n *net) send(from, to traffic.End, payload int, turns ...int) {
	p := traffic.Packet{Payload: make([]byte, payload)}
	for i := range p.Payload {
		p.Payload[i] = byte(n.random.Uint32())
	}
	p.Payload[0] &= 0x7F
	for _, turn := range turns {
		p.Route = append(p.Route, traffic.RouteByte(turn))
	}
	n.to[string(p.Payload)] = to
	n.hosts[from].Send(traffic.NewFormat(n.c).Append(nil, &p)...)
}

// arrived counts what arrived, each where it must.
func (n *net) arrived() int {
	count := 0
	for e, h := range n.hosts {
		for _, a := range h.Arrivals() {
			require.Equal(n.t, n.to[string(a.Payload)], e)
			require.Zero(n.t, a.Error)
			count++
		}
	}
	return count
}

// run runs until all has arrived, or for some cycles, and asks that no queue overflowed.
func (n *net) run(cycles int) {
	for range cycles {
		require.NoError(n.t, n.Step())
		if n.Cycle()%64 == 0 && n.arrived() == len(n.to) {
			break
		}
	}
	for i := range n.switches {
		require.Zero(n.t, n.Overflowed(i), "switch %d", i)
	}
}

// forCable is a configuration with the least watermarks for a cable.
func forCable(latency int) config.Config {
	c := config.Default()
	c.LinkLatency = latency
	c.Kg = c.Slack() + 2
	c.Ks = c.Kg + 1
	c.Depth = c.Ks + 1 + c.Slack() + 2 // hosts go on for 2 cycles longer than switches
	return c
}

// Two and three switches in a row, hosts on all other ports, all sending to all.
func TestRows(t *testing.T) {
	for _, latency := range []int{0, 1, 8, 36} {
		for switches := 2; switches <= 3; switches++ {
			t.Run(fmt.Sprintf("%d switches, latency %d", switches, latency), func(t *testing.T) {
				n := newNet(t, forCable(latency), switches)
				const left, right = 0, 7
				var ends []traffic.End
				for i := range switches {
					if i > 0 {
						n.cable(traffic.End{Switch: i - 1, Port: right}, traffic.End{Switch: i, Port: left}, latency)
					}
					for p := 2; p < 5; p++ {
						ends = append(ends, traffic.End{Switch: i, Port: p})
						n.host(ends[len(ends)-1])
					}
				}
				for range 120 {
					from, to := ends[n.random.IntN(len(ends))], ends[n.random.IntN(len(ends))]
					var turns []int
					at := from
					for ; at.Switch < to.Switch; at = (traffic.End{Switch: at.Switch + 1, Port: left}) {
						turns = append(turns, right-at.Port)
					}
					for ; at.Switch > to.Switch; at = (traffic.End{Switch: at.Switch - 1, Port: right}) {
						turns = append(turns, left-at.Port)
					}
					n.send(from, to, 1+n.random.IntN(120), append(turns, to.Port-at.Port)...)
				}
				n.run(40_000)
				require.Equal(t, len(n.to), n.arrived())
			})
		}
	}
}

// A stream without pause through two switches and a cable keeps the rate of the link.
func TestFullRate(t *testing.T) {
	for _, latency := range []int{0, 8, 36} {
		n := newNet(t, forCable(latency), 2)
		n.cable(traffic.End{Switch: 0, Port: 7}, traffic.End{Switch: 1, Port: 0}, latency)
		from, to := traffic.End{Switch: 0, Port: 2}, traffic.End{Switch: 1, Port: 5}
		n.host(from)
		n.host(to)
		const packets, payload = 40, 50
		for range packets {
			n.send(from, to, payload, 5, 5)
		}
		n.run(packets * (payload + 10))
		arrivals := n.hosts[to].Arrivals()
		require.Len(t, arrivals, packets)
		took := arrivals[packets-1].Ended - arrivals[0].Ended
		require.EqualValues(t, (packets-1)*(payload+4), took, "latency %d: two route bytes, payload, CRC, GAP a packet", latency)
	}
}

// Four switches in a ring: worms that all go two cables on and are longer than the buffers wait for
// each other until time-outs break them; what is sent afterwards arrives.
func TestRing(t *testing.T) {
	c := forCable(8)
	n := newNet(t, c, 4)
	const in, out, local = 0, 7, 3
	for i := range 4 {
		n.cable(traffic.End{Switch: i, Port: out}, traffic.End{Switch: (i + 1) % 4, Port: in}, 8)
		n.SetTimeout(i, 300+50*i)
		n.host(traffic.End{Switch: i, Port: local})
		n.host(traffic.End{Switch: i, Port: local + 1})
	}
	for i := range 4 {
		n.send(traffic.End{Switch: i, Port: local}, traffic.End{Switch: (i + 2) % 4, Port: local}, 3*c.Depth,
			out-local, out-in, local-in)
	}
	n.run(5000)
	whole, cut := n.arrived(), 0
	for _, h := range n.hosts {
		require.Zero(t, h.Unsent())
		cut += h.Cut()
	}
	require.Less(t, whole, 4, "the worms were to block each other")
	for i := range 4 {
		n.send(traffic.End{Switch: i, Port: local + 1}, traffic.End{Switch: (i + 1) % 4, Port: local + 1}, 30,
			out-local-1, local+1-in)
	}
	n.run(3000)
	require.Equal(t, whole+4, n.arrived())
}

// Out 3 is wired to in 3, and a worm from port 0 takes the turns +3, 0, -1: it is delivered if what
// is left of it after stripping fits below Ks, and broken if it exceeds all buffers on its way.
func TestOwnTail(t *testing.T) {
	c := config.Default()
	const cable = 4
	for _, test := range []struct {
		payload int
		whole   bool
	}{{10, true}, {c.Ks - 4, true}, {c.Depth + cable + 9, false}, {3 * c.Depth, false}} {
		n := newNet(t, c, 1)
		n.cable(traffic.End{Port: 3}, traffic.End{Port: 3}, cable)
		from, to := traffic.End{Port: 0}, traffic.End{Port: 2}
		n.host(from)
		n.host(to)
		n.SetTimeout(0, 200)
		n.send(from, to, test.payload, 3, 0, -1)
		n.run(4000)
		if test.whole {
			require.Equal(t, 1, n.arrived(), "payload %d", test.payload)
		} else {
			require.Zero(t, n.arrived(), "payload %d", test.payload)
		}
	}
}

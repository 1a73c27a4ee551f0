package traffic

import (
	"fmt"
	"testing"

	"github.com/flitwright/flitwright/myrinetswitch/config"
	"github.com/stretchr/testify/require"
)

// TestLines has two, three and four switches in a row, hosts on all other ports, all sending to all.
func TestLines(t *testing.T) {
	for _, c := range cables() {
		for switches := 2; switches <= 4; switches++ {
			t.Run(fmt.Sprintf("%d switches, latency %d", switches, c.LinkLatency), func(t *testing.T) {
				t.Parallel()
				n := newNet(t, c, switches)
				const left, right = 0, 1
				for i := range switches - 1 {
					n.cable(End{i, right}, End{i + 1, left}, n.dice.between(1, c.LinkLatency))
				}
				var ends []End
				for i := range switches {
					for p := range c.Ports {
						if p == left && i > 0 || p == right && i < switches-1 || p > 4 {
							continue
						}
						ends = append(ends, End{i, p})
						n.host(End{i, p})
					}
				}
				for range 300 {
					from, to := ends[n.dice.below(len(ends))], ends[n.dice.below(len(ends))]
					n.send(from, to, n.dice.between(4, 80), line(from, to)...)
				}
				n.run(60000)
				n.delivered()
			})
		}
	}
}

// line gives the turns of a packet in a row of switches with port 0 to the left and 1 to the right.
func line(from, to End) []int {
	var turns []int
	at := from
	for at.Switch != to.Switch {
		if at.Switch < to.Switch {
			turns = append(turns, 1-at.Port)
			at = End{at.Switch + 1, 0}
		} else {
			turns = append(turns, 0-at.Port)
			at = End{at.Switch - 1, 1}
		}
	}
	return append(turns, to.Port-at.Port)
}

// TestRing has four switches in a ring. Worms that all go two cables clockwise and are longer than
// the buffers wait for each other in a circle: the time-outs break it, and what is sent afterwards
// arrives.
func TestRing(t *testing.T) {
	c := config.Default()
	n := newNet(t, c, 4)
	const in, out, local = 0, 1, 2
	for i := range 4 {
		n.cable(End{i, out}, End{(i + 1) % 4, in}, n.dice.between(1, c.LinkLatency))
		n.SetTimeout(i, 300+50*i)
		n.host(End{i, local})
		n.host(End{i, local + 1})
	}
	long := func(i, size int) {
		n.send(End{i, local}, End{(i + 2) % 4, local}, size, out-local, out-in, local-in)
	}
	for i := range 4 {
		long(i, 3*c.Depth)
		n.send(End{i, local + 1}, End{(i + 1) % 4, local + 1}, 20, out-local-1, local+1-in)
	}
	n.run(6000)
	whole, cut := n.arrived(), uint64(0)
	for i := range 4 {
		cut += n.Statistics(i).Cut[cutTimeout]
	}
	require.NotZero(t, cut, "no time-out: the worms were to block each other")
	require.Less(t, whole, len(n.want))
	for _, h := range n.hosts {
		require.Zero(t, h.Unsent())
	}
	n.forget()
	for i := range 4 {
		n.send(End{i, local}, End{(i + 1) % 4, local + 1}, 30, out-local, local+1-in)
	}
	n.run(3000)
	n.delivered()
}

// TestOwnTail sends a worm into the buffer that its tail has to leave: out 3 wired to in 3, turns
// +3, 0, -1 from port 0.
func TestOwnTail(t *testing.T) {
	for _, c := range cables() {
		latency := max(1, c.LinkLatency/2)
		for _, try := range []struct {
			stripped int // characters after the route
			whole    bool
		}{
			{2, true},
			{c.Ks, true},
			{c.Depth + latency + 9, false},
			{4 * c.Depth, false},
		} {
			t.Run(fmt.Sprintf("%d characters, latency %d", try.stripped, latency), func(t *testing.T) {
				n := newNet(t, c, 1)
				n.cable(End{0, 3}, End{0, 3}, latency)
				n.SetTimeout(0, 500)
				for _, p := range []int{0, 1, 2} {
					n.host(End{0, p})
				}
				// Stripped of its route it is payload and CRC; the GAP is a character too.
				n.send(End{0, 0}, End{0, 2}, max(1, try.stripped-2), 3, 0, -1)
				n.run(4000)
				st := n.Statistics(0)
				if try.whole {
					n.delivered()
					require.Zero(t, st.Cut[cutTimeout])
				} else {
					require.Zero(t, n.arrived())
					require.NotZero(t, st.Cut[cutTimeout])
					n.quiet()
				}
				n.forget()
				n.send(End{0, 0}, End{0, 2}, 10, 3, 0, -1)
				n.send(End{0, 1}, End{0, 2}, 10, 1)
				n.run(1500)
				n.delivered()
			})
		}
	}
}

// TestTwoWorms has two worms that hold what the other waits for, in two switches with two cables.
func TestTwoWorms(t *testing.T) {
	for _, c := range cables() {
		n := newNet(t, c, 2)
		const up, down, local = 0, 1, 2
		for _, port := range []int{up, down} {
			n.cable(End{0, port}, End{1, port}, n.dice.between(1, c.LinkLatency))
		}
		for i := range 2 {
			n.SetTimeout(i, 400+100*i)
			for p := local; p < c.Ports; p++ {
				n.host(End{i, p})
			}
		}
		size := 4 * c.Depth
		// There by one cable and back by the other.
		n.send(End{0, local}, End{0, local + 1}, size, up-local, down-up, local+1-down)
		n.send(End{1, local}, End{1, local + 1}, size, down-local, up-down, local+1-up)
		// Everyone else's.
		others := 0
		for i := range 2 {
			for p := local + 2; p < c.Ports; p++ {
				for q := local + 2; q < c.Ports; q++ {
					n.send(End{i, p}, End{i, q}, 20, q-p)
					others++
				}
			}
		}
		n.run(8000)
		cut := n.Statistics(0).Cut[cutTimeout] + n.Statistics(1).Cut[cutTimeout]
		require.NotZero(t, cut)
		require.GreaterOrEqual(t, n.arrived(), others)
		n.quiet()
		require.Zero(t, n.hosts[End{0, local}].Unsent())
		require.Zero(t, n.hosts[End{1, local}].Unsent())
		n.forget()
		n.send(End{0, local}, End{0, local + 1}, 5, up-local, down-up, local+1-down)
		n.run(2000)
		n.delivered()
	}
}

// TestFullRate sends from every host of one switch to one of the other, over as many cables as fit,
// and asks that no cycle is lost inside a packet or between two.
func TestFullRate(t *testing.T) {
	for _, c := range cables() {
		n := newNet(t, c, 2)
		const packets, size = 6, 60
		for p := range c.Ports / 2 {
			n.cable(End{0, p + c.Ports/2}, End{1, p + c.Ports/2}, c.LinkLatency)
			n.host(End{0, p})
			n.host(End{1, p})
		}
		for p := range c.Ports / 2 {
			for range packets {
				n.send(End{0, p}, End{1, p}, size, c.Ports/2, -c.Ports/2)
				n.send(End{1, p}, End{0, p}, size, c.Ports/2, -c.Ports/2)
			}
		}
		n.run(3000)
		n.delivered()
		for e, h := range n.hosts {
			a := h.Arrivals()
			require.Len(t, a, packets)
			for i := range a {
				require.EqualValues(t, size+1, a[i].Ended-a[i].Begun, "%v, packet %d", e, i)
				if i > 0 { // the two route bytes leave room for two characters
					require.LessOrEqual(t, a[i].Begun-a[i-1].Ended, uint64(3), "%v, packet %d", e, i)
				}
			}
		}
	}
}

// TestDamagedGo loses the GO that would let a stopped switch go on: the STOP runs out.
func TestDamagedGo(t *testing.T) {
	c := config.Default()
	n := newNet(t, c, 2)
	n.cable(End{0, 0}, End{1, 0}, 5)
	n.host(End{0, 1})
	sink := n.host(End{1, 1})
	for range 20 {
		n.send(End{0, 1}, End{1, 1}, 40, -1, 1)
	}
	lost := 0
	require.NoError(t, n.Tamper(End{1, 0}, func(cycle uint64, x Char) Char {
		if x == n.f.Go && cycle > 20 {
			lost++
			return n.f.Idle
		}
		return x
	}))
	sink.Stop()
	require.NoError(t, n.Run(600))
	require.Less(t, n.arrived(), 20)
	sink.Go(n.f)
	n.run(4000)
	require.NotZero(t, lost)
	n.delivered()
}

// TestResetOfOne resets one switch while its neighbour is stopped by it and while a worm crosses.
func TestResetOfOne(t *testing.T) {
	for _, victim := range []int{0, 1} {
		c := config.Default()
		n := newNet(t, c, 2)
		n.cable(End{0, 0}, End{1, 0}, 8)
		a := n.host(End{0, 1})
		sink := n.host(End{1, 1})
		sink.Stop()
		for range 8 {
			n.send(End{0, 1}, End{1, 1}, 150, -1, 1)
		}
		require.NoError(t, n.Run(700))
		n.Reset(victim, 2)
		require.NoError(t, n.Run(50))
		sink.Go(n.f)
		for range 5000 {
			require.NoError(t, n.Step())
		}
		require.Zero(t, a.Unsent())
		n.quiet()
		n.forget()
		n.send(End{0, 1}, End{1, 1}, 50, -1, 1)
		n.run(1000)
		n.delivered()
	}
}

// TestNoCable wires two switches pin to pin, with watermarks as close as that allows.
func TestNoCable(t *testing.T) {
	c := config.Default()
	c.Ports, c.LinkLatency, c.Kg, c.Ks, c.Depth = 2, 0, 9, 10, 18
	n := newNet(t, c, 2)
	n.cable(End{0, 1}, End{1, 1}, 0)
	n.host(End{0, 0})
	sink := n.host(End{1, 0})
	for range 5 {
		n.send(End{0, 0}, End{1, 0}, 40, 1, -1)
		n.send(End{1, 0}, End{0, 0}, 20, 1, -1)
	}
	require.NoError(t, n.Run(40))
	sink.Stop()
	require.NoError(t, n.Run(100))
	sink.Go(n.f)
	n.run(400)
	n.delivered()
	// What had filled up while stopped runs on without a bubble.
	last := sink.Arrivals()[4]
	require.EqualValues(t, 41, last.Ended-last.Begun)
}

func TestLoopRefuses(t *testing.T) {
	n := newNet(t, config.Default(), 1)
	n.Add(struct{ Machine }{n.nodes[0].machine})
	require.Error(t, n.Cable(End{0, 0}, End{1, 1}, 0), "a machine that does not peek")
	require.Error(t, n.Cable(End{0, 8}, End{0, 2}, 1))
	require.Error(t, n.Cable(End{2, 0}, End{0, 2}, 1))
	n.host(End{0, 3})
	_, err := n.Host(End{0, 3})
	require.Error(t, err)
	require.Error(t, n.Tamper(End{0, 3}, nil))
}

// TestSaturation sends more packets than a counter counts.
func TestSaturation(t *testing.T) {
	if testing.Short() {
		t.Skip("200,000 cycles")
	}
	c := config.Default()
	c.Ports = 2
	n := newNet(t, c, 1)
	from, to := n.host(End{0, 0}), n.host(End{0, 1})
	p := Packet{Route: []byte{RouteByte(1)}, Error: 3}
	chars := n.f.Append(nil, &p)
	for range 0xFFFF + 5 {
		from.Send(chars...)
	}
	require.NoError(t, n.Run((0xFFFF+5)*len(chars)+1000))
	require.Len(t, to.Arrivals(), 0xFFFF+5)
	require.NotZero(t, n.Statistics(0).Rests)
	require.EqualValues(t, 0xFFFF, n.nodes[0].out[stat(packetsCounter, 0, 2)])
	require.EqualValues(t, 0xFFFF, n.nodes[0].out[stat(crcCounter, 0, 2)])
}

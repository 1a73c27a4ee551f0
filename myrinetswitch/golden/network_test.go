package golden

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flitwright/flitwright/myrinetswitch/config"
)

// A network is some switches with cables of one latency between them, and hosts that obey
// STOP at once.
type network struct {
	t       testing.TB
	s       []*Switch
	in, out [][]uint64
	latency int
	cycle   int
	cables  []*cable
	hosts   map[end]*host
}

type end struct{ s, port int }

// A cable carries what leaves one end to the other, one way.
type cable struct {
	from, to end
	line     []uint64 // a ring, one place a cycle of latency
}

type host struct {
	send    []uint64
	stopped bool
	got     []string // packets, ended by GAP or FRES
	partial []string
	data    int // characters received, GAPs too
}

func newNetwork(t testing.TB, c config.Config, switches, latency int) *network {
	n := &network{t: t, latency: latency, hosts: map[end]*host{}}
	for range switches {
		s, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		n.s = append(n.s, s)
		in := make([]uint64, pinPort+c.Ports)
		in[pinEnable] = 1<<c.Ports - 1
		for p := range c.Ports {
			in[pinPort+p] = pinIDLE
		}
		n.in, n.out = append(n.in, in), append(n.out, make([]uint64, c.Ports+1+7*c.Ports))
	}
	return n
}

// wire connects two ends both ways; an end wired to itself is a loop.
func (n *network) wire(a, b end) {
	n.cable(a, b)
	if a != b {
		n.cable(b, a)
	}
}

func (n *network) cable(from, to end) {
	n.cables = append(n.cables, &cable{from: from, to: to, line: idles(max(n.latency, 1))})
}

func (n *network) host(e end) *host {
	if n.hosts[e] == nil {
		n.hosts[e] = &host{}
	}
	return n.hosts[e]
}

// step is one cycle of everything. What is on the pins of a switch in t is on those at the
// other end in t+latency.
func (n *network) step() {
	if n.latency == 0 {
		// Output pins follow from registers: a first look at them costs no cycle.
		for i, s := range n.s {
			s.Peek(n.out[i])
		}
		n.carry()
	}
	for i, s := range n.s {
		s.Step(n.in[i], n.out[i])
		if e := n.out[i][s.ports]; e != 0 {
			n.t.Fatalf("cycle %d: switch %d: err_overflow %b", n.cycle, i, e)
		}
	}
	if n.latency > 0 {
		n.carry()
	}
	n.cycle++
	for e, h := range n.hosts {
		h.receive(n.out[e.s][e.port])
		n.in[e.s][pinPort+e.port] = h.next()
	}
}

// carry moves every cable on. With latency it runs after the switches' cycle, for the pins
// of the next one.
func (n *network) carry() {
	for _, c := range n.cables {
		size := len(c.line)
		at := n.cycle % size
		c.line[at] = n.out[c.from.s][c.from.port]
		if n.latency > 0 {
			at = (n.cycle + 1) % size
		}
		n.in[c.to.s][pinPort+c.to.port] = c.line[at]
	}
}

func (h *host) next() uint64 {
	if h.stopped || len(h.send) == 0 {
		return pinIDLE
	}
	c := h.send[0]
	h.send = h.send[1:]
	return c
}

func (h *host) receive(c uint64) {
	switch {
	case c == pinGO:
		h.stopped = false
	case c == pinSTOP:
		h.stopped = true
	case c == pinGAP, c == pinFRES:
		if len(h.partial) > 0 {
			h.got = append(h.got, strings.Join(append(h.partial, name(c)), " "))
		}
		h.partial = nil
		h.data++
	case c < pinIDLE:
		h.partial = append(h.partial, name(c))
		h.data++
	}
}

func (n *network) run(cycles int) {
	for range cycles {
		n.step()
	}
}

func text(chars ...uint64) string {
	var s []string
	for _, c := range chars {
		s = append(s, name(c))
	}
	return strings.Join(s, " ")
}

// Two hosts on switch 0 fight for one cable to switch 1, through switch 2 to a host: the
// cable is full all the time in spite of STOP and GO, and nothing overflows.
func TestChain(t *testing.T) {
	for _, latency := range []int{0, 1, 8, 36} {
		t.Run(fmt.Sprint(latency), func(t *testing.T) {
			c := config.Default()
			if latency > c.LinkLatency {
				c.LinkLatency, c.Depth, c.Ks, c.Kg = latency, 300, 160, 100
			}
			n := newNetwork(t, c, 3, latency)
			n.wire(end{0, 7}, end{1, 0})
			n.wire(end{1, 7}, end{2, 0})
			sink := n.host(end{2, 7})
			payload := upTo(60)
			const packets = 40
			for p := range 2 {
				for range packets {
					n.host(end{0, p}).send = append(n.host(end{0, p}).send,
						packet(append([]uint64{0x80 | uint64(7-p), 0x87, 0x87}, payload...)...)...)
				}
			}
			n.run(4 * n.latency)
			n.run(300)
			before := sink.data
			n.run(3000)
			// 64 characters on the first cable become 62 at the sink: GAP to GAP is 65 cycles.
			assert.InDelta(t, 3000*62.0/65, sink.data-before, 62)
			n.run(3000)
			want := slices.Repeat([]string{text(packet(payload...)...)}, 2*packets)
			assert.Equal(t, want, sink.got)
			assert.Positive(t, count(n.s[0], "stop-sent[0]"))
		})
	}
}

// A ring of three with worms that cross two cables each: it deadlocks, the time-out cuts, and
// what is delivered is whole or cut; later packets pass, nothing overflows.
func TestRing(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	n := newNetwork(t, config.Default(), 3, 8)
	for i := range 3 {
		n.wire(end{i, 1}, end{(i + 1) % 3, 0})
		n.in[i][pinTimeout] = uint64(300 + 100*i)
		h := n.host(end{i, 4})
		for k := range 20 { // the first of all at once, which deadlocks
			h.send = append(h.send, idles(min(k, 1)*rng.IntN(100))...)
			// From 4 to 1, from 0 to 1 of the next switch, from 0 to 4 of the one after it.
			h.send = append(h.send, packet(append([]uint64{0xBD, 0x81, 0x84}, upTo(250)...)...)...)
		}
	}
	n.run(30_000)
	whole, cut := 0, 0
	for i := range 3 {
		for _, got := range n.host(end{i, 4}).got {
			if got == text(packet(upTo(250)...)...) {
				whole++
			} else {
				cut++
			}
		}
		assert.Empty(t, n.host(end{i, 4}).send)
	}
	fired := uint64(0)
	for i := range 3 {
		fired += count(n.s[i], "timeout-wait[0]") + count(n.s[i], "timeout-wait[4]")
	}
	t.Log(whole, "whole,", cut, "cut,", fired, "time-outs")
	assert.Positive(t, whole)
	assert.Positive(t, fired)
	for i := range 3 { // and now in peace
		sink := n.host(end{(i + 1) % 3, 4})
		sink.got = nil
		n.host(end{i, 4}).send = packet(0xBD, 0x84, 9)
		n.run(200)
		assert.Equal(t, []string{text(packet(9)...)}, sink.got)
	}
}

// out_3 wired to in_3, turns +3, 0, -1 from port 0: a worm that meets its own tail.
// With CRC and GAP, 72 characters are Ks, 121 exceed depth + cable + 8.
func TestOwnTail(t *testing.T) {
	for payload, delivered := range map[int]bool{20: true, 70: true, 119: false, 200: false} {
		c := config.Default()
		n := newNetwork(t, c, 1, 4)
		n.wire(end{0, 3}, end{0, 3})
		n.in[0][pinTimeout] = 400
		n.host(end{0, 0}).send = append(idles(20), packet(append([]uint64{0x83, 0x80, 0xBF}, upTo(payload)...)...)...)
		sink := n.host(end{0, 2})
		n.run(2000)
		if delivered {
			assert.Equal(t, []string{text(packet(upTo(payload)...)...)}, sink.got)
		} else {
			assert.Empty(t, sink.got)
			assert.Positive(t, count(n.s[0], "timeout-wait[3]"))
		}
		n.host(end{0, 0}).send = packet(0x82, 9)
		n.run(50)
		assert.Contains(t, sink.got, text(packet(9)...), "payload %d", payload)
	}
}

func count(s *Switch, want string) uint64 {
	for name, n := range s.Events() {
		if name == want {
			return n
		}
	}
	panic("no event " + want)
}

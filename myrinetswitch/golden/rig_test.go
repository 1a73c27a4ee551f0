package golden

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flitwright/flitwright/myrinetswitch/config"
)

// The characters of the default configuration as they are on the pins.
const (
	pinIDLE = 0x100
	pinGO   = 0x103
	pinFRES = 0x105
	pinGAP  = 0x10C
	pinSTOP = 0x10F
)

// A rig drives one switch with characters and records what leaves the outputs.
type rig struct {
	t       testing.TB
	c       config.Config
	s       *Switch
	in, out []uint64
	cycle   int // of the next Step

	send [maxPorts][]uint64 // characters to come, one a cycle, then IDLE
	got  [maxPorts][]string // cycle:character of all that is not IDLE
	errs []string           // cycle:err_overflow when not 0
}

// newRig makes a rig with every port enabled and its boot characters gone; the next cycle
// is 0.
func newRig(t testing.TB, c config.Config) *rig {
	t.Helper()
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	g := &rig{t: t, c: c, s: s, in: make([]uint64, pinPort+c.Ports), out: make([]uint64, c.Ports+1+7*c.Ports)}
	g.in[pinEnable] = 1<<c.Ports - 1
	g.reset()
	g.run(4)
	g.forget()
	return g
}

// reset is one cycle of reset; the next cycle is 0.
func (g *rig) reset() {
	g.in[pinRst] = 1
	g.step()
	g.in[pinRst] = 0
	g.forget()
}

// forget drops what was recorded and calls the next cycle 0.
func (g *rig) forget() {
	g.got, g.errs, g.cycle = [maxPorts][]string{}, nil, 0
}

func (g *rig) step() {
	for p := range g.c.Ports {
		g.in[pinPort+p] = pinIDLE
		if len(g.send[p]) > 0 {
			g.in[pinPort+p], g.send[p] = g.send[p][0], g.send[p][1:]
		}
	}
	g.s.Step(g.in, g.out)
	for q := range g.c.Ports {
		if c := g.out[q]; c != g.s.codes.encode(idle) {
			g.got[q] = append(g.got[q], fmt.Sprint(g.cycle, ":", name(c)))
		}
		g.s.check(g.t, q)
	}
	if e := g.out[g.c.Ports]; e != 0 {
		g.errs = append(g.errs, fmt.Sprintf("%d:%x", g.cycle, e))
	}
	g.cycle++
}

// check holds the invariants of port p.
func (s *Switch) check(t testing.TB, p int) {
	in, out := &s.inputs[p], &s.outputs[p]
	q := &in.queue
	if q.count < 0 || q.count > s.config.Depth || q.behind < 0 || q.behind > q.count {
		t.Fatalf("queue %d: %d characters, %d behind the last GAP", p, q.count, q.behind)
	}
	if in.dropping && q.behind > 0 {
		t.Fatalf("input %d is dropping with %d characters of a packet stored", p, q.behind)
	}
	if in.state == send && in.hold == idle {
		t.Fatalf("input %d has nothing to send to %d", p, in.to)
	}
	if in.flush && q.count > 0 {
		t.Fatalf("input %d: flush with %d characters in the queue", p, q.count)
	}
	if in.dropping && !q.hasGap() && !in.flush && (in.next.isData() || in.hold.isData() && in.next != gap) {
		t.Fatalf("input %d is dropping with a packet at the front", p)
	}
	if h := out.holder; h != none && (s.inputs[h].state != send || s.inputs[h].to != p) {
		t.Fatalf("output %d is held by %d, which does not send to it", p, h)
	}
	if out.expire < 0 || out.expire > s.config.StopExpire {
		t.Fatalf("output %d: expire %d", p, out.expire)
	}
}

func (g *rig) run(cycles int) {
	for range cycles {
		g.step()
	}
}

// play queues characters on the pins of port p.
func (g *rig) play(p int, chars ...uint64) { g.send[p] = append(g.send[p], chars...) }

// at plays characters from the given cycle on.
func (g *rig) at(cycle, p int, chars ...uint64) {
	for len(g.send[p]) < cycle-g.cycle {
		g.play(p, pinIDLE)
	}
	g.play(p, chars...)
}

// leaves holds the whole record of output q against "cycle:character ...".
func (g *rig) leaves(q int, want string) {
	g.t.Helper()
	assert.Equal(g.t, want, strings.Join(g.got[q], " "), "output %d", q)
}

func (g *rig) stat(c counter, p int) uint64 { return g.out[g.c.Ports+1+int(c)*g.c.Ports+p] }

// stats holds all counters that are not 0 against "name_p=count ...".
func (g *rig) stats(want string) {
	g.t.Helper()
	g.step()
	var got []string
	for c := range counters {
		for p := range g.c.Ports {
			if n := g.stat(c, p); n != 0 {
				got = append(got, fmt.Sprintf("%s_%d=%d", c, p, n))
			}
		}
	}
	assert.Equal(g.t, want, strings.Join(got, " "), "counters")
}

// event is the count of one coverage event.
func (g *rig) event(want string) uint64 {
	g.t.Helper()
	for name, n := range g.s.Events() {
		if name == want {
			return n
		}
	}
	g.t.Fatalf("no event %s", want)
	return 0
}

func name(c uint64) string {
	switch c {
	case pinIDLE:
		return "IDLE"
	case pinGO:
		return "GO"
	case pinFRES:
		return "FRES"
	case pinGAP:
		return "GAP"
	case pinSTOP:
		return "STOP"
	}
	return fmt.Sprintf("%02X", c)
}

// packet puts a CRC and a GAP behind the data.
func packet(data ...uint64) []uint64 { return append(data, checksum(data), pinGAP) }

// checksum computes the CRC bit by bit.
func checksum(data []uint64) (sum uint64) {
	for _, d := range data {
		for i := 7; i >= 0; i-- {
			carry := sum>>7 ^ d>>i&1
			sum = sum << 1 & 255
			if carry == 1 {
				sum ^= 7
			}
		}
	}
	return sum
}

// stream writes characters that leave one a cycle from the given cycle on.
func stream(cycle int, chars ...uint64) string {
	var s []string
	for i, c := range chars {
		s = append(s, fmt.Sprint(cycle+i, ":", name(c)))
	}
	return strings.Join(s, " ")
}

// upTo is the data characters 1, 2, ... n.
func upTo(n int) []uint64 {
	var d []uint64
	for i := range n {
		d = append(d, uint64(i+1))
	}
	return d
}

func join(parts ...[]uint64) (all []uint64) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

func idles(n int) []uint64 {
	d := make([]uint64, n)
	for i := range d {
		d[i] = pinIDLE
	}
	return d
}

// small is the smallest switch for cables without latency: STOP above 10, GO below 9.
func small() config.Config {
	c := config.Default()
	c.LinkLatency, c.Depth, c.Ks, c.Kg = 0, 18, 10, 9
	return c
}

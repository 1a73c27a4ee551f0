package golden

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/flitwright/flitwright/cm5router/config"
)

// Random traffic with damage, stalls and gaps: whatever order the router takes, each
// message leaves once, as the page transforms it, or is swallowed with a flag.
func TestRandomTraffic(t *testing.T) {
	for i, c := range []config.Config{
		config.Default(0), shallow(config.Default(3)), long(18), shallow(wide(1, 32, 0x04C11DB7)),
		wide(2, 4, 9), {Words: 2, Link: 0, Parents: 2, Depth: 2, CRCWidth: 12, CRCPoly: 0x80F},
	} {
		for seed := range uint64(6) {
			t.Run(fmt.Sprint(i, "/", seed), func(t *testing.T) {
				randomTraffic(t, c, rand.New(rand.NewPCG(seed, uint64(i))))
			})
		}
	}
}

// A sample is a random message with what becomes of it.
type sample struct {
	flits []uint8
	out   []uint8 // flits that leave
	to    uint8   // outputs that may send them, 0 if swallowed
	flags int     // pulses
}

func randomTraffic(t *testing.T, c config.Config, rng *rand.Rand) {
	g := newRig(t, c)
	g.in[pinLevel], g.in[pinSeed] = 1+rng.Uint64N(4), rng.Uint64N(1<<16)
	g.in[pinChildren], g.in[pinParents] = rng.Uint64N(16)|rng.Uint64N(16), rng.Uint64N(16)|rng.Uint64N(16)
	g.in[pinAFD] = rng.Uint64N(2)
	g.reset()
	stall := rng.Float64() * 0.7
	g.accept = func(int, int) bool { return rng.Float64() >= stall }

	want := map[string][]uint8{} // outputs that may send these flits
	sent, swallowed, flags := 0, 0, 0
	for p := range ports {
		if g.enabled()>>p&1 == 0 {
			continue
		}
		for range 12 {
			s := g.sample(rng, p)
			g.send[p] = append(g.send[p], s.flits...)
			sent++
			flags += s.flags
			if s.to == 0 {
				swallowed++
			} else {
				want[string(s.out)] = append(want[string(s.out)], s.to)
			}
		}
	}
	for g.busy() && g.cycle < 100_000 {
		g.run(200)
	}
	g.run(10) // the last flags

	for q := range ports {
		for _, f := range deframe(c, g.flits(q)) {
			i := slices.IndexFunc(want[string(f)], func(to uint8) bool { return to>>q&1 == 1 })
			if i < 0 {
				t.Fatalf("output %d sends %x, still to come are %x", q, f, slices.Collect(maps.Keys(want)))
			}
			want[string(f)] = slices.Delete(want[string(f)], i, i+1)
		}
	}
	in, out := 0, 0
	for p := range ports {
		in, out = in+int(g.out[outStatIn+p]), out+int(g.out[outStatOut+p])
	}
	if in != sent || in-out != swallowed || len(g.pulses) != flags {
		t.Errorf("%d sent, %d in, %d out, %d swallowed; %d flags, want %d", sent, in, out, swallowed, len(g.pulses), flags)
	}
}

// busy tells that something is still to be sent or under way.
func (g *rig) busy() bool {
	return slices.ContainsFunc(g.send[:], func(f []uint8) bool { return len(f) > 0 }) || g.r.holdsMessage()
}

// enabled is both masks together, bit p for port p.
func (g *rig) enabled() uint8 {
	return uint8(g.in[pinChildren] | g.in[pinParents]&(1<<g.c.Parents-1)<<children)
}

// sample makes a message for port p: mostly sound, else with a wrong length, a damaged or
// a complemented CRC.
func (g *rig) sample(rng *rand.Rand, p int) sample {
	level := int(g.in[pinLevel])
	m := message{height: max(0, level-1+rng.IntN(4)), tag: uint8(rng.IntN(16))}
	if rng.IntN(2) == 0 {
		m.height = level
	}
	for range (m.height + 1) / 2 {
		m.route = append(m.route, uint8(rng.IntN(16)))
	}
	n := 1 + rng.IntN(g.c.Words)
	wrong := rng.IntN(6) == 0
	if wrong {
		n = rng.IntN(2) * (g.c.Words + 1 + rng.IntN(2))
	}
	for range n {
		m.words = append(m.words, rng.Uint32())
	}

	damaged := rng.IntN(8) == 0 // on this link
	m.bad = !damaged && rng.IntN(8) == 0
	s := sample{flits: m.flits(g.c)}
	if damaged { // one bit: never the complement
		s.flits[len(s.flits)-1] ^= 1 << rng.IntN(4)
	}
	if damaged || m.bad {
		s.flags++
	}
	var flagged bool
	s.to, flagged = g.route(&m, p)
	if wrong || flagged || s.to == 0 {
		s.flags++
	}
	m.bad = m.bad || damaged || wrong
	m.words = m.words[:min(n, g.c.Words)]
	s.out = m.flits(g.c)
	return s
}

// route gives the outputs that may send m from port p and makes of its header what they
// send; flagged tells of a fall out of the mode.
func (g *rig) route(m *message, p int) (to uint8, flagged bool) {
	level := int(g.in[pinLevel])
	switch {
	case g.in[pinAFD] == 1:
		return g.enabled() & 15, false
	case p >= children && m.height > level:
		return g.enabled() & 15, true
	case m.height < level:
		return 0, false
	case m.height > level:
		return g.enabled() & 0xF0, false
	}
	child := m.route[0] & 3
	if m.height%2 == 0 {
		child = m.route[0] >> 2
		m.route[0] &= 3
	} else {
		m.route = m.route[1:]
	}
	m.height--
	return g.enabled() & (1 << child) &^ (1 << p), false
}

// deframe cuts what an output sent into messages.
func deframe(c config.Config, flits []uint8) (messages [][]uint8) {
	for len(flits) > 0 {
		i := 1 + (int(flits[0])+1)/2
		n := int(flits[i])
		if c.Words > 15 {
			i++
			n = n<<4 | int(flits[i])
		}
		i += 2 + 8*n + c.CRCWidth/4
		messages = append(messages, flits[:i])
		flits = flits[i:]
	}
	return messages
}

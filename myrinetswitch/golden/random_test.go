package golden

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/flitwright/flitwright/myrinetswitch/config"
)

// Random characters, mostly in the shape of packets, with control symbols anywhere, lost
// GAPs, no regard for STOP, and resets: nothing panics, the invariants of rig.check hold in
// every cycle, and in the end packets pass as ever.
func TestRandomCharacters(t *testing.T) {
	wide := small()
	wide.Ports = 16
	tiny := small()
	tiny.Ports, tiny.Refresh, tiny.StopExpire = 2, 2, 8
	seen := map[string]uint64{}
	for i, c := range []config.Config{config.Default(), small(), wide, tiny} {
		for seed := range uint64(8) {
			rng := rand.New(rand.NewPCG(seed, uint64(i)))
			g := newRig(t, c)
			g.in[pinTimeout] = []uint64{0, 1, 5, 40, 200}[rng.IntN(5)]
			noise := rng.Float64() * 0.1
			if seed%4 == 3 {
				g.in[pinEnable] >>= 1 // the last port is disabled
			}
			for p := range c.Ports {
				g.play(p, packet(0x80|uint64(-p)&0x3F, 1)...) // all to 0 at once
			}
			for range 20 {
				g.in[pinRst] = uint64(1 &^ min(1, rng.IntN(10)))
				g.step()
				g.in[pinRst] = 0
				for range 100 {
					for p := range c.Ports {
						if len(g.send[p]) == 0 {
							g.play(p, noisy(rng, c.Ports, p, noise)...)
						}
					}
					g.step()
				}
				g.got = [maxPorts][]string{}
			}
			if seed%4 == 3 {
				g.in[pinEnable] = 1<<c.Ports - 1
				g.reset()
			}
			g.recover()
			for name, n := range g.s.Events() {
				seen[name] += n
			}
		}
	}
	for name, n := range seen {
		if n == 0 {
			t.Errorf("no %s", name)
		}
	}
}

// noisy is a packet for some port, with mistakes.
func noisy(rng *rand.Rand, ports, p int, noise float64) (chars []uint64) {
	q := rng.IntN(ports)
	if rng.IntN(3) == 0 {
		q = (p + 1) % ports // no contention, so that all can be busy
	}
	chars = packet(append([]uint64{0x80 | uint64(q-p)&0x3F}, upTo(rng.IntN(25))...)...)
	if rng.IntN(8) == 0 {
		chars = []uint64{chars[0], pinGAP}
	}
	if rng.IntN(5) == 0 {
		chars = append(chars, idles(rng.IntN(60))...)
	}
	var out []uint64
	for _, c := range chars {
		switch {
		case rng.Float64() >= noise:
			out = append(out, c)
		case rng.IntN(2) == 0:
			out = append(out, []uint64{pinIDLE, pinGO, pinFRES, pinGAP, pinSTOP, 0x1AA}[rng.IntN(6)])
		case rng.IntN(2) == 0:
			out = append(out, c^1<<rng.IntN(8))
		case rng.IntN(8) == 0:
			out = append(out, idles(rng.IntN(80))...)
		}
	}
	return out
}

// recover ends whatever is open, and sends one packet from each port to the next.
func (g *rig) recover() {
	g.in[pinTimeout] = 0
	for p := range g.c.Ports {
		g.send[p] = []uint64{pinFRES, pinGO}
	}
	g.run(g.c.StopExpire + 10*g.c.Depth*g.c.Ports)
	g.forget()
	for p := range g.c.Ports {
		q := (p + 1) % g.c.Ports
		g.play(p, packet(0x80|uint64(q-p)&0x3F, uint64(p))...)
	}
	g.run(20)
	for p := range g.c.Ports {
		g.leaves((p+1)%g.c.Ports, stream(6, packet(uint64(p))...))
	}
}

// With cfg_enable going up and down in traffic nothing is promised, but that nothing panics.
func TestRandomEnable(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	g := newRig(t, small())
	g.in[pinTimeout] = 30
	for range 5000 {
		if rng.IntN(50) == 0 {
			g.in[pinEnable] ^= 1 << rng.IntN(8)
		}
		for p := range g.c.Ports {
			if rng.IntN(30) == 0 {
				g.in[pinPort+p] = pinGAP
			} else {
				g.in[pinPort+p] = noisy(rng, 8, p, 0)[rng.IntN(2)]
			}
		}
		g.s.Step(g.in, g.out)
		for q := range g.c.Ports {
			if n := g.s.inputs[q].queue.count; n < 0 || n > g.c.Depth {
				t.Fatal(fmt.Sprint("queue ", q, ": ", n))
			}
		}
	}
}

// Package traffic sends packets through a wormhole switch and judges what comes out, from the pins
// alone. It is written from spec.md in the folder above and shares nothing with the builder or
// the golden model.
package traffic

import (
	"math/rand/v2"

	"github.com/flitwright/flitwright/target"
)

const (
	ports    = 4
	pinIn    = 1               // in_0_valid, in_0_data, in_1_valid, ...
	pinReady = pinIn + 2*ports // out_0_ready, ...
	outIn    = 0               // in_0_ready, ...
	outPort  = ports           // out_0_valid, out_0_data, out_1_valid, ...
	outStray = 3 * ports
)

// Profiles lists the kinds of traffic.
func Profiles() []target.Profile {
	profile := func(name, help string, spread int) target.Profile {
		return target.Profile{Name: name, Help: help, New: func(v target.Values, seed uint64) target.Stimulus {
			return &stimulus{width: int(v["width"]), spread: spread, rand: rand.New(rand.NewPCG(seed, 0))}
		}}
	}
	return []target.Profile{
		profile("uniform", "packets of 1 to 6 flits to any output", ports),
		profile("hotspot", "the same, all to output 0", 1),
	}
}

// A stimulus sends packets on all inputs, obeys ready, resets now and then and puts in stray flits.
type stimulus struct {
	width    int
	spread   int // destinations
	rand     *rand.Rand
	cycle    int
	senders  [ports]sender
	injected uint64
}

// A sender holds what is still to be sent on an input.
type sender struct {
	flits   []uint64
	offered bool // the first of them is on the pins
}

// Next fills in the inputs of the next cycle.
func (s *stimulus) Next(prev, in []uint64) {
	clear(in)
	reset := s.cycle < 2 || s.rand.IntN(1000) == 0
	s.cycle++
	if reset {
		in[0] = 1
		for p := range s.senders { // what comes in reset is lost
			s.senders[p] = sender{}
			in[pinIn+2*p], in[pinIn+2*p+1] = 1, s.flit(head)
		}
		return
	}
	for p := range s.senders {
		d := &s.senders[p]
		if d.offered && prev[outIn+p] == 1 { // it passed
			d.flits, d.offered = d.flits[1:], false
		}
		if len(d.flits) == 0 && s.rand.IntN(4) == 0 {
			d.flits = s.packet(p)
		}
		d.offered = d.offered || len(d.flits) > 0 && s.rand.IntN(8) > 0
		if d.offered {
			in[pinIn+2*p], in[pinIn+2*p+1] = 1, d.flits[0]
		}
	}
	for q := range ports {
		if s.rand.IntN(4) > 0 {
			in[pinReady+q] = 1
		}
	}
}

// packet makes a packet for input p, now and then after a stray flit. Its head says where it comes
// from in bits 3:2, for the scoreboard; the switch does not read them.
func (s *stimulus) packet(p int) (flits []uint64) {
	if s.rand.IntN(32) == 0 {
		s.injected++
		flits = append(flits, s.flit(s.rand.Uint64N(2)))
	}
	first := s.flit(head)&^15 | uint64(p<<2|s.rand.IntN(s.spread))
	flits = append(flits, first)
	for range s.rand.IntN(6) {
		flits = append(flits, s.flit(s.rand.Uint64N(8)/7*head))
	}
	flits[len(flits)-1] |= tail << s.width
	return flits
}

// The marks of a flit, above its payload.
const (
	tail = 1
	head = 2
)

// flit makes a flit with a random payload.
func (s *stimulus) flit(marks uint64) uint64 {
	return marks<<s.width | s.rand.Uint64N(1<<s.width)
}

// Injected counts the stray flits.
func (s *stimulus) Injected() uint64 { return s.injected }

package traffic

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/target"
)

// ErrStuck says that a packet sent alone did not come out.
var ErrStuck = errors.New("the packet did not leave")

// A Trip is a packet sent through an idle router, by the adaptive VC where there is one.
type Trip struct {
	From, To int // ports
	Length   int // flits, all sent in turn
}

// Latency resets the router that c describes and makes the trip: head and tail are the cycles from
// head on the input pins to head and to tail on the output pins.
func (t Trip) Latency(m target.Model, c config.Config) (head, tail int, err error) {
	n := NewPins(c)
	in, out := make([]uint64, n.Inputs()), make([]uint64, n.Outputs())
	in[pinLinks] = 63
	g := newPlace(c)
	h := Header{Length: t.Length, Adaptive: true, Minus: [3]bool{true, true, true}}
	if t.To != node {
		d := t.To / 2
		if g.size[d] < 2 {
			return 0, 0, fmt.Errorf("port %d has no link", t.To)
		}
		h.Dst[d] = 1
		if t.To&1 != 0 {
			h.Dst[d] = g.size[d] - 1
		}
		h.Minus[d] = t.To&1 != 0
	}
	vc := free
	if t.From == node {
		vc = 0
	}
	in[pinRst] = 1
	m.Step(in, out)
	in[pinRst] = 0
	pins := n.in(in, t.From)
	head = -1
	for cycle := range t.Length + c.LinkLatency + 64 {
		clear(pins)
		if cycle < t.Length {
			pins.set(true, vc)
			n.setHead(pins.flit(), cycle == 0)
			n.setTail(pins.flit(), cycle == t.Length-1)
			if cycle == 0 {
				pins[0] |= h.Encode()
			}
		}
		m.Step(in, out)
		leaves := n.out(out, t.To)
		if !leaves.valid() {
			continue
		}
		if n.head(leaves.flit()) {
			head = cycle
		}
		if n.tail(leaves.flit()) {
			return head, cycle, nil
		}
	}
	return 0, 0, ErrStuck
}

// A Permutation is traffic in which every input has an output of its own and sends all it can,
// packets of one length one hop on, adaptive or not, by VC 4 and in one class; at the node
// port on VC 0. Receivers give credits back as an idle router of the same kind would.
type Permutation struct {
	Length   int
	Adaptive bool
	Shift    int // port p sends to port p + Shift, modulo the number of those that have links
}

// Throughput resets the router that c describes, lets it fill, and gives flits a cycle on each output
// over the given number of cycles. Ports without links carry none.
func (x Permutation) Throughput(m target.Model, c config.Config, cycles int) (flits [ports]float64) {
	g := newPlace(c)
	var used []int
	for b := g.connected | 1<<node; b != 0; b &= b - 1 {
		used = append(used, bits.TrailingZeros8(b))
	}
	const fill = 100
	steady := func(e *episode, d *dice) {
		permutation(e, d)
		e.stands = [3]int{}
		e.near, e.class, e.choice, e.adaptive = true, 0, 0, 0
		if x.Adaptive {
			e.adaptive = 256
		}
		e.cycles = fill + cycles
		e.receivers(giving{rate: 256, delay: c.Stages - 1}) // as the next router would
		for p := range e.send {
			e.send[p].length, e.send[p].lanes = x.Length, 1<<free
		}
		e.send[node].lanes = 1
		for i, p := range used {
			e.to[p] = used[(i+x.Shift)%len(used)]
		}
	}
	n := NewPins(c)
	s := newStimulus(c, []kind{steady}, 1)
	in, out := make([]uint64, n.Inputs()), make([]uint64, n.Outputs())
	for cycle := range s.resets + fill + cycles {
		s.Next(out, in)
		m.Step(in, out)
		for o := range ports {
			if cycle >= s.resets+fill && n.out(out, o).valid() {
				flits[o]++
			}
		}
	}
	for o := range flits {
		flits[o] /= float64(cycles)
	}
	return flits
}

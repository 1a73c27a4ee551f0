package main

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/target"
)

// A hostile is a stimulus some of whose ports do what a script says, in each cycle anything at all. The others, reset and configuration
// are those of a stimulus of the target, which takes part in the protocol as if all ports were its. It may think the router empty when it is
// not, so configuration changes in a reset cycle that follows one and never else.
//
// A script is any bytes. The first chooses the traffic profile, the second and third which ports are hostile, the fourth the seed. What
// follows are orders of four bytes, at the end of which all hostile ports fall silent:
//
//	0  what to do (below) in bits 2:0, for which of the hostile ports in bits 7:3
//	1  cycles up to the next order in bits 3:0
//	2  a pin of the port
//	3  a value
type hostile struct {
	target.Stimulus
	ports  [][]sim.Pin
	config []sim.Pin
	grants [][]sim.Pin // of each port: grants may be for what the stimulus has not asked, so it does not see them
	reset  bool        // in the cycle before
	does   []conduct   // of each port
	cycle  int
	mine   []int // hostile ports
	script []byte
	wait   int
	noise  rand.PCG
	held   []uint64   // inputs of the cycle before as the stimulus had them
	past   [][]uint64 // inputs of the latest cycles as the stimulus had them
}

// A conduct is what a port does until it is told otherwise.
type conduct struct {
	order      byte
	pin, value int
}

// Orders. The last two are for one cycle, after which the port goes on as before.
const (
	asIs    = iota // what the stimulus has
	silent         // nothing
	noisy          // any pin anything
	frozen         // the pins stay as they are
	late           // what the stimulus had value cycles ago
	forced         // one pin stays at the value
	flipped        // one bit of one pin is inverted
	set            // one pin has the value
	orders
)

var portOf = regexp.MustCompile(`^(?:in|out|req|free|gnt)_(\d+)(?:_|$)`)

// byPort gives the pins of each port.
func byPort(pins []sim.Pin) (ports [][]sim.Pin) {
	for _, p := range pins {
		if m := portOf.FindStringSubmatch(p.Name); m != nil {
			n, _ := strconv.Atoi(m[1])
			for len(ports) <= n {
				ports = append(ports, nil)
			}
			ports[n] = append(ports[n], p)
		}
	}
	return ports
}

// newHostile reads a script.
func newHostile(j *job, l *sim.Layout, script []byte) *hostile {
	head := make([]byte, 4)
	script = script[copy(head, script):]
	profile := j.target.Traffic[int(head[0])%len(j.target.Traffic)]
	h := &hostile{Stimulus: profile.New(j.values, uint64(head[3])), script: script, noise: *rand.NewPCG(uint64(head[3]), 1)}
	h.ports = byPort(l.Inputs)
	for _, p := range l.Inputs {
		if strings.HasPrefix(p.Name, "cfg_") {
			h.config = append(h.config, p)
		}
	}
	for _, p := range l.Outputs {
		if strings.HasPrefix(p.Name, "gnt_") {
			h.grants = byPort(l.Outputs)
			break
		}
	}
	h.does = make([]conduct, len(h.ports))
	for p := range h.ports {
		if (int(head[1])|int(head[2])<<8)>>(p%16)&1 != 0 {
			h.mine = append(h.mine, p)
		}
	}
	if len(h.mine) == 0 {
		h.mine = []int{0}
	}
	return h
}

// Next fills in the inputs of the next cycle.
func (h *hostile) Next(prev, in []uint64) {
	old := slices.Clone(in)
	if h.grants != nil {
		prev = slices.Clone(prev)
		for _, p := range h.mine {
			for _, pin := range h.grants[p%len(h.grants)] {
				prev[pin.Word] = 0
			}
		}
	}
	h.Stimulus.Next(prev, in)
	if h.cycle == 0 {
		in[0] = 1
	}
	for _, p := range h.config {
		if h.cycle > 0 && !(in[0] == 1 && h.reset) {
			in[p.Word] = h.held[p.Word]
		}
	}
	h.held = slices.Clone(in)
	h.reset = in[0] == 1
	h.cycle++
	h.past = append(h.past, h.held)
	if len(h.past) > 64 {
		h.past = h.past[1:]
	}
	once := h.obey()
	for _, p := range h.mine {
		h.drive(in, old, p, h.does[p])
		if once != nil && once.port == p {
			h.drive(in, in, p, once.conduct)
		}
	}
}

// An order for one cycle.
type order struct {
	conduct
	port int
}

// obey reads the next order if it is time.
func (h *hostile) obey() *order {
	if h.wait > 0 {
		h.wait--
		return nil
	}
	if len(h.script) < 4 {
		for _, p := range h.mine {
			h.does[p] = conduct{order: silent}
		}
		return nil
	}
	o := h.script[:4]
	h.script = h.script[4:]
	h.wait = int(o[1] & 15)
	p := h.mine[int(o[0]>>3)%len(h.mine)]
	c := conduct{o[0] & 7, int(o[2]) % len(h.ports[p]), int(o[3])}
	if c.order >= flipped {
		return &order{c, p}
	}
	h.does[p] = c
	return nil
}

// drive sets the pins of a port.
func (h *hostile) drive(in, old []uint64, p int, c conduct) {
	switch pin := h.ports[p][c.pin]; c.order {
	case forced, set:
		put(pin, in, 0, uint64(c.value)<<max(0, min(pin.Width, 64)-9)|uint64(c.value))
		return
	case flipped:
		bit := c.value % pin.Width
		in[pin.Word+bit/64] ^= 1 << (bit % 64)
		return
	}
	for _, pin := range h.ports[p] {
		switch c.order {
		case silent:
			idle := uint64(0)
			if strings.HasSuffix(pin.Name, "_char") { // IDLE
				idle = 0x100
			}
			put(pin, in, 0, idle)
		case noisy:
			for w := range pin.Words() {
				put(pin, in, w, h.noise.Uint64())
			}
		case frozen:
			copy(in[pin.Word:pin.Word+pin.Words()], old[pin.Word:])
		case late:
			past := h.past[max(0, len(h.past)-1-c.value%64)]
			copy(in[pin.Word:pin.Word+pin.Words()], past[pin.Word:])
		}
	}
}

// put sets a word of a pin, cut to its width.
func put(p sim.Pin, in []uint64, word int, value uint64) {
	in[p.Word+word] = value
	if used := p.Width - 64*word; used < 64 {
		in[p.Word+word] &= 1<<used - 1
	}
}

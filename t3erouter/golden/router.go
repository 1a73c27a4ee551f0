// Package golden is the cycle model of the Cray T3E router. It is written from the sections
// Header, Routes, Flow and errors, and Timing of docs/spec/t3e.md alone, at the level of
// packets and buffer entries, and is the truth the emitted design is compared with in every
// cycle on every output.
package golden

import (
	"fmt"
	"iter"

	"github.com/flitwright/flitwright/t3erouter/config"
)

const (
	ports      = 7 // +x, -x, +y, -y, +z, -z, node
	node       = 6
	vcs        = 5 // two a class, then the one that both share
	adaptiveVC = 4
	dimensions = 3
	none       = -1
)

// A Router is one router with everything that is registered in it. The fields of the first
// group are fixed, those of the second are the inputs of the present cycle, all others are
// registers.
type Router struct {
	config  config.Config
	variant config.Variant
	size    [dimensions]int
	depth   [vcs]int
	linked  uint8 // bit d: the dimension of direction d is above size 1
	words   int   // of a flit
	top     uint64
	headBit uint // F: place of the head bit in a flit, the tail bit stands above it
	pins    layout

	at    [dimensions]int // cfg_x, cfg_y, cfg_z
	links uint8           // usable ones

	inputs  [ports]input
	outputs [ports]output
	tie     int
	visitor visitor

	credits [ports]uint8 // in_p_credit of the next cycle
	errors  [faults]uint8
	wires   wires
	stats   counters

	seen [events]uint64
}

// counters are the stat_ pins.
type counters struct {
	packets                   [vcs]uint32
	ejected, dropped, escapes uint32
}

// count adds 1 up to all ones.
func count(c *uint32) {
	if *c != 1<<32-1 {
		*c++
	}
}

// New makes a router in its reset state.
func New(c config.Config) (*Router, error) { return NewVariant(c, config.Variant{}) }

// NewVariant makes a router that lacks the cures that v takes away.
func NewVariant(c config.Config, v config.Variant) (*Router, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	width := c.Flit + 6
	r := &Router{
		config:  c,
		variant: v,
		size:    [dimensions]int{c.X, c.Y, c.Z},
		words:   (width + 63) / 64,
		headBit: uint(c.Flit),
	}
	r.top = 1<<(width-64*(r.words-1)) - 1
	r.pins = newLayout(r.words)
	for u := range vcs {
		r.depth[u] = c.EscapeDepth
	}
	r.depth[adaptiveVC] = c.AdaptiveDepth
	for d := range node {
		if r.size[d/2] > 1 {
			r.linked |= 1 << d
		}
	}
	for p := range ports {
		for u := range vcs {
			r.inputs[p].vcs[u].buffer = newBuffer(r.depth[u], r.words)
		}
	}
	r.wires = newWires(c.LinkLatency, r.pins.stride)
	r.reset()
	return r, nil
}

// reset gives every register its reset value.
func (r *Router) reset() {
	for p := range ports {
		in := &r.inputs[p]
		vcs := in.vcs
		for u := range vcs {
			b := vcs[u].buffer
			b.clear()
			vcs[u] = channel{buffer: b, standing: standing{wish: nowhere, mark: nowhere}}
		}
		*in = input{vcs: vcs, used: nowhere, slot: adaptiveVC}
		r.outputs[p] = output{credits: r.depth}
	}
	r.tie = 0
	r.visitor = visitor{}
	r.credits = [ports]uint8{}
	r.errors = [faults]uint8{}
	r.wires.clear()
	r.stats = counters{}
}

// The order of the input pins in Step, in words, as far as it does not depend on their widths.
const (
	pinRst = iota
	pinX
	pinY
	pinZ
	pinLinks
	pinPort // in_0_flit
)

// layout places the pins in the words of Step: a port takes its flit, valid and vc.
type layout struct {
	stride    int // words of a port
	inCredit  int // out_0_credit, an input
	inWords   int
	outPort   int // out_0_flit
	outErrors int // err_vc
	outStats  int // stat_packets_0
	outWords  int
}

func newLayout(words int) layout {
	l := layout{stride: words + 2, outPort: ports}
	l.inCredit = pinPort + ports*l.stride
	l.inWords = l.inCredit + ports
	l.outErrors = l.outPort + ports*l.stride
	l.outStats = l.outErrors + int(faults)
	l.outWords = l.outStats + vcs + 3
	return l
}

// Inputs lists the input ports with their widths, in the order of Step.
func (r *Router) Inputs() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		list := pinList{yield: yield}
		list.add("rst", 1)
		list.add("cfg_x", 5)
		list.add("cfg_y", 5)
		list.add("cfg_z", 5)
		list.add("cfg_links", 6)
		list.addPorts("in", r.config.Flit)
		list.addEach("out_%d_credit", ports, 5)
	}
}

// Outputs lists the output ports with their widths, in the order of Step.
func (r *Router) Outputs() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		list := pinList{yield: yield}
		list.addEach("in_%d_credit", ports, 5)
		list.addPorts("out", r.config.Flit)
		for _, name := range []string{"vc", "length", "dest", "turn", "link", "overflow", "credit"} {
			list.add("err_"+name, ports)
		}
		list.addEach("stat_packets_%d", vcs, 32)
		list.add("stat_ejected", 32)
		list.add("stat_dropped", 32)
		list.add("stat_escapes", 32)
	}
}

// A pinList yields pins until its consumer stops.
type pinList struct {
	yield   func(string, int) bool
	stopped bool
}

func (l *pinList) add(name string, width int) {
	l.stopped = l.stopped || !l.yield(name, width)
}

func (l *pinList) addEach(format string, n, width int) {
	for i := range n {
		l.add(fmt.Sprintf(format, i), width)
	}
}

func (l *pinList) addPorts(side string, flit int) {
	for p := range ports {
		l.add(fmt.Sprintf("%s_%d_flit", side, p), flit+6)
		l.add(fmt.Sprintf("%s_%d_valid", side, p), 1)
		l.add(fmt.Sprintf("%s_%d_vc", side, p), 3)
	}
}

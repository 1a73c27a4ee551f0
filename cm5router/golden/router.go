// Package golden is the cycle model of the CM-5 data router. It is written from the Timing
// section of docs/spec/cm5.md alone, at the level of messages and FIFO entries, and is the
// truth the emitted design is compared with in every cycle on every output.
package golden

import (
	"fmt"
	"iter"

	"github.com/flitwright/flitwright/cm5router/config"
)

const (
	children = 4 // ports 0..3
	ports    = 8 // ports 4..7 are the parents
)

// A Router is one router with everything that is registered in it. The fields of the first
// group are fixed, those of the second are the inputs of the present cycle, all others are
// registers.
type Router struct {
	config      config.Config
	words       int
	lengthFlits int // LF
	roundTrip   int // RT
	places      int // D, entries of an input FIFO
	crc         crc

	level   int
	enabled uint8 // bit p is port p, both masks together
	afd     bool
	raised  uint8 // bit p: in_p_token, as driven in this cycle

	wasReset  bool // the cycle before this one was in reset
	fifos     [ports]queue
	receivers [ports]receiver
	fronts    [ports]front
	outputs   [ports]output
	flags     flags

	childArbiters [children]rotation
	parentArbiter rotation
	lfsr          uint16 // s

	wasAFD bool // cfg_afd in the cycle before, for coverage only
	seen   [events]uint64
}

// flags are the error pulses of one cycle, bit p for input p.
type flags struct{ primary, secondary, protocol uint8 }

// New makes a router in its reset state.
func New(c config.Config) (*Router, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	r := &Router{
		config:      c,
		words:       c.Words,
		lengthFlits: 1,
		roundTrip:   2*c.Link + 1,
		crc:         newCRC(c.CRCWidth, c.CRCPoly),
	}
	if c.Words > 15 {
		r.lengthFlits = 2
	}
	r.places = c.Depth + 1 + max(0, r.crc.flits-4)
	message := 1 + 8 + r.lengthFlits + 1 + 8*c.Words + 1 // the longest, with its trailer
	for p := range ports {
		r.fifos[p] = newQueue(r.places)
		r.outputs[p].buffer = newQueue(message)
	}
	r.reset(0)
	return r, nil
}

// The order of the pins in Step: pinPort is in_0_flit, two pins a port; pinToken is out_0_token.
const (
	pinRst = iota
	pinLevel
	pinParents
	pinChildren
	pinAFD
	pinSeed
	pinPort
	pinToken = pinPort + 2*ports
	inPins   = pinToken + ports
)

// The order of the outputs in Step: outPort is out_0_flit, two pins a port.
const (
	outToken     = 0
	outPort      = outToken + ports
	outPrimary   = outPort + 2*ports
	outSecondary = outPrimary + 1
	outProtocol  = outSecondary + 1
	outStatIn    = outProtocol + 1
	outStatOut   = outStatIn + ports
	outPins      = outStatOut + ports
)

// Inputs lists the input ports with their widths, in the order of Step.
func (r *Router) Inputs() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		list := pinList{yield: yield}
		list.add("rst", 1)
		list.add("cfg_level", 4)
		list.add("cfg_parents", 4)
		list.add("cfg_children", 4)
		list.add("cfg_afd", 1)
		list.add("cfg_seed", 16)
		for p := range ports {
			list.add(fmt.Sprintf("in_%d_flit", p), 4)
			list.add(fmt.Sprintf("in_%d_valid", p), 1)
		}
		list.addEach("out_%d_token", 1)
	}
}

// Outputs lists the output ports with their widths, in the order of Step.
func (r *Router) Outputs() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		list := pinList{yield: yield}
		list.addEach("in_%d_token", 1)
		for p := range ports {
			list.add(fmt.Sprintf("out_%d_flit", p), 4)
			list.add(fmt.Sprintf("out_%d_valid", p), 1)
		}
		list.add("err_primary", 8)
		list.add("err_secondary", 8)
		list.add("err_protocol", 8)
		list.addEach("stat_in_%d", 16)
		list.addEach("stat_out_%d", 16)
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

func (l *pinList) addEach(format string, width int) {
	for p := range ports {
		l.add(fmt.Sprintf(format, p), width)
	}
}

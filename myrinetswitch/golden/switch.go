// Package golden is the cycle model of the Myrinet switch. It is written from the Timing
// section of docs/spec/myrinet.md alone, at the level of characters, queues and packets, and
// is the truth the emitted design is compared with in every cycle on every output.
package golden

import (
	"fmt"
	"iter"

	"github.com/flitwright/flitwright/myrinetswitch/config"
)

const (
	maxPorts = 16
	none     = -1 // no output, no holder
)

// A Switch is one switch with everything that is registered in it.
type Switch struct {
	config config.Config
	ports  int
	codes  codes
	crc    crc

	enabled uint16 // cfg_enable of the present cycle
	timeout int    // cfg_timeout of the present cycle

	inputs   []input
	outputs  []output
	requests []uint16 // of the present cycle: bit p of requests[q], input p asks for output q

	seen [events]uint64
}

// An input is what belongs to the receiving half of one port. The first group are registers,
// the second are the decisions of the present cycle, which become registers at its end.
type input struct {
	rx        char
	midPacket bool // the last of data, GAP and FRES was data; for coverage only
	queue     queue
	dropping  bool
	overflow  bool // err_overflow

	next    char   // what follows the hold; idle: empty
	hold    char   // idle: empty
	wires   uint16 // cfg_enable when the hold was filled
	flush   bool   // the queue was rolled back to nothing a cycle ago
	state   state
	to      int   // output of SEND, held or asked for
	crcIn   uint8 // over what came, lead byte included
	crcOut  uint8 // over what crossed
	damaged bool  // e was not 0
	crossed bool  // something of the packet crossed; for coverage only

	timer int
	fires int // the output fired for, or none
	fired int // the same a cycle ago

	cause  char // the FRES or lost character that rolled the queue back a cycle ago, or idle; for coverage only
	behind bool // then something of an open packet was in the queue; for coverage only

	stopping  bool
	refreshIn int // cycles of stopping until the next STOP
	counters  [counters]uint16

	taken    bool // rx goes to the queue
	rollback bool
	kill     bool
	request  int // output asked for, or none
	shift    bool
	after    state
	due      int // output to fire for in the next cycle, or none
}

// An output is what belongs to the sending half of one port, split as input is.
type output struct {
	pins    char
	boot    int // boot characters sent, of 2
	owed    bool
	pending char // STOP or GO; idle: nothing pending
	expire  int
	holder  int  // input, or none
	pointer int  // round robin: the input that is first
	marked  bool // to be broken if it is still held
	open    bool // a packet has begun and not ended on the pins; for coverage only

	ready    bool
	stopped  bool
	released bool // by a GAP that crosses or by a kill
	broken   bool // by a time-out
}

// New makes a switch in its reset state.
func New(c config.Config) (*Switch, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	s := &Switch{
		config: c, ports: c.Ports,
		codes: newCodes(c.Symbols), crc: newCRC(c.CRCPoly),
		inputs: make([]input, c.Ports), outputs: make([]output, c.Ports),
		requests: make([]uint16, c.Ports),
	}
	for p := range s.ports {
		s.inputs[p].queue = newQueue(c.Depth)
	}
	s.reset()
	return s, nil
}

// The order of the input pins in Step; pinPort is in_0_char.
const (
	pinRst = iota
	pinEnable
	pinTimeout
	pinPort
)

// Inputs lists the input ports with their widths, in the order of Step.
func (s *Switch) Inputs() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		ok := yield("rst", 1) && yield("cfg_enable", s.ports) && yield("cfg_timeout", 24)
		for p := 0; ok && p < s.ports; p++ {
			ok = yield(fmt.Sprintf("in_%d_char", p), 9)
		}
	}
}

// Outputs lists the output ports with their widths, in the order of Step.
func (s *Switch) Outputs() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		ok := true
		for q := 0; ok && q < s.ports; q++ {
			ok = yield(fmt.Sprintf("out_%d_char", q), 9)
		}
		ok = ok && yield("err_overflow", s.ports)
		for c := counter(0); ok && c < counters; c++ {
			for p := 0; ok && p < s.ports; p++ {
				ok = yield(fmt.Sprintf("stat_%s_%d", c, p), 16)
			}
		}
	}
}

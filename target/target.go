// Package target says what a router must offer to be listed, emitted and checked: its
// parameters, its builder, its golden model, its traffic and its scoreboard. It knows no router.
package target

import (
	"iter"

	"github.com/flitwright/flitwright/ir"
)

// A Target is one router. The functions take values that Parse accepted.
type Target struct {
	Name   string // of the command line and of the top module's folder
	Help   string // one line
	Params []Param

	// Rules says which values do not go together; nil if all do.
	Rules func(Values) error

	// Notes are facts that follow from the values and that a user should know, a line each; nil
	// if there are none.
	Notes func(Values) []string

	// Build makes the design of values that keep the rules.
	Build func(Values) (*ir.Design, error)

	// Golden makes the independent cycle model.
	Golden func(Values) (Model, error)

	// Static names the inputs that change only in a reset cycle that follows one.
	Static []string

	// Traffic lists the stimulus profiles, the default first.
	Traffic []Profile

	// Scoreboard makes a judge of messages.
	Scoreboard func(Values) Scoreboard

	// Counters are what the pins stat_ show.
	Counters Counters

	// SelfTest makes a design in which the router, sources on all of its inputs and checkers on all
	// of its outputs stand together, with the pins that fpga.SelfTestPorts describes; nil if there
	// is none.
	SelfTest func(Values) (*ir.Design, error)

	// Memory is what memories of the designs that Build and SelfTest make are to be; WithMemory sets it.
	Memory ir.MemStyle

	// BlockRAM is the setting, name=value and not a default, with which alone the flit buffers can be block RAM; "" if that depends on none.
	BlockRAM string

	// Endpoint makes the module that joins a host to a port of the router by AXI4-Stream, as docs/spec/axis.md describes it; nil if
	// there is none.
	Endpoint func(Values) (*ir.Design, error)
}

// Counters are registers that count events from 0 after reset.
type Counters struct {
	Registers []string // module.register
	Stay      bool     // at all ones; else they go on with 0
}

// A Profile is one kind of traffic. New makes its stimulus; equal seeds give equal stimuli
// to equal outputs.
type Profile struct {
	Name, Help string
	New        func(v Values, seed uint64) Stimulus
}

// A Model is a golden cycle model. Ports of up to 64 bits take one word of a cycle, wider
// ones as many as they need, lowest first, in the order that Inputs and Outputs give.
type Model interface {
	Inputs() iter.Seq2[string, int]  // name and width; rst is the first
	Outputs() iter.Seq2[string, int] // name and width
	// Step reads the inputs of a cycle and fills in the outputs of the same cycle, as they stand
	// before the edge that ends it, and passes the edge.
	Step(in, out []uint64)
	// Events lists the coverage events of the specification with their counts.
	Events() iter.Seq2[string, uint64]
}

// A Stimulus drives the pins. It takes the words of a cycle as the model lays them out, and
// raises rst at least once: outputs are compared from the cycle after the first with rst on.
type Stimulus interface {
	// Next fills in the inputs of the next cycle, rst included, from the outputs of the
	// cycle before (all 0 at first).
	Next(prev, in []uint64)
	// Injected counts the errors put in on purpose so far.
	Injected() uint64
}

// A Scoreboard judges messages from the pins alone and knows nothing of cycles: each leaves
// once, transformed as it must be, in order, or with the error that the specification names.
type Scoreboard interface {
	// Observe takes the pins of one cycle, from power-up on; outputs are 0 up to the end of
	// the first reset cycle. Its error is the first wrong message.
	Observe(in, out []uint64) error
	// Messages counts those that came in.
	Messages() uint64
}

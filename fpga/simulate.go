package fpga

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/sim/wasm"
)

// An Outcome is what a self-test shows at the end of a round.
type Outcome struct {
	Sent, Received, Wrong uint64
	Busy                  bool
}

// Passed says that all that was sent came, and nothing else.
func (o Outcome) Passed() bool { return o.Sent == o.Received && o.Wrong == 0 && !o.Busy }

func (o Outcome) String() string {
	s := fmt.Sprintf("sent %d, received %d, wrong %d", o.Sent, o.Received, o.Wrong)
	if o.Busy {
		s += ", busy"
	}
	return s
}

// Simulate resets a self-test and takes it through some rounds: sources run for some cycles, then as
// many are waited. The outcome of each follows from the design alone. Its error is that of the engine, such as a failed assertion.
func Simulate(d *ir.Design, rounds, cycles int) ([]Outcome, error) {
	e, err := wasm.New(d)
	if err != nil {
		return nil, err
	}
	defer e.Close()
	b := sim.NewBench(e)
	b.Reset(1)
	var outcomes []Outcome
	for range rounds {
		b.Set("run", 1)
		b.Steps(cycles)
		b.Set("run", 0)
		b.Steps(cycles)
		outcomes = append(outcomes, Outcome{b.Get("sent"), b.Get("received"), b.Get("wrong"), b.Get("busy") == 1})
	}
	return outcomes, b.Err()
}

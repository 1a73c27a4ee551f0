package verilator

import (
	"errors"
	"fmt"

	"github.com/flitwright/flitwright/ir/sim"
)

const (
	maxBatch = 256     // cycles; the gain beyond is small
	maxFrame = 1 << 20 // bytes of a batch in one direction
)

// A backend is one simulator below an engine.
type backend interface {
	// reset puts it to power-up, and makes a new process if the old one is gone.
	reset(seed uint64) error
	// step runs one batch and returns the number of cycles whose outputs are valid. A
	// *sim.Failure counts its cycle from the start of the batch.
	step(in, out []uint64, cycles int) (int, error)
	close() error
}

// engine is the part of a sim.Engine that simulators share: batches, counting, and staying
// failed.
type engine struct {
	name    string
	layout  *sim.Layout
	sim     backend
	batch   int
	cycle   int   // since Reset
	stopped error // what Run returns until Reset
}

func newEngine(name string, layout *sim.Layout, b backend) engine {
	words := max(layout.InWords, layout.OutWords, 1)
	return engine{name: name, layout: layout, sim: b, batch: min(maxBatch, max(1, maxFrame/8/words))}
}

// Layout tells where each port stands in the words of a cycle.
func (e *engine) Layout() *sim.Layout { return e.layout }

// Reset puts the engine back to power-up; the same seed gives the same run.
func (e *engine) Reset(seed uint64) error {
	e.cycle, e.stopped = 0, nil
	if err := e.sim.reset(seed); err != nil {
		e.stopped = fmt.Errorf("%s: %w", e.name, err)
	}
	return e.stopped
}

// Run advances by any number of cycles.
func (e *engine) Run(in, out []uint64, cycles int) error {
	inWords, outWords := e.layout.InWords, e.layout.OutWords
	if cycles < 0 || len(in) < cycles*inWords || len(out) < cycles*outWords {
		return fmt.Errorf("%s: Run of %d cycles with %d words in and %d out; a cycle has %d and %d",
			e.name, cycles, len(in), len(out), inWords, outWords)
	}
	for done := 0; done < cycles && e.stopped == nil; {
		n := min(e.batch, cycles-done)
		valid, err := e.sim.step(in[done*inWords:][:n*inWords], out[done*outWords:][:n*outWords], n)
		if f, ok := errors.AsType[*sim.Failure](err); ok {
			f.Cycle += e.cycle
			e.stopped = f
		} else if err != nil {
			e.stopped = fmt.Errorf("%s: cycle %d: %w", e.name, e.cycle+valid, err)
		}
		e.cycle += valid
		done += valid
	}
	return e.stopped
}

// Close ends the simulator.
func (e *engine) Close() error {
	if err := e.sim.close(); err != nil {
		return fmt.Errorf("%s: %w", e.name, err)
	}
	return nil
}

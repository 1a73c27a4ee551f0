package tb

import (
	"context"
	"errors"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/target"
)

// A fakeEngine is a golden model made to look like an engine, with one fault.
type fakeEngine struct {
	layout *sim.Layout
	model  target.Model
	cycle  int
	fault  fault
}

// A fault happens in one cycle of a fakeEngine.
type fault struct {
	cycle int
	alter func(out []uint64) // changes outputs
	err   error              // what Run returns
}

func noEngine(context.Context, *ir.Design) (sim.Engine, error) {
	return nil, errors.New("no simulator here")
}

// faulty is an Engine that runs t's golden model with a fault.
func faulty(t *target.Target, v target.Values, f fault) Engine {
	return Engine{"faulty", func(_ context.Context, d *ir.Design) (sim.Engine, error) {
		model, err := t.Golden(v)
		return &fakeEngine{sim.NewLayout(d.Top), model, 0, f}, err
	}}
}

func (e *fakeEngine) Layout() *sim.Layout { return e.layout }
func (e *fakeEngine) Reset(uint64) error  { return nil }
func (e *fakeEngine) Close() error        { return nil }

func (e *fakeEngine) Run(in, out []uint64, cycles int) error {
	for i := range cycles {
		o := cycle(out, i, e.layout.OutWords)
		if e.cycle == e.fault.cycle && e.fault.err != nil {
			return e.fault.err
		}
		e.model.Step(cycle(in, i, e.layout.InWords), o)
		switch {
		case e.cycle == 0: // unknown before the first reset
			for k := range o {
				o[k] = ^o[k]
			}
		case e.cycle == e.fault.cycle && e.fault.alter != nil:
			e.fault.alter(o)
		}
		e.cycle++
	}
	return nil
}

package tb

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/target"
)

// An Engine is a named way to execute a design.
type Engine struct {
	Name string // as -engine takes it
	Open func(ctx context.Context, d *ir.Design) (sim.Engine, error)
}

// Judges says who judges a run, besides the design's own assertions.
type Judges uint8

// The judges. With the scoreboard alone the golden model takes no part: the stimulus answers
// the engine's own outputs.
const (
	All Judges = iota
	ScoreboardOnly
)

// A Config describes one run. The zero values of the last group are good.
type Config struct {
	Target *target.Target
	Values target.Values
	Engine Engine
	Cycles int
	Seed   uint64

	Design   *ir.Design            // nil: the one that the target builds
	Traffic  string                // profile; "" is the target's first
	Judges   Judges                // All
	Batch    int                   // cycles the engine runs at a time; 0 is 128
	VCD      io.Writer             // gets the waves, of all signals if the engine is the interpreter, else of the pins
	Progress func(done, total int) // called after every batch
}

// Check runs a design for Cycles cycles, or until the first thing that is wrong: its error is
// then a *Mismatch and the report counts the cycles up to it. Any other error means that the
// run could not be made. Equal configurations give equal reports, but for the time taken.
func Check(ctx context.Context, c Config) (report *Report, err error) {
	if c.Cycles < 1 {
		return nil, fmt.Errorf("%d cycles; the least is 1", c.Cycles)
	}
	if c.Batch <= 0 {
		c.Batch = 128
	}
	profile, err := c.Target.Profile(c.Traffic)
	if err != nil {
		return nil, err
	}
	c.Traffic = profile.Name
	if c.Design == nil {
		if c.Design, err = c.Target.Build(c.Values); err != nil {
			return nil, err
		}
	}
	model, err := c.Target.Golden(c.Values)
	if err != nil {
		return nil, fmt.Errorf("golden model: %w", err)
	}
	engine, err := c.Engine.Open(ctx, c.Design)
	if err != nil {
		return nil, err // it names itself
	}
	defer func() {
		if closed := engine.Close(); closed != nil && err == nil {
			report, err = nil, closed
		}
	}()
	layout := engine.Layout()
	if err := compareLayout(layout, model); err != nil {
		return nil, fmt.Errorf("engine %s: %w", c.Engine.Name, err)
	}
	if err := engine.Reset(c.Seed); err != nil {
		return nil, err
	}
	r := &run{
		Config: c, engine: engine, layout: layout, model: model,
		stimulus: profile.New(c.Values, c.Seed), scoreboard: c.Target.Scoreboard(c.Values),
		reset: noReset, history: history{layout: layout},
	}
	r.vcd = r.openVCD()
	start := time.Now()
	if c.Judges == ScoreboardOnly {
		err = r.closedLoop(ctx)
	} else {
		err = r.lockstep(ctx)
	}
	wrong, failed := errors.AsType[*Mismatch](err)
	if err != nil && !failed {
		return nil, err
	}
	if err := r.vcd.flush(); err != nil {
		return nil, fmt.Errorf("waves: %w", err)
	}
	return r.report(time.Since(start), wrong), err
}

// Interp is the engine of this module, which needs nothing installed.
func Interp() Engine {
	return Engine{"interp", func(_ context.Context, d *ir.Design) (sim.Engine, error) { return sim.NewInterp(d) }}
}

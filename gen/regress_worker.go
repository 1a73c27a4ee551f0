package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/regress"
	"github.com/flitwright/flitwright/tb"
	"github.com/flitwright/flitwright/verilator"
)

// serve is a worker of a regression: it makes the runs that it reads, until the driver is gone.
func (c *command) serve(o *options) int {
	if len(o.faults) > 0 {
		return c.refuse(o, o.faults...)
	}
	locks := (&regress.Dir{Path: o.out}).Locks()
	err := regress.Serve(c.ctx, os.Stdin, c.stdout, func(ctx context.Context, r regress.Run, progress func(int)) (*tb.Report, error) {
		return c.make(ctx, r, locks, o.silent(), progress)
	})
	if err != nil {
		return failed
	}
	return held
}

// silenceLimit is the time of silence without -silence.
const silenceLimit = 5 * time.Minute

// silent is the time without a cycle after which a run is given up.
func (o *options) silent() time.Duration {
	if o.silence == 0 {
		return silenceLimit
	}
	return time.Duration(o.silence) * time.Second
}

// make makes a run. A program for its engine is built by one worker, whichever comes first. Once it is there a run without a cycle
// for the time of silence is an error.
func (c *command) make(ctx context.Context, r regress.Run, locks string, silence time.Duration, progress func(int)) (*tb.Report, error) {
	line := &options{target: r.Target, set: r.Set, engine: r.Engine}
	j, e := c.job(line), findEngine(line)
	if len(line.faults) > 0 {
		return nil, fmt.Errorf("%s: %w", r.Command(), line.faults[0])
	}
	ctx, watch := regress.Listen(ctx, silence)
	defer watch.End()
	open := e.open(j, verilator.Options{Built: watch.Heard})
	if e.cached {
		build := open
		open = func(ctx context.Context, d *ir.Design) (engine sim.Engine, err error) {
			key := fmt.Sprintf("%s %s %s", r.Target, r.Setting(), r.Engine)
			err = regress.Once(ctx, locks, key, func() error {
				engine, err = build(ctx, d)
				return err
			})
			return engine, err
		}
	}
	report, err := tb.Check(ctx, tb.Config{
		Target: j.target, Values: j.values, Engine: tb.Engine{Name: e.name, Open: open},
		Cycles: r.Cycles, Seed: r.Seed, Traffic: r.Traffic,
		Progress: func(done, _ int) {
			watch.Heard()
			progress(done)
		},
	})
	if silent := watch.Silent(); err != nil && silent != nil {
		return nil, fmt.Errorf("%s: %w", e.name, silent)
	}
	return report, err
}

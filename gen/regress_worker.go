package main

import (
	"context"
	"fmt"
	"os"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/regress"
	"github.com/flitwright/flitwright/tb"
)

// serve is a worker of a regression: it makes the runs that it reads, until the driver is gone.
func (c *command) serve(o *options) int {
	if len(o.faults) > 0 {
		return c.refuse(o, o.faults...)
	}
	locks := (&regress.Dir{Path: o.out}).Locks()
	err := regress.Serve(c.ctx, os.Stdin, c.stdout, func(ctx context.Context, r regress.Run, progress func(int)) (*tb.Report, error) {
		return c.make(ctx, r, locks, progress)
	})
	if err != nil {
		return failed
	}
	return held
}

// make makes a run. A program for its engine is built by one worker, whichever comes first.
func (c *command) make(ctx context.Context, r regress.Run, locks string, progress func(int)) (*tb.Report, error) {
	line := &options{target: r.Target, set: r.Set, engine: r.Engine}
	j, e := c.job(line), findEngine(line)
	if len(line.faults) > 0 {
		return nil, fmt.Errorf("%s: %w", r.Command(), line.faults[0])
	}
	open := e.open(j, "")
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
	return tb.Check(ctx, tb.Config{
		Target: j.target, Values: j.values, Engine: tb.Engine{Name: e.name, Open: open},
		Cycles: r.Cycles, Seed: r.Seed, Traffic: r.Traffic,
		Progress: func(done, _ int) { progress(done) },
	})
}

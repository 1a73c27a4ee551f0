package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/flitwright/flitwright/tb"
)

// check runs a target in lockstep with its golden model.
func (c *command) check(o *options) int {
	j, e := c.job(o), findEngine(o)
	if j != nil {
		if _, err := j.target.Profile(o.traffic); err != nil {
			o.faults = append(o.faults, err)
		}
	}
	if isFST(o.vcd) && !e.fst {
		o.faultf("-vcd %s: engine %s writes VCD only", o.vcd, o.engine)
	}
	if len(o.faults) > 0 {
		return c.refuse(o, o.faults...)
	}
	config := tb.Config{
		Target: j.target, Values: j.values, Cycles: o.cycles, Seed: o.seed, Traffic: o.traffic,
	}
	if o.cycles == 0 {
		config.Cycles = e.cycles
	}
	fst := ""
	switch {
	case isFST(o.vcd):
		fst = o.vcd
	case o.vcd != "":
		file, err := os.Create(o.vcd)
		if err != nil {
			return c.refuse(o, fmt.Errorf("-vcd: %w", err))
		}
		defer file.Close()
		config.VCD = file
	}
	config.Engine = tb.Engine{Name: e.name, Open: e.open(j, fst)}
	progress := c.progress("check " + j.target.Name + " with " + e.name)
	config.Progress = progress.set
	report, err := tb.Check(c.ctx, config)
	progress.end()
	return c.verdict(o, report, err)
}

// verdict tells the outcome of a check.
func (c *command) verdict(o *options, report *tb.Report, err error) int {
	if report == nil {
		status := c.refuse(o, err)
		if errors.Is(err, c.ctx.Err()) {
			status = failed
		}
		return status
	}
	if o.json {
		c.print(report)
	} else {
		fmt.Fprint(c.stdout, report)
		if o.vcd != "" {
			fmt.Fprintf(c.stdout, "%-16s %s\n", "waves", o.vcd)
		}
	}
	switch {
	case report.Mismatch == nil:
		if !o.json {
			fmt.Fprintln(c.stdout, "held")
		}
		return held
	case !o.json:
		fmt.Fprintf(c.stdout, "FAILED: %s", report.Mismatch.Details())
	}
	return failed
}

package main

import (
	"fmt"

	"github.com/flitwright/flitwright/tb"
	"github.com/flitwright/flitwright/verilator"
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
	w, err := openWaves(o.vcd)
	if err != nil {
		return c.refuse(o, fmt.Errorf("-vcd: %w", err))
	}
	if w != nil && w.fst() == "" {
		config.VCD = w
	}
	if w != nil {
		w.scope = e.scope
	}
	config.Engine = tb.Engine{Name: e.name, Open: w.after(e.open(j, verilator.Options{Trace: w.fst()}))}
	progress := c.progress("check " + j.target.Name + " with " + e.name)
	config.Progress = progress.set
	report, err := tb.Check(c.ctx, config)
	progress.end()
	return c.verdict(o, report, err, w.close())
}

// A verdict is what programs are told about a check.
type verdict struct {
	Held bool `json:"held"`
	*tb.Report
	Waves string `json:"waves,omitempty"` // the file
}

// verdict tells the outcome of a check. Waves that were lost are a failure, as they were asked for.
func (c *command) verdict(o *options, report *tb.Report, err, lost error) int {
	if report == nil {
		return c.refuse(o, err)
	}
	v := verdict{report.Mismatch == nil && lost == nil, report, o.vcd}
	if lost != nil {
		fmt.Fprintf(c.stderr, "gen: %s\n", lost)
		v.Waves = ""
	}
	if o.json {
		c.print(v)
	} else {
		fmt.Fprint(c.stdout, v)
	}
	if !v.Held {
		return failed
	}
	return held
}

// String is the verdict for people.
func (v verdict) String() string {
	text := v.Report.String()
	if v.Waves != "" {
		text += fmt.Sprintf("%-16s %s\n", "waves", v.Waves)
	}
	switch {
	case v.Held:
		text += "held\n"
	case v.Mismatch != nil:
		text += "FAILED: " + v.Mismatch.Details()
	}
	return text
}

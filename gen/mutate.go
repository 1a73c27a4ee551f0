package main

import (
	"errors"
	"fmt"

	"github.com/flitwright/flitwright/mutate"
)

// drawn is the number of mutants without -n: some 20 seconds for a router on two cores.
const drawn = 400

// wanted is the least score with -prove. Without it survivors may well be equal to the design, and the
// score says too little to fail.
const wanted = 0.99

// mutate measures the traffic of a target by the faults that it finds.
func (c *command) mutate(o *options) int {
	j := c.job(o)
	if len(o.faults) > 0 {
		return c.refuse(o, o.faults...)
	}
	n := o.n
	if o.number == "" {
		n = drawn
	}
	progress := c.progress("mutate " + j.target.Name)
	progress.unit = "mutants"
	report, err := mutate.Run(c.ctx, mutate.Config{
		Target: j.target, Values: j.values, Seed: o.seed, N: n, Prove: o.prove, Progress: progress.set,
	})
	progress.end()
	if err != nil {
		status := c.refuse(o, err)
		if errors.Is(err, mutate.ErrDiffers) {
			status = failed
		}
		return status
	}
	failing := o.prove && report.Score < wanted
	if o.json {
		c.print(struct {
			Held bool `json:"held"`
			*mutate.Report
		}{!failing, report})
	} else {
		fmt.Fprint(c.stdout, report)
	}
	switch {
	case failing && !o.json:
		fmt.Fprintf(c.stdout, "FAILED: the score is below %.0f %%\n", 100*wanted)
	case report.Survived > 0 && !o.prove && !o.json:
		fmt.Fprintf(c.stdout, "next: the same line with -prove, which tells survivors that are equal to the design\n")
	}
	if failing {
		return failed
	}
	return held
}

package main

import (
	"fmt"
	"os"

	"github.com/flitwright/flitwright/deadlock/verify"
)

// verify checks a certificate that prove wrote.
func (c *command) verify(o *options) int {
	if o.file == "" {
		o.faultf("verify: which FILE?")
	}
	if len(o.faults) > 0 {
		return c.refuse(o, o.faults...)
	}
	text, err := os.ReadFile(o.file)
	if err != nil {
		return c.refuse(o, err)
	}
	r, err := verify.Check(text)
	if err != nil {
		err = fmt.Errorf("%s: %w", o.file, err)
		fmt.Fprintf(c.stderr, "gen: %s\n", err)
		if o.json {
			c.print(map[string]any{"held": false, "error": err.Error()})
		}
		return failed
	}
	if o.json {
		c.print(struct {
			Held bool `json:"held"`
			*verify.Report
		}{true, r})
		return held
	}
	fmt.Fprintf(c.stdout, "%s on %s, %s: %s\n", r.Routing, r.Topology, r.Flow, r.Verdict)
	for _, said := range r.Checked {
		fmt.Fprintf(c.stdout, "checked: %s\n", said)
	}
	for _, said := range r.Trusted {
		fmt.Fprintf(c.stdout, "trusted: %s\n", said)
	}
	fmt.Fprintln(c.stdout, "held")
	return held
}

package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/target"
)

// Whatever a line says, reading it neither panics nor runs anything that it should not: either
// it has a fault, or its verb knows what to do.
func FuzzLine(f *testing.F) {
	for _, line := range []string{
		"", "-list", "-target toy", "check -target toy -set width=4", "-target toy check -cycles 5", "- -", "-- x", "--json",
		"-h", "-set", "-set=", "-traget toy", "-target=toy -json=0", "check check", "-cycles -1 -seed -1", "-=", "-",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		var out bytes.Buffer
		c := &command{ctx: context.Background(), stdout: &out, stderr: &out, targets: []target.Target{toy()}}
		o, v := parse(strings.Fields(line), verbs())
		if v.run == nil {
			t.Fatal("no verb")
		}
		j := c.job(o)
		findEngine(o)
		if j == nil && len(o.faults) == 0 {
			t.Fatal("no target and no fault")
		}
		if len(o.faults) > 0 && c.refuse(o, o.faults...) != misuse {
			t.Fatal("a fault is not refused")
		}
	})
}

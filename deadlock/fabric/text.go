package fabric

import (
	"fmt"
	"strings"
)

// String is the report for people: the fabric, what is lost, lanes and cycles, then the proof.
func (r *Report) String() string {
	var b strings.Builder
	line := func(label, format string, args ...any) {
		fmt.Fprintf(&b, "%-16s %s\n", label, fmt.Sprintf(format, args...))
	}
	line("fabric", "%d switches, %d channel adapters; %d pairs of LIDs", r.Switches, r.Adapters, r.Pairs)
	if r.Lost > 0 {
		line("lost", "packets of %d pairs do not arrive:", r.Lost)
		for _, l := range r.Losses {
			line("", "from %s to %s: at %s %s", l.Source, l.Destination, l.At, l.Reason)
		}
		if r.Lost > len(r.Losses) {
			line("", "and %d more", r.Lost-len(r.Losses))
		}
	}
	for _, l := range r.Lanes {
		state := "no cycle"
		if l.Cyclic {
			state = "cyclic"
		}
		line(fmt.Sprint("lane ", l.Lane), "%d channels, %d dependences, %s", l.Channels, l.Dependences, state)
	}
	for i, c := range r.Components {
		line(fmt.Sprint("component ", i), "%d channels that depend on each other, lanes %s; a cycle:", c.Channels, numbers(c.Lanes))
		for _, e := range c.Cycle {
			line("", "%s waits for %s: a packet from %s to %s", e.From, e.To, e.Source, e.Destination)
		}
	}
	return b.String() + r.Proof.String()
}

func numbers(list []int) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = fmt.Sprint(n)
	}
	return strings.Join(words, ", ")
}

package main

import (
	"bytes"
	"fmt"

	"github.com/flitwright/flitwright/target"
)

// pairs tells which events of a page came in one cycle, over all runs.
type pairs struct {
	events []string
	seen   [][]bool // by the later event on the page, then by the earlier
}

// watch makes models that tell p of their events.
func (p *pairs) watch(golden func(target.Values) (target.Model, error)) func(target.Values) (target.Model, error) {
	return func(v target.Values) (target.Model, error) {
		m, err := golden(v)
		if err != nil {
			return nil, err
		}
		w := &watched{Model: m, pairs: p}
		for event, count := range m.Events() {
			w.counts = append(w.counts, count)
			if n := len(w.counts); n > len(p.events) {
				p.events = append(p.events, event)
				p.seen = append(p.seen, make([]bool, n-1))
			}
		}
		return w, nil
	}
}

// A watched model is one whose events are looked at in every cycle.
type watched struct {
	target.Model
	pairs  *pairs
	counts []uint64
	now    []int // events of the cycle
}

// Step passes a cycle.
func (w *watched) Step(in, out []uint64) {
	w.Model.Step(in, out)
	w.now = w.now[:0]
	i := 0
	for _, count := range w.Model.Events() {
		if count != w.counts[i] {
			w.counts[i] = count
			for _, earlier := range w.now {
				w.pairs.seen[i][earlier] = true
			}
			w.now = append(w.now, i)
		}
		i++
	}
}

// judge measures them by the waivers, and lists those that were not seen though nothing is known against them. That two came in one cycle
// of which a waiver says that they do not is an error.
func (p *pairs) judge(list []waiver) (m measure, never [][2]string, err error) {
	for i, a := range p.events {
		for j := i + 1; j < len(p.events); j++ {
			b := p.events[j]
			m.Total++
			switch reason := reasonApart(a, b, list); {
			case p.seen[j][i] && reason != "":
				return m, nil, fmt.Errorf("%s and %s came in one cycle, of which a waiver says: %s", a, b, reason)
			case p.seen[j][i]:
				m.Reached++
			case reason != "":
				m.Waived++
			default:
				never = append(never, [2]string{a, b})
			}
		}
	}
	return m, never, nil
}

// neverText lists pairs, those of an event together.
func neverText(list [][2]string) []byte {
	var b bytes.Buffer
	for i, pair := range list {
		if i == 0 || pair[0] != list[i-1][0] {
			fmt.Fprintf(&b, "%s\n", pair[0])
		}
		fmt.Fprintf(&b, "\t%s\n", pair[1])
	}
	return b.Bytes()
}

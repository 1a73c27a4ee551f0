package tb

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/flitwright/flitwright/ir/sim"
)

// lineWidth is what a line of a wave may take, in characters.
const lineWidth = 110

// A row is one line of a wave.
type row struct {
	name   string
	values []string
}

// wave draws the pins that have to do with a mismatch over the cycles of the history, outputs
// that differ twice.
func (r *run) wave(m *Mismatch) string {
	h := &r.history
	if h.cycles == 0 {
		return ""
	}
	show := r.shown(m)
	var rows []row
	for _, p := range r.layout.Inputs {
		if show(p.Name) {
			rows = append(rows, h.row(p.Name, p, h.in, r.layout.InWords))
		}
	}
	for _, p := range r.layout.Outputs {
		if !show(p.Name) {
			continue
		}
		got := h.row(p.Name, p, h.got, r.layout.OutWords)
		want := h.row(p.Name+" golden", p, h.want, r.layout.OutWords)
		if r.Judges == All && !slices.Equal(got.values, want.values) {
			got.name += " " + r.Engine.Name
			rows = append(rows, want)
		}
		rows = append(rows, got)
	}
	if m.Port == "" {
		rows = slices.DeleteFunc(rows, func(r row) bool {
			return !slices.ContainsFunc(r.values, func(v string) bool { return strings.Trim(v, "0") != "" })
		})
	}
	return draw(rows, h.first, m.Cycle)
}

// shown tells which pins to draw: those related to the mismatch's port, or, if it has none or
// no input is related to it, all.
func (r *run) shown(m *Mismatch) func(name string) bool {
	if m.Port != "" {
		show := related(m.Port, r.differingBit(m))
		if slices.ContainsFunc(r.layout.Inputs, func(p sim.Pin) bool { return p.Name != "rst" && show(p.Name) }) {
			return show
		}
	}
	return func(string) bool { return true }
}

// differingBit is the lowest bit of the mismatch's port that differs, or -1.
func (r *run) differingBit(m *Mismatch) int {
	at := m.Cycle - r.history.first
	for _, p := range r.layout.Outputs {
		if p.Name != m.Port {
			continue
		}
		want := words(p, cycle(r.history.want, at, r.layout.OutWords))
		for i, w := range words(p, cycle(r.history.got, at, r.layout.OutWords)) {
			if x := w ^ want[i]; x != 0 {
				return 64*i + bits.TrailingZeros64(x)
			}
		}
	}
	return -1
}

// row is the values of one pin in the history, in hexadecimal.
func (h *history) row(name string, p sim.Pin, pins []uint64, per int) row {
	values := make([]string, h.cycles)
	for i := range values {
		values[i] = digits(p, cycle(pins, i, per))
	}
	return row{name, values}
}

// draw writes rows in columns of one cycle each, as many before the marked cycle as fit. A
// value that stays is a dot.
func draw(rows []row, first, marked int) string {
	names, cell := len("cycle"), 2
	for _, r := range rows {
		names = max(names, len(r.name))
		for _, v := range r.values {
			cell = max(cell, len(v))
		}
	}
	cycles := 0
	for _, r := range rows {
		cycles = len(r.values)
	}
	fit := max(4, (lineWidth-names)/(cell+1))
	from := max(0, min(cycles-fit, marked-first))
	var b strings.Builder
	line := func(name string, value func(i int) string) {
		text := fmt.Sprintf("%-*s", names, name)
		for i := from; i < cycles; i++ {
			text += fmt.Sprintf(" %*s", cell, value(i))
		}
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
	line("cycle", func(i int) string { return fmt.Sprintf("%02d", (first+i)%100) })
	for _, r := range rows {
		line(r.name, func(i int) string {
			if i > from && r.values[i] == r.values[i-1] {
				return "."
			}
			return r.values[i]
		})
	}
	line("", func(i int) string {
		if first+i == marked {
			return "^"
		}
		return ""
	})
	return b.String()
}

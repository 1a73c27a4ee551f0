package sim

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Wave records pins over cycles and draws them as text:
//
//	cycle     0  1  2  3  4
//	enq_valid ___/‾‾‾‾‾\___
//	enq_data  |0 |3 |4 |0
//
// A pin of one bit is a line with an edge where it changed; a wider one shows its value in
// hexadecimal where it changed. All is as the values stand before the edge that ends the cycle.
type Wave struct {
	Columns int // width of the picture; a longer one continues below. 0 is 100
	Keep    int // record only the last so many cycles; 0 is all

	rows  []*waveRow
	first int // number of the first cycle kept
	total int // number of cycles seen
}

// A waveRow is a pin with its value in each cycle kept, in hexadecimal.
type waveRow struct {
	Pin
	dir    waveSide
	values []string
	before string // value in the cycle before the first kept
}

// waveSide tells which words of a cycle a pin is in.
type waveSide uint8

const (
	waveIn waveSide = iota + 1
	waveOut
	waveUnknown // no pin has the name
)

// NewWave records the pins of the given names, in that order, or all. The picture says of a
// name that no pin has that it is unknown.
func NewWave(l *Layout, pins ...string) *Wave {
	w := &Wave{}
	if len(pins) == 0 {
		for _, p := range slices.Concat(l.Inputs, l.Outputs) {
			pins = append(pins, p.Name)
		}
	}
	for _, name := range pins {
		row := &waveRow{Pin: Pin{Name: name}, dir: waveUnknown}
		named := func(p Pin) bool { return p.Name == name }
		if i := slices.IndexFunc(l.Inputs, named); i >= 0 {
			row.Pin, row.dir = l.Inputs[i], waveIn
		} else if i := slices.IndexFunc(l.Outputs, named); i >= 0 {
			row.Pin, row.dir = l.Outputs[i], waveOut
		}
		w.rows = append(w.rows, row)
	}
	return w
}

// Record adds a cycle, given the words of its inputs and outputs.
func (w *Wave) Record(in, out []uint64) {
	for _, r := range w.rows {
		switch r.dir {
		case waveIn:
			r.values = append(r.values, r.Value(in).Text(16))
		case waveOut:
			r.values = append(r.values, r.Value(out).Text(16))
		}
	}
	w.total++
	// Cutting off at twice the length keeps the time of a cycle constant.
	if w.Keep > 0 && w.total-w.first >= 2*w.Keep {
		w.trim()
	}
}

// trim forgets all but the last Keep cycles.
func (w *Wave) trim() {
	drop := w.total - w.first - w.Keep
	if w.Keep <= 0 || drop <= 0 {
		return
	}
	for _, r := range w.rows {
		if r.dir != waveUnknown {
			r.before = r.values[drop-1]
			r.values = append(r.values[:0], r.values[drop:]...)
		}
	}
	w.first += drop
}

// String draws the picture.
func (w *Wave) String() string {
	w.trim()
	name, cell := len("cycle"), 3
	for _, r := range w.rows {
		name = max(name, len(r.Name))
		for _, v := range r.values {
			if r.Width > 1 {
				cell = max(cell, len(v)+2)
			}
		}
	}
	columns := w.Columns
	if columns == 0 {
		columns = 100
	}
	perBlock := max(1, (columns-name-1)/cell)
	var b strings.Builder
	count := w.total - w.first
	for from := 0; from < count || from == 0; from += perBlock {
		to := min(from+perBlock, count)
		if from > 0 {
			b.WriteByte('\n')
		}
		line(&b, name, "cycle", w.scale(from, to, cell))
		for _, r := range w.rows {
			line(&b, name, r.Name, r.draw(from, to, cell))
		}
	}
	return b.String()
}

// line writes a name and what is right of it, without blanks at the end.
func line(b *strings.Builder, width int, name, picture string) {
	fmt.Fprintln(b, strings.TrimRight(fmt.Sprintf("%-*s %s", width, name, picture), " "))
}

// scale numbers the cycles, each where there is room.
func (w *Wave) scale(from, to, cell int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		if at := (i - from) * cell; b.Len() <= at {
			fmt.Fprintf(&b, "%*s%d ", at-b.Len(), "", w.first+i)
		}
	}
	return b.String()
}

// draw is the picture of a row's cycles, cell characters for each.
func (r *waveRow) draw(from, to, cell int) string {
	if r.dir == waveUnknown {
		return "unknown pin"
	}
	var b strings.Builder
	for i := from; i < to; i++ {
		v, old := r.values[i], r.before
		if i > 0 {
			old = r.values[i-1]
		}
		switch {
		case r.Width == 1:
			b.WriteString(bitCell(v, old, cell))
		case i == from || v != old:
			fmt.Fprintf(&b, "%-*s", cell, "|"+v)
		default:
			b.WriteString(strings.Repeat(" ", cell))
		}
	}
	return b.String()
}

// bitCell draws one bit in a cycle; the edge before it is its first character.
func bitCell(v, old string, cell int) string {
	level, edge := "_", "\\"
	if v == "1" {
		level, edge = "‾", "/"
	}
	if old == "" || old == v {
		edge = level
	}
	return edge + strings.Repeat(level, cell-utf8.RuneCountInString(edge))
}

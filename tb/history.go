package tb

import "github.com/flitwright/flitwright/ir/sim"

// The window of a Mismatch reaches this many cycles back from it and on after it.
const (
	windowBefore = 24
	windowAfter  = 4
)

// A history keeps the pins of the last windowBefore cycles and of what is added after them.
type history struct {
	layout        *sim.Layout
	first         int // the oldest cycle kept
	cycles        int
	in, want, got []uint64
}

// add appends the first n cycles of a batch and drops the oldest beyond the window.
func (h *history) add(b *batch, n int) {
	h.trim(b.first, max(0, windowBefore-n))
	skip := max(0, n-windowBefore)
	h.append(b, skip, n)
}

// trim keeps the last keep cycles, all before the given one.
func (h *history) trim(next, keep int) {
	drop := max(0, h.cycles-keep)
	h.in = h.in[:copy(h.in, h.in[drop*h.layout.InWords:])]
	h.want = h.want[:copy(h.want, h.want[drop*h.layout.OutWords:])]
	h.got = h.got[:copy(h.got, h.got[drop*h.layout.OutWords:])]
	h.cycles -= drop
	h.first = next - h.cycles
}

// append adds cycles from up to to of a batch, which follow those kept.
func (h *history) append(b *batch, from, to int) {
	if h.cycles == 0 {
		h.first = b.first + from
	}
	inWords, outWords := h.layout.InWords, h.layout.OutWords
	h.in = append(h.in, b.in[from*inWords:to*inWords]...)
	h.want = append(h.want, b.want[from*outWords:to*outWords]...)
	h.got = append(h.got, b.got[from*outWords:to*outWords]...)
	h.cycles += to - from
}

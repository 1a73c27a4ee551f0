package network

import "slices"

// Wires lead words from one list to another, all with one latency. They are the same to a
// flit and to a token, and are reset with the routers.
type wires struct {
	from, to []int32
	line     [][]uint64 // what is under way, by the cycle in which it comes; a ring
	now      int        // the cycle of line that comes now
}

// A bundle is a list of wires, each of another latency.
type bundle []*wires

// add leads the words of one pin to those of another.
func (b *bundle) add(latency int, from, to pin) {
	i := slices.IndexFunc(*b, func(w *wires) bool { return len(w.line) == latency })
	if i < 0 {
		i = len(*b)
		*b = append(*b, &wires{line: make([][]uint64, latency)})
	}
	w := (*b)[i]
	for k := range from.words() {
		w.from = append(w.from, int32(from.word+k))
		w.to = append(w.to, int32(to.word+k))
	}
}

// complete is called once after all is added.
func (b bundle) complete() {
	for _, w := range b {
		for i := range w.line {
			w.line[i] = make([]uint64, len(w.from))
		}
	}
}

// lead writes what comes in this cycle.
func (b bundle) lead(from, to []uint64) {
	for _, w := range b {
		if len(w.line) == 0 {
			for i, x := range w.from {
				to[w.to[i]] = from[x]
			}
			continue
		}
		for i, x := range w.line[w.now] {
			to[w.to[i]] = x
		}
	}
}

// clock passes the edge: what enters in this cycle is under way.
func (b bundle) clock(from []uint64, rst bool) {
	for _, w := range b {
		if len(w.line) == 0 {
			continue
		}
		if rst {
			for _, words := range w.line {
				clear(words)
			}
			continue
		}
		words := w.line[w.now]
		for i, x := range w.from {
			words[i] = from[x]
		}
		w.now = (w.now + 1) % len(w.line)
	}
}

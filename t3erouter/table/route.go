package table

import "iter"

// A Hop is a step of a packet on an escape channel.
type Hop struct {
	From Node
	Dir  Direction
	VC   int // VC bit: 0 or 1
}

// due gives the hops that are still due in each direction, of a packet that is not at its
// destination. With the final bit the packet goes to the node after its destination in z; the last
// hop back counts in -z.
func (t *Torus) due(at, dst Node, e Entry) [6]int {
	var due [6]int
	c, to := t.coords[at], t.coords[dst]
	if e.Final() {
		to[2] = (to[2] + 1) % t.size[2]
	}
	for dim, k := range t.size {
		hops, d := to[dim]-c[dim], 2*dim
		if e.Minus(dim) {
			hops, d = -hops, d+1
		}
		if hops < 0 {
			hops += k
		}
		due[d] = hops
	}
	if e.Final() {
		due[MinusZ]++
	}
	return due
}

// escape is the escape hop of a packet that is not at its destination and came by last.
func (t *Torus) escape(at, dst Node, e Entry, last Hop) Hop {
	due := t.due(at, dst, e)
	d := first(due)
	return Hop{at, d, t.escapeVC(at, d, due[d], e, last)}
}

// first is the first direction of the direction order in which hops are due.
func first(due [6]int) Direction {
	for _, d := range directionOrder {
		if due[d] > 0 {
			return d
		}
	}
	panic("nothing is due")
}

// escapeVC is the VC bit of a hop that begins or goes on with a run of the given length.
func (t *Torus) escapeVC(at Node, d Direction, run int, e Entry, last Hop) int {
	left := t.untilDateline(at, d)
	switch {
	case left == 0:
		return 1
	case run > left:
		return 0
	case last.Dir == d && last.VC == 1:
		return 1
	}
	return e.Select() >> d.Dim() & 1
}

// untilDateline counts the hops in a direction up to, not including, the one between coordinates 0
// and size-1.
func (t *Torus) untilDateline(at Node, d Direction) int {
	c := t.coords[at][d.Dim()]
	if d.Minus() {
		return c
	}
	return t.size[d.Dim()] - 1 - c
}

// injected stands for the last hop of a packet that has made none.
var injected = Hop{Dir: -1}

// Path lists the hops of a packet that keeps to its escape channels, whether the links work or not.
func (t *Torus) Path(src, dst Node, e Entry) iter.Seq[Hop] {
	return func(yield func(Hop) bool) {
		at, last := src, injected
		if e.Initial() != 0 {
			last = Hop{src, initialDirection(e), 0}
			if !yield(last) {
				return
			}
			at = t.next[src][last.Dir]
		}
		for at != dst {
			last = t.escape(at, dst, e, last)
			if !yield(last) {
				return
			}
			at = t.next[at][last.Dir]
		}
	}
}

// initialDirection is the direction of the initial hop, if there is one.
func initialDirection(e Entry) Direction { return Direction(2 * (e.Initial() - 1)) }

// productive lists the directions that an adaptive packet may take, if their links work: those in
// which hops are due, but the final hop only when nothing else is.
func productive(due [6]int, e Entry) iter.Seq[Direction] {
	if e.Final() {
		due[MinusZ]--
		if due == [6]int{} {
			due[MinusZ] = 1
		}
	}
	return func(yield func(Direction) bool) {
		for d, hops := range due {
			if hops > 0 && !yield(Direction(d)) {
				return
			}
		}
	}
}

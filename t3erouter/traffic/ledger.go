package traffic

import "slices"

// An entry is a flit that the router has stored: one to be passed on as it stands here, or one that
// is removed and credited but not sent.
type entry struct {
	flit    flit
	dropped bool
	header  bool
	way     way // of a header
	length  int // of a header
	came    uint64
}

// A ledger is one input VC: what came and has not left, oldest first, and the packet that is coming.
type ledger struct {
	pins  Pins
	port  int
	vc    int
	depth uint64
	ring  []entry // longer than the buffer: the pins show late what leaves
	first int
	count int

	stored  uint64 // entries, ever
	freed   uint64 // those of them that have left as far as the pins show
	credits uint64 // given for them

	framing framing
	length  int    // of the packet that is coming
	came    int    // flits of it
	bad     bool   // it is not passed on
	told    bool   // it has had its error
	latest  uint64 // cycle from which on the sender could have sent its next flit

	waits uint64 // cycle since which the oldest entry is the oldest
}

type framing uint8

const (
	closed framing = iota
	open
	rest // of a packet that has had its last flit; up to a tail or the next head
)

func newLedger(n Pins, p, v, depth, late int) ledger {
	l := ledger{pins: n, port: p, vc: v, depth: uint64(depth), ring: make([]entry, depth+late)}
	words := make([]uint64, len(l.ring)*n.words)
	for i := range l.ring {
		l.ring[i].flit = words[i*n.words : (i+1)*n.words]
	}
	return l
}

func (l *ledger) clear() {
	l.first, l.count = 0, 0
	l.stored, l.freed, l.credits = 0, 0, 0
	l.framing = closed
}

// full tells whether the buffer has no place for a flit: a place is free from the cycle of its credit.
func (l *ledger) full() bool { return l.stored-l.credits >= l.depth }

// front is the oldest entry, nil if there is none. It is never a dropped one.
func (l *ledger) front() *entry {
	if l.count == 0 {
		return nil
	}
	return l.at(0)
}

func (l *ledger) at(i int) *entry { return &l.ring[(l.first+i)%len(l.ring)] }

// push stores a flit behind the others.
func (l *ledger) push(f flit, cycle uint64) *entry {
	l.stored++
	e := l.at(l.count)
	if l.count++; l.count == 1 {
		l.waits = cycle
	}
	copy(e.flit, f)
	e.came, e.header, e.dropped = cycle, false, false
	return e
}

// pop removes the oldest entry, and those behind it that are not sent.
func (l *ledger) pop(cycle uint64) {
	l.first = (l.first + 1) % len(l.ring)
	l.count--
	l.freed++
	l.waits = cycle
	l.drain()
}

func (l *ledger) drain() {
	for l.count > 0 && l.at(0).dropped {
		l.first = (l.first + 1) % len(l.ring)
		l.count--
		l.freed++
	}
}

// drop stores a flit that is not passed on.
func (l *ledger) drop(f flit, cycle uint64) {
	l.push(f, cycle).dropped = true
	l.drain()
}

// take stores a flit that comes and finds place. It gives the error that must pulse, and whether a
// packet that is dropped whole began.
func (l *ledger) take(g *place, f flit, cycle uint64) (pulse kindOfError, dropped bool) {
	head, tail := l.pins.head(f), l.pins.tail(f)
	pulse = noError
	var h Header
	switch {
	case l.framing != open && !head:
		if l.framing == closed {
			pulse = errLength
		}
		if tail {
			l.framing = closed
		}
		l.drop(f, cycle)
		return pulse, false
	case l.framing != open:
		h = Decode(f[0])
		pulse = g.fault(&h, l.port, l.vc)
		l.length, l.came = h.Length, 0
		l.bad = pulse != noError
		l.told, dropped = l.bad, l.bad
		if h.Length < 1 || h.Length > g.longest { // where it ends is not known
			l.framing = rest
			if tail {
				l.framing = closed
			}
			l.drop(f, cycle)
			return pulse, dropped
		}
	}
	l.came++
	l.latest = cycle
	last := tail || l.came == l.length
	wrong := tail != (l.came == l.length) || head && l.came > 1
	if wrong && !l.told {
		pulse, l.told = errLength, true
	}
	switch {
	case tail:
		l.framing = closed
	case last:
		l.framing = rest
	default:
		l.framing = open
	}
	if l.bad {
		l.drop(f, cycle)
		return pulse, dropped
	}
	e := l.push(f, cycle)
	l.pins.setTail(e.flit, last)
	l.pins.setHead(e.flit, l.came == 1)
	if l.came == 1 {
		e.header, e.way, e.length = true, g.way(&h, l.port, l.vc), h.Length
	}
	return pulse, false
}

// is tells whether the entry is this flit, bit for bit.
func (e *entry) is(f flit) bool { return slices.Equal(e.flit, f) }

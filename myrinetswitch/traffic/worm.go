package traffic

import "fmt"

// A worm is one packet as it came to an input.
type worm struct {
	number uint64 // of the input, since reset
	begun  uint64 // cycle of its lead byte
	to     int    // output, or a refusal
	lead   byte
	start  uint64 // its first character after the lead byte, in the inlet's data
	n      int    // characters after the lead byte, CRC included
	sum    byte   // CRC over all but the last
	last   byte
	slots  int // of the buffer, lone GAPs behind it included

	whole bool   // its GAP came
	ended uint64 // cycle of its GAP
	cut   cause
	cutAt uint64
	done  bool // nothing more of it comes out: delivered, or if cut ended by a forward reset
}

// Reasons to refuse a packet, in place of an output.
const (
	refusedStranded = -1 - iota
	refusedIllegal
	refusedNoWire
	refusedBare // route, GAP
)

// A cause is why a packet was cut.
type cause uint8

const (
	notCut cause = iota
	cutFres
	cutOverflow
	cutTimeout
)

func (c cause) String() string {
	return [...]string{"whole", "cut by FRES", "cut by overflow", "cut by time-out"}[c]
}

// refusals are the counters of the refusals.
var refusals = [...]counter{strandedCounter, illegalCounter, noWireCounter, crcCounter}

// refusal is the counter of a worm that is refused.
func (w *worm) refusal() counter { return refusals[-1-w.to] }

// wrong is the CRC error that w carries, once it is whole.
func (w *worm) wrong() byte { return w.sum ^ w.last }

// An inlet is the account of one input port since the last reset: the worms that came and have not
// been judged to the end.
type inlet struct {
	port int

	worms       []worm // a ring
	first, next uint64 // number of the oldest worm, and of the one to come
	data        []byte // a ring: characters after lead bytes
	low, high   uint64

	open     bool // the last worm goes on
	dropping bool // after an overflow, to the end of the packet
	stored   int  // slots of the buffer taken by worms not judged, as many as may be
	draining int  // slots of judged ones that may still have to be discarded
	sending  int  // output on which the first worm is known to leave, or -1

	recent [2]Char // characters of the last two cycles, newest first
	heard  [2]bool // those that count: not in reset, enabled

	totals
	pending uint16 // outputs of which one must forward a reset for a time-out of this input
	certain bool   // it was one output from the beginning
	firedAt uint64 // the cycle in which the time-out was counted
}

// totals are what the counters of an input must show: counters that may be ahead or late are
// between low and high.
type totals struct {
	delivered uint64
	fres      uint64
	least     [counters]uint64
	most      [counters]uint64
}

func (l *inlet) clear() {
	l.first, l.next, l.low, l.high = 0, 0, 0, 0
	l.open, l.dropping, l.stored, l.draining, l.sending = false, false, 0, 0, -1
	l.heard = [2]bool{}
	l.totals = totals{}
	l.pending, l.certain = 0, false
}

// at gives the worm with this number.
func (l *inlet) at(number uint64) *worm { return &l.worms[number&uint64(len(l.worms)-1)] }

// begin opens a worm.
func (l *inlet) begin() *worm {
	if l.next-l.first == uint64(len(l.worms)) {
		bigger := make([]worm, max(16, 2*len(l.worms)))
		for i := l.first; i < l.next; i++ {
			bigger[i&uint64(len(bigger)-1)] = *l.at(i)
		}
		l.worms = bigger
	}
	w := l.at(l.next)
	*w = worm{number: l.next, start: l.high}
	l.next++
	l.open = true
	return w
}

// store keeps a character of the last worm.
func (l *inlet) store(w *worm, b byte) {
	if l.high-l.low == uint64(len(l.data)) {
		bigger := make([]byte, max(256, 2*len(l.data)))
		for i := l.low; i < l.high; i++ {
			bigger[i&uint64(len(bigger)-1)] = l.char(i)
		}
		l.data = bigger
	}
	l.data[l.high&uint64(len(l.data)-1)] = b
	l.high++
	w.n++
}

func (l *inlet) char(i uint64) byte { return l.data[i&uint64(len(l.data)-1)] }

// forget drops the characters before i.
func (l *inlet) forget(i uint64) { l.low = max(l.low, min(i, l.high)) }

// describe names a worm in an error.
func (l *inlet) describe(w *worm) string {
	s := fmt.Sprintf("packet %d of input %d (lead byte %02x in cycle %d, %d characters after it", w.number, l.port, w.lead, w.begun, w.n)
	switch {
	case w.cut != notCut:
		s += ", " + w.cut.String()
	case w.whole:
		s += ", GAP"
	}
	return s + ")"
}

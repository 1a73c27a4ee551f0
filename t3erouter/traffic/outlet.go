package traffic

import "math/bits"

// An outlet is one output port.
type outlet struct {
	port  int
	wires [vcs]wire
	late  int // cycles that a flit is at most on its way to the pins

	given  recent // credits that the router may have taken
	doubts recent // of them those that may be an error
	severe recent // of them those that are one if no flit was on its way
	sent   recent // flits
	pulses recent // err_credit, as VC 0
	asked  pulses // doubts without a pulse
}

func (o *outlet) clear() {
	for v := range o.wires {
		o.wires[v].clear()
	}
	for _, r := range []*recent{&o.given, &o.doubts, &o.severe, &o.sent, &o.pulses} {
		r.clear()
	}
	o.asked = 0
}

func (o *outlet) advance() {
	for _, r := range []*recent{&o.given, &o.doubts, &o.severe, &o.sent, &o.pulses} {
		r.advance()
	}
}

// spendable is how many flits the router can have had credits for on VC v when it sent what is on the
// pins now: a credit takes no less time to the pins than the registers of the link.
func (o *outlet) spendable(v, latency int) int {
	return o.wires[v].most - o.given.count(v, 1, latency-1)
}

// credit takes the credits of this cycle, and gives how long the longest held flit was held.
func (o *outlet) credit(mask uint8, cycle uint64) (held uint64) {
	for b := mask; b != 0; b &= b - 1 {
		v := bits.TrailingZeros8(b)
		may, must, h := o.wires[v].credit(cycle)
		held = max(held, h)
		o.given.mark(v)
		if may {
			o.doubts.mark(v)
			o.asked.expect()
		}
		if must {
			o.severe.mark(v)
		}
	}
	return held
}

// answer judges err_credit of this cycle, and its absence where it is overdue.
func (o *outlet) answer(pulse bool, cycle uint64) error {
	o.asked.advance()
	if pulse {
		o.pulses.mark(0)
		if !o.asked.take() {
			return fault(cycle, "err_credit[%d] is 1, but no credit was too many", o.port)
		}
	}
	age := max(o.late, reaction)
	for b := o.doubts.at(age); b != 0; b &= b - 1 {
		v := bits.TrailingZeros8(b)
		if o.sent.count(v, 0, age-1) != 0 {
			continue
		}
		if o.doubts.count(v, 0, age-1) == 0 {
			o.wires[v].settle()
		}
		if o.severe.at(age)>>v&1 != 0 && o.pulses.count(0, age-reaction, age-1) == 0 {
			return fault(cycle, "err_credit[%d] has not pulsed for a credit of VC %d too many %d cycles ago", o.port, v, age)
		}
	}
	return nil
}

// take receives what is on the pins of an output.
func (s *Scoreboard) take(o *outlet, pins bundle) error {
	f, v := pins.flit(), pins.vc()
	if v >= vcs || o.port == node && v != 0 && v != 2 {
		return fault(s.cycle, "output %d: a flit on VC %d, which it has not", o.port, v)
	}
	w := &o.wires[v]
	room := o.spendable(v, s.c.LinkLatency)
	o.sent.mark(v)
	w.spend(s.cycle)
	if s.pins.head(f) {
		if w.from != nil {
			return fault(s.cycle, "output %d, VC %d: a head inside the packet of %v", o.port, v, w.from)
		}
		l, err := s.source(f, o.port, v)
		if err != nil {
			return err
		}
		h := l.front()
		if room < h.length {
			return fault(s.cycle, "output %d, VC %d: a packet of %d flits begins with credits for %d", o.port, v, h.length, room)
		}
		w.from = l
		s.stats.LongestWait = max(s.stats.LongestWait, s.cycle-l.waits)
		if o.port != node && v != free && Decode(f[0]).Adaptive {
			s.counts.seen[statEscapes]++
		}
	}
	l := w.from
	switch {
	case l == nil:
		return fault(s.cycle, "output %d, VC %d: a flit of no packet", o.port, v)
	case room < 1:
		return fault(s.cycle, "output %d, VC %d: a flit without a credit", o.port, v)
	}
	e := l.front()
	switch {
	case e == nil:
		return fault(s.cycle, "output %d, VC %d: a flit that has not come to %v yet", o.port, v, l)
	case !e.is(f):
		return fault(s.cycle, "output %d, VC %d: %x left where %v has %x", o.port, v, f, l, e.flit)
	}
	l.pop(s.cycle)
	if !s.pins.tail(f) {
		return nil
	}
	w.from = nil
	s.stats.Out++
	if o.port == node {
		s.counts.seen[statEjected]++
	} else {
		s.counts.seen[v]++
	}
	return nil
}

// source finds the input VC whose oldest packet has this header and may leave by VC w of output o. Of
// packets with equal headers it is the one of a VC that has given a credit for it already, or the one
// that came first.
func (s *Scoreboard) source(f flit, o, w int) (*ledger, error) {
	var best *ledger
	for i := range s.in {
		l := &s.in[i]
		e := l.front()
		if e == nil || !e.header || !e.is(f) || !e.way.allows(o, w) {
			continue
		}
		if best == nil || l.paid() && !best.paid() || l.paid() == best.paid() && e.came < best.front().came {
			best = l
		}
	}
	if best == nil {
		return nil, s.explain(f, o, w)
	}
	return best, nil
}

// paid tells whether there is a credit for an entry that has not been seen to leave.
func (l *ledger) paid() bool { return l.credits > l.freed }

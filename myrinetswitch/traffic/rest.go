package traffic

import "math/bits"

// rest judges a switch in which nothing moves any more: every packet has left, was refused or cut,
// or waits for good reason, and every counter tells so.
func (s *Scoreboard) rest() error {
	s.stats.Rests++
	empty := true
	for p := range s.ports {
		l := &s.in[p]
		if err := s.restPackets(l); err != nil {
			return err
		}
		empty = empty && l.first == l.next
	}
	for p := range s.ports {
		if s.enable>>p&1 == 0 {
			continue
		}
		if err := s.restCounters(&s.in[p]); err != nil {
			return err
		}
		if n := s.fill(&s.in[p]); n < s.c.Kg && s.flow[p].stopSent {
			return s.fault("output %d: GO is missing: the buffer of input %d holds no more than %d characters", p, p, n)
		}
	}
	if empty {
		for q := range s.ports {
			s.out[q].doubts = s.out[q].doubts[:0]
		}
	}
	return nil
}

// restPackets judges the packets of one input.
func (s *Scoreboard) restPackets(l *inlet) error {
	l.draining = 0
	for s.trim(l); l.first < l.next; s.trim(l) {
		w := l.at(l.first)
		last := l.open && w.number == l.next-1
		if w.done || w.to < 0 || last && w.n == 0 {
			return nil // it is open, and being discarded or waiting for its next character
		}
		if s.spend(w.to, l.port) {
			s.finishCut(l, w)
			continue
		}
		switch {
		case s.timeout == 0 && (last || s.held(l, w)):
			return nil
		case last:
			return s.fault("output %d: the time-out should have broken %s", w.to, l.describe(w))
		}
		return s.fault("lost: %s should have left on output %d", l.describe(w), w.to)
	}
	return nil
}

// held tells whether the output that w names may be held by a packet that does not go on.
func (s *Scoreboard) held(l *inlet, w *worm) bool {
	for p := range s.ports {
		if other := &s.in[p]; other != l && other.open {
			if last := other.at(other.next - 1); last.to == w.to && last.n > 0 && !last.done {
				return true
			}
		}
	}
	return false
}

// restCounters judges the counters of one input: packets begun = packets + refused + (route, GAP) +
// cut, each where it belongs.
func (s *Scoreboard) restCounters(l *inlet) error {
	for c := range counters {
		is := s.shown[int(c)*s.ports+l.port]
		least, most := l.least[c], l.most[c]
		switch c {
		case packetsCounter:
			least, most = l.delivered, l.delivered
		case fresCounter:
			least, most = l.fres, l.fres
		case timeoutCounter:
			least, most = 0, saturated
		default:
			if l.open && l.first == l.next-1 {
				if w := l.at(l.first); w.to < 0 && w.refusal() == c {
					least++
				}
			}
		}
		if is < saturate(least) || is > saturate(most) {
			return s.fault("%v_%d is %d at rest, but must be %d..%d", c, l.port, is, least, most)
		}
		if l.first == l.next && is < saturated {
			l.least[c], l.most[c] = is, is
		}
	}
	if l.pending != 0 && l.certain {
		return s.fault("output %d: no FRES for the time-out of input %d", bits.TrailingZeros16(l.pending), l.port)
	}
	l.pending = 0
	return nil
}

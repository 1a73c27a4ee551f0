package traffic

import "math/bits"

// An outlet is the account of one output port since the last reset.
type outlet struct {
	port  int
	boot  int // symbols seen of GO, FRES
	since int // cycles that it has been enabled and not in reset, no more than matter

	open bool
	n    int    // data characters of the packet under way
	sum  byte   // their CRC
	said []byte // the characters, until it is sure who sends them

	sure bool             // one packet alone can be it, and is the first of its input
	who  uint16           // inputs that may be sending it
	worm [maxPorts]uint64 // and which packet of theirs

	doubts []doubt
}

func (o *outlet) clear() {
	o.boot, o.since = 0, 0
	o.doubts = o.doubts[:0]
	o.close()
}

func (o *outlet) close() {
	o.open, o.n, o.sum, o.said, o.sure, o.who = false, 0, 0, o.said[:0], false, 0
}

// departures judges what leaves in this cycle.
func (s *Scoreboard) departures(out []uint64) error {
	open := uint16(0) // outputs on which a packet ended that several inputs may have sent
	for q := range s.ports {
		c, o := Char(out[q]), &s.out[q]
		if c != s.f.Idle {
			more, err := s.depart(o, c)
			if err != nil {
				return err
			}
			if more {
				open |= 1 << q
			}
		}
		if s.enable>>q&1 == 0 {
			continue
		}
		switch {
		case o.boot < 2 && o.since >= bootWithin:
			return s.fault("output %d: GO, FRES have not come in the %d cycles after reset", q, bootWithin)
		case s.flow[q].overdue(s):
			return s.fault("output %d: STOP of cycle %d is not repeated", q, s.flow[q].sent)
		case o.sure:
			l := &s.in[bits.TrailingZeros16(o.who)]
			if w := l.at(l.first); w.cut != notCut && s.cycle-w.cutAt > forwardWithin {
				return s.fault("output %d: FRES is missing after %s", q, l.describe(w))
			}
		}
	}
	if open == 0 {
		return nil
	}
	return s.choose(open, out)
}

// depart takes one character of output q. It tells whether it ended a packet of which it is open
// who sent it.
func (s *Scoreboard) depart(o *outlet, c Char) (open bool, err error) {
	q := o.port
	switch {
	case c>>9 != 0 || !s.f.known(c):
		return false, s.fault("output %d: %03x is no character of a switch", q, c)
	case s.enable>>q&1 == 0:
		return false, s.fault("output %d: %03x, but the port is disabled", q, c)
	case o.boot < 2:
		if want := [...]Char{s.f.Go, s.f.Fres}[o.boot]; c != want {
			return false, s.fault("output %d: %03x is symbol %d after reset, which must be %03x", q, c, o.boot+1, want)
		}
		o.boot++
		return false, nil
	case s.f.stored(c) && s.flow[q].holds(s.cycle):
		return false, s.fault("output %d: %03x, but STOP holds it since cycle %d", q, c, s.flow[q].from-reaction-1)
	}
	switch {
	case c == s.f.Stop:
		return false, s.flow[q].stop(s, q)
	case c == s.f.Go:
		return false, s.flow[q].start(s, q)
	case c.IsData():
		s.quiet = 0
		s.stats.Data++
		return false, s.follow(o, byte(c))
	case c == s.f.Gap:
		s.quiet = 0
		return s.finish(o)
	default: // FRES
		s.quiet = 0
		s.stats.Resetting++
		return false, s.broke(o)
	}
}

// follow takes a data character.
func (s *Scoreboard) follow(o *outlet, b byte) error {
	if o.sure {
		l := &s.in[bits.TrailingZeros16(o.who)]
		w := l.at(l.first)
		if !s.fits(l, w, o.n, b, o.sum) {
			return s.differs(o, l, w, b)
		}
		l.forget(w.start + uint64(o.n))
		o.n++
		o.sum = s.f.next(o.sum, b)
		return nil
	}
	o.said = append(o.said, b)
	if !o.open {
		o.open = true
		s.gather(o)
		if o.who == 0 {
			return s.stranger(o, b)
		}
	} else if err := s.sift(o, b); err != nil {
		return err
	}
	o.n++
	o.sum = s.f.next(o.sum, b)
	return s.single(o)
}

// gather finds the inputs that may have sent what o has said.
func (s *Scoreboard) gather(o *outlet) {
	for p := range s.ports {
		if number, ok := s.reach(&s.in[p], 0, o); ok {
			o.who |= 1 << p
			o.worm[p] = number
		}
	}
}

// sift drops the inputs that did not send b next.
func (s *Scoreboard) sift(o *outlet, b byte) error {
	for who := o.who; who != 0; who &= who - 1 {
		l := &s.in[bits.TrailingZeros16(who)]
		w := l.at(o.worm[l.port])
		if !w.done && s.fits(l, w, o.n, b, o.sum) {
			continue
		}
		if number, ok := s.reach(l, o.worm[l.port]+1, o); ok {
			o.worm[l.port] = number
			continue
		}
		if o.who &^= 1 << l.port; o.who == 0 {
			return s.differs(o, l, w, b)
		}
	}
	return nil
}

// single settles who sends on o if it can be one packet only.
func (s *Scoreboard) single(o *outlet) error {
	if o.who&(o.who-1) != 0 {
		return nil
	}
	l := &s.in[bits.TrailingZeros16(o.who)]
	if _, other := s.reach(l, o.worm[l.port]+1, o); other {
		return nil
	}
	return s.settle(l, o)
}

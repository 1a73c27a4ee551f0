package traffic

import "math/bits"

// fits tells whether b can be character n of what w sends, sum being the CRC of those before. A
// switch holds one character back: the next, or GAP, must have come.
func (s *Scoreboard) fits(l *inlet, w *worm, n int, b, sum byte) bool {
	switch {
	case n+1 < w.n:
		return l.char(w.start+uint64(n)) == b
	case n+1 == w.n && w.whole:
		return b == sum^w.wrong()
	}
	return false
}

// matches tells whether w can have said what o has said, or if that is nothing, can hold o.
func (s *Scoreboard) matches(l *inlet, w *worm, o *outlet) bool {
	if len(o.said) == 0 {
		return w.n > 0
	}
	var sum byte
	for n, b := range o.said {
		if !s.fits(l, w, n, b, sum) {
			return false
		}
		sum = s.f.next(sum, b)
	}
	return true
}

// reach gives the first worm of l, from a number on, that may be the one on o: all before it are
// over, or may be.
func (s *Scoreboard) reach(l *inlet, from uint64, o *outlet) (number uint64, ok bool) {
	if l.sending >= 0 {
		return 0, false
	}
	var used [maxPorts]int
	for i := l.first; i < l.next; i++ {
		w := l.at(i)
		if i >= from && w.to == o.port && !w.done && !s.late(w) && s.matches(l, w, o) {
			return i, true
		}
		if !s.pass(l, w, &used) {
			break
		}
	}
	return 0, false
}

// late tells that a cut worm, if it has sent nothing, will not.
func (s *Scoreboard) late(w *worm) bool { return w.cut != notCut && s.cycle-w.cutAt > forwardWithin }

// settle makes sure that the packet on o is the worm of l that was thought of: those before it are
// over, and l sends nothing else. If it could be another of l just as well, nothing is concluded for
// the other inputs.
func (s *Scoreboard) settle(l *inlet, o *outlet) error {
	if o.sure {
		return nil
	}
	_, unsure := s.reach(l, o.worm[l.port]+1, o)
	for l.first < o.worm[l.port] {
		w := l.at(l.first)
		if w.to >= 0 && !w.done && w.cut == notCut {
			if !s.spend(w.to, l.port) {
				return s.fault("output %d: overtaken by a later one of its input: %s", o.port, l.describe(w))
			}
			s.finishCut(l, w)
		}
		s.pop(l)
	}
	o.sure, o.who, l.sending, l.draining = true, 1<<l.port, o.port, 0
	for q := range s.ports {
		other := &s.out[q]
		if other != o && other.who>>l.port&1 != 0 {
			other.who &^= 1 << l.port
			if other.who == 0 {
				return s.fault("outputs %d and %d: both send %s", q, o.port, l.describe(l.at(l.first)))
			}
			if err := s.single(other); err != nil {
				return err
			}
		}
	}
	if !unsure {
		s.exclude(l.port)
	}
	return nil
}

// whileFiring is a number of cycles in which a GAP may come too late to stop a time-out.
const whileFiring = 4

// broke takes a forward reset: it ends the packet on o, which may not have sent anything yet, for a
// reason.
func (s *Scoreboard) broke(o *outlet) error {
	if !o.open {
		s.gather(o)
	}
	if o.who == 0 {
		return s.fault("output %d: FRES, but no packet can hold the output", o.port)
	}
	var fired, waiters, cut uint16
	for p := range s.ports {
		if s.in[p].pending>>o.port&1 != 0 {
			fired |= 1 << p
			s.in[p].pending &^= 1 << o.port
		}
	}
	for who := o.who; who != 0; who &= who - 1 {
		p := bits.TrailingZeros16(who)
		l := &s.in[p]
		if s.ended(l, o, fired == 0) {
			cut |= 1 << p
		}
		if fired>>p&1 != 0 && l.certain && s.waited(l, o) {
			waiters |= 1 << p
		}
	}
	switch {
	case cut == 0 && fired == 0:
		l := &s.in[bits.TrailingZeros16(o.who)]
		return s.fault("output %d: FRES without a reason: neither a time-out nor the end of %s", o.port, l.describe(l.at(o.worm[l.port])))
	case fired == 0:
		o.who = cut
	case o.who&^waiters != 0:
		o.who &^= waiters
	}
	if o.who&(o.who-1) != 0 {
		s.stats.Lenient++
		o.doubts = append(o.doubts, doubt{who: o.who, at: s.cycle})
		o.close()
		return nil
	}
	l := &s.in[bits.TrailingZeros16(o.who)]
	if fired == 0 {
		if err := s.settle(l, o); err != nil {
			return err
		}
	}
	if !o.sure { // it may be one behind, but then this one was ended before
		s.finishCut(l, l.at(o.worm[l.port]))
		o.close()
		return nil
	}
	s.finishCut(l, l.at(l.first))
	s.leave(l, o)
	return nil
}

// ended tells whether what l may have on o was cut on the input. If that must be, the worm that was
// is taken for the one on o.
func (s *Scoreboard) ended(l *inlet, o *outlet, must bool) bool {
	for number, ok := o.worm[l.port], true; ok; number, ok = s.reach(l, number+1, o) {
		if l.at(number).cut != notCut {
			if must {
				o.worm[l.port] = number
			}
			return true
		}
	}
	return false
}

// waited tells that what l may have on o was whole when a time-out of l was counted: it did not
// stand still, so it waited.
func (s *Scoreboard) waited(l *inlet, o *outlet) bool {
	for number, ok := o.worm[l.port], true; ok; number, ok = s.reach(l, number+1, o) {
		if w := l.at(number); !w.whole || w.ended+whileFiring >= l.firedAt {
			return false
		}
	}
	return true
}

// trim judges the first worms of l as far as they are over.
func (s *Scoreboard) trim(l *inlet) {
	for l.first < l.next && !(l.open && l.first == l.next-1) {
		w := l.at(l.first)
		if !w.done && w.to >= 0 && !(s.late(w) && !s.appears(l, w)) {
			return
		}
		s.pop(l)
	}
}

// appears tells whether w may be on an output.
func (s *Scoreboard) appears(l *inlet, w *worm) bool {
	for q := range s.ports {
		if o := &s.out[q]; o.who>>l.port&1 != 0 && o.worm[l.port] == w.number {
			return true
		}
	}
	return false
}

// pop takes the first worm out of the account.
func (s *Scoreboard) pop(l *inlet) {
	w := l.at(l.first)
	if w.to < 0 && w.cut == notCut {
		l.least[w.refusal()]++
		s.stats.Refused++
	}
	if w.cut != notCut {
		s.stats.Cut[w.cut]++
	}
	if w.cut != notCut && !w.done && w.to >= 0 {
		s.excuse(w.to, l.port)
	}
	l.stored -= w.slots
	if w.cut != notCut || w.to < 0 {
		l.draining = min(l.draining+w.slots, s.c.Depth)
	}
	l.first++
	if l.first < l.next {
		l.forget(l.at(l.first).start)
	} else {
		l.forget(l.high)
	}
}

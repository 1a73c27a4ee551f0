package traffic

import (
	"math/bits"
)

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
	for i := l.first; i < l.next; i++ {
		w := l.at(i)
		if i >= from && w.to == o.port && !w.done && !s.late(w) && s.matches(l, w, o) {
			return i, true
		}
		if !s.passable(l, w) {
			break
		}
	}
	return 0, false
}

// late tells that a cut worm, if it has sent nothing, will not.
func (s *Scoreboard) late(w *worm) bool { return w.cut != notCut && s.cycle-w.cutAt > fillSlack }

// passable tells whether a worm behind w can have got to the front.
func (s *Scoreboard) passable(l *inlet, w *worm) bool {
	return w.done || w.to < 0 || w.cut != notCut || s.doubtful(l, w) >= 0
}

// doubtful finds an ambiguous forward reset that can have ended w.
func (s *Scoreboard) doubtful(l *inlet, w *worm) int {
	any := -1
	for i := range s.out[w.to].lost {
		if a := &s.out[w.to].lost[i]; a.who>>l.port&1 != 0 {
			any = i
			if a.worm[l.port] == w.number {
				break
			}
		}
	}
	return any
}

// settle makes sure that the packet on o is the worm of l that was thought of: those before it are
// over, and l sends nothing else.
func (s *Scoreboard) settle(l *inlet, o *outlet) error {
	if o.sure {
		return nil
	}
	for l.first < o.worm[l.port] {
		w := l.at(l.first)
		if w.to >= 0 && !w.done && w.cut == notCut {
			i := s.doubtful(l, w)
			if i < 0 {
				return s.fault("output %d: overtaken by a later one of its input: %s", o.port, l.describe(w))
			}
			w.cut, w.done = cutTimeout, true
			s.out[w.to].resolve(i)
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
		s.exclude(other, l.port)
	}
	return nil
}

// exclude notes that what input p sends now was not ended by a forward reset.
func (s *Scoreboard) exclude(o *outlet, p int) {
	for i := 0; i < len(o.lost); i++ {
		a := &o.lost[i]
		if a.who>>p&1 == 0 {
			continue
		}
		a.who &^= 1 << p
		if a.who&(a.who-1) != 0 {
			continue
		}
		if a.who != 0 {
			l := &s.in[bits.TrailingZeros16(a.who)]
			if number := a.worm[l.port]; number >= l.first {
				s.finishCut(l.at(number))
			}
		}
		o.resolve(i)
		i--
	}
}

// resolve forgets an ambiguous forward reset.
func (o *outlet) resolve(i int) { o.lost = append(o.lost[:i], o.lost[i+1:]...) }

// finishCut notes that a forward reset ended w.
func (s *Scoreboard) finishCut(w *worm) {
	w.done = true
	if w.cut == notCut {
		w.cut, w.cutAt = cutTimeout, s.cycle
	}
}

// broke takes a forward reset: it ends the packet on o, which may not have sent anything yet, for a
// reason.
func (s *Scoreboard) broke(o *outlet) error {
	if !o.open {
		s.gather(o)
	}
	if o.who == 0 {
		return s.fault("output %d: FRES, but no packet can hold the output", o.port)
	}
	var cut, fired, waiters uint16
	for p := range s.ports {
		l := &s.in[p]
		bit := uint16(1) << p
		if l.pending>>o.port&1 != 0 {
			fired |= bit
		}
		if o.who&bit == 0 {
			continue
		}
		w := l.at(o.worm[p])
		if w.cut != notCut {
			cut |= bit
		}
		if fired&bit != 0 && l.certain && w.whole {
			waiters |= bit
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
	s.answer(o.port, fired)
	if o.who&(o.who-1) != 0 {
		s.stats.Lenient++
		o.lost = append(o.lost, ambiguous{o.who, o.worm})
		o.close()
		return nil
	}
	l := &s.in[bits.TrailingZeros16(o.who)]
	if err := s.settle(l, o); err != nil {
		return err
	}
	s.finishCut(l.at(l.first))
	s.leave(l, o)
	return nil
}

// answer notes that a forward reset on output q followed the time-outs of these inputs.
func (s *Scoreboard) answer(q int, fired uint16) {
	for ; fired != 0; fired &= fired - 1 {
		l := &s.in[bits.TrailingZeros16(fired)]
		l.pending &^= 1 << q
	}
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
		if w.to >= 0 && w.whole && w.wrong() != 0 {
			l.most[crcCounter]--
		}
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

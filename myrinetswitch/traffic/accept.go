package traffic

// lostAfter is the number of cycles from a character that a full buffer loses to its pulse on
// err_overflow. It is the one exact time that the scoreboard asks for: without it one could not
// tell which packet lost a character.
const lostAfter = 2

// accept takes the character that came lostAfter cycles ago; lost tells that it found no room.
func (s *Scoreboard) accept(l *inlet, c Char, lost bool) error {
	f := s.f
	if lost {
		s.stats.Overflows++
		if err := s.judgeOverflow(l, c); err != nil {
			return err
		}
	}
	switch {
	case c.IsData():
		if l.dropping {
			return nil
		}
		w := s.take(l, byte(c), lost)
		if lost {
			s.cut(l, w, cutOverflow)
			l.dropping = true
		}
	case c == f.Gap:
		switch {
		case l.dropping:
			l.dropping = false
		case lost:
			if l.open {
				s.cut(l, l.at(l.next-1), cutOverflow)
			}
		default:
			s.end(l)
		}
	case c == f.Fres:
		l.fres++
		l.dropping = false
		if l.open {
			s.cut(l, l.at(l.next-1), cutFres)
		}
	}
	return nil
}

// take adds a data character to the worm that is open, or begins one.
func (s *Scoreboard) take(l *inlet, b byte, lost bool) *worm {
	if !l.open {
		w := l.begin()
		s.stats.Begun++
		w.begun, w.lead, w.to = s.cycle-lostAfter, b, s.route(l.port, b)
		w.sum, w.slots = s.f.next(0, b), 1
		l.stored++
		if w.to < 0 && !lost {
			l.most[w.refusal()]++
		}
		return w
	}
	w := l.at(l.next - 1)
	if lost {
		return w
	}
	if w.n > 0 {
		w.sum = s.f.next(w.sum, w.last)
	}
	w.last = b
	w.slots++
	l.stored++
	if w.done || w.to < 0 {
		w.n++
	} else {
		l.store(w, b)
	}
	return w
}

// end takes a GAP.
func (s *Scoreboard) end(l *inlet) {
	if !l.open {
		s.stats.LoneGaps++
		if l.first < l.next {
			l.at(l.next-1).slots++
			l.stored++
		}
		return
	}
	l.open = false
	w := l.at(l.next - 1)
	w.whole, w.ended = true, s.cycle-lostAfter
	w.slots++
	l.stored++
	switch {
	case w.to < 0 || w.done:
	case w.n == 0:
		w.to = refusedBare
		l.most[crcCounter]++
		s.stats.Bare++
	case w.wrong() != 0:
		l.most[crcCounter]++
	}
}

// cut ends a worm without a GAP.
func (s *Scoreboard) cut(l *inlet, w *worm, why cause) {
	l.open = false
	if !w.done && w.cut == notCut {
		w.cut, w.cutAt = why, s.cycle-lostAfter
	}
}

// route tells where a lead byte sends its packet.
func (s *Scoreboard) route(p int, lead byte) int {
	q := p + Turn(lead)
	switch {
	case lead&0x80 == 0:
		return refusedStranded
	case q < 0 || q >= s.ports:
		return refusedIllegal
	case s.enable>>q&1 == 0:
		return refusedNoWire
	}
	return q
}

// judgeOverflow asks for a reason to lose c.
func (s *Scoreboard) judgeOverflow(l *inlet, c Char) error {
	switch {
	case !l.heard[lostAfter-1] || !s.f.stored(c):
		return s.fault("err_overflow[%d], but the character two cycles before, %03x, is not one to be stored", l.port, c)
	case l.dropping:
		return s.fault("err_overflow[%d], but the rest of the packet is being dropped", l.port)
	case s.fill(l) < s.c.Depth:
		return s.fault("err_overflow[%d], but the buffer of %d holds no more than %d characters", l.port, s.c.Depth, s.fill(l))
	case !s.flow[l.port].stopSent:
		return s.fault("err_overflow[%d], but output %d has not sent STOP", l.port, l.port)
	}
	return nil
}

// fill is the greatest number of characters that the buffer of an input may hold.
func (s *Scoreboard) fill(l *inlet) int {
	n := l.stored + l.draining
	if l.sending >= 0 {
		n -= 1 + s.out[l.sending].n
	}
	return n
}

package traffic

import "bytes"

// Twins are messages that would leave an output exactly alike, bit for bit. When one leaves, the one
// that came first by port number is taken for it; all are given the same number, and what depends
// on which of them it was is not judged until all have left: their order, their turn in falling, the
// cycle of their pulses. That each leaves once still is.

// pair marks two messages that a departure fits equally.
func (s *Scoreboard) pair(a, b *record) {
	switch {
	case a.twin == 0 && b.twin == 0:
		s.twins++
		a.twin, b.twin = s.twins, s.twins
	case a.twin == 0:
		a.twin = b.twin
	case b.twin == 0:
		b.twin = a.twin
	default:
		old := b.twin
		for p := range s.in {
			for _, m := range s.in[p].queue {
				if m.twin == old {
					m.twin = a.twin
				}
			}
		}
	}
}

// twinWaits tells whether a message with this number has not left.
func (s *Scoreboard) twinWaits(twin int) bool {
	for p := range s.in {
		for _, m := range s.in[p].waiting {
			if m.twin == twin {
				return true
			}
		}
	}
	return false
}

// pairWithLeft marks the twins of m that have left already and would fit what has just left output q.
func (s *Scoreboard) pairWithLeft(m *record, q int) {
	for p := range s.in {
		for _, other := range s.in[p].queue {
			if !other.left || other.twin == 0 || other == m {
				continue
			}
			if _, ok := s.fits(other, &s.out[q].now, q); ok {
				s.pair(m, other)
			}
		}
	}
}

// exchange looks among the twins that have left already for one that fits what has just left
// output q, if others can stand for it where it was seen.
func (s *Scoreboard) exchange(q int) (*record, class) {
	for p := range s.in {
		for _, m := range s.in[p].queue {
			if !m.left || m.twin == 0 {
				continue
			}
			if as, ok := s.fits(m, &s.out[q].now, q); ok && s.relieve(m) {
				return m, as
			}
		}
	}
	return nil, 0
}

// relieve makes a twin of m stand for m, or tells that none can. One that has left already must be
// relieved in turn.
func (s *Scoreboard) relieve(m *record) bool {
	m.moving = true
	defer func() { m.moving = false }()
	for p := range s.in {
		l := &s.in[p]
		for _, other := range l.waiting {
			if other.twin != m.twin {
				continue
			}
			if c, ok := s.stands(other, m); ok {
				other.leave(c, m.to, m.at, m.afd)
				l.depart(other, s.cycle)
				return true
			}
		}
	}
	for p := range s.in {
		for _, other := range s.in[p].queue {
			if !other.left || other.twin != m.twin || other.moving {
				continue
			}
			if c, ok := s.stands(other, m); ok && s.relieve(other) {
				other.leave(c, m.to, m.at, m.afd)
				return true
			}
		}
	}
	return false
}

// stands tells whether m can be what left as other, and how m was routed then.
func (s *Scoreboard) stands(m, other *record) (class, bool) {
	var a, b [16]byte
	if m.verdict != Good && (!m.flagged || m.flagAt > other.at) || m.came > other.at || m.spoilt() != other.spoilt() ||
		min(m.length, s.f.Words) != min(other.length, s.f.Words) || !bytes.Equal(m.body, other.body) {
		return 0, false
	}
	left := other.head(other.class, a[:0])
	possible := other.afd.modes(m)
	for mode := modeOff; mode <= modeOn; mode <<= 1 {
		if possible&mode == 0 {
			continue
		}
		c, outputs := s.chip.fate(m, mode)
		if outputs>>other.to&1 != 0 && bytes.Equal(m.head(c, b[:0]), left) {
			return c, true
		}
	}
	return 0, false
}

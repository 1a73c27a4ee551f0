package traffic

import "math/bits"

// checkQuiet judges a router in which nothing has moved for longer than anything can take: whatever
// is not delivered now never will be, unless an unfinished message holds an output.
func (s *Scoreboard) checkQuiet() error {
	var held uint8 // outputs on which a message has begun and not ended
	for q := range s.out {
		if s.out[q].frame.inside() {
			held |= 1 << q
		}
	}
	unfinished := 0
	for p := range s.in {
		if m := s.in[p].now; m != nil && m.header() {
			unfinished++
		}
	}
	for q := range s.out {
		if held>>q&1 != 0 && !s.holds(q) {
			return fault(s.cycle, "output %d: stopped inside a message, %v, that no input is still sending", q, &s.out[q].now)
		}
	}
	if n := bits.OnesCount8(held); n > unfinished {
		return fault(s.cycle, "%d outputs stopped inside messages, but %d inputs are still sending one", n, unfinished)
	}
	for p := range s.in {
		l := &s.in[p]
		if held == 0 {
			if err := l.resolve(s, true); err != nil {
				return err
			}
			continue
		}
		if err := l.resolve(s, false); err != nil {
			return err
		}
		if m := l.stuck(s, held); m != nil {
			return fault(s.cycle, "stuck: %s may leave on %s, which no unfinished message holds", m.where(), s.outputsOf(m))
		}
	}
	if held == 0 {
		s.stats.Quiet++
	}
	return nil
}

// holds tells whether the message on output q can be the unfinished one of some input.
func (s *Scoreboard) holds(q int) bool {
	o := &s.out[q].now
	for p := range s.in {
		m := s.in[p].now
		if m == nil || !m.header() {
			continue
		}
		possible := o.afd.modes(m)
		for mode := modeOff; mode <= modeOn; mode <<= 1 {
			if possible&mode == 0 {
				continue
			}
			if c, outputs := s.chip.fate(m, mode); outputs>>q&1 != 0 && m.leads(c, s.f, o) {
				return true
			}
		}
	}
	return false
}

// stuck is the first message of the input that must leave and could.
func (l *ledger) stuck(s *Scoreboard, held uint8) *record {
	for _, m := range l.waiting {
		may, must := s.swallows(m)
		switch {
		case must:
		case s.blocked(m, held):
			return nil
		case !may && m.twin == 0:
			return m
		}
	}
	return nil
}

// blocked tells whether m may be waiting for the outputs held: a child it must go to, all parents
// if it climbs, any child if it falls.
func (s *Scoreboard) blocked(m *record, held uint8) bool {
	modes := s.afd.modes(m)
	for mode := modeOff; mode <= modeOn; mode <<= 1 {
		if modes&mode == 0 {
			continue
		}
		switch c, outputs := s.chip.fate(m, mode); c {
		case up:
			if outputs&^held == 0 {
				return true
			}
		default:
			if outputs&held != 0 {
				return true
			}
		}
	}
	return false
}

package traffic

// A receiver stops the output of one port and lets it go on, by symbols on the port's input.
type receiver struct {
	rest    int // cycles before the next time of STOP
	hold    int // cycles of it that are left
	refresh int // cycles to the next STOP
	lazy    bool
}

func (x *receiver) restart(s *stimulus, p int) {
	*x = receiver{rest: s.below(s.receive[p].every + 1)}
}

// next gives the symbol of this cycle, or IDLE.
func (x *receiver) next(s *stimulus, p int) Char {
	how := &s.receive[p]
	if x.hold > 0 {
		x.hold--
		if s.phase != busy {
			x.hold = 0
		}
		if x.hold == 0 {
			x.rest = s.between(1, max(1, how.every))
			if x.lazy && s.phase == busy {
				return s.f.Idle
			}
			return s.f.Go
		}
		if x.lazy {
			return s.f.Idle
		}
		if x.refresh--; x.refresh == 0 {
			x.refresh = s.between(1, s.c.Refresh)
			return s.f.Stop
		}
		return s.f.Idle
	}
	if how.every == 0 || s.phase != busy {
		return s.f.Idle
	}
	if x.rest > 0 {
		x.rest--
		return s.f.Idle
	}
	x.hold = s.between(1, max(1, how.hold))
	x.refresh = s.between(1, s.c.Refresh)
	x.lazy = s.chance(how.lazy)
	return s.f.Stop
}

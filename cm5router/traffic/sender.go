package traffic

// A sender puts messages on one input port.
type sender struct {
	message Message // the latest, for its memory
	route   [8]byte // its route flits
	flits   []byte  // of the message under way
	next    int     // flit to send
	wait    int     // tokens to leave unused before it
	burst   int     // messages still to be sent without a gap
	cut     bool    // what is under way is not the whole message
	dead    bool    // it has stopped there for good
}

func (x *sender) restart() {
	x.flits, x.next, x.wait, x.burst, x.cut, x.dead = x.flits[:0], 0, 0, 0, false, false
}

// due tells whether to use the token of this cycle, chance being uniform in 0..255.
func (x *sender) due(s *stimulus, p, chance int) bool {
	inside := x.next < len(x.flits)
	if x.dead || s.phase == draining {
		return inside && !x.dead
	}
	if x.wait > 0 {
		x.wait--
		return false
	}
	return chance < s.send[p].use
}

// pop gives the next flit, of a new message if need be.
func (x *sender) pop(s *stimulus, p int) byte {
	if x.next == len(x.flits) {
		x.compose(s, p)
	}
	flit := x.flits[x.next]
	x.next++
	how := &s.send[p]
	switch {
	case x.next < len(x.flits):
		if s.chance(how.pause) {
			x.wait = s.between(1, 64)
		}
	case x.cut:
		x.dead = true
	case x.burst > 1:
		x.burst--
	default:
		x.burst = how.burst
		x.wait = s.below(how.gap + 1)
	}
	return flit
}

// compose makes the next message.
func (x *sender) compose(s *stimulus, p int) {
	m, f := &x.message, s.f
	bad := x.aim(s, p)
	m.Tag = byte(s.below(16))
	m.Length = s.between(1, f.Words)
	if s.chance(s.long) {
		m.Length = f.Words
	}
	if s.chance(s.short) {
		m.Length = 1
	}
	if s.chance(s.faults.length) {
		bad = true
		m.Length = 0
		if top := f.MaxLength(); top > f.Words && s.chance(128) {
			if s.chance(224) {
				top = min(top, f.Words+3)
			}
			m.Length = s.between(f.Words+1, top)
		}
	}
	m.Data = m.Data[:8*m.Length]
	s.fill(m.Data)
	x.flits, x.next = f.AppendSealed(x.flits[:0], m), 0
	if x.damage(s) || bad {
		s.injected++
	}
}

// damage does to the encoded message what links do, and tells whether it did.
func (x *sender) damage(s *stimulus) bool {
	f, bit := s.f, s.below(1<<16)
	switch {
	case s.chance(s.faults.flip):
		part := [...]Part{RoutePart, TagPart, DataPart, CRCPart}[s.below(4)]
		if lo, hi := f.Span(x.flits, part); lo == hi {
			part = TagPart
		}
		f.Flip(x.flits, part, bit)
	case s.chance(s.faults.complement):
		f.Complement(x.flits)
	case s.chance(s.faults.framing):
		f.Flip(x.flits, [...]Part{HeightPart, LengthPart}[s.below(2)], bit)
	case s.chance(s.faults.cut):
		x.flits = x.flits[:s.between(1, len(x.flits)-1)]
		x.cut = true
	default:
		return false
	}
	return true
}

// aim chooses height and route, and tells whether they are malformed.
func (x *sender) aim(s *stimulus, p int) (bad bool) {
	h, child, bad := s.way(p)
	m := &x.message
	m.Height = h
	m.Route = x.route[:routeFlits(h)]
	s.fill(m.Route)
	if h == 0 {
		return bad
	}
	if h%2 == 1 && !s.chance(s.faults.left) {
		m.Route[0] &= 3
	}
	switch {
	case child < 0:
	case h%2 == 1:
		m.Route[0] = m.Route[0]&12 | byte(child)
	default:
		m.Route[0] = m.Route[0]&3 | byte(child)<<2
	}
	return bad
}

package traffic

// way chooses the height of the next message of port p and the child that its next field names, -1
// for any. It tells whether the message is malformed.
func (s *stimulus) way(p int) (height, child int, bad bool) {
	own := uint8(0)
	if p < children {
		own = 1 << p
	}
	open := s.children &^ own // children that a message may go down to
	f := &s.faults
	switch {
	case s.level > 0 && s.chance(f.low):
		return s.below(s.level), -1, !s.afd
	case own != 0 && s.chance(f.own):
		return s.level, p, !s.afd
	case s.chance(f.disabled):
		closed := 15 &^ s.children
		barred := own != 0 && s.level < 15 && s.parents&s.pool == 0
		switch {
		case barred && (closed == 0 || s.chance(128)):
			return s.between(s.level+1, 15), -1, !s.afd
		case closed != 0:
			return s.level, s.bit(closed), !s.afd
		}
	case own == 0 && s.level < 15 && s.chance(f.fallen):
		return s.between(s.level+1, 15), -1, !s.afd
	case s.afd && s.chance(128):
		return s.below(16), -1, s.children == 0
	}
	climbs := own != 0 && s.level < 15 && s.parents&s.pool != 0
	switch {
	case climbs && (open == 0 || s.climb()):
		return s.between(s.level+1, 15), -1, false
	case open != 0:
		return s.level, s.child(p, open), false
	}
	return s.below(16), -1, !s.afd
}

// climb decides for a message that may climb or go down.
func (s *stimulus) climb() bool {
	switch s.aim {
	case aimTurn, aimClimb:
		return true
	case aimChild:
		return s.chance(32)
	}
	return s.chance(128)
}

// child chooses among the children open to a message of port p.
func (s *stimulus) child(p int, open uint8) int {
	k := -1
	switch s.aim {
	case aimChild:
		if k = s.hot; s.chance(32) {
			k = -1
		}
	case aimTurn:
		k = (p + s.hot) % children
	}
	if k < 0 || open>>k&1 == 0 {
		return s.bit(open)
	}
	return k
}

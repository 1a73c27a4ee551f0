package traffic

import "math/bits"

// A sender puts packets on one input port.
type sender struct {
	lanes [vcs]lane
	last  int  // lane of the latest flit
	open  bool // which has more of the same packet
}

// A lane is what a sender has for one VC.
type lane struct {
	words   []uint64 // flits of the packet under way or next, one after the other
	length  int      // flits
	next    int      // to be sent
	bad     bool     // an error on purpose
	cut     bool     // it is not the whole packet
	dead    bool     // it has stopped for good
	credits int
	wait    int  // cycles to let pass
	gamble  bool // a flit was sent in the cycle before without a credit
}

func (x *lane) restart(credits int) {
	*x = lane{words: x.words[:0], credits: credits}
}

// settle takes the credit that the cycle before had or had not. A flit sent without one was taken if
// a credit came in the same cycle, and is paid with it; else it was dropped.
func (x *lane) settle(credit bool) {
	if credit && !x.gamble {
		x.credits++
	}
	x.gamble = false
	if x.wait > 0 {
		x.wait--
	}
}

// drive sets the pins of port p.
func (x *sender) drive(s *stimulus, p int, pins bundle) {
	how := &s.send[p]
	s.pins.fill(pins.flit(), &s.dice)
	noise := pins[0]
	valid, vc := false, int(noise>>32&7) // what a pin says while it does not matter is random
	switch {
	case s.phase == resetting || p != node && !s.usable(p):
		valid = noise>>40&1 != 0 // ignored
	case s.phase == busy && s.chance(s.faults.missing):
		valid, vc = true, s.missing(p)
		s.injected++
	case s.phase == busy && s.chance(s.faults.overflow) && x.full() != 0:
		valid, vc = true, s.bit(x.full())
		x.lanes[vc].gamble = true
		s.injected++
	default:
		if how.use >= 256 && s.phase == busy || s.chance(how.use) || s.phase == draining {
			if vc = x.pick(s, p); vc >= 0 {
				valid = true
				x.pop(s, vc, how, pins.flit())
			}
		}
	}
	if !valid {
		vc = int(noise >> 32 & 7)
	}
	pins.set(valid, vc)
}

// full is the lanes without a credit.
func (x *sender) full() (lanes uint8) {
	for v := range x.lanes {
		if x.lanes[v].credits == 0 && len(x.lanes[v].words) > 0 {
			lanes |= 1 << v
		}
	}
	return lanes
}

// pick chooses the lane of the next flit, or none: -1.
func (x *sender) pick(s *stimulus, p int) int {
	how := &s.send[p]
	var ready uint8
	for b := how.lanes; b != 0; b &= b - 1 {
		v := bits.TrailingZeros8(b)
		if x.lanes[v].ready(s, p, v) {
			ready |= 1 << v
		}
	}
	if ready == 0 {
		return -1
	}
	if x.open && ready>>x.last&1 != 0 && s.chance(how.stick) {
		return x.last
	}
	return s.bit(ready)
}

// ready tells whether the lane has a flit that may go.
func (x *lane) ready(s *stimulus, p, v int) bool {
	switch {
	case x.wait > 0 || x.dead || x.credits == 0:
		return false
	case x.next > 0:
		return true
	case s.phase != busy:
		return false
	case x.length == 0 && !x.compose(s, p, v):
		return false
	}
	return s.send[p].hasty || x.credits >= min(x.length, s.depth(v))
}

// pop sends the next flit of a lane.
func (x *sender) pop(s *stimulus, v int, how *sending, to flit) {
	l := &x.lanes[v]
	n := s.pins.words
	copy(to, l.words[l.next*n:(l.next+1)*n])
	if l.next == 0 && l.bad {
		s.injected++
	}
	l.next++
	l.credits--
	x.last, x.open = v, l.next < l.length
	switch {
	case x.open:
		if s.phase == busy && s.chance(how.pause) {
			l.wait = s.between(1, 100)
		}
		return
	case l.cut:
		l.dead = true
	}
	l.length, l.next, l.bad = 0, 0, false
	l.wait = s.below(how.gap + 1)
}

package traffic

import "math/bits"

// A receiver gives credits back for the flits of one output.
type receiver struct {
	late    [64]uint8 // VC whose flit falls due, a bit each, by cycle
	now     int
	owed    [vcs]int
	gather  [vcs]bool // until a burst is complete
	stalled [vcs]int  // cycles without yet to come
	busy    uint8     // VCs that are owed anything
}

// take receives a flit.
func (x *receiver) take(v int, g *[vcs]giving) {
	x.late[(x.now+g[v].delay)%len(x.late)] |= 1 << v
}

// next gives the credits of this cycle.
func (x *receiver) next(s *stimulus, o int) (credits uint8) {
	g := &s.give[o]
	due := x.late[x.now]
	x.late[x.now] = 0
	x.now = (x.now + 1) % len(x.late)
	x.busy |= due
	for b := x.busy; b != 0; b &= b - 1 {
		v := bits.TrailingZeros8(b)
		if due>>v&1 != 0 {
			x.owed[v]++
		}
		if !x.ready(s, v, &g[v]) {
			continue
		}
		credits |= 1 << v
		if x.owed[v]--; x.owed[v] == 0 {
			x.busy &^= 1 << v
			x.gather[v] = true
		}
	}
	if s.phase == busy && s.chance(s.faults.over) {
		v := s.below(vcs)
		if x.owed[v] == 0 {
			credits |= 1 << v
			s.injected++
		}
	}
	return credits
}

// ready tells whether a credit of VC v, of which some are owed, is given back now.
func (x *receiver) ready(s *stimulus, v int, g *giving) bool {
	switch {
	case s.phase == draining:
		return true
	case x.stalled[v] > 0:
		x.stalled[v]--
		return false
	case g.stall > 0 && s.chance(1) && s.chance(g.stall):
		x.stalled[v] = s.below(g.long)
		return false
	case x.gather[v] && x.owed[v] < g.burst:
		return false
	}
	x.gather[v] = false
	return g.rate >= 256 || s.chance(g.rate)
}

package traffic

import "math/bits"

// A pulse on err_protocol of one port. A shared one is accounted for by a flit that was discarded
// in the cycle before; a message may have its pulse in it as well, since pulses due in one cycle
// merge.
type pulse struct {
	cycle  uint64
	shared bool
}

// pulses lines the pulses of a port up with its messages. Messages are judged in the order in
// which they came, and so are their pulses; which shared pulses are also a message's cannot be
// seen, so the set of all ways to line them up is kept.
type pulses struct {
	list []pulse
	ways uint64 // bit i: the first i pulses may be those accounted for so far
	lost bool   // too many to follow: nothing is said until all is quiet or reset

	event uint64 // before this cycle something happened that tells pulses before it from later ones
}

const maxPulses = 63

func newPulses() pulses { return pulses{list: make([]pulse, 0, maxPulses), ways: 1} }

// add notes one more pulse, which n messages could claim. Of shared pulses between the same events
// n are enough: no message can claim one and not another.
func (u *pulses) add(p pulse, n int) {
	if p.shared {
		like := 0
		for i := len(u.list) - 1; i >= 0 && u.list[i].shared && u.list[i].cycle >= u.event; i-- {
			like++
		}
		if like >= n {
			return
		}
	}
	if len(u.list) == maxPulses {
		u.lost = true
	}
	if !u.lost {
		u.list = append(u.list, p)
	}
}

// own tells whether, however the pulses so far are lined up, one that only a message can explain
// is left and came in cycle from or later.
func (u *pulses) own(from uint64) bool {
	for _, p := range u.list[min(bits.Len64(u.ways)-1, len(u.list)):] {
		if !p.shared && p.cycle >= from {
			return true
		}
	}
	return u.lost
}

// first is the oldest pulse that only a message can explain.
func (u *pulses) first() (pulse, bool) {
	for _, p := range u.list {
		if !p.shared {
			return p, true
		}
	}
	return pulse{}, false
}

// need says how many pulses a message has.
type need uint8

const (
	noPulse need = iota
	onePulse
	anyPulse // none or one
)

// judge accounts for the next message, whose pulse, if it has one, lies in cycles from..to. It
// tells whether that can be.
func (u *pulses) judge(n need, from, to uint64) bool {
	if u.lost {
		return true
	}
	var next uint64
	if n != onePulse {
		next = u.ways
	}
	if n != noPulse {
		for w := u.ways; w != 0; w &= w - 1 {
			for j := bits.TrailingZeros64(w); j < len(u.list); j++ {
				p := u.list[j]
				if from <= p.cycle && p.cycle <= to {
					next |= 2 << j
				}
				if !p.shared {
					break
				}
			}
		}
	}
	u.ways = next
	if next == 0 {
		return false
	}
	done := bits.TrailingZeros64(next)
	u.list = u.list[:copy(u.list, u.list[done:])]
	u.ways >>= done
	return true
}

// settle forgets all pulses: no message is left that could explain them. It gives the first that
// nothing explains.
func (u *pulses) settle() (unexplained pulse, ok bool) {
	ok = true
	if !u.lost && len(u.list) > 0 {
		last := -1 // own pulse
		for i, p := range u.list {
			if !p.shared {
				last = i
			}
		}
		if ok = u.ways>>(last+1) != 0; !ok {
			first := bits.Len64(u.ways) - 1 // accounted for at best
			for u.list[first].shared {
				first++
			}
			unexplained = u.list[first]
		}
	}
	u.list, u.ways = u.list[:0], 1
	return unexplained, ok
}

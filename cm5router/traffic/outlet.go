package traffic

import (
	"fmt"
	"math/bits"
	"strings"
)

// An outlet is one output port.
type outlet struct {
	frame  framer
	now    record // message under way, or the last one
	count  uint16 // messages that left
	latest uint64 // cycle in which the last of them did
}

func (o *outlet) clear() {
	o.frame = newFramer(o.frame.f)
	o.count, o.latest = 0, 0
}

// take receives one flit and tells whether it ended a message.
func (o *outlet) take(flit byte, cycle uint64, w window) bool {
	if !o.frame.inside() {
		o.now.start(-1)
		o.now.afd = w
	}
	part, last := o.frame.push(flit)
	o.now.add(o.frame.f, part, flit, cycle)
	if last {
		o.now.end(o.frame.f, o.frame.verdict(), cycle)
		o.count++
		o.latest = cycle
	}
	return last
}

// match finds the message that has just left output q whole among those that wait.
func (s *Scoreboard) match(q int) error {
	o := &s.out[q].now
	var found *record
	var as class
	others := false
	for p := range s.in {
		for _, m := range s.in[p].waiting {
			c, ok := s.fits(m, o, q)
			switch {
			case !ok:
			case found == nil:
				found, as = m, c
			default:
				s.pair(found, m)
				others = true
			}
		}
	}
	if found == nil {
		if found, as = s.exchange(q); found == nil {
			return s.explain(q)
		}
	}
	s.pairWithLeft(found, q)
	if others {
		s.stats.Twins++
	}
	s.stats.Out++
	s.stats.LinksOut[q]++
	s.stats.DataFlits += uint64(len(o.body) - 1)
	found.leave(as, q, s.cycle, o.afd)
	l := &s.in[found.port]
	if found.twin == 0 {
		for _, m := range l.waiting {
			if m == found {
				break
			}
			if m.twin == 0 && s.destined(m) == 1<<q {
				return fault(s.cycle, "output %d: %s is overtaken by %s", q, m.where(), found.where())
			}
		}
	}
	l.depart(found, s.cycle)
	return l.resolve(s, false)
}

// fits tells whether o, which left output q, can be m, and how m was routed then.
func (s *Scoreboard) fits(m, o *record, q int) (class, bool) {
	if m.verdict != Good && !m.flagged { // the verdict is out before the CRC that follows it
		return 0, false
	}
	bad := Good
	if m.spoilt() {
		bad = Secondary
	}
	if o.verdict != bad {
		return 0, false
	}
	possible := o.afd.modes(m)
	for mode := modeOff; mode <= modeOn; mode <<= 1 {
		if possible&mode == 0 {
			continue
		}
		c, outputs := s.chip.fate(m, mode)
		if outputs>>q&1 != 0 && m.becomes(c, s.f, o) {
			return c, true
		}
	}
	return 0, false
}

// swallows tells whether m may be swallowed and whether it must.
func (s *Scoreboard) swallows(m *record) (may, must bool) {
	possible := s.afd.modes(m)
	must = true
	for mode := modeOff; mode <= modeOn; mode <<= 1 {
		if possible&mode != 0 {
			c, _ := s.chip.fate(m, mode)
			may = may || c == swallowed
			must = must && c == swallowed
		}
	}
	return may, must
}

// destined gives the outputs on which m must leave; none if it may be swallowed.
func (s *Scoreboard) destined(m *record) uint8 {
	if may, _ := s.swallows(m); may {
		return 0
	}
	return s.possible(m)
}

// possible gives the outputs on which m may leave.
func (s *Scoreboard) possible(m *record) (outputs uint8) {
	modes := s.afd.modes(m)
	for mode := modeOff; mode <= modeOn; mode <<= 1 {
		if modes&mode != 0 {
			_, o := s.chip.fate(m, mode)
			outputs |= o
		}
	}
	return outputs
}

// outputsOf names the outputs on which m may leave.
func (s *Scoreboard) outputsOf(m *record) string {
	var names []string
	for o := s.possible(m); o != 0; o &= o - 1 {
		names = append(names, fmt.Sprint(lowest(o)))
	}
	if len(names) == 0 {
		return "no output"
	}
	return "output " + strings.Join(names, " or ")
}

// explain says what is wrong with the message that has just left output q.
func (s *Scoreboard) explain(q int) error {
	o := &s.out[q].now
	if o.verdict == Primary {
		return fault(s.cycle, "output %d: %v left with a CRC that is neither right nor complemented (%x, right is %x)", q, o, s.out[q].frame.sent, s.out[q].frame.sum)
	}
	var best *record
	score := 0
	for p := range s.in {
		for _, m := range s.in[p].waiting {
			n := 1
			if string(m.body) == string(o.body) {
				n += 4
			}
			if s.possible(m)>>q&1 != 0 {
				n += 2
			}
			if m.height == o.height || m.height == o.height+1 {
				n++
			}
			if n > score {
				best, score = m, n
			}
		}
	}
	if best == nil {
		return fault(s.cycle, "output %d: %v left, but no message waits", q, o)
	}
	var what string
	switch bad := best.spoilt(); {
	case s.possible(best)>>q&1 == 0:
		what = "which must leave on " + s.outputsOf(best)
	case best.verdict != Good && !best.flagged:
		what = fmt.Sprintf("whose err_%v[%d] has not come", best.verdict, best.port)
	case bad && o.verdict == Good:
		what = "whose CRC must be complemented"
	case !bad && o.verdict == Secondary:
		what = "whose CRC must not be complemented"
	default:
		what = "which it is not"
	}
	return fault(s.cycle, "output %d: %v left; nearest is %s, %s", q, o, best.where(), what)
}

// lowest is the number of the lowest set bit.
func lowest[T uint8 | uint64](m T) int { return bits.TrailingZeros64(uint64(m)) }

package golden

import (
	"fmt"
	"iter"
)

// The places of the coverage events; those of a port take one for each.
const (
	eventPacket     = 0
	eventSingle     = eventPacket + ports
	eventContend    = eventSingle + 1
	eventStalled    = eventContend + ports
	eventStarved    = eventStalled + ports
	eventFull       = eventStarved + ports
	eventStray      = eventFull + ports
	eventHeadInside = eventStray + ports
	eventReset      = eventHeadInside + 1
	events          = eventReset + 1
)

// Events lists the coverage events of the page with their counts, in its order.
func (s *Switch) Events() iter.Seq2[string, uint64] {
	return func(yield func(string, uint64) bool) {
		at := 0
		for _, e := range []struct {
			name string
			each bool // of a port
		}{
			{"packet", true}, {"single", false}, {"contend", true}, {"stalled", true}, {"starved", true},
			{"full", true}, {"stray", true}, {"head_inside", false}, {"reset_in_packet", false},
		} {
			n, name := 1, func(int) string { return e.name }
			if e.each {
				n, name = ports, func(p int) string { return fmt.Sprintf("%s[%d]", e.name, p) }
			}
			for p := range n {
				if !yield(name(p), s.seen[at]) {
					return
				}
				at++
			}
		}
	}
}

// observeMove counts what a flit that output q moves shows.
func (s *Switch) observeMove(q int, flit uint64) {
	inside := s.outputs[q].inside
	if s.tail(flit) {
		s.seen[eventPacket+q]++
		if !inside {
			s.seen[eventSingle]++
		}
	}
	if inside && s.head(flit) {
		s.seen[eventHeadInside]++
	}
}

// observeReset counts a reset that cuts a packet.
func (s *Switch) observeReset() {
	for _, o := range s.outputs {
		if o.inside {
			s.seen[eventReset]++
		}
	}
}

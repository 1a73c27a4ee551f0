package traffic

import "math/bits"

// saturated is where a counter stays.
const saturated = 0xFFFF

func saturate(n uint64) uint64 { return min(n, saturated) }

// judgeCounters judges the counters of a cycle.
func (s *Scoreboard) judgeCounters(out []uint64) error {
	words := out[s.ports+1 : OutputWords(s.ports)]
	for i, v := range words {
		if v == s.shown[i] {
			continue
		}
		s.quiet = 0
		if err := s.judgeCounter(counter(i/s.ports), &s.in[i%s.ports], s.shown[i], v); err != nil {
			return err
		}
		s.shown[i] = v
	}
	for p := range s.ports {
		if s.enable>>p&1 != 0 && words[p] < saturate(s.in[p].delivered) {
			return s.fault("%v_%d is %d, but %d packets have left", packetsCounter, p, words[p], s.in[p].delivered)
		}
	}
	return nil
}

// judgeCounter judges one that changed.
func (s *Scoreboard) judgeCounter(c counter, l *inlet, was, is uint64) error {
	if is < was || is > saturated {
		return s.fault("%v_%d went from %d to %d", c, l.port, was, is)
	}
	var most uint64
	switch c {
	case packetsCounter:
		most = l.delivered + 1 // it may be on its way to the pins
	case fresCounter:
		most = l.fres
	case timeoutCounter:
		return s.fired(l)
	default:
		most = l.most[c]
	}
	if is > saturate(most) {
		return s.fault("%v_%d is %d, but can be no more than %d", c, l.port, is, most)
	}
	return nil
}

// fired takes a time-out of an input: a forward reset must follow on the output that its packet
// waits for or holds.
func (s *Scoreboard) fired(l *inlet) error {
	if s.timeout == 0 {
		return s.fault("%v_%d counts, but cfg_timeout is 0", timeoutCounter, l.port)
	}
	if l.pending != 0 && l.certain {
		return s.fault("%v_%d counts again, but no FRES left on output %d for the last", timeoutCounter, l.port, bits.TrailingZeros16(l.pending))
	}
	l.pending, l.firedAt = 0, s.cycle
	var used [maxPorts]int
	for i := l.first; i < l.next; i++ {
		w := l.at(i)
		if w.to >= 0 && !w.done && !s.late(w) && s.cycle-w.begun >= s.shortest {
			l.pending |= 1 << w.to
		}
		if l.sending >= 0 || !s.pass(l, w, &used) {
			break
		}
	}
	if l.pending == 0 {
		return s.fault("%v_%d counts, but no packet has waited or stood still for %d cycles there", timeoutCounter, l.port, s.shortest)
	}
	l.certain = l.pending&(l.pending-1) == 0
	return nil
}

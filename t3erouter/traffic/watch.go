package traffic

// service judges the time that headers wait: the page bounds it by the time C that receivers take for
// a credit, as long as no sender stops inside a packet. One that does adds its longest pause to every
// flit.
func (s *Scoreboard) service() error {
	gap, held := s.gap, s.held
	for i := range s.in {
		if l := &s.in[i]; l.framing == open {
			gap = max(gap, s.cycle-l.latest)
		}
	}
	for o := range s.out {
		for v := range vcs {
			held = max(held, s.out[o].wires[v].outstanding(s.cycle))
		}
	}
	turn := held + (10+gap)*uint64(s.c.MaxFlits) + 40
	bound := 19*(turn+95) + uint64(s.c.LinkLatency+1)
	for i := range s.in {
		l := &s.in[i]
		if e := l.front(); e != nil && e.header && s.cycle-l.waits > bound {
			return fault(s.cycle, "%v: the header %x has waited for %d cycles, which is over %d", l, e.flit, s.cycle-l.waits, bound)
		}
	}
	return nil
}

// checkQuiet judges a router in which nothing has moved for long: whatever could leave has left, every
// freed flit has its credit, and the counters are right. Packets are judged if all have come whole and
// all credits are with the router.
func (s *Scoreboard) checkQuiet() error {
	for o := range s.out {
		for v := range vcs {
			if s.out[o].wires[v].out > 0 {
				return nil
			}
		}
	}
	whole := true
	for i := range s.in {
		whole = whole && s.in[i].framing != open
	}
	for i := range s.in {
		l := &s.in[i]
		switch {
		case whole && l.count > 0:
			return fault(s.cycle, "%v: stuck, or lost: %x, which came in cycle %d", l, l.front().flit, l.front().came)
		case l.credits < l.freed:
			return fault(s.cycle, "%v: %d credits for %d flits that have left", l, l.credits, l.freed)
		}
	}
	if whole {
		s.stats.Quiet++
	}
	return s.counts.settled(s.cycle)
}

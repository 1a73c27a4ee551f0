package traffic

// service judges the time that headers wait: the page bounds it by the time C that receivers take for
// a credit, as long as no sender stops inside a packet. One that does, though it has credits, adds its
// longest pause to every flit.
func (s *Scoreboard) service() error {
	gap, held := s.gap, s.held
	for i := range s.in {
		if l := &s.in[i]; l.framing == open && !l.full() {
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

// checkQuiet judges a router in which nothing has moved for long although it has all its credits. What
// is left in it must wait for a VC that a packet owns whose sender has stopped; every freed flit has
// its credit, and the counters are right.
func (s *Scoreboard) checkQuiet() error {
	for o := range s.out {
		for v := range vcs {
			if s.out[o].wires[v].out > 0 {
				return nil
			}
		}
	}
	empty := true
	for i := range s.in {
		l := &s.in[i]
		if l.credits < l.freed {
			return fault(s.cycle, "%v: %d credits for %d flits that have left", l, l.credits, l.freed)
		}
		e := l.front()
		if e == nil {
			continue
		}
		empty = false
		if !e.header || s.out[e.way.port].wires[e.way.vc].from == nil {
			return fault(s.cycle, "%v: stuck, or lost: %x, which came in cycle %d", l, e.flit, e.came)
		}
	}
	if empty {
		s.stats.Quiet++
	}
	return s.counts.settled(s.cycle)
}

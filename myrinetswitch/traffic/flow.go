package traffic

// Bounds of the page, in cycles.
const (
	bootWithin    = 4  // GO and FRES after reset
	forwardWithin = 6  // FRES from an input to an output
	reaction      = 2  // of a switch, from STOP on its pins to its last character
	refreshSlack  = 4  // a STOP may stand behind a forward reset
	fillSlack     = 16 // from a character on the pins to the STOP it causes, and more
)

// A flow is STOP and GO of one port, both ways.
type flow struct {
	from, until uint64 // cycles in which a STOP received forbids data

	sent     uint64 // cycle of the last STOP sent
	stopSent bool   // and no GO since
	full     bool   // the buffer may have been above Ks since the last GO
	fullAt   uint64 // the last cycle it may have been
}

// hold notes a STOP received.
func (w *flow) hold(cycle uint64, expire int) {
	if cycle >= w.until {
		w.from = cycle + reaction + 1
	}
	w.until = cycle + uint64(expire)
}

// release notes a GO received.
func (w *flow) release(cycle uint64) { w.until = min(w.until, cycle) }

// holds tells whether data may not leave in this cycle.
func (w *flow) holds(cycle uint64) bool { return w.from <= cycle && cycle < w.until }

// fill notes how full the buffer may be.
func (w *flow) fill(s *Scoreboard, n int) {
	if n > s.c.Ks {
		w.full, w.fullAt = true, s.cycle
	}
}

// stop judges a STOP sent.
func (w *flow) stop(s *Scoreboard, q int) error {
	if !w.full {
		return s.fault("output %d: STOP, but the buffer of input %d has not been above Ks = %d: it holds no more than %d characters",
			q, q, s.c.Ks, s.fill(&s.in[q]))
	}
	w.stopSent, w.sent = true, s.cycle
	return nil
}

// start judges a GO sent.
func (w *flow) start(s *Scoreboard, q int) error {
	if !w.stopSent && !w.full {
		return s.fault("output %d: GO, but no STOP was sent", q)
	}
	w.stopSent, w.full = false, w.full && s.cycle-w.fullAt < fillSlack
	return nil
}

// overdue tells that a STOP should have been repeated.
func (w *flow) overdue(s *Scoreboard) bool {
	return w.stopSent && s.cycle-w.sent > uint64(s.c.Refresh+refreshSlack)
}

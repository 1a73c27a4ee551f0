package golden

// A time-out takes three cycles: an input that has waited long enough in t-2 fires in t-1,
// which marks the output, and in t the output is broken if it is still held. A GAP or a kill
// of the holder in t-2 or t-1 has freed the output by then.

// time runs the timer of input p in cycle t and decides whether it fires in t+1.
func (s *Switch) time(p int) {
	in := &s.inputs[p]
	in.due = none
	q := s.awaits(p)
	if q == none {
		in.timer = 0
		return
	}
	if s.timeout != 0 && in.timer >= s.timeout {
		in.due = q
	}
	in.timer = (in.timer + 1) % (1 << 24)
}

// awaits is the output for which input p waits in this cycle, or none: one that another holds,
// or its own, which would take a character while none comes.
func (s *Switch) awaits(p int) int {
	in := &s.inputs[p]
	switch {
	case in.request != none && s.outputs[in.request].holder != none:
		return in.request
	case s.holds(p) && in.hold.isData() && in.next == idle && in.queue.count == 0 && !in.taken &&
		!s.outputs[in.to].stopped:
		return in.to
	}
	return none
}

// sever breaks output q in cycle t if it is marked and held: free and owing a FRES from t+1 on,
// its holder in DISCARD from t+1 on unless it is killed in t. Each input that fired for it in
// t-1 counts.
func (s *Switch) sever(q int) {
	out := &s.outputs[q]
	if !out.marked || out.holder == none {
		out.marked = false
		return
	}
	out.marked, out.broken, out.owed = false, true, true
	if h := &s.inputs[out.holder]; !h.kill {
		h.after = discard
	}
	n := 0
	for p := range s.inputs {
		if s.inputs[p].fired != q {
			continue
		}
		s.inputs[p].count(timeouts)
		why := timeoutWait
		if p == out.holder {
			why = timeoutIdle
		}
		s.seen[why+event(p)]++
		if n++; n > 1 {
			s.seen[timeoutMerge]++
		}
	}
}

// fire marks the output that input p fires for in t, if it is held: marked in t+1. A GAP that
// crosses in t frees it before that is looked at.
func (s *Switch) fire(p int) {
	in := &s.inputs[p]
	if q := in.fires; q != none && s.outputs[q].holder != none {
		out := &s.outputs[q]
		out.marked = true
		if out.released && !s.inputs[out.holder].kill {
			s.seen[gapWins]++
		}
	}
	in.fired, in.fires = in.fires, in.due
}

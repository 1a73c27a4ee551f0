package golden

// time runs the timer of input p in cycle t. The fronts have decided for t: an output that is
// released in t, by a GAP that crosses or by a kill, is not fired at by one that waits for it.
// A break in t is no such release, so several inputs can fire at one output.
func (s *Switch) time(p int) {
	in := &s.inputs[p]
	q, why := in.request, timeoutWait
	if q == none && s.idles(p) {
		q, why = in.to, timeoutIdle
	}
	if q == none || s.outputs[q].holder == none {
		in.timer = 0
		return
	}
	due := s.timeout != 0 && in.timer >= s.timeout
	in.timer++
	switch {
	case why == timeoutWait && s.outputs[q].released:
		in.timer = 0
		if due && !s.inputs[s.outputs[q].holder].kill {
			s.seen[gapWins]++
		}
	case due:
		s.fire(p, q)
		s.seen[why+event(p)]++
	}
}

// idles tells that the front holds an output that would take a character, and none comes.
func (s *Switch) idles(p int) bool {
	in := &s.inputs[p]
	return in.state == send && in.hold.isData() && in.queue.count == 0 && !in.taken &&
		!s.outputs[in.to].stopped && s.outputs[in.to].holder == p
}

// fire breaks output q in cycle t: free and owing a FRES from t+1 on, its holder in DISCARD
// from t+1 on unless it is killed in t. What crosses in t still crosses. The timers need no
// further care: nobody holds q in t+1, and that clears those of all who wait.
func (s *Switch) fire(p, q int) {
	out := &s.outputs[q]
	s.inputs[p].count(timeouts)
	if out.broken {
		s.seen[timeoutMerge]++
	}
	out.broken, out.owed = true, true
	if h := &s.inputs[out.holder]; !h.kill {
		h.next = discard
	}
}

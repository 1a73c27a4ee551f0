package golden

const bootLength = 2 // GO, FRES

// emit chooses what the output register of q takes in cycle t, for the pins of t+1, as far
// as it is no character that crosses. Without boot, FRES, STOP and GO, and with q neither
// stopped nor marked, q is ready for one: it takes the place of the IDLE.
func (s *Switch) emit(q int) {
	out, rx := &s.outputs[q], s.inputs[q].rx
	out.released, out.broken = false, false
	out.stopped, out.ready = out.expire != 0, false
	switch {
	case out.boot < bootLength && s.isEnabled(q):
		out.pins = goOn
		if out.boot > 0 {
			out.pins = fres
		}
		out.boot++
	case out.owed:
		out.pins, out.owed, out.open = fres, false, false
	case out.pending != idle:
		s.watchPending(q)
		out.pins, out.pending = out.pending, idle
	default:
		out.pins = idle
		out.ready = !out.stopped && !out.marked
	}

	switch { // expire(t+1)
	case rx == stop:
		out.expire = s.config.StopExpire
		s.seen[stopped+event(q)]++
	case rx == goOn:
		out.expire = 0
	case out.expire > 0:
		out.expire--
		if out.expire == 0 {
			s.seen[stopExpired]++
		}
	}
}

// watermarks is the stop state of input q: from count(t) it follows whether q is stopping in
// t+1, and whether a STOP or GO is pending in t+1. It runs after emit, so what is still
// pending has not been taken in t.
func (s *Switch) watermarks(q int) {
	in, out := &s.inputs[q], &s.outputs[q]
	count := in.queue.count
	switch {
	case !in.stopping && count > s.config.Ks:
		in.stopping, in.refreshIn = true, s.config.Refresh
		s.post(out, stop)
	case in.stopping && count < s.config.Kg:
		in.stopping = false
		s.post(out, goOn)
	case in.stopping:
		in.refreshIn--
		if in.refreshIn == 0 {
			in.refreshIn = s.config.Refresh
			s.seen[stopRefresh]++
			s.post(out, stop)
		}
	}
}

// post makes a STOP or GO pending from the next cycle on; it replaces one still pending.
func (s *Switch) post(out *output, c char) {
	if out.pending != idle {
		s.seen[stopReplaced]++
	}
	out.pending = c
}

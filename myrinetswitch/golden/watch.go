package golden

// The functions here count coverage and change nothing else.

// watchFRES sorts a FRES in rx by the state of the last packet begun and not ended, as it
// stands at the start of the cycle.
func (s *Switch) watchFRES(p int) {
	in := &s.inputs[p]
	v, _ := s.judge(p)
	switch {
	case in.dropping:
		s.seen[dropFRES]++
	case !in.killed() && in.queue.behind > 0:
		s.seen[fresBehind]++
	case !in.killed():
		s.seen[fresNone]++
	case in.state == send:
		s.seen[fresHolding]++
	case in.state == discard:
		s.seen[fresDiscarding]++
	case in.hold == idle && in.queue.count == 0:
		s.seen[fresNone]++
	case v == asking:
		s.seen[fresWaiting]++
	}
}

// watchOverflow counts a character that finds the queue full.
func (s *Switch) watchOverflow(p int) {
	in := &s.inputs[p]
	s.seen[eventOverflow+event(p)]++
	if in.rx == gap {
		s.seen[overflowGap]++
	}
	if !in.killed() {
		return
	}
	if in.state == send {
		s.seen[overflowHolding]++
	} else if v, _ := s.judge(p); in.state == idleFront && v == asking {
		s.seen[overflowWaiting]++
	}
}

// watchPending counts the STOP or GO that leaves on output q.
func (s *Switch) watchPending(q int) {
	out := &s.outputs[q]
	if out.pending == stop {
		s.seen[stopSent+event(q)]++
	} else {
		s.seen[goSent+event(q)]++
	}
	if out.open {
		s.seen[stopInPacket]++
	}
}

// watchReset counts a cycle of reset that finds something of a packet in the switch.
func (s *Switch) watchReset() {
	for p := range s.inputs {
		in := &s.inputs[p]
		if in.rx.isStored() || in.queue.count > 0 || in.hold != idle || in.state != idleFront {
			s.seen[resetTraffic]++
			return
		}
	}
}

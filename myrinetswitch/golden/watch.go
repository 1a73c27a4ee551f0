package golden

// The functions here count coverage and change nothing else.

// watchRollback sorts the FRES or overflow that rolled the queue back in t-1 by what it meets at
// the front in t. The front is as at the start of t, and knows whether it is killed in t.
func (s *Switch) watchRollback(p int) {
	in := &s.inputs[p]
	if in.cause == idle {
		return
	}
	v, _ := s.judge(p)
	holding := s.holds(p)
	asks := in.state == send && !holding || in.state == idleFront && v == asking
	switch {
	case in.cause != fres:
		if in.kill && holding {
			s.seen[overflowHolding]++
		} else if in.kill && asks {
			s.seen[overflowWaiting]++
		}
	case !in.kill && (in.behind || in.flush && in.next.isData()):
		s.seen[fresBehind]++
	case !in.kill:
		s.seen[fresNone]++
	case holding:
		s.seen[fresHolding]++
		s.seen[fresForwarded+event(in.to)]++
	case in.state == discard:
		s.seen[fresDiscarding]++
	case asks:
		s.seen[fresWaiting]++
	case in.hold == idle && in.next == idle:
		s.seen[fresNone]++
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
		if in.rx.isStored() || in.queue.count > 0 || in.next != idle || in.hold != idle || in.state != idleFront {
			s.seen[resetTraffic]++
			return
		}
	}
}

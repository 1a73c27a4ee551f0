package golden

// receive decides what rx does in cycle t: whether it joins the queue (it is there from t+1
// on), is dropped, overflows or rolls the queue back, and whether that kills the front.
func (s *Switch) receive(p int) {
	in := &s.inputs[p]
	in.taken, in.rollback, in.kill, in.overflow = false, false, false, false
	switch {
	case in.rx == fres:
		in.rollback = true
		in.count(fress)
		s.watchFRES(p)
		in.dropping = false
	case !in.rx.isStored():
		if in.rx == idle && in.midPacket {
			s.seen[bubble]++
		}
	case in.dropping:
		in.dropping = in.rx != gap
	case in.queue.count == s.config.Depth:
		in.rollback = true
		in.overflow = true // err_overflow in t+1
		s.watchOverflow(p)
		in.dropping = in.rx.isData()
	default:
		in.taken = true
	}
	if in.rollback {
		in.kill = in.killed()
	}
	if in.rx.isStored() || in.rx == fres {
		in.midPacket = in.rx.isData()
	}
}

// killed tells what a rollback means for the front: without a GAP in the queue or the hold
// the front is at the very packet that is taken away.
func (in *input) killed() bool { return !in.queue.hasGap() && in.hold != gap }

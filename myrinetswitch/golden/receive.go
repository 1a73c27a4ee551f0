package golden

// receive decides what rx does in cycle t: whether it joins the queue (it is there from t+1
// on), is dropped, overflows or rolls the queue back.
func (s *Switch) receive(p int) {
	in := &s.inputs[p]
	in.taken, in.rollback, in.overflow = false, false, false
	in.cause, in.behind = idle, in.queue.behind > 0
	switch {
	case in.rx == fres:
		in.rollback = true
		in.count(fress)
		if in.dropping {
			s.seen[dropFRES]++
		} else {
			in.cause = fres
		}
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
		in.cause = in.rx
		s.seen[eventOverflow+event(p)]++
		if in.rx == gap {
			s.seen[overflowGap]++
		}
		in.dropping = in.rx.isData()
	default:
		in.taken = true
	}
	if in.rx.isStored() || in.rx == fres {
		in.midPacket = in.rx.isData()
	}
}

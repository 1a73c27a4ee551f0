package golden

// A state is where the front of an input stands.
type state uint8

const (
	idleFront state = iota // IDLE: the next data character is a lead byte
	send                   // SEND: holding an output
	discard                // DISCARD: up to the GAP
)

// front is the front of input p in cycle t. It decides whether the hold is shifted out at
// the end of t and the state from t+1 on, asks for an output, or lets a character cross,
// which is on the output's pins in t+1; crosses tells of that.
func (s *Switch) front(p int) (crosses bool) {
	in := &s.inputs[p]
	in.request, in.shift, in.next = none, false, in.state
	switch in.state {
	case idleFront:
		if !in.kill {
			s.lead(p)
		}
	case send:
		crosses = s.cross(p)
	case discard:
		in.shift = true
		if in.hold == gap {
			in.next = idleFront
		}
	}
	if in.kill {
		s.kill(p)
	}
	return crosses
}

// A verdict is what becomes of a lead byte.
type verdict uint8

const (
	undecided   verdict = iota // no lead byte, or nothing behind it yet
	stranded                   // bit 7 clear
	illegalTurn                // no such port
	noWire                     // output disabled
	routeGap                   // nothing can carry the error
	asking                     // for the output that goes with it
)

// judge looks at the hold of a front in IDLE. The output q counts with asking only.
func (s *Switch) judge(p int) (v verdict, q int) {
	in := &s.inputs[p]
	if !in.hold.isData() {
		return undecided, none
	}
	q = p + turn(in.hold)
	switch head := in.queue.first(); {
	case in.hold&0x80 == 0:
		return stranded, none
	case q < 0 || q >= s.ports:
		return illegalTurn, none
	case !s.isEnabled(q):
		return noWire, none
	case head == gap:
		return routeGap, none
	case head.isData():
		return asking, q
	}
	return undecided, none
}

// turn is bits 5:0 of a route byte, two's complement.
func turn(route char) int { return int(int8(route<<2)) >> 2 }

// lead is state IDLE. A request is in this cycle; its grant comes later in the same cycle.
func (s *Switch) lead(p int) {
	in := &s.inputs[p]
	if in.hold == gap {
		in.shift = true
		s.seen[gapAlone]++
		return
	}
	switch v, q := s.judge(p); v {
	case stranded:
		s.refuse(in, strandeds, eventStranded+event(p))
	case illegalTurn:
		s.refuse(in, illegalTurns, eventIllegalTurn+event(p))
	case noWire:
		s.refuse(in, noWires, eventNoWire)
	case routeGap: // the GAP goes next, as one that stands alone
		in.count(crcErrors)
		in.shift = true
		s.seen[eventRouteGap+event(p)]++
	case asking:
		in.request = q
		s.requests[q] |= 1 << p
	}
}

// refuse discards the packet up to its GAP.
func (s *Switch) refuse(in *input, c counter, e event) {
	in.count(c)
	in.shift = true
	in.next = discard
	s.seen[e]++
}

// cross is state SEND. A data character needs the head behind it: only a GAP there tells
// that it is the CRC.
func (s *Switch) cross(p int) bool {
	in := &s.inputs[p]
	out := &s.outputs[in.to]
	if !out.ready || in.hold == idle {
		return false
	}
	c, head := in.hold, in.queue.first()
	switch {
	case c == gap:
		s.pass(p)
	case head.isData():
		in.crcIn, in.crcOut = s.crc.next(in.crcIn, c), s.crc.next(in.crcOut, c)
	case head == gap:
		e := uint8(c) ^ in.crcIn
		in.damaged = e != 0
		c = char(in.crcOut ^ e)
		if !in.crossed {
			s.seen[loneCRC]++
		}
	default:
		return false
	}
	in.shift, in.crossed = true, true
	out.pins = c
	out.open = c != gap
	return true
}

// pass ends the packet whose GAP crosses.
func (s *Switch) pass(p int) {
	in := &s.inputs[p]
	in.count(packets)
	if in.damaged {
		in.count(crcErrors)
		s.seen[eventCRCError+event(p)]++
	}
	s.outputs[in.to].released = true
	in.next = idleFront
	s.seen[eventPacket+event(p)]++
	s.seen[eventTo+event(in.to)]++
	s.seen[eventTurn+event(maxPorts-1+in.to-p)]++
}

// kill ends the packet at the front, what crosses in this cycle apart: IDLE with an empty
// hold from the next cycle on, in which an output that was held owes its FRES.
func (s *Switch) kill(p int) {
	in := &s.inputs[p]
	if in.state == send {
		out := &s.outputs[in.to]
		out.released, out.owed = true, true
		if in.rx == fres {
			s.seen[fresForwarded+event(in.to)]++
		}
	}
	in.next = idleFront
}

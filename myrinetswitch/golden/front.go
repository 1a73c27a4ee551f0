package golden

// A state is where the front of an input stands.
type state uint8

const (
	idleFront state = iota // IDLE: the next data character is a lead byte
	send                   // SEND: the lead byte is gone, its output is asked for or held
	discard                // DISCARD: up to the GAP
)

// front is the front of input p in cycle t. It decides whether the hold is shifted out at
// the end of t and the state from t+1 on, asks for an output, or lets a character cross,
// which is on the output's pins in t+1; crosses tells of that.
func (s *Switch) front(p int) (crosses bool) {
	in := &s.inputs[p]
	in.request, in.shift, in.after = none, false, in.state
	in.kill = in.flushes() && in.hold != gap
	s.watchRollback(p)
	switch {
	case in.state == discard:
		in.shift = true
		if in.hold == gap {
			in.after = idleFront
		}
	case s.holds(p):
		crosses = s.cross(p)
	case in.kill:
	case in.state == send:
		s.ask(p, in.to)
	default:
		s.lead(p)
	}
	if in.kill {
		s.kill(p)
	}
	return crosses
}

// flushes tells that the next, if there is one, is of a packet that was taken away.
func (in *input) flushes() bool { return in.flush && in.next != gap }

// holds tells that the front sends to an output which it holds at the start of the cycle.
func (s *Switch) holds(p int) bool {
	in := &s.inputs[p]
	return in.state == send && s.outputs[in.to].holder == p
}

// ask requests output q in this cycle; its grant comes later in the same cycle.
func (s *Switch) ask(p, q int) {
	s.inputs[p].request = q
	s.requests[q] |= 1 << p
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
	switch {
	case in.hold&0x80 == 0:
		return stranded, none
	case q < 0 || q >= s.ports:
		return illegalTurn, none
	case in.wires>>q&1 == 0:
		return noWire, none
	case in.next == gap:
		return routeGap, none
	case in.next.isData():
		return asking, q
	}
	return undecided, none
}

// turn is bits 5:0 of a route byte, two's complement.
func turn(route char) int { return int(int8(route<<2)) >> 2 }

// lead is state IDLE.
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
		s.ask(p, q)
		s.strip(in, q)
	}
}

// strip takes the lead byte, which is in crc_in alone from now on: SEND from the next cycle
// on, granted or not.
func (s *Switch) strip(in *input, q int) {
	in.shift, in.after, in.to = true, send, q
	in.crcIn, in.crcOut = s.crc.next(0, in.hold), 0
	in.damaged, in.crossed = false, false
	if in.hold&0x40 != 0 {
		s.seen[bit6Set]++
	}
}

// refuse discards the packet up to its GAP.
func (s *Switch) refuse(in *input, c counter, e event) {
	in.count(c)
	in.shift = true
	in.after = discard
	s.seen[e]++
}

// cross is state SEND with the output held. A data character needs the next behind it: only a
// GAP there tells that it is the CRC.
func (s *Switch) cross(p int) bool {
	in := &s.inputs[p]
	out := &s.outputs[in.to]
	if !out.ready {
		return false
	}
	c := in.hold
	switch {
	case c == gap:
		s.pass(p)
	case in.next.isData():
		in.crcIn, in.crcOut = s.crc.next(in.crcIn, c), s.crc.next(in.crcOut, c)
	case in.next == gap:
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
	in.after = idleFront
	s.seen[eventPacket+event(p)]++
	s.seen[eventTo+event(in.to)]++
	s.seen[eventTurn+event(maxPorts-1+in.to-p)]++
}

// kill ends the packet at the front, what crosses in this cycle apart: IDLE with hold and next
// empty from the next cycle on, in which an output that was held owes its FRES.
func (s *Switch) kill(p int) {
	in := &s.inputs[p]
	if s.holds(p) {
		out := &s.outputs[in.to]
		out.released, out.owed = true, true
	}
	in.after = idleFront
}

package golden

import "math/bits"

// grant gives output q, if nobody holds it at the start of the cycle, to one of the requests
// of the cycle; the winner holds it from the next cycle on.
func (s *Switch) grant(q int) {
	out, requests := &s.outputs[q], s.requests[q]
	if requests == 0 {
		return
	}
	s.requests[q] = 0
	if out.holder == none {
		if n := bits.OnesCount16(requests); n >= 2 && n <= maxContend {
			s.seen[contend+event(n)]++
		}
		winner := out.pick(requests)
		requests &^= 1 << winner
		out.holder = winner
		out.pointer = (winner + 1) % s.ports
		s.granted(winner, q)
	}
	for ; requests != 0; requests &= requests - 1 {
		s.seen[wait+event(bits.TrailingZeros16(requests))]++
	}
}

// pick is the first requester at or after the pointer, going round.
func (out *output) pick(requests uint16) int {
	if after := requests >> out.pointer << out.pointer; after != 0 {
		requests = after
	}
	return bits.TrailingZeros16(requests)
}

// granted strips the lead byte: it is in crc_in alone. SEND from the next cycle on.
func (s *Switch) granted(p, q int) {
	in := &s.inputs[p]
	in.shift, in.next, in.to = true, send, q
	in.crcIn, in.crcOut = s.crc.next(0, in.hold), 0
	in.damaged, in.crossed = false, false
	if in.hold&0x40 != 0 {
		s.seen[bit6Set]++
	}
}

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

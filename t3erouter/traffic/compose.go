package traffic

import "math/bits"

// trailing is how many flits a misframed packet may have beyond its length.
const trailing = 3

// compose makes the next packet of VC v of port p. It fails where no packet may go as the episode
// wants.
func (x *lane) compose(s *stimulus, p, v int) bool {
	f := &s.faults
	h := Header{Length: s.packetLength(&s.send[p]), Class: v / 2, Adaptive: s.chance(s.adaptive)}
	if v == free {
		if h.Class = s.class; h.Class < 0 {
			h.Class = s.below(2)
		}
	}
	switch {
	case s.chance(f.turn) && s.steer(&h, p, v, errTurn), s.chance(f.link) && s.steer(&h, p, v, errLink):
		x.bad = true
	case !s.steer(&h, p, v, noError):
		x.wait = 64
		return false
	}
	size := h.Length
	switch {
	case s.chance(f.class) && v < free:
		h.Class ^= 1
		x.bad = true
	case s.chance(f.length):
		h.Length = 0
		if over := 15 - s.c.MaxFlits; over > 0 && s.chance(180) {
			h.Length = s.c.MaxFlits + s.between(1, over)
		}
		x.bad = true
	case s.chance(f.dest):
		if d := s.below(3); s.size[d] < 32 {
			h.Dst[d] = s.between(s.size[d], 31)
			x.bad = true
		}
	}
	x.write(s, &h, size)
	if x.misframe(s, size) {
		x.bad = true
	}
	if x.length > 1 && s.chance(f.cut) {
		x.length = s.between(1, x.length-1)
		x.cut, x.bad = true, true
	}
	return true
}

// write encodes a packet of size flits, and more without head and tail behind it.
func (x *lane) write(s *stimulus, h *Header, size int) {
	for d := range 3 {
		h.Src[d] = s.below(32)
	}
	s.serial++
	h.User = s.serial & (1<<19 - 1)
	for len(x.words) < (s.c.MaxFlits+trailing)*s.pins.words {
		x.words = append(x.words, 0)
	}
	for i := range size + trailing {
		f := x.flit(s, i)
		s.pins.fill(f, &s.dice)
		s.pins.setHead(f, i == 0)
		s.pins.setTail(f, i == size-1)
	}
	x.words[0] = h.Encode()
	x.length, x.next = size, 0
}

func (x *lane) flit(s *stimulus, i int) flit {
	n := s.pins.words
	return flit(x.words[i*n : (i+1)*n])
}

// misframe puts heads and tails where they do not belong into a packet of size flits, and tells
// whether it did.
func (x *lane) misframe(s *stimulus, size int) (did bool) {
	f := &s.faults
	for range 2 {
		if size > 1 && s.chance(f.inner) {
			s.pins.setHead(x.flit(s, s.between(1, size-1)), true)
			did = true
		}
	}
	switch {
	case size > 1 && s.chance(f.early):
		x.length = s.between(1, size-1)
		s.pins.setTail(x.flit(s, x.length-1), true)
	case s.chance(f.late):
		s.pins.setTail(x.flit(s, size-1), false)
		x.length = size + s.between(0, trailing)
		if x.length > size {
			s.pins.setTail(x.flit(s, x.length-1), s.chance(128))
		}
	case s.chance(f.orphan):
		x.length = size + s.between(1, trailing)
		s.pins.setTail(x.flit(s, x.length-1), s.chance(128))
	default:
		return did
	}
	return true
}

func (s *stimulus) packetLength(how *sending) int {
	switch {
	case how.length > 0:
		return how.length
	case s.chance(how.long):
		return s.c.MaxFlits
	case s.chance(how.short):
		return 1
	}
	return s.between(1, s.c.MaxFlits)
}

// missing is a VC that port p has not.
func (s *stimulus) missing(p int) int {
	if p == node {
		return [...]int{1, 3, 4, 5, 6, 7}[s.below(6)]
	}
	return s.between(vcs, 7)
}

// steer gives h, which is to come on VC v of port p, a destination and all else that chooses its
// way, with the error that is wanted. It fails if there is none or hard to find.
func (s *stimulus) steer(h *Header, p, v int, want kindOfError) bool {
	strict := s.aim == aimThere && want == noError
	for range 12 {
		h.Initial = 0
		named := p != node && s.chance(s.initial)
		if named {
			h.Initial = s.below(4)
			if in := p ^ 1; in&1 == 0 && s.chance(128) {
				h.Initial = in/2 + 1
			}
		}
		choices := s.choices(p, v, want, named)
		if choices == 0 {
			continue
		}
		o := s.bit(choices)
		if strict || want == noError && s.aim == aimMost && choices>>s.to[p]&1 != 0 && s.chance(192) {
			o = s.to[p]
		}
		s.toward(h, p, o)
		if s.fault(h, p, v) == want && (!strict || s.way(h, p, v).port == o) {
			return true
		}
	}
	if strict || want != noError {
		return false
	}
	h.Dst = s.at // never a fault, but with an initial hop
	if p == node {
		h.Initial = 0
	}
	return true
}

// choices are outputs that a packet may ask for with the error that is wanted. It may fail to if
// named, when the initial hop matters to the turn.
func (s *stimulus) choices(p, v int, want kindOfError, named bool) (outputs uint8) {
	ordered := p != node && v < free
	switch want {
	case errTurn:
		if !ordered {
			return 0
		}
		outputs = s.connected
	case errLink:
		outputs = s.connected &^ s.links
		if p == node { // an initial hop may go where no link is
			outputs = (1<<node - 1) &^ s.links
		}
	default:
		outputs = s.links | 1<<node
	}
	if !ordered || named && want == noError {
		return outputs
	}
	for b := outputs & s.connected; b != 0; b &= b - 1 {
		o := bits.TrailingZeros8(b)
		if back := rank(o) < rank(p^1); back != (want == errTurn) {
			outputs &^= 1 << o
		}
	}
	return outputs
}

// toward makes output o the next one of h, so far as the torus has that direction, and all that
// does not bear on it random.
func (s *stimulus) toward(h *Header, p, o int) {
	var to [3]int
	bits := s.pcg.Uint64()
	for d := range 3 {
		to[d] = s.at[d]
		h.Minus[d] = bits>>d&1 != 0
		h.Select[d] = bits>>(3+d)&1 != 0
		if s.choice >= 0 {
			h.Select[d] = s.choice>>d&1 != 0
		}
	}
	h.Final = s.chance(s.final)
	switch {
	case o == node:
		h.Dst = to
		return
	case p == node && o&1 == 0 && s.chance(s.initial):
		h.Initial = o/2 + 1
		for d := range 3 {
			if s.chance(160) {
				to[d] = s.below(s.size[d])
			}
		}
		h.Dst = to
		return
	}
	for d := range 3 {
		minus := bits>>(8+d)&1 != 0
		due := 2*d + int(one(minus))
		switch {
		case d == o/2:
			minus = o&1 != 0
			if o == 5 && h.Final && bits>>16&1 != 0 {
				continue // the final hop alone
			}
		case s.narrow || bits>>(12+d)&1 != 0 || rank(due) < rank(o):
			continue
		}
		to[d] = s.away(d, minus)
		h.Minus[d] = minus
	}
	h.Dst = to
	if h.Final {
		h.Dst[2] = (to[2] + s.size[2] - 1) % s.size[2]
	}
}

// away is a coordinate other than the router's, one hop on if the episode wants that.
func (s *stimulus) away(d int, minus bool) int {
	size := s.size[d]
	step := s.between(1, size-1)
	if s.near {
		step = 1
		if minus {
			step = size - 1
		}
	}
	return (s.at[d] + step) % size
}

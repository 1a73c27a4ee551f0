package traffic

// waits marks an entry of a sender's script that is no character but a number of idle cycles.
const waits Char = 0x8000

// A sender puts packets on one input port. It obeys STOP and GO from the port's output.
type sender struct {
	script []Char // what is under way
	pos    int
	wait   int // idle cycles before the next character
	burst  int // packets still to be sent without a gap
	dead   bool

	held   bool // by STOP
	grace  int  // cycles in which it may still send
	expire int  // cycles until the STOP is forgotten
}

func (x *sender) restart() {
	*x = sender{script: x.script[:0]}
}

// hear takes what the switch sent in the cycle before.
func (x *sender) hear(s *stimulus, p int, c Char) {
	switch {
	case c == s.f.Stop:
		if !s.chance(s.send[p].deaf) {
			if !x.held {
				x.grace = s.send[p].react
			}
			x.held, x.expire = true, s.c.StopExpire
		}
	case c == s.f.Go:
		x.held = false
	}
}

// next gives the character of this cycle, IDLE if there is none. luck is uniform in 0..255.
func (x *sender) next(s *stimulus, p, luck int) Char {
	blocked := false
	if x.held {
		blocked = x.grace == 0
		if !blocked {
			x.grace--
		}
		if x.expire--; x.expire <= 0 {
			x.held = false
		}
	}
	if x.wait > 0 {
		x.wait--
		return s.f.Idle
	}
	if x.pos == len(x.script) {
		if s.phase != busy || x.dead || s.send[p].rate == 0 {
			return s.f.Idle
		}
		x.compose(s, p)
		if x.wait > 0 {
			return s.f.Idle
		}
	}
	c := x.script[x.pos]
	switch {
	case c&waits != 0:
		x.wait = int(c &^ waits)
		x.pos++
		return s.f.Idle
	case blocked && s.f.stored(c):
		return s.f.Idle
	case s.phase == busy && luck >= s.send[p].rate:
		return s.f.Idle
	}
	x.pos++
	return c
}

// compose writes the script of the next packet, with the gap before it.
func (x *sender) compose(s *stimulus, p int) {
	how := &s.send[p]
	if x.burst > 0 {
		x.burst--
	} else {
		x.burst = how.burst - 1
		x.wait = s.below(how.gap + 1)
	}
	x.script, x.pos = x.script[:0], 0
	f := s.f
	if s.chance(s.faults.alone) {
		x.script = append(x.script, f.Gap)
		s.injected++
	}
	lead, refused := s.lead(p)
	if s.chance(s.faults.sudden) {
		x.sudden(s, lead)
		return
	}
	x.script = append(x.script, Char(lead))
	if !refused && s.chance(s.faults.bare) {
		x.script = append(x.script, f.Gap)
		s.injected++
		return
	}
	x.body(s, f.next(0, lead))
	bad := x.damage(s) || refused
	if s.chance(how.pause) {
		x.stand(s, how.length)
	}
	if bad {
		s.injected++
	}
}

// body adds what follows a lead byte, whose CRC is sum: route bytes, payload, CRC, GAP.
func (x *sender) body(s *stimulus, sum byte) {
	f := s.f
	put := func(b byte) {
		x.script, sum = append(x.script, Char(b)), f.next(sum, b)
	}
	if !s.chance(s.empty) {
		for range s.below(s.hops + 1) {
			put(s.byte() | 0x80)
		}
		n := s.between(s.shortest, s.longest)
		if s.chance(s.huge) {
			n = s.hugeLength()
		}
		for i := 0; i < n; i += 8 {
			r := s.pcg.Uint64()
			if i == 0 {
				r &^= 0x80 // the type
			}
			for range min(8, n-i) {
				put(byte(r))
				r >>= 8
			}
		}
	}
	if s.chance(s.faults.crc) {
		sum ^= byte(s.between(1, 255))
		s.injected++
	}
	x.script = append(x.script, Char(sum), f.Gap)
}

// damage does to the script what links do, and tells whether it did.
func (x *sender) damage(s *stimulus) bool {
	end := len(x.script) - 1 // GAP
	cut := s.between(1, end)
	if s.chance(128) {
		cut = s.between(1, min(end, 4))
	}
	switch {
	case s.chance(s.faults.lostGap):
		x.script = x.script[:end]
	case s.chance(s.faults.fres):
		x.script = append(x.script[:cut], s.f.Fres)
	case s.chance(s.faults.late):
		x.script = append(x.script, s.f.Fres)
	case s.chance(s.faults.unsent):
		x.script = x.script[:cut]
		x.dead = true
	default:
		return false
	}
	return true
}

// stand makes the packet stand still somewhere inside for up to n cycles.
func (x *sender) stand(s *stimulus, n int) {
	at := s.between(1, len(x.script)-1)
	x.script = append(x.script, 0)
	copy(x.script[at+1:], x.script[at:])
	x.script[at] = waits | Char(s.between(1, max(1, n)))
}

// sudden writes a packet that is ended by FRES as the buffer behind it passes Ks: its lead byte gone, two characters
// in front of the queue, Ks+1 in it.
func (x *sender) sudden(s *stimulus, lead byte) {
	x.script = append(x.script, Char(lead))
	for range s.c.Ks + 3 {
		x.script = append(x.script, Char(s.byte()))
	}
	x.script = append(x.script, s.f.Fres, waits|40)
	s.injected++
}

// lead chooses a lead byte for input p, and tells whether the switch must refuse it.
func (s *stimulus) lead(p int) (b byte, refused bool) {
	n := s.ports
	switch {
	case s.chance(s.faults.stranded):
		return s.byte() &^ 0x80, true
	case s.chance(s.faults.illegal):
		for {
			if t := s.between(-32, 31); p+t < 0 || p+t >= n {
				return RouteByte(t), true
			}
		}
	case s.enable != 1<<n-1 && s.chance(s.faults.noWire):
		for {
			if q := s.below(n); s.enable>>q&1 == 0 {
				return RouteByte(q - p), true
			}
		}
	}
	var q int
	switch s.aim {
	case aimAny:
		q = s.below(n)
	case aimHot:
		q = s.hot
	case aimTurn:
		q = (p + s.hot) % n
	}
	for s.enable>>q&1 == 0 {
		q = (q + 1) % n
	}
	b = RouteByte(q - p)
	if s.chance(s.bit6) {
		b ^= 0x40
	}
	return b, false
}

// hugeLength is a payload longer than the buffer, at times longer than all of them together.
func (s *stimulus) hugeLength() int {
	if s.chance(16) {
		return min(s.ports*(s.c.Depth+1), longestPayload)
	}
	return s.c.Depth + s.between(1, 2*s.c.Depth)
}

// longestPayload bounds packets, so that an episode ends.
const longestPayload = 3000

package golden

// Step is one cycle t. It takes the input pins of t, writes the output pins of t, which
// follow from the registers alone, and clocks.
//
// Every part decides from what the registers held at the start of t. Registers that a later
// part still reads change in clock only.
func (s *Switch) Step(in, out []uint64) {
	in = in[:pinPort+s.ports]
	s.Peek(out)
	if in[pinRst]&1 != 0 {
		s.watchReset()
		s.reset()
		return
	}
	s.enabled = uint16(in[pinEnable] & (1<<s.ports - 1))
	s.timeout = int(in[pinTimeout] & (1<<24 - 1))

	for q := range s.outputs {
		s.emit(q)
		s.watermarks(q)
	}
	crossing := 0
	for p := range s.inputs {
		if s.front(p) {
			crossing++
		}
		s.receive(p)
	}
	if crossing == s.ports {
		s.seen[allBusy]++
	}
	for p := range s.inputs {
		s.time(p)
	}
	for q := range s.outputs {
		s.sever(q)
	}
	for p := range s.inputs {
		s.fire(p)
	}
	for q := range s.outputs {
		s.grant(q)
	}
	for p := range s.inputs {
		s.clock(p)
		s.inputs[p].rx = s.codes.decode(in[pinPort+p])
	}
	for p := range s.ports {
		if !s.isEnabled(p) {
			s.resetPort(p)
		}
	}
}

func (s *Switch) isEnabled(p int) bool { return s.enabled>>p&1 != 0 }

// Peek writes the output pins of the cycle that Step takes next.
func (s *Switch) Peek(out []uint64) {
	out = out[:s.ports+1+int(counters)*s.ports]
	var overflow uint64
	stats := out[s.ports+1:]
	for p := range s.inputs {
		in := &s.inputs[p]
		out[p] = s.codes.encode(s.outputs[p].pins)
		if in.overflow {
			overflow |= 1 << p
		}
		for c, n := range in.counters {
			stats[c*s.ports+p] = uint64(n)
		}
	}
	out[s.ports] = overflow
}

// clock is the end of cycle t at port p: the characters go on from queue to next to hold, then
// a rollback empties the queue, or what came in rx joins it.
func (s *Switch) clock(p int) {
	in, out := &s.inputs[p], &s.outputs[p]
	if in.flushes() {
		in.next = idle
	}
	if in.kill || in.shift || in.hold == idle {
		in.hold, in.next = in.next, idle
		in.wires = s.enabled
	}
	in.flush = in.rollback && !in.queue.hasGap()
	if in.next == idle {
		in.next = in.queue.pop()
	}
	if in.rollback {
		in.queue.rollback()
	}
	if in.taken {
		in.queue.push(in.rx)
	}
	in.state = in.after
	if out.released || out.broken {
		out.holder = none
	}
}

// reset gives every register its reset value.
func (s *Switch) reset() {
	for p := range s.ports {
		s.resetPort(p)
		s.inputs[p].counters = [counters]uint16{}
		s.outputs[p].pointer = 0
	}
}

// resetPort resets what is reset while port p is disabled. An input in reset holds no output.
func (s *Switch) resetPort(p int) {
	in, out := &s.inputs[p], &s.outputs[p]
	if s.holds(p) {
		s.outputs[in.to].holder = none
	}
	in.queue.clear()
	*in = input{queue: in.queue, counters: in.counters, rx: idle, next: idle, hold: idle,
		fires: none, fired: none, cause: idle, request: none}
	*out = output{pointer: out.pointer, pins: idle, pending: idle, holder: none}
}

package golden

// An input is one input port. The masks have a bit for each VC.
type input struct {
	vcs [vcs]channel

	stored uint8 // VCs with an entry
	fresh  uint8 // the VC that got one in this cycle
	active uint8
	near   uint8 // of those that are active

	staged      request // empty below three stages
	used        place   // staged, what a header was granted in the cycle before, or nowhere
	slot        int8
	kept        bool
	void        bool // nothing is looked at in the next cycle
	bodyTurn    bool
	bodyPointer int8
}

// A channel is one input VC: what arrives on it is framed, what leaves it follows its header.
type channel struct {
	buffer   buffer
	framing  framing
	standing standing

	// The packet on its way, while the VC is active.
	to     place
	length int8
	taken  int8 // flits of it
}

// A framing is where the stream of flits that arrives on one VC stands.
type framing struct {
	state  stage
	n      int // flits of the open packet so far
	length int // that its header gave
	bad    bool
	wrong  bool // has had an error, which pulsed
}

type stage uint8

const (
	closed stage = iota
	open
	rest
)

// receive takes a flit with valid on input p.
func (r *Router) receive(p, v int, flit []uint64) {
	in := &r.inputs[p]
	switch {
	case p != node && r.links>>p&1 == 0:
		r.seen[eventMasked+event(p)]++
		return
	case v >= vcs:
		r.seen[missingVC+event(p)]++
		r.errors[errVC] |= 1 << p
		return
	case p == node && v != 0 && v != 2:
		r.seen[port6VC]++
		r.errors[errVC] |= 1 << p
		return
	case in.vcs[v].buffer.full():
		r.seen[eventOverflow+event(p)]++
		r.errors[errOverflow] |= 1 << p
		return
	}
	r.store(p, v, flit)
	in.fresh = 1 << v
	if in.vcs[v].buffer.full() {
		r.seen[eventFull+event(p)]++
	}
}

// store frames a flit and puts it into its buffer, which has room.
func (r *Router) store(p, v int, flit []uint64) {
	ch := &r.inputs[p].vcs[v]
	head, tail := bit(flit, r.headBit), bit(flit, r.headBit+1)
	e := entry{kind: dropped}
	switch f := &ch.framing; {
	case f.state == open:
		e = r.frame(p, f, head, tail)
	case head:
		e = r.open(p, v, f, header(flit[0]), tail)
	case f.state == closed:
		r.seen[orphan+event(p)]++
		r.errors[errLength] |= 1 << p
	default:
		r.seen[eventRest+event(p)]++
		if tail {
			f.state = closed
		}
	}
	stored := ch.buffer.push(e)
	copy(stored, flit)
	stored[r.words-1] &= r.top
	setBit(stored, r.headBit, e.kind == heading)
	setBit(stored, r.headBit+1, e.last)
	r.inputs[p].stored |= 1 << v
}

// bit reads a bit of a flit.
func bit(flit []uint64, i uint) bool { return flit[i/64]>>(i%64)&1 == 1 }

// setBit gives a bit of a flit a value.
func setBit(flit []uint64, i uint, value bool) {
	flit[i/64] &^= 1 << (i % 64)
	if value {
		flit[i/64] |= 1 << (i % 64)
	}
}

// open judges the header of a packet.
func (r *Router) open(p, v int, f *framing, h header, tail bool) entry {
	if f.state == rest {
		r.seen[restHead+event(p)]++
	}
	rt, err := r.judge(h, p, v)
	*f = framing{length: h.length(), bad: err != sound}
	if f.bad {
		r.seen[eventBad+event(int(err)*ports+p)]++
		r.errors[err] |= 1 << p
		count(&r.stats.dropped)
	}
	if f.length == 0 || f.length > r.config.MaxFlits {
		f.state = rest
		if tail {
			f.state = closed
		}
		return entry{kind: dropped}
	}
	e := r.frame(p, f, false, tail)
	if !f.bad {
		e.kind, e.route = heading, rt
	}
	return e
}

// frame takes the next flit of a packet, its header included. Its head bit is an error unless
// it belongs to the header.
func (r *Router) frame(p int, f *framing, head, tail bool) entry {
	f.n++
	if head {
		r.wrong(p, f, innerHead)
	}
	switch {
	case tail && f.n < f.length:
		f.state = closed
		r.wrong(p, f, earlyTail)
	case tail:
		f.state = closed
	case f.n == f.length:
		f.state = rest
		tail = true
		r.wrong(p, f, noTail)
	default:
		f.state = open
	}
	if f.bad {
		return entry{kind: dropped}
	}
	e := entry{kind: body, last: tail}
	if tail && !f.wrong {
		e.whole = int8(f.length)
	}
	return e
}

// wrong enters an error in the framing of a packet.
func (r *Router) wrong(p int, f *framing, e event) {
	if f.bad {
		return
	}
	r.seen[e+event(p)]++
	if f.wrong {
		r.seen[eventTold]++
		return
	}
	f.wrong = true
	r.errors[errLength] |= 1 << p
}

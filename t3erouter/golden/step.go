package golden

import "math/bits"

// An output is one output port with what is known of the buffers at the other end of its link. The
// masks have a bit for each VC; VC 4 is never barred.
type output struct {
	credits [vcs]int
	owned   uint8
	barred  uint8 // to headers that do not claim it
	ending  uint8 // barred, if at all, for one more cycle
	marked  uint8 // the mark of some input VC
	pointer int8
	winner  int8 // the input port that is granted in this cycle, or none
}

// Step is one cycle t: it takes the input pins of t, writes the output pins of t and passes the edge.
func (r *Router) Step(in, out []uint64) {
	r.Drive(in, out)
	r.Clock(in)
}

// Clock takes the input pins of cycle t and passes the edge.
//
// The parts run in an order in which each still sees what the registers held at the start of t:
// what arrives is stored before anything leaves, all choices come before all grants, claims and
// credits before what the grants change.
func (r *Router) Clock(in []uint64) {
	in = in[:r.pins.inWords]
	r.at = [dimensions]int{int(in[pinX] & 31), int(in[pinY] & 31), int(in[pinZ] & 31)}
	r.links = uint8(in[pinLinks])&r.linked | 1<<node
	if in[pinRst] != 0 {
		r.watchReset()
		r.reset()
		return
	}
	r.credits, r.errors = [ports]uint8{}, [faults]uint8{}
	r.wires.vacate()

	var atHand [ports]uint8
	for p := range ports {
		atHand[p] = r.inputs[p].atHand()
		r.inputs[p].fresh = 0
		if pins := in[pinPort+p*r.pins.stride:][:r.pins.stride]; pins[r.words] != 0 {
			r.receive(p, int(pins[r.words+1]&7), pins[:r.words])
		}
	}
	var asks [ports]asking
	for p := range int8(ports) {
		in := &r.inputs[p]
		if r.config.Stages == 1 {
			atHand[p] = in.stored
			if !in.kept {
				in.slot = in.nextSlot()
			}
		}
		r.ask(p, atHand[p], &asks[p])
	}
	r.grant(&asks)
	r.claim(&asks)
	for o := range ports {
		r.takeCredits(o, uint8(in[r.pins.inCredit+o])&(1<<vcs-1), &asks)
	}
	for p := range ports {
		next := r.inputs[p].nextSlot()
		r.leave(p, &asks[p])
		if in := &r.inputs[p]; r.config.Stages > 1 && !in.kept {
			in.slot = next
		}
	}
	if r.config.Stages == 3 {
		for p := range ports {
			r.contest(p, &asks)
		}
	}
	r.wires.advance()
	r.tie = (r.tie + 1) % dimensions
}

// Drive writes the output pins of cycle t, which follow from registers alone.
func (r *Router) Drive(_, out []uint64) {
	out = out[:r.pins.outWords]
	for p, c := range r.credits {
		out[p] = uint64(c)
	}
	r.wires.drive(out[r.pins.outPort:r.pins.outErrors])
	for i, e := range r.errors {
		out[r.pins.outErrors+i] = uint64(e)
	}
	stats := out[r.pins.outStats:]
	for v, n := range r.stats.packets {
		stats[v] = uint64(n)
	}
	stats[vcs] = uint64(r.stats.ejected)
	stats[vcs+1] = uint64(r.stats.dropped)
	stats[vcs+2] = uint64(r.stats.escapes)
}

// grant lets every output choose among the requests for it.
func (r *Router) grant(asks *[ports]asking) {
	var requests [ports]uint8
	for p := range asks {
		if q := &asks[p].request; q.entry != nil {
			requests[q.to.port] |= 1 << p
		}
	}
	grants := 0
	for o, mask := range requests {
		out := &r.outputs[o]
		out.winner = none
		if mask == 0 {
			continue
		}
		p := rotate(mask, out.pointer)
		out.pointer = (p + 1) % ports
		out.winner = p
		asks[p].granted = true
		grants++
		if n := bits.OnesCount8(mask); n > 1 {
			r.seen[contend+event(n)]++
		}
	}
	if grants == ports {
		r.seen[allBusy]++
	}
}

// takeCredits adds the credits that come back to output o. Those of VC 1, 3 and 4 of port 6 are
// never spent, so one more is always beyond depth.
func (r *Router) takeCredits(o int, pulses uint8, asks *[ports]asking) {
	out := &r.outputs[o]
	for ; pulses != 0; pulses &= pulses - 1 {
		v := bits.TrailingZeros8(pulses)
		if out.winner != none && int(asks[out.winner].request.to.vc) == v {
			r.seen[creditWithGrant]++
		}
		if out.credits[v] >= r.depth[v] {
			r.errors[errCredit] |= 1 << o
			r.seen[creditOver+event(o)]++
			continue
		}
		out.credits[v]++
	}
}

// leave lets go what leaves input p at the end of the cycle, and takes what is to leave next.
func (r *Router) leave(p int, a *asking) {
	in := &r.inputs[p]
	free := a.granted
	if r.config.Stages == 3 && in.staged.entry == nil {
		free = true
	}
	in.used = nowhere
	if r.config.Stages == 3 && a.granted && a.request.header() {
		in.used = a.request.to
	}
	if in.kept = a.choice != nowhere && !(free && a.offer.header()); in.kept {
		r.seen[eventKept+event(p)]++
	}
	if a.drops {
		r.free(p, in.slot)
		if a.granted {
			r.seen[dropBeside]++
		}
	}
	if a.granted {
		r.send(p, &a.request)
	}
	if !free {
		return
	}
	if a.both {
		if a.offer.header() {
			r.seen[turnHeader]++
		} else {
			r.seen[turnBody]++
		}
	}
	if a.offer.entry != nil {
		in.take(&a.offer)
	}
	if r.config.Stages == 3 {
		in.staged = a.offer
	}
}

// send moves the oldest flit of an input VC to its output.
func (r *Router) send(p int, q *request) {
	out, owner := &r.outputs[q.to.port], uint8(1)<<q.to.vc
	e := q.entry
	if e.kind == heading {
		r.watchHeader(p, q)
		if e.route.adaptive && q.to.port != node && q.to.vc != adaptiveVC {
			count(&r.stats.escapes)
		}
	}
	out.credits[q.to.vc]--
	r.wires.put(q.to, r.free(p, q.vc))
	if !e.last {
		out.owned |= owner
		return
	}
	out.owned &^= owner
	if q.to.port == node {
		count(&r.stats.ejected)
	} else {
		count(&r.stats.packets[q.to.vc])
	}
	if e.whole != 0 {
		r.seen[eventLength+event(e.whole)]++
	}
}

// free removes the oldest entry of a buffer and credits it.
func (r *Router) free(p int, u int8) []uint64 {
	in := &r.inputs[p]
	b := &in.vcs[u].buffer
	held := b.size
	if r.config.Stages > 1 && in.fresh>>u&1 == 1 {
		held-- // what arrives in this cycle is not there yet
	}
	if held == 1 {
		r.seen[emptyPass+event(p)]++
	}
	flit := b.pop()
	if b.size == 0 {
		in.stored &^= 1 << u
	}
	r.credits[p] |= 1 << u
	return flit
}

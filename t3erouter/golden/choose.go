package golden

import "math/bits"

// A place is a VC of an input or output port.
type place struct{ port, vc int8 }

var nowhere = place{none, none}

// A request is the oldest entry of an input VC that is to leave by an output VC.
type request struct {
	entry *entry // nil: there is none
	vc    int8
	to    place
	spare bool // of a header in the stage: the credits outlast a packet of one flit that comes first
}

func (q *request) header() bool { return q.entry != nil && q.entry.kind == heading }

// of tells that it is a request of input VC u.
func (q *request) of(u int8) bool { return q.entry != nil && q.vc == u }

// by tells that it is a request for output VC to.
func (q *request) by(to place) bool { return q.entry != nil && q.to == to }

// An asking is what one input port wants in a cycle, from the state at its start.
type asking struct {
	looked  *entry // the header in the slot that is looked at, nil if there is none
	choice  place  // of that header
	drops   bool   // the entry in the slot is dropped
	behind  bool   // a flit of the VC in the slot is staged
	both    bool   // the header and a body flit could be offered
	offer   request
	request request
	granted bool // the request
}

// rotate finds the first bit of a mask at or after from, in rotation; none in an empty mask.
func rotate(mask uint8, from int8) int8 {
	if later := mask >> from << from; later != 0 {
		mask = later
	}
	if mask == 0 {
		return none
	}
	return int8(bits.TrailingZeros8(mask))
}

// atHand are the VCs with an entry that is not staged.
func (in *input) atHand() uint8 {
	if q := &in.staged; q.entry != nil && in.vcs[q.vc].buffer.size == 1 {
		return in.stored &^ (1 << q.vc)
	}
	return in.stored
}

// front is the oldest entry at hand of VC u, which has one.
func (in *input) front(u int8) *entry {
	b := &in.vcs[u].buffer
	if in.staged.of(u) {
		return b.at(1)
	}
	return b.at(0)
}

// nextSlot is first(slot) of the page.
func (in *input) nextSlot() int8 {
	w := (in.near | ^in.active) & in.atHand()
	if w == 0 {
		return in.slot
	}
	return rotate(w, (in.slot+1)%vcs)
}

// ask looks at input p; atHand are its VCs with an entry in A(t). The asking is zero before.
func (r *Router) ask(p int8, atHand uint8, a *asking) {
	in := &r.inputs[p]
	a.choice = nowhere
	switch {
	case in.void:
		in.void = false
		r.seen[eventVoid+event(p)]++
	case (atHand&^in.active)>>in.slot&1 == 1:
		r.look(p, a)
	}
	body := rotate(atHand&in.active, in.bodyPointer)
	a.both = a.choice != nowhere && body != none
	switch {
	case a.choice != nowhere && (body == none || !in.bodyTurn):
		spare := r.outputs[a.choice.port].credits[a.choice.vc] > int(a.looked.route.length) && !in.staged.by(a.choice)
		a.offer = request{a.looked, in.slot, a.choice, spare}
	case body != none:
		a.offer = request{entry: in.front(body), vc: body, to: in.vcs[body].to}
	}
	a.request = a.offer
	if r.config.Stages == 3 {
		a.request = in.staged
	}
}

// look takes up the entry in the slot of input p, which waits.
func (r *Router) look(p int8, a *asking) {
	in := &r.inputs[p]
	a.behind = in.staged.of(in.slot)
	e := in.front(in.slot)
	if e.kind == dropped {
		a.drops = !a.behind
		return
	}
	a.looked = e
	a.choice = r.choose(in, &e.route)
	if a.behind && a.choice != nowhere {
		r.seen[eventBehind+event(p)]++
	}
}

// choose picks the output VC that the header in the slot asks for in this cycle.
func (r *Router) choose(in *input, rt *route) place {
	mine := in.vcs[in.slot].standing.claims && !(in.staged.header() && in.staged.vc == in.slot)
	room := !rt.captive && r.room(in, rt.own, rt)
	if mine && room {
		return rt.own
	}
	if d := r.bestAdaptive(in, rt); d != none {
		return place{d, adaptiveVC}
	}
	switch {
	case room && r.outputs[rt.own.port].barred>>rt.own.vc&1 == 0:
		return rt.own
	case room:
		r.seen[claimBars]++
	case rt.set != 0:
		r.seen[noRoom]++
	}
	return nowhere
}

// bestAdaptive is the direction of the adaptive set with room and the most credits on VC 4.
func (r *Router) bestAdaptive(in *input, rt *route) int8 {
	best, most, equal := int8(none), 0, false
	if rt.set == 0 {
		return none
	}
	for i := range dimensions {
		dim := (r.tie + i) % dimensions
		d := 2*dim + int(rt.set>>(2*dim+1)&1)
		if rt.set>>d&1 == 0 || !r.room(in, place{int8(d), adaptiveVC}, rt) {
			continue
		}
		switch n := r.outputs[d].credits[adaptiveVC]; {
		case n > most:
			best, most, equal = int8(d), n, false
		case n == most:
			equal = true
		}
	}
	if equal {
		r.seen[eventTie]++
	}
	return best
}

// room tells that an output VC can take a whole packet: it is unowned, or will be when what the input has staged has
// left, and has the credits for all that. If another header of the port was granted it in the cycle before, one
// credit is left to other ports.
func (r *Router) room(in *input, to place, rt *route) bool {
	o := &r.outputs[to.port]
	if in.staged.by(to) {
		return in.staged.entry.last && o.credits[to.vc] > int(rt.length)
	}
	need := int(rt.length)
	if in.used == to {
		need++
	}
	return o.owned>>to.vc&1 == 0 && o.credits[to.vc] >= need
}

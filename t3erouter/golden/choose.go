package golden

import "math/bits"

// A place is a VC of an input or output port.
type place struct{ port, vc int8 }

var nowhere = place{none, none}

// An asking is what one input port wants in a cycle, from the state at its start.
type asking struct {
	waiting uint8  // VCs with a header or a dropped entry at the front
	drops   bool   // the entry in the slot is dropped
	header  *route // of the header that waits in the slot, nil if there is none
	choice  place  // of that header
	body    int8   // VC of the body pick, or none
	to      place  // the request, or nowhere
	sends   int8   // the VC whose oldest entry is to leave by it
	granted bool
}

// headerLeaves tells that the header in the slot is granted: that the request was its own.
func (a *asking) headerLeaves() bool { return a.granted && a.sends != a.body }

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

// nextSlot is first(slot) of the page.
func (in *input) nextSlot() int8 {
	w := (in.near | ^in.active) & in.stored
	if w == 0 {
		return in.slot
	}
	return rotate(w, (in.slot+1)%vcs)
}

// ask looks at input p; visible are its VCs with an entry in B(t). The asking is zero before.
func (r *Router) ask(p int8, visible uint8, a *asking) {
	in := &r.inputs[p]
	a.waiting, a.choice, a.to, a.sends = visible&^in.active, nowhere, nowhere, none
	if a.waiting>>in.slot&1 == 1 {
		if e := in.vcs[in.slot].buffer.front(); e.kind == dropped {
			a.drops = true
		} else {
			a.header = &e.route
			a.choice = r.choose(p, in.slot, a.header)
		}
	}
	a.body = rotate(visible&in.active, in.bodyPointer)
	switch {
	case a.choice != nowhere && (a.body == none || !in.bodyTurn):
		a.to, a.sends = a.choice, in.slot
	case a.body != none:
		ch := &in.vcs[a.body]
		a.to, a.sends = ch.to, a.body
	}
}

// choose picks the output VC that the header on VC u of port p asks for in this cycle.
func (r *Router) choose(p, u int8, rt *route) place {
	own := &r.outputs[rt.own.port]
	mine := r.inputs[p].vcs[u].standing.claims
	room := own.room(rt.own.vc, rt) && !rt.captive
	if mine && room {
		return rt.own
	}
	if d := r.bestAdaptive(rt); d != none {
		return place{d, adaptiveVC}
	}
	switch {
	case room && own.barred>>rt.own.vc&1 == 0:
		return rt.own
	case room:
		r.seen[claimBars]++
	case rt.set != 0:
		r.seen[noRoom]++
	}
	return nowhere
}

// bestAdaptive is the direction of the adaptive set with room and the most credits on VC 4.
func (r *Router) bestAdaptive(rt *route) int8 {
	best, most, equal := int8(none), 0, false
	if rt.set == 0 {
		return none
	}
	for i := range dimensions {
		dim := (r.tie + i) % dimensions
		d := 2*dim + int(rt.set>>(2*dim+1)&1)
		if rt.set>>d&1 == 0 || !r.outputs[d].room(adaptiveVC, rt) {
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

// room tells that VC v is unowned and has the credits for a whole packet.
func (o *output) room(v int8, rt *route) bool {
	return o.owned>>v&1 == 0 && o.credits[v] >= int(rt.length)
}

package golden

// A claim reserves one output VC for one waiting header. It stands at a candidate of its ring.
type claim struct {
	at   int8
	held bool
}

// candidates are the rings of both classes: the input VCs that may want an escape or ejection
// VC of the class.
const candidates = 3*node + 1

var rings = [2][candidates]place{ring(0), ring(1)}

func ring(class int8) (c [candidates]place) {
	for p := range int8(node) {
		c[3*p] = place{p, 2 * class}
		c[3*p+1] = place{p, 2*class + 1}
		c[3*p+2] = place{p, adaptiveVC}
	}
	c[candidates-1] = place{node, 2 * class}
	return c
}

// candidate is the input VC at which the claim of VC v stands.
func (c claim) candidate(v int8) place { return rings[v/2][c.at] }

// claim moves the claims at the end of a cycle.
func (r *Router) claim(asks *[ports]asking) {
	for o := range int8(ports) {
		step := int8(1)
		if o == node {
			step = 2 // only VC 0 and 2 eject
		}
		for v := int8(0); v < adaptiveVC; v += step {
			r.moveClaim(asks, place{o, v})
		}
	}
}

func (r *Router) moveClaim(asks *[ports]asking, of place) {
	c := &r.outputs[of.port].claims[of.vc]
	by := c.candidate(of.vc)
	a := &asks[by.port]
	inSlot := r.inputs[by.port].slot == by.vc
	leaves := inSlot && a.granted && a.sendsHeader()
	switch {
	case c.held && !leaves:
	case c.held:
		if c.held = false; a.to == of {
			r.seen[claimTaken]++
		} else {
			r.seen[claimFalls]++
		}
		c.next()
	case a.waiting>>by.vc&1 == 0:
		c.next()
	case !inSlot:
	case a.header != nil && !leaves && a.header.wants(of):
		c.held = true
		if of.port == node {
			r.seen[claimEject]++
		} else {
			r.seen[eventClaim+event(of.vc)]++
		}
	default:
		c.next()
	}
}

func (c *claim) next() {
	if c.at++; c.at == candidates {
		c.at = 0
	}
}

// wants tells that an output VC is the header's own.
func (rt *route) wants(of place) bool {
	return rt.own == of && !rt.captive
}

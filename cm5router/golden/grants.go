package golden

import "math/bits"

const none = -1 // no output

// A rotation is the priority of one arbiter: first is the input after the one last granted.
type rotation struct{ first, inputs int }

// pick grants the requester with the highest priority; there must be one.
func (a *rotation) pick(requesters uint8) int {
	for i := range a.inputs {
		if p := (a.first + i) % a.inputs; requesters>>p&1 != 0 {
			a.first = (p + 1) % a.inputs
			return p
		}
	}
	panic("golden: nobody to grant")
}

// grant makes the grants of cycle c among the requests of c. It reads which outputs are
// idle before anything moves in c: one that moves its last CRC flit in c is idle from c+1 on.
func (r *Router) grant() (requests [ports]request, granted [ports]int) {
	var wantChild [children]uint8
	var wantParent uint8
	for p := range ports {
		granted[p] = none
		requests[p] = r.request(p)
		switch req := requests[p]; req.heading {
		case up:
			wantParent |= 1 << p
		case down, fall:
			wantChild[req.child] |= 1 << p
		}
	}
	for k, want := range wantChild {
		switch {
		case want == 0:
		case r.outputs[k].busy:
			r.seen[waitOutput]++
		default:
			granted[r.childArbiters[k].pick(want)] = k
			if want&(want-1) != 0 {
				r.seen[contend+event(k)]++
			}
		}
	}
	if wantParent != 0 {
		if q := r.idleParent(); q == none {
			r.seen[waitParents]++
		} else {
			granted[r.parentArbiter.pick(wantParent)] = q
			if wantParent&(wantParent-1) != 0 {
				r.seen[contendPool]++
			}
		}
	}
	return requests, granted
}

// idleParent chooses among the n idle enabled parents the k-th from port 4 up, k from s(c).
func (r *Router) idleParent() int {
	idle := r.enabled &^ (1<<children - 1)
	for q := children; q < ports; q++ {
		if r.outputs[q].busy {
			idle &^= 1 << q
		}
	}
	if idle == 0 {
		return none
	}
	k := int(r.lfsr&255) * bits.OnesCount8(idle) >> 8
	for range k {
		idle &= idle - 1
	}
	return bits.TrailingZeros8(idle)
}

// stepLFSR is the value of s one cycle after s.
func stepLFSR(s uint16) uint16 {
	return s<<1 | (s>>15^s>>13^s>>12^s>>10)&1
}

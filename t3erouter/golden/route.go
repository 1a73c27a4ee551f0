package golden

// A header is the low 64 bits of a head flit.
type header uint64

func (h header) field(low, width int) int { return int(h >> low & (1<<width - 1)) }

func (h header) destination(dim int) int { return h.field(5*dim, 5) }
func (h header) minus(dim int) int       { return h.field(15+dim, 1) }
func (h header) final() bool             { return h.field(20, 1) == 1 }
func (h header) selected(dim int) int    { return h.field(21+dim, 1) }
func (h header) class() int              { return h.field(24, 1) }
func (h header) adaptive() bool          { return h.field(25, 1) == 1 }
func (h header) length() int             { return h.field(26, 4) }

// initial is the direction that the header names as its first hop, none if it names none.
func (h header) initial() int {
	if i := h.field(18, 2); i != 0 {
		return 2 * (i - 1)
	}
	return none
}

// A route is what a header asks for at this router.
type route struct {
	own      place // "its VC": the escape VC, or to eject the VC of port 6
	set      uint8 // adaptive set, bit d is direction d
	length   int8
	class    int8
	adaptive bool // header bit
	captive  bool // of a variant: must not take its VC

	rule     uint8 // of the page, 1 to 5, that gave the bit of an escape hop; 0 for none
	crosses  bool  // the escape hop crosses the dateline
	initial  bool  // is the initial hop
	final    bool  // is the final hop
	finalRun bool  // the escape hop is one of several in -z, the final one the last of them
}

// A fault is an err_ pin, in the order of the pins and of judgement.
type fault int

const (
	errVC fault = iota
	errLength
	errDest
	errTurn
	errLink
	errOverflow
	errCredit
	faults
	sound fault = -1
)

// rank is the place of a direction in +x, +y, +z, -x, -y, -z.
func rank(d int) int { return d/2 + 3*(d&1) }

// judge finds the first fault of a header that arrives on VC v of port p, or its route.
func (r *Router) judge(h header, p, v int) (route, fault) {
	if v != adaptiveVC && h.class() != v/2 {
		return route{}, errVC
	}
	if n := h.length(); n == 0 || n > r.config.MaxFlits {
		return route{}, errLength
	}
	for dim, size := range r.size {
		if h.destination(dim) >= size {
			return route{}, errDest
		}
	}
	rt := route{length: int8(h.length()), class: int8(h.class()), adaptive: h.adaptive()}
	rt.initial = p == node && h.initial() != none
	if r.arrived(h) && !rt.initial {
		rt.own = place{node, 2 * rt.class}
		return rt, sound
	}

	due := r.due(h)
	rt.final = due == 0
	if rt.final {
		due = 1 << 5
	}
	var e int
	if rt.initial {
		e, rt.final = h.initial(), false
	} else {
		for e = 0; due>>e&1 == 0; {
			e = [...]int{2, 3, 4, 5, 1, none}[e] // the next in direction order
		}
	}
	if p != node && v != adaptiveVC && rank(e) < rank(p^1) && !(v&1 == r.initialBit() && h.initial() == p^1) {
		return route{}, errTurn
	}
	if r.links>>e&1 == 0 {
		return route{}, errLink
	}
	if rt.adaptive && !rt.initial {
		rt.set = due & r.links
	}
	rt.captive = r.variant.AdaptiveOnly && rt.set != 0
	rt.finalRun = e == 5 && h.final() && !rt.final
	rt.crosses = r.crosses(e)
	var bit int
	bit, rt.rule = r.bit(h, p, v, e, rt)
	rt.own = place{int8(e), 2*rt.class + int8(bit)}
	return rt, sound
}

// arrived tells that this router is the destination.
func (r *Router) arrived(h header) bool {
	return r.at == [dimensions]int{h.destination(0), h.destination(1), h.destination(2)}
}

// target is the coordinate to which the packet routes in a dimension; with a final hop it is
// one beyond the destination in z.
func (r *Router) target(h header, dim int) int {
	t := h.destination(dim)
	if dim == 2 && h.final() {
		t = (t + 1) % r.size[2]
	}
	return t
}

// due are the directions with hops to the target.
func (r *Router) due(h header) (directions uint8) {
	for dim := range dimensions {
		if r.at[dim] != r.target(h, dim) {
			directions |= 1 << (2*dim + h.minus(dim))
		}
	}
	return directions
}

// crosses tells that the hop in direction d goes over the link between k-1 and 0.
func (r *Router) crosses(d int) bool {
	if d&1 == 0 {
		return r.at[d/2] == r.size[d/2]-1
	}
	return r.at[d/2] == 0
}

// crossesLater tells that the run in direction d does so after a hop that does not.
func (r *Router) crossesLater(h header, d int) bool {
	c, end := r.at[d/2], h.destination(d/2)
	if d == 4 {
		end = r.target(h, 2)
	}
	if d&1 == 0 {
		return end < c
	}
	return end > c
}

// bit is the VC bit of the escape hop e, with the rule of "Dateline" that gave it.
func (r *Router) bit(h header, p, v, e int, rt route) (bit int, rule uint8) {
	switch {
	case rt.initial:
		return r.initialBit(), 1
	case r.variant.NoDateline:
		return 0, 0
	case rt.crosses:
		return 1, 2
	case r.crossesLater(h, e):
		return 0, 3
	case p != node && (v == 1 || v == 3) && e == p^1:
		return 1, 4
	}
	return h.selected(e / 2), 5
}

// initialBit is the VC bit of an initial hop.
func (r *Router) initialBit() int {
	if r.variant.InitialVC1 {
		return 1
	}
	return 0
}

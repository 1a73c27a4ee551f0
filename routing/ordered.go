package routing

// ordered routes in a ring, mesh or torus one dimension after the other, or first all the hops up
// and then all those down, with virtual channels against the cycles of rings. It is the body of
// several schemes.
//
// A header has, from the low bits on, those of these fields that the setting needs: sign (a bit a
// dimension, 1: down), select (a bit a dimension), crossed (a bit a dimension: the dateline is
// behind), adaptive, class, final, initial (0: none, else 1
// + direction).
type ordered struct {
	*grid
	directions bool   // hops up in x, y, ... before hops down in x, y, ...; else x before y before ...
	rule       vcRule // of the virtual channel of a hop
	restart    bool   // dateline: begin anew at VC 0 in each dimension
	selects    bool   // a run that may begin on either VC of the rule does
	initial    []int  // directions of a first hop that some packets take before all others
	initialVC0 bool   // the first hop is on VC 0
	initialVC1 bool   // it is on VC 1; with neither it is as the rule says
	final      bool   // some packets arrive by a last hop down in the last dimension
	anySign    bool   // runs go the long way round too
	adaptive   bool   // some packets take any hop that brings them nearer, on a VC of its own
	onlyVC     bool   // they take no other
	staticVC   int    // virtual channels of the rule, of one class
	classes    int
	replyVC    bool   // replies may begin on the virtual channels of the rule
	dead       []bool // channels that are not there; nil: none
	table      bool   // only packets that meet no dead escape hop wherever they wander are adaptive
	all        bool   // all packets are adaptive
	fields     fields
}

type vcRule int

const (
	anyVC vcRule = iota
	dateline
	twoDateline
	t3eDateline // looks at what is left of the run, not at the way so far
	noDateline  // VC 0
	remembered  // VC 1 from the dateline on, whatever channels the packet was on
)

// A leg is what is left of a way in one dimension.
type leg struct {
	dir    int // of the next hop, -1 if there is none
	target int // coordinate where the run of hops in this direction ends
}

// leg is that of a packet at coordinate c with destination t. The way of a final packet in the
// last dimension leads to t+1 and from there, in its last hop, down; the legs of the others must be done by then.
func (o *ordered) leg(c, t, dim int, down, final bool) leg {
	final = final && dim == o.dims-1
	end := t
	if final {
		end = (t + 1) % o.K[dim]
	}
	switch {
	case c == end:
		return leg{-1, end}
	case down:
		return leg{2*dim + 1, t} // of a final packet: the last hop is of this run
	}
	return leg{2 * dim, end}
}

// legs are those of a packet at node n.
func (o *ordered) legs(n, destination int, header uint32, legs []leg) []leg {
	legs = legs[:0]
	final := o.fields.final.of(header) == 1
	for d := range o.dims {
		c, t := o.at(n, d), o.at(destination, d)
		legs = append(legs, o.leg(c, t, d, o.down(c, t, d, header, final), final))
	}
	if final && n != destination && done(legs) {
		last := o.dims - 1
		legs[last] = leg{2*last + 1, o.at(destination, last)}
	}
	return legs
}

func done(legs []leg) bool {
	for _, l := range legs {
		if l.dir >= 0 {
			return false
		}
	}
	return true
}

// down is whether a packet goes from c towards t downwards.
func (o *ordered) down(c, t, dim int, header uint32, final bool) bool {
	if o.fields.sign.width > 0 {
		return o.fields.sign.bit(header, dim)
	}
	if final && dim == o.dims-1 {
		t = (t + 1) % o.K[dim]
	}
	up, _ := o.minimal(c, t, dim)
	return !up
}

// next is the first leg in order, -1 if all are done.
func (o *ordered) next(legs []leg) int {
	first := -1
	for d, l := range legs {
		if l.dir < 0 {
			continue
		}
		if !o.directions {
			return d
		}
		if l.dir&1 == 0 {
			return d
		}
		if first < 0 {
			first = d
		}
	}
	return first
}

// vc is the virtual channel of a hop along a leg from coordinate c, of a packet that holds a channel
// of direction held, -1 if none, whose VC says bit (-1: it is none of the rule).
func (o *ordered) vc(c int, l leg, held, bit int, selected bool) int {
	dim, k := l.dir/2, o.K[l.dir/2]
	now := o.rings() && (l.dir&1 == 0 && c == k-1 || l.dir&1 == 1 && c == 0)
	later := !now && o.crosses(c, l.target, l.dir)
	choice := 0
	if selected {
		choice = 1
	}
	switch o.rule {
	case dateline:
		switch {
		case now:
			return 1
		case bit == 1 && (held/2 == dim || !o.restart):
			return 1
		case bit == 0 && held == l.dir && !later:
			return 0 // of a run that has begun on VC 0
		case later:
			return 0
		}
		return choice
	case twoDateline:
		middle := (k - 1) / 2
		switch {
		case now || later:
			return 0
		case l.dir&1 == 0 && c <= middle && l.target > middle || l.dir&1 == 1 && c > middle && l.target <= middle:
			return 1
		case held == l.dir && bit >= 0:
			return bit // that with which the run began
		}
		return choice
	case t3eDateline:
		switch {
		case now:
			return 1
		case later:
			return 0
		case held == l.dir && bit == 1:
			return 1
		}
		return choice
	}
	return 0
}

// route is the relation.
func (o *ordered) route(destination int, p Packet, options []Option, legs []leg) ([]Option, []leg) {
	h := p.Header
	injected := p.Channel == Injected
	initial := int(o.fields.initial.of(h))
	if p.Node == destination && (!injected || initial == 0) {
		return append(options, Option{Channel: Eject, Escape: true}), legs
	}
	class := int(o.fields.class.of(h))
	base := class * o.staticVC
	if injected && initial > 0 {
		dir := initial - 1
		vc := 0
		switch c := o.at(p.Node, dir/2); {
		case o.initialVC1:
			vc = 1
		case !o.initialVC0:
			vc = o.vc(c, leg{dir, o.step(c, dir)}, -1, -1, false)
		}
		return append(options, Option{o.out(p.Node, dir), base + vc, o.fields.initial.put(h, 0), true}), legs
	}
	legs = o.legs(p.Node, destination, h, legs)
	if o.fields.adaptive.of(h) == 1 {
		for _, l := range legs {
			if l.dir >= 0 && !o.isDead(o.out(p.Node, l.dir)) {
				options = append(options, Option{o.out(p.Node, l.dir), o.classes * o.staticVC, o.after(h, o.out(p.Node, l.dir)), false})
			}
		}
	}
	if o.onlyVC || injected && class == 1 && !o.replyVC {
		return options, legs
	}
	l := legs[o.next(legs)]
	held, bit := -1, -1
	if !injected {
		held = int(o.dir[p.Channel])
		if p.VC < o.classes*o.staticVC {
			bit = p.VC % o.staticVC
		}
	}
	out := o.out(p.Node, l.dir)
	if o.isDead(out) {
		return options, legs
	}
	if o.rule == anyVC {
		for vc := range o.staticVC {
			options = append(options, Option{out, base + vc, h, true})
		}
		return options, legs
	}
	if o.rule == remembered {
		after := o.after(h, out)
		vc := int(o.fields.crossed.of(after) >> (l.dir / 2) & 1)
		return append(options, Option{out, base + vc, after, true}), legs
	}
	vc := o.vc(o.at(p.Node, l.dir/2), l, held, bit, o.fields.selects.bit(h, l.dir/2))
	return append(options, Option{out, base + vc, h, true}), legs
}

// after is a header behind a hop.
func (o *ordered) after(h uint32, channel int) uint32 {
	if o.fields.crossed.width > 0 && o.wrap[channel] {
		h |= 1 << (o.fields.crossed.shift + int(o.dir[channel])/2)
	}
	return h
}

func (o *ordered) isDead(channel int) bool { return o.dead != nil && o.dead[channel] }

// step is the coordinate after a hop.
func (o *ordered) step(c, dir int) int {
	k := o.K[dir/2]
	return (c + 1 + (dir&1)*(k-2)) % k
}

// relation makes the relation of explicit headers, a part a destination.
func (o *ordered) relation(name string) *Relation {
	o.layout()
	r := &Relation{Name: name, Graph: o.Graph, VCs: o.classes * o.staticVC, Headers: 1 << o.fields.bits, Parts: destinations(o.Graph)}
	if o.adaptive {
		r.VCs++
	}
	r.Open = func(part int) Part {
		destination := r.Parts[part]
		var legs []leg
		return Part{
			Inject: func(inject func(int, uint32)) {
				known := sounds{}
				for n := range o.Nodes {
					o.inject(n, destination, known, inject)
				}
			},
			Route: func(p Packet, options []Option) []Option {
				options, legs = o.route(destination, p, options, legs)
				return options
			},
		}
	}
	if o.rule == remembered {
		r.Wander = o.after
	}
	if o.fields.bits > 0 {
		r.Write = func(_ int, h uint32) string { return o.write(h) }
	}
	return r
}

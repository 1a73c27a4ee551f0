package routing

import (
	"fmt"

	"github.com/flitwright/flitwright/topology"
)

// rings, meshes and tori.
var karies = []topology.Kind{topology.RingKind, topology.MeshKind, topology.TorusKind}

// ringSchemes take any virtual channel, or one by the way so far.
func ringSchemes() []Scheme {
	vcs := number("vcs", "virtual channels of a channel", 1, 64, 1)
	wait := words("wait", "a packet takes any virtual channel that is free, or picks one and waits for it", "class", "commit")
	return []Scheme{
		{"any", "dimension order over any virtual channel: the ring of one dimension is its example", []Param{vcs, wait, tie()}, one(buildAny("any"))},
		{"dor", "dimension order over any virtual channel, 1 by default", []Param{vcs, wait, tie()}, one(buildAny("dor"))},
		{"dateline", "one dimension: VC 1 on the channel that crosses between k-1 and 0 and after it", []Param{tie()}, one(buildDateline)},
		{"overlap", "dateline classes that share VC 2, beside one of their own", []Param{wait, tie()}, one(buildOverlap)},
		{"distance", "shortest paths, the VC is the number of hops so far", nil, one(buildDistance)},
	}
}

func buildAny(name string) func(*topology.Graph, Values) (*Relation, error) {
	return func(g *topology.Graph, v Values) (*Relation, error) {
		k, err := newGrid(g, name, karies...)
		if err != nil {
			return nil, err
		}
		k.ties = v.says("tie", "both")
		o := &ordered{grid: k, staticVC: v.number("vcs"), classes: 1}
		r := o.relation(name)
		r.Commit = v.says("wait", "commit")
		return r, nil
	}
}

func buildDateline(g *topology.Graph, v Values) (*Relation, error) {
	k, err := newGrid(g, "dateline", topology.RingKind, topology.TorusKind)
	if err != nil {
		return nil, err
	}
	k.ties = v.says("tie", "both")
	o := &ordered{grid: k, rule: dateline, restart: true, staticVC: 2, classes: 1}
	return o.relation("dateline"), nil
}

// buildOverlap shares VC 2 between both classes of a dateline. The classes are still those of the
// packet, so the header has the class: VC 2 does not tell it.
func buildOverlap(g *topology.Graph, v Values) (*Relation, error) {
	k, err := newGrid(g, "overlap", topology.RingKind, topology.TorusKind)
	if err != nil {
		return nil, err
	}
	k.ties = v.says("tie", "both")
	o := &ordered{grid: k, rule: dateline, restart: true, staticVC: 2, classes: 1}
	base := o.relation("overlap")
	r := *base
	r.VCs, r.Headers = 3, 2*base.Headers // the low bit is the class
	r.Commit = v.says("wait", "commit")
	r.Write = func(part int, h uint32) string {
		text := "class=" + string('0'+rune(h&1))
		if base.Write != nil {
			text = base.Write(part, h>>1) + " " + text
		}
		return text
	}
	r.Open = func(part int) Part {
		in := base.Open(part)
		var own []Option
		return Part{
			Inject: func(inject func(int, uint32)) {
				in.Inject(func(n int, h uint32) { inject(n, h<<1) })
			},
			Route: func(p Packet, options []Option) []Option {
				if p.Channel != Injected {
					p.VC = int(p.Header & 1)
				}
				p.Header >>= 1
				own = in.Route(p, own[:0])
				for _, x := range own {
					x.Header = x.Header<<1 | uint32(x.VC)
					options = append(options, x)
					if x.Channel != Eject {
						x.VC, x.Escape = 2, false
						options = append(options, x)
					}
				}
				return options
			},
		}
	}
	return &r, nil
}

// buildDistance is for any graph: virtual channel i for hop i, so that every dependence climbs.
func buildDistance(g *topology.Graph, _ Values) (*Relation, error) {
	r := &Relation{Name: "distance", Graph: g, VCs: 1, Headers: 1, Parts: destinations(g)}
	for part := range r.Parts {
		for _, d := range distances(g, r.Parts[part]) {
			r.VCs = max(r.VCs, int(d))
		}
	}
	r.Open = func(part int) Part {
		to := distances(g, r.Parts[part])
		return Part{
			Inject: fromAll(g, r.Parts[part]),
			Route: func(p Packet, options []Option) []Option {
				vc := 0
				if p.Channel != Injected {
					vc = p.VC + 1
				}
				return nearer(g, to, p.Node, options, func(c int) Option { return Option{Channel: c, VC: vc, Escape: true} })
			},
		}
	}
	return r, nil
}

// distances are the hops from each node to one, -1 from where there is no way.
func distances(g *topology.Graph, to int) []int32 {
	d := make([]int32, len(g.Nodes))
	for n := range d {
		d[n] = -1
	}
	d[to] = 0
	queue := []int{to}
	for i := 0; i < len(queue); i++ {
		n := queue[i]
		if n != to && !passes(g, n) {
			continue
		}
		for _, c := range g.In(n) {
			if m := g.Channels[c].From; d[m] < 0 {
				d[m] = d[n] + 1
				queue = append(queue, m)
			}
		}
	}
	return d
}

// passes is whether packets go through a node.
func passes(g *topology.Graph, n int) bool { return g.Nodes[n].Switch || !g.Nodes[n].Terminal }

// nearer appends an option for each channel of a node that leads nearer, or to eject.
func nearer(g *topology.Graph, to []int32, n int, options []Option, option func(c int) Option) []Option {
	if to[n] == 0 {
		return append(options, Option{Channel: Eject, Escape: true})
	}
	for _, c := range g.Out(n) {
		if m := g.Channels[c].To; to[m] >= 0 && to[m] == to[n]-1 {
			options = append(options, option(c))
		}
	}
	return options
}

// fromAll injects header 0 at all terminals but the destination.
func fromAll(g *topology.Graph, destination int) func(func(int, uint32)) {
	return func(inject func(int, uint32)) {
		for n := range g.Nodes {
			if g.Nodes[n].Terminal && n != destination {
				inject(n, 0)
			}
		}
	}
}

// orderedSchemes go in an order of dimensions or directions, with datelines.
func orderedSchemes() []Scheme {
	headings := text("initial", "headings, as +x+y, of a hop that some packets take before all others", checkHeadings)
	return []Scheme{
		{"dor-dateline", "dimension order, in each dimension VC 1 from the dateline on", []Param{
			tie(),
			flag("restart", "each dimension begins on VC 0; 0: a packet stays on VC 1", 1),
			words("select", "a run that does not cross is on VC 0, or on either for all its length", "zero", "any"),
		}, one(buildDORDateline)},
		{"dor-two-dateline", "dimension order; VC 0 for runs over one dateline, VC 1 over the other, either for the rest", []Param{tie()}, one(buildTwoDateline)},
		{"direction-order", "hops up in x, y, ... and then down in x, y, ..., with datelines in a torus", []Param{
			tie(), headings,
			text("final", "-z (the last dimension down): some packets arrive by a last hop down, beyond which they turn", checkHeadings),
			words("initial_vc", "the first hop is on VC 0, or on VC 1 if it crosses", "0", "dateline"),
		}, one(buildDirectionOrder)},
		t3eScheme(),
	}
}

func buildDORDateline(g *topology.Graph, v Values) (*Relation, error) {
	k, err := newGrid(g, "dor-dateline", topology.RingKind, topology.TorusKind)
	if err != nil {
		return nil, err
	}
	k.ties = v.says("tie", "both")
	o := &ordered{grid: k, rule: dateline, restart: v.is("restart"), selects: v.says("select", "any"), staticVC: 2, classes: 1}
	return o.relation("dor-dateline"), nil
}

func buildTwoDateline(g *topology.Graph, v Values) (*Relation, error) {
	k, err := newGrid(g, "dor-two-dateline", topology.TorusKind)
	if err != nil {
		return nil, err
	}
	k.ties = v.says("tie", "both")
	o := &ordered{grid: k, rule: twoDateline, selects: true, staticVC: 2, classes: 1}
	return o.relation("dor-two-dateline"), nil
}

func buildDirectionOrder(g *topology.Graph, v Values) (*Relation, error) {
	k, err := newGrid(g, "direction-order", topology.MeshKind, topology.TorusKind)
	if err != nil {
		return nil, err
	}
	k.ties = v.says("tie", "both")
	o := &ordered{grid: k, directions: true, rule: t3eDateline, initialVC0: v.says("initial_vc", "0"), staticVC: 2, classes: 1}
	if g.Kind == topology.MeshKind {
		o.staticVC = 1
	}
	if err := o.ends(v.text("initial"), v.text("final")); err != nil {
		return nil, err
	}
	return o.relation("direction-order"), nil
}

// ends sets the first and last hops outside the order.
func (o *ordered) ends(initial, final string) error {
	for _, h := range splitHeadings(initial) {
		dir := o.directionOf(h)
		if dir < 0 {
			return fmt.Errorf("-set initial=%s: %s has no direction %s (there are %s)", initial, o.Name, h, o.grid.directions())
		}
		o.initial = append(o.initial, dir)
	}
	switch last := o.heading(2*o.dims - 1); final {
	case "":
	case last:
		o.final = true
	default:
		return fmt.Errorf("-set final=%s: want %s", final, last)
	}
	return nil
}

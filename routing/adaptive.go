package routing

import (
	"fmt"

	"github.com/flitwright/flitwright/topology"
)

// meshSchemes are those of the turn model and by planes.
func meshSchemes() []Scheme { return append(turnSchemes(), planarScheme()) }

// adaptiveSchemes let a packet choose by what is free.
func adaptiveSchemes() []Scheme {
	escapes := func() Param {
		return words("escape", "the relation of the escape channels", "auto", "dor", "dor-dateline", "direction-order", "west-first", "north-last", "negative-first", "planar-adaptive", "distance", "updown")
	}
	return []Scheme{
		{"adaptive", "any shortest path over any virtual channel", []Param{number("vcs", "virtual channels of a channel", 1, 64, 1), tie()}, one(buildAdaptive)},
		{"duato-text", "two classes in a mesh as often described: class 0 turns in dimension order only, class 1 is free", nil, one(buildDuatoText)},
		{"duato", "any path on adaptive virtual channels beside the hop of a deadlock-free escape relation", []Param{
			escapes(),
			number("adaptive", "adaptive virtual channels", 1, 16, 1),
			flag("minimal", "1: adaptive hops lead nearer; 0: any", 1),
		}, one(buildDuato)},
		{"misroute", "duato, with a bounded number of adaptive hops that do not lead nearer", []Param{
			escapes(),
			number("misroutes", "such hops of a packet", 0, 255, 2),
			number("threshold", "flits queued on every nearer way before such a hop; no dependence depends on it", 0, 1<<16, 4),
		}, one(buildMisroute)},
		{"quadrant", "a direction in each dimension drawn at the source, then adaptive in this quadrant", nil, one(buildQuadrant)},
	}
}

func buildAdaptive(g *topology.Graph, v Values) (*Relation, error) {
	r := &Relation{Name: "adaptive", Graph: g, VCs: v.number("vcs"), Headers: 1, Parts: destinations(g)}
	hops, err := minimalHops(g, v.says("tie", "both"))
	if err != nil {
		return nil, err
	}
	r.Open = func(part int) Part {
		destination := r.Parts[part]
		near := hops(destination)
		return Part{
			Inject: fromAll(g, destination),
			Route: func(p Packet, options []Option) []Option {
				if p.Node == destination {
					return append(options, Option{Channel: Eject, Escape: true})
				}
				for _, c := range g.Out(p.Node) {
					for vc := range r.VCs {
						if near(c) {
							options = append(options, Option{Channel: c, VC: vc})
						}
					}
				}
				return options
			},
		}
	}
	return r, nil
}

// minimalHops says for a destination which channels are of shortest paths. Half round an even torus
// that is both ways with ties.
func minimalHops(g *topology.Graph, ties bool) (func(destination int) func(c int) bool, error) {
	if g.Kind == topology.Irregular || g.Kind == topology.FatTreeKind {
		return func(destination int) func(int) bool {
			to := distances(g, destination)
			return func(c int) bool {
				from, next := to[g.Channels[c].From], to[g.Channels[c].To]
				return next >= 0 && next == from-1
			}
		}, nil
	}
	k, err := newGrid(g, "adaptive", karies...)
	if err != nil {
		return nil, err
	}
	k.ties = ties
	return func(destination int) func(int) bool {
		return func(c int) bool {
			d := int(k.dir[c])
			up, down := k.minimal(k.at(g.Channels[c].From, d/2), k.at(destination, d/2), d/2)
			return d&1 == 0 && up || d&1 == 1 && down
		}
	}, nil
}

// buildDuatoText has the rules of a well-known example that are not enough: class 0 may be entered
// by any shortest hop, and left to class 0 in dimension order only. A packet that has entered a
// channel of y so and has still to go in x finds no way within class 0.
func buildDuatoText(g *topology.Graph, _ Values) (*Relation, error) {
	k, err := newGrid(g, "duato-text", topology.MeshKind)
	if err != nil {
		return nil, err
	}
	r := &Relation{Name: "duato-text", Graph: g, VCs: 2, Headers: 1, Parts: destinations(g)}
	r.Open = func(part int) Part {
		destination := r.Parts[part]
		return Part{
			Inject: fromAll(g, destination),
			Route: func(p Packet, options []Option) []Option {
				if p.Node == destination {
					return append(options, Option{Channel: Eject, Escape: true})
				}
				for dim := range k.dims {
					up, down := k.minimal(k.at(p.Node, dim), k.at(destination, dim), dim)
					if !up && !down {
						continue
					}
					dir := 2 * dim
					if down {
						dir++
					}
					c := k.out(p.Node, dir)
					if p.Channel == Injected || p.VC == 1 || int(k.dir[p.Channel])/2 <= dim {
						options = append(options, Option{Channel: c, VC: 0, Escape: true})
					}
					options = append(options, Option{Channel: c, VC: 1})
				}
				return options
			},
		}
	}
	return r, nil
}

// escapeOf makes the relation that a parameter escape names; auto is dimension order where there
// are dimensions, with datelines in rings, and up*/down* elsewhere.
func escapeOf(g *topology.Graph, v Values, minimal bool) (*Relation, error) {
	name := v.text("escape")
	if name == "auto" {
		switch g.Kind {
		case topology.MeshKind:
			name = "dor"
		case topology.TorusKind, topology.RingKind:
			name = "dor-dateline"
		default:
			name = "updown"
		}
	}
	if name == "dor-dateline" && minimal {
		// Adaptive hops cross datelines too, and wormholes need that to be remembered. Where a packet
		// can come back over a dateline it does harm: there the way left decides.
		k, err := newGrid(g, name, topology.RingKind, topology.TorusKind)
		if err != nil {
			return nil, err
		}
		return (&ordered{grid: k, rule: remembered, staticVC: 2, classes: 1}).relation(name), nil
	}
	list, err := New(g, name)
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

func buildDuato(g *topology.Graph, v Values) (*Relation, error) {
	escape, err := escapeOf(g, v, v.is("minimal"))
	if err != nil {
		return nil, err
	}
	return Duato(escape, v.number("adaptive"), v.is("minimal"))
}

// Duato adds adaptive virtual channels to a relation, whose own become the escape. From an
// adaptive channel a packet goes on, or escapes as if it began where it is; from an escape channel it
// goes on in the escape relation or back to an adaptive channel. Adaptive hops are those of
// shortest paths, or all but straight back.
func Duato(escape *Relation, adaptive int, minimal bool) (*Relation, error) {
	misroutes := 0
	if !minimal {
		misroutes = -1
	}
	return withAdaptive("duato", escape, adaptive, misroutes, false)
}

func buildMisroute(g *topology.Graph, v Values) (*Relation, error) {
	escape, err := escapeOf(g, v, v.number("misroutes") == 0)
	if err != nil {
		return nil, err
	}
	return withAdaptive("misroute", escape, 1, v.number("misroutes"), false)
}

// withAdaptive allows misroutes hops of a packet that do not lead nearer, any number if it is below
// 0. A header is the number left and the header of the escape relation.
func withAdaptive(name string, escape *Relation, adaptive, misroutes int, ties bool) (*Relation, error) {
	g := escape.Graph
	hops, err := minimalHops(g, ties)
	if err != nil {
		return nil, err
	}
	if escape.Parts[0] == Anywhere {
		return nil, fmt.Errorf("-routing %s: %s decides on destinations on the way, so nothing is nearer", name, escape.Name)
	}
	r := *escape
	r.Name, r.Quotient, r.Messages, r.Wander = name, nil, nil, nil
	r.VCs = escape.VCs + adaptive
	r.Headers = escape.Headers * (max(0, misroutes) + 1)
	switch {
	case misroutes < 0:
		r.Livelock = "none: hops on adaptive channels are not bounded"
	case misroutes > 0:
		r.Livelock = fmt.Sprintf("H+%d hops, H those of a shortest path", 2*misroutes)
	}
	r.Open = func(part int) Part {
		in := escape.Open(part)
		near := hops(escape.Parts[part])
		var begin [][]uint32 // headers of the escape relation at a source
		if escape.Wander == nil {
			begin = make([][]uint32, len(g.Nodes))
			in.Inject(func(n int, h uint32) { begin[n] = append(begin[n], h) })
			begin[escape.Parts[part]] = []uint32{0}
		}
		n := uint32(escape.Headers)
		var own []Option
		var one [1]uint32
		return Part{
			Inject: func(inject func(int, uint32)) {
				in.Inject(func(source int, h uint32) { inject(source, h+n*uint32(max(0, misroutes))) })
			},
			Route: func(p Packet, options []Option) []Option {
				left, header := p.Header/n, p.Header%n
				e := p
				e.Header = header
				if p.Channel != Injected && p.VC >= escape.VCs {
					e.Channel, e.VC = Injected, 0
				}
				if p.Node == escape.Parts[part] {
					return append(options, Option{Channel: Eject, Escape: true})
				}
				own = in.Route(e, own[:0])
				for _, x := range own {
					x.Header += left * n
					x.Escape = true
					options = append(options, x)
				}
				for _, c := range g.Out(p.Node) {
					after := left
					if !near(c) {
						back := p.Channel != Injected && g.Channels[c].Reverse == p.Channel
						if misroutes == 0 || back || misroutes > 0 && left == 0 || !passes(g, g.Channels[c].To) {
							continue
						}
						if misroutes > 0 {
							after--
						}
					}
					next := one[:]
					if escape.Wander != nil {
						one[0] = escape.Wander(header, c)
					} else {
						next = begin[g.Channels[c].To]
					}
					for _, h := range next {
						for vc := range adaptive {
							options = append(options, Option{Channel: c, VC: escape.VCs + vc, Header: h + after*n})
						}
					}
				}
				return options
			},
		}
	}
	r.Write = nil
	if escape.Write != nil || misroutes > 0 {
		n := uint32(escape.Headers)
		r.Write = func(part int, h uint32) string {
			text := ""
			if escape.Write != nil {
				text = escape.Write(part, h%n)
			}
			if misroutes > 0 {
				text += fmt.Sprintf(" misroutes=%d", h/n)
			}
			return text
		}
	}
	return &r, nil
}

// buildQuadrant draws the direction of each dimension of a torus at the source, by a chance that
// balances the load; the relation has all. Within the quadrant a packet is free on VC 2, beside
// dimension order with datelines on VC 0 and 1.
func buildQuadrant(g *topology.Graph, _ Values) (*Relation, error) {
	k, err := newGrid(g, "quadrant", topology.TorusKind)
	if err != nil {
		return nil, err
	}
	k.ties = true
	o := &ordered{grid: k, rule: remembered, anySign: true, adaptive: true, staticVC: 2, classes: 1}
	r := o.relation("quadrant")
	r.Livelock = fmt.Sprintf("at most %d", o.most())
	return r, nil
}

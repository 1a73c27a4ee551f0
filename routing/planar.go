package routing

import (
	"fmt"

	"github.com/flitwright/flitwright/topology"
)

func planarScheme() Scheme {
	return Scheme{"planar-adaptive", "adaptive in one plane of two dimensions after the other (Chien and Kim)", nil, one(buildPlanar)}
}

// buildPlanar makes planar-adaptive routing in a mesh of n dimensions. A packet is in plane i, of
// dimensions i and i+1, while i is the first dimension in which it is not done, and in the last
// plane from then on. Hops in dimension i are on VC 2; hops in i+1 are on VC 0 if the packet goes up
// in i and on VC 1 if it goes down: two subnetworks which it never changes between. Once i is
// done in the last plane the packet stays in the subnetwork that it is in, VC 0 if in none.
func buildPlanar(g *topology.Graph, _ Values) (*Relation, error) {
	k, err := newGrid(g, "planar-adaptive", topology.MeshKind)
	if err == nil && k.dims < 2 {
		err = fmt.Errorf("-routing planar-adaptive: needs 2 dimensions, and %s has %d", g.Name, k.dims)
	}
	if err != nil {
		return nil, err
	}
	r := &Relation{Name: "planar-adaptive", Graph: g, VCs: 3, Headers: 1, Parts: destinations(g)}
	r.Open = func(part int) Part {
		destination := r.Parts[part]
		return Part{
			Inject: fromAll(g, destination),
			Route:  func(p Packet, options []Option) []Option { return k.planar(p, destination, options) },
		}
	}
	return r, nil
}

func (g *grid) planar(p Packet, destination int, options []Option) []Option {
	dir := func(dim int) int { // of the next hop in a dimension, -1 if it is done
		switch up, down := g.minimal(g.at(p.Node, dim), g.at(destination, dim), dim); {
		case up:
			return 2 * dim
		case down:
			return 2*dim + 1
		}
		return -1
	}
	if p.Node == destination {
		return append(options, Option{Channel: Eject, Escape: true})
	}
	last := g.dims - 1
	i := 0
	for i < last && dir(i) < 0 {
		i++
	}
	if i < last {
		options = append(options, Option{Channel: g.out(p.Node, dir(i)), VC: 2})
		if d := dir(i + 1); d >= 0 {
			options = append(options, Option{Channel: g.out(p.Node, d), VC: dir(i) & 1})
		}
		return options
	}
	vc := 0
	if p.Channel != Injected {
		switch held := int(g.dir[p.Channel]); {
		case held/2 == last:
			vc = p.VC
		case held/2 == last-1 && p.VC == 2:
			vc = held & 1
		}
	}
	return append(options, Option{Channel: g.out(p.Node, dir(last)), VC: vc})
}

package traffic

import (
	"github.com/flitwright/flitwright/t3erouter/config"
)

// A place is a router in its torus: how long the dimensions are, where it stands, and which links are
// connected.
type place struct {
	size      [3]int
	at        [3]int
	links     uint8 // usable ones
	longest   int   // packet
	connected uint8 // ports whose dimension has links at all
}

func newPlace(c config.Config) place {
	g := place{size: [3]int{c.X, c.Y, c.Z}, longest: c.MaxFlits}
	for p := range node {
		if g.size[p/2] > 1 {
			g.connected |= 1 << p
		}
	}
	return g
}

// usable tells whether port p may carry anything.
func (g *place) usable(p int) bool { return p == node || g.links>>p&1 != 0 }

// A way is where a packet may go from here.
type way struct {
	port, vc int   // of the escape, or of ejection
	adaptive uint8 // directions whose adaptive VC it may take
}

// allows tells whether a packet may leave by VC w of output o.
func (y way) allows(o, w int) bool {
	return o == y.port && w == y.vc || w == free && o != node && y.adaptive>>o&1 != 0
}

// rank is the place of a direction in the order +x, +y, +z, -x, -y, -z.
func rank(direction int) int { return direction/2 + 3*(direction&1) }

// injects tells whether h, having come by port p, makes its initial hop.
func (h *Header) injects(p int) bool { return p == node && h.Initial != 0 }

// turned is z of the router from which the final hop leaves, or of the destination without one.
func (g *place) turned(h *Header) int {
	if h.Final {
		return (h.Dst[2] + 1) % g.size[2]
	}
	return h.Dst[2]
}

// due lists the hops still due, a direction a bit.
func (g *place) due(h *Header) (directions uint8) {
	for d := range 3 {
		to := h.Dst[d]
		if d == 2 {
			to = g.turned(h)
		}
		if to != g.at[d] {
			directions |= 1 << (2*d + int(one(h.Minus[d])))
		}
	}
	if directions == 0 && h.Final && h.Dst != g.at {
		directions = 1 << 5
	}
	return directions
}

// way finds where h may go that came on VC v of port p and has no fault but perhaps a turn or a
// masked link.
func (g *place) way(h *Header, p, v int) way {
	if h.injects(p) {
		return way{port: 2 * (h.Initial - 1), vc: 2 * h.Class}
	}
	if h.Dst == g.at {
		return way{port: node, vc: 2 * h.Class}
	}
	due := g.due(h)
	first := -1
	for direction := range node {
		if due>>direction&1 != 0 && (first < 0 || rank(direction) < rank(first)) {
			first = direction
		}
	}
	y := way{port: first, vc: 2*h.Class + g.dateline(h, p, v, first)}
	if h.Adaptive {
		y.adaptive = due & g.links
	}
	return y
}

// dateline is the bit of the escape VC for a hop in a direction that is not the initial one.
func (g *place) dateline(h *Header, p, v, direction int) int {
	d := direction / 2
	at, end, edge := g.at[d], h.Dst[d], g.size[d]-1
	if direction == 4 {
		end = g.turned(h)
	}
	later := end < at
	if direction&1 != 0 {
		later, edge = end > at, 0
	}
	switch {
	case at == edge:
		return 1
	case later:
		return 0
	case p != node && v < free && v&1 != 0 && direction == p^1:
		return 1
	}
	return int(one(h.Select[d]))
}

// fault is the error of a header that comes on VC v of port p.
func (g *place) fault(h *Header, p, v int) kindOfError {
	if v < free && h.Class != v/2 {
		return errVC
	}
	if h.Length < 1 || h.Length > g.longest {
		return errLength
	}
	for d := range 3 {
		if h.Dst[d] >= g.size[d] {
			return errDest
		}
	}
	y := g.way(h, p, v)
	if y.port == node {
		return noError
	}
	named := v&1 == 0 && h.Initial != 0 && 2*(h.Initial-1) == p^1
	if p != node && v < free && rank(y.port) < rank(p^1) && !named {
		return errTurn
	}
	if !g.usable(y.port) {
		return errLink
	}
	return noError
}

package routing

import (
	"errors"
	"fmt"
	"strings"

	"github.com/flitwright/flitwright/topology"
)

// A grid is a ring, mesh or torus with its channels by node and direction. Direction 2d is up in
// dimension d, 2d+1 down.
type grid struct {
	*topology.Graph
	dims  int
	coord []int32 // of node n in dimension d: n*dims+d
	hop   []int32 // the channel that leaves node n in direction dir: n*2*dims+dir; -1: there is none
	wrap  []bool  // channel
	dir   []int8  // channel
	ties  bool    // both ways are minimal at half the size
}

// newGrid refuses graphs of other kinds than those listed.
func newGrid(g *topology.Graph, scheme string, kinds ...topology.Kind) (*grid, error) {
	ok := false
	for _, k := range kinds {
		ok = ok || g.Kind == k
	}
	if !ok {
		names := ""
		for i, k := range kinds {
			names += [...]string{"", " or "}[min(i, 1)] + k.String()
		}
		return nil, fmt.Errorf("-routing %s: is for a %s, and %s is %s", scheme, names, g.Name, article(g.Kind))
	}
	d := len(g.K)
	r := &grid{Graph: g, dims: d, coord: make([]int32, len(g.Nodes)*d), hop: make([]int32, len(g.Nodes)*2*d),
		wrap: make([]bool, len(g.Channels)), dir: make([]int8, len(g.Channels))}
	for i := range r.hop {
		r.hop[i] = -1
	}
	for n := range g.Nodes {
		for i, x := range g.Nodes[n].Coord {
			r.coord[n*d+i] = int32(x)
		}
	}
	for i, c := range g.Channels {
		dir := direction(c.Dim, int(c.Sign))
		r.hop[c.From*2*d+dir] = int32(i)
		r.wrap[i], r.dir[i] = c.Wrap, int8(dir)
	}
	return r, nil
}

func article(k topology.Kind) string {
	if k == topology.Irregular {
		return "an irregular graph"
	}
	return "a " + k.String()
}

func direction(dim, sign int) int {
	if sign < 0 {
		return 2*dim + 1
	}
	return 2 * dim
}

func (g *grid) at(n, dim int) int  { return int(g.coord[n*g.dims+dim]) }
func (g *grid) out(n, dir int) int { return int(g.hop[n*2*g.dims+dir]) }
func (g *grid) cyclic() bool       { return g.Kind == topology.TorusKind }

// rings is whether channels join coordinates k-1 and 0.
func (g *grid) rings() bool { return g.Kind != topology.MeshKind }

func (g *grid) heading(dir int) string {
	return topology.Heading(dir/2, int8(1-2*(dir&1)))
}

// directions lists all of them.
func (g *grid) directions() string {
	var list []string
	for dir := range 2 * g.dims {
		list = append(list, g.heading(dir))
	}
	return strings.Join(list, ", ")
}

// minimal is whether a hop from a to b in dimension dim goes up, goes down, on shortest paths.
func (g *grid) minimal(a, b, dim int) (up, down bool) {
	switch k := g.K[dim]; {
	case a == b:
		return false, false
	case g.Kind == topology.RingKind:
		return true, false
	case g.Kind == topology.TorusKind:
		far := (b - a + k) % k
		return 2*far < k || 2*far == k, 2*far > k || 2*far == k && g.ties
	}
	return b > a, b < a
}

// crosses is whether a run from coordinate a to b in direction dir crosses between k-1 and 0.
func (g *grid) crosses(a, b, dir int) bool {
	if !g.rings() || a == b {
		return false
	}
	return dir&1 == 0 && b < a || dir&1 == 1 && b > a
}

// tie is the parameter of what happens at half the size of a torus.
func tie() Param {
	return words("tie", "half round an even torus: by + alone or both ways", "plus", "both")
}

// directionOf finds a direction by its heading, -1 if there is none.
func (g *grid) directionOf(heading string) int {
	for dir := range 2 * g.dims {
		if g.heading(dir) == heading {
			return dir
		}
	}
	return -1
}

// splitHeadings takes +x-y apart.
func splitHeadings(text string) []string {
	var list []string
	for i, r := range text {
		if r == '+' || r == '-' {
			list = append(list, text[i:])
			if n := len(list); n > 1 {
				list[n-2] = list[n-2][:len(list[n-2])-len(text[i:])]
			}
		}
	}
	return list
}

// checkHeadings is what is wrong with headings written one after the other.
func checkHeadings(text string) error {
	if strings.Join(splitHeadings(text), "") == text && !strings.Contains(text+"+", "++") {
		return nil
	}
	return errors.New("want headings one after the other, as +x+y-z")
}

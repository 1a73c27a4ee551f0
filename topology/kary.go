package topology

import (
	"errors"
	"fmt"
)

// Ring is a one-way ring of k nodes: a channel from each to the next, from port 0 to port 1. A ring
// of one node has no channels. The two-way ring is Torus(k).
func Ring(k int) (*Graph, error) { return kary(RingKind, []int{k}) }

// Mesh is a mesh with k[d] nodes in dimension d. Node (x, y, z, ...) has index x + k[0]*(y +
// k[1]*(z + ...)). Port 2d of a node leads to the next higher coordinate of dimension d, port 2d+1
// to the next lower; nodes at an edge leave the numbers of the ports they lack unused.
func Mesh(k ...int) (*Graph, error) { return kary(MeshKind, k) }

// Torus is a mesh with links between coordinates k-1 and 0 of each dimension. A dimension of
// two nodes has two parallel links, one of which wraps; a dimension of one node has none.
func Torus(k ...int) (*Graph, error) { return kary(TorusKind, k) }

func kary(kind Kind, k []int) (*Graph, error) {
	g := Graph{Kind: kind, K: append([]int(nil), k...)}
	g.Name = kind.String()
	for i, size := range k {
		g.Name += [...]string{" ", "x"}[min(i, 1)] + fmt.Sprint(size)
	}
	nodes, err := karyNodes(g.Name, k)
	if err != nil {
		return nil, err
	}
	if err := withinLimits(nodes, nodes*karyDegree(kind, k)); err != nil {
		return nil, fmt.Errorf("%s: %w", g.Name, err)
	}
	g.Nodes = make([]Node, nodes)
	coords := make([]int, nodes*len(k))
	for n := range g.Nodes {
		coord := coords[n*len(k) : (n+1)*len(k) : (n+1)*len(k)]
		rest := n
		for d, size := range k {
			coord[d] = rest % size
			rest /= size
		}
		g.Nodes[n] = Node{Name: coordName(coord, k), Coord: coord, Terminal: true, Switch: true}
	}
	g.Channels = make([]Channel, 0, nodes*karyDegree(kind, k))
	g.joinNeighbours()
	return g.finish(), nil
}

// karyNodes multiplies the sizes and reports those out of range, all at once.
func karyNodes(name string, k []int) (int, error) {
	var errs []error
	if len(k) == 0 {
		errs = append(errs, fmt.Errorf("%s: there are no dimensions", name))
	}
	nodes := 1
	for d, size := range k {
		if size < 1 || size > MaxNodes {
			errs = append(errs, fmt.Errorf("%s: size %d of dimension %d is not in 1..%d", name, size, d, MaxNodes))
			continue
		}
		if nodes <= MaxNodes {
			nodes *= size
		}
	}
	return nodes, errors.Join(errs...)
}

// karyDegree is the most channels that leave a node.
func karyDegree(kind Kind, k []int) int {
	degree := 0
	for _, size := range k {
		switch {
		case size == 1:
		case kind == RingKind:
			degree++
		default:
			degree += 2
		}
	}
	return degree
}

// joinNeighbours adds the channels, node by node and port by port.
func (g *Graph) joinNeighbours() {
	first := make([]int, len(g.Nodes)) // channel of each node
	for n := range g.Nodes {
		first[n] = len(g.Channels)
		stride := 1
		for d, size := range g.K {
			for port, sign := range []int8{+1, -1} {
				x := g.Nodes[n].Coord[d]
				to := x + int(sign)
				wrap := to < 0 || to == size
				if size == 1 || wrap && g.Kind == MeshKind || sign < 0 && g.Kind == RingKind {
					continue
				}
				to = (to + size) % size
				g.Channels = append(g.Channels, Channel{
					From: n, FromPort: 2*d + port, To: n + (to-x)*stride, ToPort: 2*d + 1 - port,
					Reverse: -1, Dim: d, Sign: sign, Wrap: wrap,
				})
			}
			stride *= size
		}
	}
	if g.Kind == RingKind {
		return
	}
	for c := range g.Channels {
		for r := first[g.Channels[c].To]; ; r++ {
			if g.Channels[r].FromPort == g.Channels[c].ToPort {
				g.Channels[c].Reverse = r
				break
			}
		}
	}
}

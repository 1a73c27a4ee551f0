package topology

import (
	"errors"
	"fmt"
)

// FatTree is one network of a fat tree of k^n leaves and n levels of switches, wired as the CM-5's
// data network is (docs/spec/cm5.md, section "Chip and wiring"; a CM-5 has two such networks, left
// and right, which never meet). The switches of level l stand in k^(n-l) groups, each of which
// serves k^l leaves. A switch has one child link from each of the k subgroups of its group, at ports
// 0..k-1, and links to parents at the ports from k on: [FatTreeParents] of them, none at the highest
// level. Up-link j of a subgroup, counted switch by switch and port by port, goes to switch j of
// the group above.
//
// The leaves come first, then the switches level by level, group by group. A leaf has one
// link, at port 0. Coord is the group, which for a leaf is its own number, and the number in the group.
func FatTree(k, n int) (*Graph, error) {
	name := fmt.Sprintf("fattree %d^%d", k, n)
	var errs []error
	if k < 1 || k > MaxNodes {
		errs = append(errs, fmt.Errorf("%s: arity %d is not in 1..%d", name, k, MaxNodes))
	}
	if n < 1 || n > 20 {
		errs = append(errs, fmt.Errorf("%s: %d levels are not in 1..20", name, n))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	b := treeBuilder{k: k, n: n, groups: make([]int, n+1), number: make([]int, n+1), first: make([]int, n+2)}
	if err := b.size(name); err != nil {
		return nil, err
	}
	g := Graph{Name: name, Kind: FatTreeKind}
	for range n {
		g.K = append(g.K, k)
	}
	b.nodes(&g)
	b.channels(&g)
	return g.finish(), nil
}

// FatTreeParents is the number of parents of a switch of a level of a fat tree of arity k, the
// highest level apart: half as many as children at levels 1 and 2, rounded up, and as many above.
// With arity 4 it is the 2 and 4 of the CM-5.
func FatTreeParents(k, level int) int {
	if level <= 2 {
		return (k + 1) / 2
	}
	return k
}

// treeBuilder knows the sizes of the levels, 0 being that of the leaves.
type treeBuilder struct {
	k, n   int
	groups []int // of a level
	number []int // of switches in a group of a level
	first  []int // node of a level
}

func (b *treeBuilder) size(name string) error {
	b.groups[b.n] = 1
	for l := b.n; l > 0; l-- {
		b.groups[l-1] = b.groups[l] * b.k
		if b.groups[l-1] > MaxNodes {
			return fmt.Errorf("%s: more than %d leaves", name, MaxNodes)
		}
	}
	b.number[0] = 1
	channels := 0
	for l := range b.n + 1 {
		if l > 0 {
			b.number[l] = b.number[l-1] * b.parents(l-1)
		}
		b.first[l+1] = b.first[l] + b.groups[l]*b.number[l]
		channels += 2 * b.groups[l] * b.number[l] * b.parents(l)
		if err := withinLimits(b.first[l+1], channels); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func (b *treeBuilder) parents(level int) int {
	switch level {
	case 0:
		return 1
	case b.n:
		return 0
	}
	return FatTreeParents(b.k, level)
}

func (b *treeBuilder) nodes(g *Graph) {
	g.Nodes = make([]Node, 0, b.first[b.n+1])
	coords := make([]int, 0, 2*b.first[b.n+1])
	for l := range b.n + 1 {
		for group := range b.groups[l] {
			for number := range b.number[l] {
				coords = append(coords, group, number)
				node := Node{Coord: coords[len(coords)-2 : len(coords) : len(coords)], Level: l}
				if l == 0 {
					node.Name, node.Terminal = fmt.Sprint(group), true
				} else {
					node.Name, node.Switch = fmt.Sprintf("l%d_g%d_c%d", l, group, number), true
				}
				g.Nodes = append(g.Nodes, node)
			}
		}
	}
}

// channels adds those of each node by ports: children, then parents.
func (b *treeBuilder) channels(g *Graph) {
	for n, node := range g.Nodes {
		l, group, number := node.Level, node.Coord[0], node.Coord[1]
		if l > 0 {
			up := b.parents(l - 1)
			for child := range b.k {
				to := b.first[l-1] + (group*b.k+child)*b.number[l-1] + number/up
				g.Channels = append(g.Channels, Channel{
					From: n, FromPort: child, To: to, ToPort: b.firstParent(l-1) + number%up, Dim: l - 1, Sign: -1,
				})
			}
		}
		for j := range b.parents(l) {
			to := b.first[l+1] + group/b.k*b.number[l+1] + number*b.parents(l) + j
			g.Channels = append(g.Channels, Channel{
				From: n, FromPort: b.firstParent(l) + j, To: to, ToPort: group % b.k, Dim: l, Sign: +1,
			})
		}
	}
	first := make([]int, len(g.Nodes))
	for c := len(g.Channels) - 1; c >= 0; c-- {
		first[g.Channels[c].From] = c
	}
	for i := range g.Channels {
		c := &g.Channels[i]
		c.Reverse = first[c.To] + c.ToPort // every port below one in use is in use
	}
}

// firstParent is the lowest port of a node of a level that leads up.
func (b *treeBuilder) firstParent(level int) int {
	if level == 0 {
		return 0
	}
	return b.k
}

package ir

import "slices"

// A bitGraph is a part of a module's combinational paths with one vertex for each bit of a
// node, one more for all its bits together, and one for each block.
type bitGraph struct {
	*graph
	p     *paths
	base  []int32 // by vertex of paths.whole: that of bit 0; -1 outside the part
	owner []int32 // the vertex of paths.whole
}

// bitGraph expands the given vertices of paths.whole and what leads from one to another. It
// takes the place of the one made before.
func (p *paths) bitGraph(part []int32) *bitGraph {
	if p.base == nil {
		p.base = slices.Repeat([]int32{-1}, p.whole.size())
	}
	for _, v := range p.expanded {
		p.base[v] = -1
	}
	p.expanded = part
	g := &bitGraph{p: p, base: p.base}
	for _, v := range part {
		g.base[v] = int32(len(g.owner))
		for range p.width(v) + 1 {
			g.owner = append(g.owner, v)
		}
	}
	g.graph = makeGraph(len(g.owner))
	for _, v := range part {
		if int(v) < len(p.f.m.Nodes) {
			g.node(p.f.m.Nodes[v])
		} else {
			g.block(int(v) - len(p.f.m.Nodes))
		}
	}
	return g
}

// width is the number of bits of a vertex that is a node, 0 for a block.
func (p *paths) width(v int32) int {
	if int(v) < len(p.f.m.Nodes) {
		return p.f.m.Nodes[v].Width
	}
	return 0
}

func (g *bitGraph) bit(n *Node, i int) {
	if b := g.base[n.ID]; b >= 0 {
		g.edge(int(b) + i)
	}
}

func (g *bitGraph) all(n *Node) { g.bit(n, n.Width) }

func (g *bitGraph) toBlock(b int) {
	if v := g.base[g.p.f.blockVertex(b)]; v >= 0 {
		g.edge(int(v))
	}
}

func (g *bitGraph) block(b int) {
	at := g.p.f.blocks[b]
	if at.cond != nil {
		g.all(at.cond)
	}
	if at.before >= 0 {
		g.toBlock(at.before)
	}
	g.next()
}

func (g *bitGraph) node(n *Node) {
	if n.Op == OpCat {
		for i := len(n.Args) - 1; i >= 0; i-- {
			for bit := range n.Args[i].Width {
				g.bit(n.Args[i], bit)
				g.next()
			}
		}
	} else {
		for i := range n.Width {
			g.dependences(n, i)
			g.next()
		}
	}
	for i := range n.Width {
		g.bit(n, i)
	}
	g.next()
}

// dependences gives what bit i of n depends on.
func (g *bitGraph) dependences(n *Node, i int) {
	switch n.Op {
	case OpConst, OpInput, OpReset, OpReg, OpMemReadReg:
	case OpWire:
		for _, s := range g.p.f.sets[n.ID] {
			g.bit(s.Src, i)
			g.toBlock(s.block)
		}
	case OpInstOut:
		for _, in := range g.p.e.paths(n.Inst.Of).pinsOf(g.p.outIndex[n.ID])[i] {
			g.bit(n.Inst.Inputs[in.input], in.bit)
		}
	case OpNot, OpAnd, OpOr, OpXor:
		for _, a := range n.Args {
			g.bit(a, i)
		}
	case OpAdd, OpSub, OpMul: // what the bit below depends on, it does too
		if i > 0 {
			g.bit(n, i-1)
		}
		g.bit(n.Args[0], i)
		g.bit(n.Args[1], i)
	case OpMux:
		g.bit(n.Args[0], 0)
		g.bit(n.Args[1], i)
		g.bit(n.Args[2], i)
	case OpOneHotMux:
		g.all(n.Args[0])
		for _, a := range n.Args[1:] {
			g.bit(a, i)
		}
	case OpSlice:
		g.bit(n.Args[0], n.Lo+i)
	default: // comparisons, shifts, reductions, addresses
		for _, a := range n.Args {
			g.all(a)
		}
	}
}

package ir

import (
	"fmt"
	"strings"
)

// loops finds combinational cycles, bit by bit and through instances. Of the cycles that
// differ in their bits only, one is reported.
func loops(e *elaboration, m *Module) {
	p := e.paths(m)
	seen := map[string]bool{}
	for _, part := range p.whole.components() {
		if !p.whole.cyclic(part) {
			continue
		}
		g := p.bitGraph(part)
		for _, c := range g.components() {
			if !g.cyclic(c) {
				continue
			}
			cycle := g.cycle(c, g.entry(c))
			if key := g.key(cycle); !seen[key] {
				seen[key] = true
				first := m.Nodes[g.owner[cycle[0]]]
				e.fault(m, first.caller, "combinational loop, each line computed from the next:%s", g.path(cycle))
			}
		}
	}
}

// entry chooses the vertex of a cyclic component at which its path begins. Only what has a
// name closes a cycle, so there is one.
func (g *bitGraph) entry(component []int32) int32 {
	first := int32(-1)
	for _, v := range component {
		o := g.owner[v]
		named := int(o) < len(g.p.f.m.Nodes) && g.p.f.m.Nodes[o].Name != "" && v != g.base[o]+int32(g.p.width(o))
		if named && (first < 0 || v < first) {
			first = v
		}
	}
	return first
}

// key is equal for cycles through the same nodes and blocks.
func (g *bitGraph) key(cycle []int32) string {
	var b strings.Builder
	for _, v := range cycle {
		fmt.Fprint(&b, g.owner[v], " ")
	}
	return b.String()
}

// path writes a cycle, one bit a line.
func (g *bitGraph) path(cycle []int32) string {
	var b strings.Builder
	m := g.p.f.m
	for i, v := range cycle {
		o := g.owner[v]
		bit := v - g.base[o]
		if int(o) >= len(m.Nodes) {
			at := g.p.f.blocks[int(o)-len(m.Nodes)]
			fmt.Fprintf(&b, "\n\t%v: %s", m.pos(at.caller), at.arm)
			continue
		}
		n := m.Nodes[o]
		carry := i > 0 && g.owner[cycle[i-1]] == o && (n.Op == OpAdd || n.Op == OpSub || n.Op == OpMul)
		if carry || int(bit) == n.Width {
			continue
		}
		name := n.Name
		if name == "" {
			name = n.Op.String()
		}
		fmt.Fprintf(&b, "\n\t%v: %s[%d]", n.pos(), name, bit)
		if n.Op == OpInstOut {
			fmt.Fprintf(&b, ", through instance %s of module %s", n.Inst.Name, n.Inst.Of.Name)
		}
	}
	return b.String()
}

package ir

import (
	"fmt"
	"strings"
)

// assigned finds wires, outputs and inputs of instances that are not set on every path.
func assigned(e *elaboration, m *Module) {
	f := e.of(m).flow
	c := coverage{
		f:       f,
		covered: make([]int, len(f.blocks)),
		touched: make([]int, len(f.blocks)),
		armsOf:  make([]int, len(f.arms)),
		arms:    make([]int, len(f.arms)),
	}
	for _, n := range m.Nodes {
		if n.Op != OpWire {
			continue
		}
		switch sets := f.sets[n.ID]; {
		case len(sets) == 0:
			e.fault(m, n.caller, "%s %s[%d] is never set", n.kind(), n.Name, n.Width)
		case !c.complete(sets):
			e.fault(m, n.caller, "%s %s[%d] is not set on every path: not in %s",
				n.kind(), n.Name, n.Width, strings.Join(c.missing(sets), ", nor in "))
		}
	}
}

// A coverage finds the blocks that set one target at a time. The marks of a block or branch
// count for the current target if they equal its number.
type coverage struct {
	f       *flow
	target  int
	covered []int // blocks that set the target on every path
	touched []int // blocks that set it on some path
	armsOf  []int // branches: the target that arms counts for
	arms    []int // arms covered
}

// complete reports whether the body of the module is covered by the sets.
func (c *coverage) complete(sets []setAt) bool {
	c.target++
	for _, s := range sets {
		b := s.block
		for c.covered[b] != c.target {
			c.covered[b] = c.target
			if b == 0 {
				return true
			}
			if c.f.blocks[b].extra {
				break
			}
			branch := c.f.blocks[b].branch
			if c.armsOf[branch] != c.target {
				c.armsOf[branch], c.arms[branch] = c.target, 0
			}
			c.arms[branch]++
			if c.arms[branch] < c.f.arms[branch] {
				break
			}
			b = c.f.blocks[b].in
		}
	}
	return false
}

// missing lists the arms that do not set the target beside one that does.
func (c *coverage) missing(sets []setAt) []string {
	const most = 4
	branches := make(map[int]bool)
	for _, s := range sets {
		for b := s.block; b > 0 && c.touched[b] != c.target; b = c.f.blocks[b].in {
			c.touched[b] = c.target
			branches[c.f.blocks[b].branch] = true
		}
	}
	var out []string
	more := 0
	for i, b := range c.f.blocks {
		if i == 0 || b.extra || !branches[b.branch] || c.touched[i] == c.target || c.within(i) {
			continue
		}
		if len(out) == most {
			more++
			continue
		}
		out = append(out, fmt.Sprintf("%s (%v)", b.arm, c.f.m.pos(b.caller)))
	}
	if more > 0 {
		out[len(out)-1] += fmt.Sprintf(" and %d more", more)
	}
	return out
}

// within reports whether a block around b covers the target.
func (c *coverage) within(b int) bool {
	for b = c.f.blocks[b].in; b >= 0; b = c.f.blocks[b].in {
		if c.covered[b] == c.target {
			return true
		}
	}
	return false
}

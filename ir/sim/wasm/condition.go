package wasm

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim/flat"
)

// A condition is what a select may test instead of a 1-bit node: a node of up to 32 bits
// of which those of mask are not all 0, or all 0 if inverted.
type condition struct {
	r        flat.Ref
	mask     uint32
	inverted bool
}

// condition looks through the operators that make a bit and whose code is not shared.
func (l *lowering) condition(r flat.Ref) condition {
	c := condition{r: r, mask: 1}
	for {
		n := &l.net.Nodes[c.r]
		if _, ok := l.kept(c.r, 0); ok || l.role[c.r] != inline && l.role[c.r] != leaf {
			return c
		}
		switch n.Op {
		case ir.OpNot:
			if n.Width > 1 {
				return c
			}
			c.inverted = !c.inverted
			c.r = n.Args[0]
			continue
		case ir.OpSlice:
			if l.net.Nodes[n.Args[0]].Width <= 32 {
				return condition{n.Args[0], 1 << n.Lo, c.inverted}
			}
		case ir.OpReduceOr:
			if w := l.net.Nodes[n.Args[0]].Width; w <= 32 {
				return condition{n.Args[0], uint32(maskOf(w)), c.inverted}
			}
		}
		return c
	}
}

// test pushes an i32 that is 0 exactly if the condition does not hold, heedless of inverted.
func (l *lowering) test(c condition) {
	clean := l.narrow(c.r, true)
	if !clean || c.mask != uint32(maskOf(l.net.Nodes[c.r].Width)) {
		l.constant(i32, uint64(c.mask))
		l.op(opI32And)
	}
}

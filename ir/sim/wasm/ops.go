package wasm

import (
	"math/bits"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim/flat"
)

// compute pushes the value of a narrow node from those of its arguments, and reports whether
// it is clean; it always is unless any will do.
func (l *lowering) compute(r flat.Ref, any bool) bool {
	n := &l.net.Nodes[r]
	t := typeOf(n.Width)
	clean := l.operator(r, n, t, any)
	if n.Width == t.bits() {
		clean = true
	}
	if !clean && !any {
		l.mask(t, n.Width)
		clean = true
	}
	return clean
}

// operator pushes the value of a narrow node and reports whether it is clean.
func (l *lowering) operator(r flat.Ref, n *flat.Node, t valType, any bool) bool {
	width := 0 // of the first argument
	if len(n.Args) > 0 {
		width = l.net.Nodes[n.Args[0]].Width
	}
	switch n.Op {
	case ir.OpReg:
		l.load(current, l.place[r], t)
		return true
	case ir.OpInput:
		l.load(input, l.place[r], t)
		return false
	case ir.OpMemRead:
		m := &l.layout.mems[n.Mem]
		l.entry(m, n.Args[0])
		if t == i32 {
			l.access(opI32Load, m.base)
		} else {
			l.access(opI64Load, m.base)
		}
		return true
	case ir.OpNot:
		clean := l.narrow(n.Args[0], true)
		l.constant(t, maskOf(n.Width))
		l.typed(t, opI32Xor)
		return clean
	case ir.OpAnd:
		clean := l.narrow(n.Args[0], true)
		for _, a := range n.Args[1:] {
			c := l.narrow(a, true)
			clean = clean || c
			l.typed(t, opI32And)
		}
		return clean
	case ir.OpOr, ir.OpXor:
		o := opI32Or
		if n.Op == ir.OpXor {
			o = opI32Xor
		}
		clean := l.narrow(n.Args[0], true)
		for _, a := range n.Args[1:] {
			c := l.narrow(a, true)
			clean = clean && c
			l.typed(t, o)
		}
		return clean
	case ir.OpAdd:
		return l.arithmetic(n, t, opI32Add)
	case ir.OpSub:
		return l.arithmetic(n, t, opI32Sub)
	case ir.OpMul:
		return l.arithmetic(n, t, opI32Mul)
	case ir.OpEq, ir.OpLt, ir.OpLtS:
		if words(width) > 1 {
			l.compareWide(n)
			return true
		}
		l.compare(n, width)
		return true
	case ir.OpShl, ir.OpShr, ir.OpSra:
		return l.shiftNarrow(n, t)
	case ir.OpMux:
		c := l.condition(n.Args[0])
		a, b := n.Args[1], n.Args[2]
		if c.inverted {
			a, b = b, a
		}
		clean := l.narrow(a, any)
		clean = l.narrow(b, any) && clean
		l.test(c)
		l.op(opSelect)
		return clean
	case ir.OpOneHotMux:
		return l.oneHot(n, t)
	case ir.OpCat:
		return l.cat(n, 0, any)
	case ir.OpSlice:
		return l.field(n.Args[0], n.Lo, n.Width, t, any)
	case ir.OpReduceAnd, ir.OpReduceOr, ir.OpReduceXor:
		return l.reduce(n, width)
	}
	panic("wasm: no code for " + n.Op.String())
}

// entry pushes the offset of an entry in a memory.
func (l *lowering) entry(m *memoryPlace, addr flat.Ref) {
	l.field(addr, 0, min(l.net.Nodes[addr].Width, 32), i32, false)
	if m.stride&(m.stride-1) == 0 {
		l.shiftLeft(i32, bits.TrailingZeros32(m.stride))
	} else {
		l.address(m.stride)
		l.op(opI32Mul)
	}
}

func (l *lowering) arithmetic(n *flat.Node, t valType, o opcode) bool {
	l.narrow(n.Args[0], true)
	l.narrow(n.Args[1], true)
	l.typed(t, o)
	return false
}

func (l *lowering) compare(n *flat.Node, width int) {
	t := typeOf(width)
	if n.Op == ir.OpLtS {
		for _, a := range n.Args {
			l.narrow(a, true)
			l.shiftLeft(t, t.bits()-width)
		}
		l.typed(t, opI32LtS)
		return
	}
	l.narrow(n.Args[0], false)
	l.narrow(n.Args[1], false)
	if n.Op == ir.OpEq {
		l.typed(t, opI32Eq)
	} else {
		l.typed(t, opI32LtU)
	}
}

// shiftNarrow shifts by a variable amount. A shift of WebAssembly takes its amount modulo 32
// or 64: larger ones are caught.
func (l *lowering) shiftNarrow(n *flat.Node, t valType) bool {
	by := n.Args[1]
	small := l.net.Nodes[by].Width <= bits.TrailingZeros(uint(t.bits()))
	switch n.Op {
	case ir.OpSra:
		l.narrow(n.Args[0], true)
		l.shiftLeft(t, t.bits()-n.Width)
		l.shift(t, t.bits()-n.Width, opI32ShrS)
		l.amount(by, t, small, uint64(t.bits()-1))
		l.typed(t, opI32ShrS)
		return false
	case ir.OpShl:
		l.narrow(n.Args[0], true)
		l.amount(by, t, true, 0)
		l.typed(t, opI32Shl)
	default:
		l.narrow(n.Args[0], false)
		l.amount(by, t, true, 0)
		l.typed(t, opI32ShrU)
	}
	if !small {
		l.constant(t, 0)
		l.below(by, uint64(t.bits()))
		l.op(opSelect)
	}
	return n.Op == ir.OpShr
}

// amount pushes the lowest bits of a shift amount, or the limit if it is larger than that and
// not known to be small.
func (l *lowering) amount(by flat.Ref, t valType, small bool, limit uint64) {
	l.field(by, 0, min(l.net.Nodes[by].Width, t.bits()), t, false)
	if !small {
		l.constant(t, limit)
		l.below(by, limit)
		l.op(opSelect)
	}
}

// below pushes whether a node of any width is less than a limit of less than 64 bits.
func (l *lowering) below(r flat.Ref, limit uint64) {
	width := l.net.Nodes[r].Width
	t := typeOf(width)
	l.push(r, 0)
	l.constant(t, limit)
	l.typed(t, opI32LtU)
	if n := words(width); n > 1 {
		for k := 1; k < n; k++ {
			l.push(r, k)
			if k > 1 {
				l.op(opI64Or)
			}
		}
		l.op(opI64Eqz, opI32And)
	}
}

// oneHot joins the inputs whose bit of the selector is 1.
func (l *lowering) oneHot(n *flat.Node, t valType) bool {
	sel, clean := n.Args[0], true
	for k, a := range n.Args[1:] {
		if n.Width == 1 {
			l.field(sel, k, 1, i32, true)
			l.narrow(a, true)
			l.op(opI32And)
		} else {
			clean = l.narrow(a, true) && clean
			l.constant(t, 0)
			l.bit(sel, k)
			l.op(opSelect)
		}
		if k > 0 {
			l.typed(t, opI32Or)
		}
	}
	return clean && n.Width > 1
}

// bit pushes an i32 that is 0 exactly if bit k of a node is.
func (l *lowering) bit(r flat.Ref, k int) {
	width := l.net.Nodes[r].Width
	if width > 32 {
		l.field(r, k, 1, i32, false)
		return
	}
	l.narrow(r, true)
	l.constant(i32, 1<<k)
	l.op(opI32And)
}

// cat pushes word k of a concatenation and reports whether it is clean.
func (l *lowering) cat(n *flat.Node, k int, any bool) bool {
	t, count, clean := typeOf(n.Width), 0, true
	lo, end := 0, min(n.Width, 64*(k+1)) // lo: lowest bit of the part in the whole
	for i := len(n.Args) - 1; i >= 0 && lo < end; i-- {
		a := n.Args[i]
		part := &l.net.Nodes[a]
		from, to := max(lo, 64*k), min(lo+part.Width, end)
		if from < to && (part.Op != ir.OpConst || part.Value.Sign() != 0) {
			top := to == end
			c := l.field(a, from-lo, to-from, t, top && any)
			if top {
				clean = c
			}
			l.shiftLeft(t, from-64*k)
			if count++; count > 1 {
				l.typed(t, opI32Or)
			}
		}
		lo += part.Width
	}
	if count == 0 {
		l.constant(t, 0)
	}
	return clean
}

// reduce pushes a bit made of all bits of the argument.
func (l *lowering) reduce(n *flat.Node, width int) bool {
	a, t, count := n.Args[0], typeOf(width), words(width)
	join := opI64Or
	switch n.Op {
	case ir.OpReduceAnd:
		join = opI64And
	case ir.OpReduceXor:
		join = opI64Xor
	}
	for k := range count {
		l.push(a, k)
		if n.Op == ir.OpReduceAnd && k == count-1 && count > 1 && width%64 != 0 {
			l.constant(i64, ^maskOf(width%64)) // as if all its bits were in use
			l.op(opI64Or)
		}
		if k > 0 {
			l.op(join)
		}
	}
	switch n.Op {
	case ir.OpReduceAnd:
		if count > 1 {
			l.constant(i64, ^uint64(0))
		} else {
			l.constant(t, maskOf(width))
		}
		l.typed(t, opI32Eq)
	case ir.OpReduceOr:
		if width > 1 {
			l.constant(t, 0)
			l.typed(t, opI32Ne)
		}
	default:
		l.typed(t, opI32Popcnt)
		l.convert(t, i32)
		return false
	}
	return true
}

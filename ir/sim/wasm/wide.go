package wasm

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim/flat"
)

// wide computes a node of several words into locals.
func (l *lowering) wide(r flat.Ref) {
	n := &l.net.Nodes[r]
	count := words(n.Width)
	arg := func(i, k int) { l.push(n.Args[i], k) }
	each := func(f func(k int)) {
		for k := range count {
			f(k)
			l.take(r, k)
		}
	}
	switch n.Op {
	case ir.OpMemRead:
		m := &l.layout.mems[n.Mem]
		at := l.newLocal(i32)
		l.entry(m, n.Args[0])
		l.set(at)
		each(func(k int) {
			l.get(at)
			l.access(opI64Load, m.base+uint32(8*k))
		})
	case ir.OpNot:
		each(func(k int) {
			arg(0, k)
			l.constant(i64, maskOf(min(64, n.Width-64*k)))
			l.op(opI64Xor)
		})
	case ir.OpAnd, ir.OpOr, ir.OpXor:
		o := map[ir.Op]opcode{ir.OpAnd: opI64And, ir.OpOr: opI64Or, ir.OpXor: opI64Xor}[n.Op]
		each(func(k int) {
			arg(0, k)
			for i := range n.Args[1:] {
				arg(i+1, k)
				l.op(o)
			}
		})
	case ir.OpAdd, ir.OpSub:
		l.addWide(r, n)
	case ir.OpMul:
		l.mulWide(r, n)
	case ir.OpShl, ir.OpShr, ir.OpSra:
		l.shiftWide(r, n)
	case ir.OpMux:
		c := l.condition(n.Args[0])
		x := l.newLocal(i32)
		l.test(c)
		l.set(x)
		a, b := 1, 2
		if c.inverted {
			a, b = b, a
		}
		each(func(k int) {
			arg(a, k)
			arg(b, k)
			l.get(x)
			l.op(opSelect)
		})
	case ir.OpOneHotMux:
		l.oneHotWide(r, n)
	case ir.OpCat:
		each(func(k int) { l.cat(n, k, false) })
	case ir.OpSlice:
		each(func(k int) { l.field(n.Args[0], n.Lo+64*k, min(64, n.Width-64*k), i64, false) })
	default:
		panic("wasm: no code for wide " + n.Op.String())
	}
}

// addWide adds or subtracts word by word.
func (l *lowering) addWide(r flat.Ref, n *flat.Node) {
	o := opI64Add
	if n.Op == ir.OpSub {
		o = opI64Sub
	}
	count := words(n.Width)
	carry, sum := l.newLocal(i64), l.newLocal(i64)
	for k := range count {
		// sum is without the carry that comes in.
		l.push(n.Args[0], k)
		l.push(n.Args[1], k)
		l.op(o)
		l.set(sum)
		x := l.newLocal(i64)
		l.get(sum)
		if k > 0 {
			l.get(carry)
			l.op(o)
		}
		if k == count-1 {
			l.mask(i64, n.Width-64*k)
		}
		l.set(x)
		if k < count-1 {
			// It goes out if sum or x wrapped around.
			if n.Op == ir.OpAdd {
				l.get(sum)
				l.push(n.Args[0], k)
				l.op(opI64LtU)
			} else {
				l.push(n.Args[0], k)
				l.push(n.Args[1], k)
				l.op(opI64LtU)
			}
			if k > 0 {
				if n.Op == ir.OpAdd {
					l.get(x)
					l.get(sum)
				} else {
					l.get(sum)
					l.get(carry)
				}
				l.op(opI64LtU, opI32Or)
			}
			l.op(opI64Extend)
			l.set(carry)
		}
		l.remember(r, k, x)
	}
}

// spill stores the words of a node from an offset of the frame on.
func (l *lowering) spill(r flat.Ref, offset uint32) {
	for k := range words(l.net.Nodes[r].Width) {
		l.get(current)
		l.push(r, k)
		l.access(opI64Store, offset+uint32(8*k))
	}
}

func (l *lowering) mulWide(r flat.Ref, n *flat.Node) {
	count := words(n.Width)
	at := l.layout.scratch
	bytes := uint32(8 * count)
	l.spill(n.Args[0], at+bytes)
	l.spill(n.Args[1], at+2*bytes)
	l.get(current)
	l.address(at)
	l.op(opI32Add)
	l.address(bytes)
	l.with(opCall, uint32(l.multiply))
	for k := range count {
		l.load(current, at+uint32(8*k), i64)
		if k == count-1 {
			l.mask(i64, n.Width-64*k)
		}
		l.take(r, k)
	}
}

// shiftWide reads the shifted words from a copy in memory with room below or above it.
func (l *lowering) shiftWide(r flat.Ref, n *flat.Node) {
	count := words(n.Width)
	by := l.newLocal(i32) // at most the words' width
	amount := l.net.Nodes[n.Args[1]].Width
	l.field(n.Args[1], 0, min(amount, 32), i32, false)
	l.address(uint32(64 * count))
	l.below(n.Args[1], uint64(64*count))
	l.op(opSelect)
	l.set(by)
	room, copied := l.layout.scratch, l.layout.scratch
	if n.Op == ir.OpShl {
		copied += uint32(8 * (count + 1))
	} else {
		room += uint32(8 * count)
	}
	fill := l.newLocal(i64)
	l.constant(i64, 0)
	if n.Op == ir.OpSra {
		l.field(n.Args[0], n.Width-1, 1, i64, false)
		l.op(opI64Sub)
	}
	l.set(fill)
	for k := range count + 1 {
		l.get(current)
		l.get(fill)
		l.access(opI64Store, room+uint32(8*k))
	}
	l.spill(n.Args[0], copied)
	if top := n.Width % 64; n.Op == ir.OpSra && top != 0 {
		at := copied + uint32(8*(count-1))
		l.get(current)
		l.load(current, at, i64)
		l.get(fill)
		l.shiftLeft(i64, top)
		l.op(opI64Or)
		l.access(opI64Store, at)
	}
	from, rest := l.newLocal(i32), l.newLocal(i64)
	l.get(current)
	l.address(copied)
	l.op(opI32Add)
	l.get(by)
	l.shiftRight(i32, 6)
	l.shiftLeft(i32, 3)
	if n.Op == ir.OpShl {
		l.op(opI32Sub)
	} else {
		l.op(opI32Add)
	}
	l.set(from)
	l.get(by)
	l.mask(i32, 6)
	l.op(opI64Extend)
	l.set(rest)
	for k := range count {
		// The other part comes in two steps, as a shift by 64 is one by 0.
		if n.Op == ir.OpShl {
			l.load(from, uint32(8*k), i64)
			l.get(rest)
			l.op(opI64Shl)
			l.get(from)
			l.address(8)
			l.op(opI32Sub)
			l.access(opI64Load, uint32(8*k))
			l.shiftRight(i64, 1)
		} else {
			l.load(from, uint32(8*k), i64)
			l.get(rest)
			l.op(opI64ShrU)
			l.load(from, uint32(8*k+8), i64)
			l.shiftLeft(i64, 1)
		}
		l.constant(i64, 63)
		l.get(rest)
		l.op(opI64Sub)
		if n.Op == ir.OpShl {
			l.op(opI64ShrU)
		} else {
			l.op(opI64Shl)
		}
		l.op(opI64Or)
		if k == count-1 {
			l.mask(i64, n.Width-64*k)
		}
		l.take(r, k)
	}
}

func (l *lowering) oneHotWide(r flat.Ref, n *flat.Node) {
	for k := range words(n.Width) {
		for i, a := range n.Args[1:] {
			l.push(a, k)
			l.constant(i64, 0)
			l.bit(n.Args[0], i)
			l.op(opSelect)
			if i > 0 {
				l.op(opI64Or)
			}
		}
		l.take(r, k)
	}
}

// compareWide pushes the result of Eq, Lt or LtS on words.
func (l *lowering) compareWide(n *flat.Node) {
	a, b := n.Args[0], n.Args[1]
	width := l.net.Nodes[a].Width
	count := words(width)
	if n.Op == ir.OpEq {
		for k := range count {
			l.push(a, k)
			l.push(b, k)
			l.op(opI64Xor)
			if k > 0 {
				l.op(opI64Or)
			}
		}
		l.op(opI64Eqz)
		return
	}
	for k := range count {
		compare, shift := opI64LtU, 0
		if k == count-1 && n.Op == ir.OpLtS {
			compare, shift = opI64LtS, 64*count-width
		}
		both := func(o opcode) {
			l.push(a, k)
			l.shiftLeft(i64, shift)
			l.push(b, k)
			l.shiftLeft(i64, shift)
			l.op(o)
		}
		if k > 0 { // less so far, and equal here
			both(opI64Eq)
			l.op(opI32And)
		}
		both(compare)
		if k > 0 {
			l.op(opI32Or)
		}
	}
}

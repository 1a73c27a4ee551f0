package sim

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim/flat"
)

// node emits the instructions of a node, all at its level.
func (c *compiler) node(r flat.Ref) {
	n := &c.net.Nodes[r]
	dst, count, mask := c.slot[r], words(n.Width), topMask(n.Width)
	arg := func(k int) uint32 { return c.slot[n.Args[k]] }
	argWidth := c.net.Nodes[n.Args[0]].Width
	wordMask := func(k uint32) uint64 {
		if k+1 < count {
			return ^uint64(0)
		}
		return mask
	}
	emit := func(op opcode, i instr) { c.emit(n.Level, op, i) }
	arithmetic := func(narrow, wide opcode) {
		if count == 1 {
			emit(narrow, instr{dst: dst, a: arg(0), b: arg(1), imm: mask})
		} else {
			emit(wide, instr{dst: dst, a: arg(0), b: arg(1), c: count, imm: mask})
		}
	}
	compare := func(narrow, wide opcode, imm uint64) {
		i := instr{dst: dst, a: arg(0), c: words(argWidth), imm: imm}
		if len(n.Args) > 1 {
			i.b = arg(1)
		}
		if i.c == 1 {
			emit(narrow, i)
		} else {
			emit(wide, i)
		}
	}
	terms := func(two, many opcode) {
		for k := range count {
			if len(n.Args) == 2 {
				emit(two, instr{dst: dst + k, a: arg(0) + k, b: arg(1) + k})
			} else {
				emit(many, instr{dst: dst + k, b: c.list(n.Args, k), c: uint32(len(n.Args))})
			}
		}
	}
	switch n.Op {
	case ir.OpMemRead:
		m := c.mems[n.Mem]
		for k := range count {
			emit(opMemRead, instr{dst: dst + k, a: arg(0), b: m.base + k, c: m.depth, imm: uint64(m.stride)})
		}
	case ir.OpNot:
		for k := range count {
			emit(opNot, instr{dst: dst + k, a: arg(0) + k, imm: wordMask(k)})
		}
	case ir.OpAnd:
		terms(opAnd, opAndN)
	case ir.OpOr:
		terms(opOr, opOrN)
	case ir.OpXor:
		terms(opXor, opXorN)
	case ir.OpAdd:
		arithmetic(opAdd, opAddWide)
	case ir.OpSub:
		arithmetic(opSub, opSubWide)
	case ir.OpMul:
		arithmetic(opMul, opMulWide)
	case ir.OpEq:
		compare(opEq, opEqWide, 0)
	case ir.OpLt:
		compare(opLt, opLtWide, 0)
	case ir.OpLtS:
		compare(opLtS, opLtSWide, 1<<((argWidth-1)&63))
	case ir.OpShl:
		c.shift(n, dst, opShl, opShlWide)
	case ir.OpShr:
		c.shift(n, dst, opShr, opShrWide)
	case ir.OpSra:
		c.shift(n, dst, opSra, opSraWide)
	case ir.OpMux:
		for k := range count {
			emit(opMux, instr{dst: dst + k, a: arg(0), b: arg(1) + k, c: arg(2) + k})
		}
	case ir.OpOneHotMux:
		for k := range count {
			i := instr{dst: dst + k, a: arg(0), b: c.list(n.Args[1:], k), c: words(argWidth)}
			if i.c == 1 {
				emit(opOneHot, i)
			} else {
				emit(opOneHotN, i)
			}
		}
	case ir.OpCat:
		c.cat(n, dst)
	case ir.OpSlice:
		for k := range count {
			c.gather(n.Level, dst+k, c.fields(n.Args[0], n.Lo+int(k)*64, min(64, n.Width-int(k)*64), 0, nil))
		}
	case ir.OpReduceAnd:
		compare(opAllOnes, opAllWide, topMask(argWidth))
	case ir.OpReduceOr:
		compare(opAny, opAnyWide, 0)
	case ir.OpReduceXor:
		compare(opParity, opParityWide, 0)
	default:
		panic("sim: no instruction for " + n.Op.String())
	}
}

// list puts word k of each node into the pool.
func (c *compiler) list(refs []flat.Ref, k uint32) uint32 {
	at := uint32(len(c.pool))
	for _, r := range refs {
		c.pool = append(c.pool, c.slot[r]+k)
	}
	return at
}

func (c *compiler) shift(n *flat.Node, dst uint32, narrow, wide opcode) {
	i := instr{dst: dst, a: c.slot[n.Args[0]], b: c.slot[n.Args[1]], imm: topMask(n.Width)}
	amountWords := words(c.net.Nodes[n.Args[1]].Width)
	if n.Width <= 64 && amountWords == 1 {
		i.c = uint32(64 - n.Width)
		c.emit(n.Level, narrow, i)
		return
	}
	i.c = uint32(len(c.shifts))
	c.shifts = append(c.shifts, wideShift{uint32(n.Width), amountWords})
	c.emit(n.Level, wide, i)
}

// fields appends the pieces that move width bits of a node, from bit lo, to bit left of a
// word. They must fit there.
func (c *compiler) fields(r flat.Ref, lo, width, left int, to []piece) []piece {
	last := c.net.Nodes[r].Width
	for width > 0 {
		w := min(width, 64-lo%64)
		entire := lo%64 == 0 && w == min(64, last-lo)
		to = append(to, piece{topMask(w), c.slot[r] + uint32(lo/64), uint8(left), uint8(lo % 64), entire})
		lo, left, width = lo+w, left+w, width-w
	}
	return to
}

// cat emits a concatenation, a word of the result at a time.
func (c *compiler) cat(n *flat.Node, dst uint32) {
	arg, lo := len(n.Args)-1, 0 // the part next to place, and its lowest bit not placed
	for start := 0; start < n.Width; start += 64 {
		var pieces []piece
		for at := start; at < min(start+64, n.Width); {
			width := c.net.Nodes[n.Args[arg]].Width
			w := min(width-lo, start+64-at)
			if c.net.Nodes[n.Args[arg]].Op != ir.OpConst || c.net.Nodes[n.Args[arg]].Value.Sign() != 0 {
				pieces = c.fields(n.Args[arg], lo, w, at-start, pieces)
			}
			at, lo = at+w, lo+w
			if lo == width {
				arg, lo = arg-1, 0
			}
		}
		c.gather(n.Level, dst+uint32(start/64), pieces)
	}
}

// gather emits the cheapest instruction that joins pieces to a word.
func (c *compiler) gather(level int, dst uint32, pieces []piece) {
	switch {
	case len(pieces) == 1 && pieces[0].left == 0:
		p := pieces[0]
		c.emit(level, opSlice, instr{dst: dst, a: p.word, b: uint32(p.right), imm: p.mask})
	case len(pieces) == 2 && pieces[0].entire && pieces[1].entire && pieces[0].left == 0:
		c.emit(level, opCat, instr{dst: dst, a: pieces[1].word, b: pieces[0].word, c: uint32(pieces[1].left)})
	default:
		at := uint32(len(c.pieces))
		c.pieces = append(c.pieces, pieces...)
		c.emit(level, opGather, instr{dst: dst, b: at, c: uint32(len(pieces))})
	}
}

package wasm

import (
	"math/big"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim/flat"
)

// Parameters of the functions that compute a cycle: addresses.
const (
	current local = iota // frame of this cycle: registers, values that cross functions
	next                 // frame of the next cycle: registers only
	input                // words of the cycle's inputs
	output               // words of the cycle's outputs
)

// A lowering writes the code of one function of the plan.
//
// Narrow values, of up to 64 bits, are pushed on the operand stack as one i32 or i64, wide
// ones stand in a local a word. A narrow value is clean if it has zeros above its width;
// operators that do not look there take any, and a mask is put where a clean one is due.
type lowering struct {
	*plan
	*function
	index    int32   // of the function in the plan
	multiply int     // index of the function that multiplies wide values
	touched  [4]bool // the areas that the parameters point to
	tables
}

// tables are about nodes, common to all functions.
type tables struct {
	place  []uint32 // of a register in the frame, of an input among the cycle's inputs
	first  []int32  // index of the first word in values
	values []value
}

// A value is the local of a word in the function last written that has one.
type value struct {
	index int32
	x     local
}

func newTables(net *flat.Netlist) tables {
	t := tables{place: make([]uint32, len(net.Nodes)), first: make([]int32, len(net.Nodes))}
	count := 0
	for i, n := range net.Nodes {
		t.first[i] = int32(count)
		count += words(n.Width)
	}
	t.values = make([]value, count)
	for i := range t.values {
		t.values[i].index = none
	}
	offset := uint32(0)
	for _, r := range net.Inputs {
		t.place[r] = offset
		offset += uint32(8 * words(net.Nodes[r].Width))
	}
	offset = 0
	for _, r := range net.Regs {
		t.place[r.Node] = offset
		offset += uint32(8 * words(net.Nodes[r.Node].Width))
	}
	return t
}

// chunk writes the function of a chunk.
func (l *lowering) chunk(c chunk) {
	for _, r := range c.nodes {
		l.root(r)
	}
	l.prove()
}

// prove has the function begin with an access to the end of each area that it uses: a compiler
// then needs no other test of the addresses in it.
func (l *lowering) prove() {
	lay := l.layout
	end := [...]uint32{current: lay.frame, next: lay.frame, input: 8 * lay.inWords, output: 8 * lay.outWords}
	first := &function{}
	for base, used := range l.touched {
		if used {
			first.get(local(base))
			first.access(opI32Load8U, end[base]-1)
			first.op(opDrop)
		}
	}
	l.code = append(first.code, l.code...)
}

// root computes a node and stores it where it is due.
func (l *lowering) root(r flat.Ref) {
	n := &l.net.Nodes[r]
	width := words(n.Width)
	if l.role[r] == rooted && (width > 1 || int(l.uses[r]) > len(l.sinks[r]) || len(l.sinks[r]) > 1) {
		if width > 1 {
			l.wide(r)
		} else {
			l.compute(r, false)
			l.take(r, 0)
		}
	}
	if at := l.slot[r]; at != none {
		l.store(r, sink{base: current, offset: uint32(at)})
	}
	for _, s := range l.sinks[r] {
		l.store(r, s)
	}
}

// store puts a node at a sink.
func (l *lowering) store(r flat.Ref, s sink) {
	width := l.net.Nodes[r].Width
	for k := range words(width) {
		l.touched[s.base] = true
		l.get(s.base)
		l.push(r, k)
		switch {
		case s.flag:
			l.access(opI32Store8, s.offset)
		case typeOf(width) == i32:
			l.access(opI32Store, s.offset)
		default:
			l.access(opI64Store, s.offset+uint32(8*k))
		}
	}
}

// keep takes the value on the stack as word k of a node for later uses, and leaves it there.
func (l *lowering) keep(r flat.Ref, k int) {
	x := l.newLocal(typeOf(l.net.Nodes[r].Width))
	l.tee(x)
	l.remember(r, k, x)
}

// take pops word k of a node into a local.
func (l *lowering) take(r flat.Ref, k int) {
	x := l.newLocal(typeOf(l.net.Nodes[r].Width))
	l.set(x)
	l.remember(r, k, x)
}

// push pushes word k of a node, clean.
func (l *lowering) push(r flat.Ref, k int) {
	if words(l.net.Nodes[r].Width) == 1 {
		l.narrow(r, false)
	} else {
		l.wideWord(r, k)
	}
}

// narrow pushes a narrow node and reports whether it is clean; it always is unless any will do.
func (l *lowering) narrow(r flat.Ref, any bool) bool {
	n := &l.net.Nodes[r]
	if n.Op == ir.OpConst {
		l.constant(typeOf(n.Width), n.Value.Uint64())
		return true
	}
	if x, ok := l.kept(r, 0); ok {
		l.get(x)
		return true
	}
	if l.role[r] == rooted && l.home[r] != l.index {
		l.load(current, uint32(l.slot[r]), typeOf(n.Width))
		l.keep(r, 0)
		return true
	}
	again := l.role[r] == leaf && l.uses[r] > 1
	clean := l.compute(r, any && !again)
	if again {
		l.keep(r, 0)
	}
	return clean
}

// wideWord pushes a word of a wide node, clean.
func (l *lowering) wideWord(r flat.Ref, k int) {
	n := &l.net.Nodes[r]
	if n.Op == ir.OpConst {
		l.constant(i64, wordOf(n.Value, k))
		return
	}
	if x, ok := l.kept(r, k); ok {
		l.get(x)
		return
	}
	switch n.Op {
	case ir.OpReg:
		l.load(current, l.place[r]+uint32(8*k), i64)
	case ir.OpInput:
		l.load(input, l.place[r]+uint32(8*k), i64)
		l.mask(i64, n.Width-64*k)
	default:
		l.load(current, uint32(l.slot[r]+int32(8*k)), i64)
	}
	l.keep(r, k)
}

func (l *lowering) load(base local, offset uint32, t valType) {
	if base <= output {
		l.touched[base] = true
	}
	l.get(base)
	if t == i32 {
		l.access(opI32Load, offset)
	} else {
		l.access(opI64Load, offset)
	}
}

// mask keeps the lowest w bits of the value on the stack.
func (l *lowering) mask(t valType, w int) {
	if w < t.bits() {
		l.constant(t, maskOf(w))
		l.typed(t, opI32And)
	}
}

// typed appends an operator, given in its i32 form.
func (l *lowering) typed(t valType, o opcode) {
	if t == i64 {
		o = o.for64()
	}
	l.op(o)
}

func (t valType) bits() int {
	if t == i32 {
		return 32
	}
	return 64
}

// convert makes an i32 or i64 of the value on the stack.
func (l *lowering) convert(from, to valType) {
	switch {
	case from == i64 && to == i32:
		l.op(opI32Wrap)
	case from == i32 && to == i64:
		l.op(opI64Extend)
	}
}

// field pushes w bits of a node, from bit lo, w at most 64, and reports whether it is clean.
func (l *lowering) field(r flat.Ref, lo, w int, to valType, any bool) bool {
	width := l.net.Nodes[r].Width
	t := typeOf(width)
	clean := lo+w == width
	if words(width) == 1 {
		clean = l.narrow(r, any || lo+w < width) && clean
		l.shiftRight(t, lo)
	} else {
		k, rest := lo/64, lo%64
		l.wideWord(r, k)
		l.shiftRight(i64, rest)
		if rest+w > 64 {
			l.wideWord(r, k+1)
			l.shiftLeft(i64, 64-rest)
			l.op(opI64Or)
		} else if rest+w == 64 {
			clean = true
		}
		clean = clean || w == 64
	}
	l.convert(t, to)
	clean = clean || w == to.bits()
	if !any && !clean {
		l.mask(to, w)
		clean = true
	}
	return clean
}

func (l *lowering) shiftRight(t valType, by int) { l.shift(t, by, opI32ShrU) }

func (l *lowering) shiftLeft(t valType, by int) { l.shift(t, by, opI32Shl) }

func (l *lowering) shift(t valType, by int, o opcode) {
	if by > 0 {
		l.constant(t, uint64(by))
		l.typed(t, o)
	}
}

// kept finds the local of a word of a node.
func (l *lowering) kept(r flat.Ref, k int) (local, bool) {
	v := l.values[l.first[r]+int32(k)]
	return v.x, v.index == l.index
}

// remember notes the local of a word of a node.
func (l *lowering) remember(r flat.Ref, k int, x local) {
	l.values[l.first[r]+int32(k)] = value{l.index, x}
}

// wordOf is word k of a value.
func wordOf(v *big.Int, k int) uint64 {
	return new(big.Int).Rsh(v, uint(k)*64).Uint64()
}

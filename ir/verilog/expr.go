package verilog

import (
	"encoding/binary"
	"math/big"

	"github.com/flitwright/flitwright/ir"
)

// An expr is a value of the module as it is printed: the printer's copy of the node graph,
// in which equal operators are one.
type expr struct {
	op    ir.Op
	width int
	lo    int      // OpSlice
	value *big.Int // OpConst
	mem   *ir.Mem  // OpMemRead
	args  []*expr  // OpOneHotMux: bit 0, value 0, bit 1, value 1, ...

	node *ir.Node // the node that has a name of its own: inputs, wires, registers, Named; else nil
	name string   // of the net or register that holds it; "" while it is printed in place
	home *expr    // the wire that holds it, if it is not a net of its own

	id      int  // in plan.exprs
	uses    int  // places where it is printed
	size    int  // operators printed in place
	flags   bool // read bit by bit or by bitwise operators
	must    bool // needs a name whatever its size
	special bool // needs a name unless it is all of an assign
}

// style is how constants that x is set to are printed.
func (x *expr) style() style {
	if x.flags {
		return flags
	}
	return number
}

// leaf reports whether x is no operator but the value of something declared.
func (x *expr) leaf() bool { return len(x.args) == 0 }

// maxArgs is the number of operands printed in one operator; tools build a tree as deep as
// a chain is long. maxSize is the number of operators in an operand.
const (
	maxArgs = 128
	maxSize = 8
)

// intern returns the expression equal to x, x itself if it is the first. The arguments of
// x are interned.
func (p *plan) intern(x *expr) *expr {
	if s := p.simplify(x); s != nil {
		return s
	}
	key := append(p.key[:0], byte(x.op))
	key = binary.AppendUvarint(key, uint64(x.width))
	key = binary.AppendUvarint(key, uint64(x.lo))
	if x.mem != nil {
		key = append(key, x.mem.Name...)
		key = append(key, 0)
	}
	for _, a := range x.args {
		key = binary.AppendUvarint(key, uint64(a.id))
	}
	p.key = key
	if old := p.table[string(key)]; old != nil {
		return old
	}
	p.table[string(key)] = x
	return p.add(x)
}

// add appends an expression; its arguments are already in the list.
func (p *plan) add(x *expr) *expr {
	x.id = len(p.exprs)
	p.exprs = append(p.exprs, x)
	return x
}

func (p *plan) constant(width int, v *big.Int) *expr {
	key := string(binary.AppendUvarint([]byte("c"), uint64(width))) + v.Text(62)
	if old := p.table[key]; old != nil {
		return old
	}
	x := &expr{op: ir.OpConst, width: width, value: v}
	p.table[key] = x
	return p.add(x)
}

func (p *plan) slice(x *expr, lo, width int) *expr {
	return p.intern(&expr{op: ir.OpSlice, width: width, lo: lo, args: []*expr{x}})
}

func (p *plan) not(x *expr) *expr {
	return p.intern(&expr{op: ir.OpNot, width: x.width, args: []*expr{x}})
}

func (p *plan) and(xs ...*expr) *expr {
	return p.intern(&expr{op: ir.OpAnd, width: xs[0].width, args: xs})
}

// net is a net that holds a constant.
func (p *plan) net(c *expr) *expr {
	key := string(binary.AppendUvarint([]byte("n"), uint64(c.id)))
	x := p.table[key]
	if x == nil {
		x = p.add(&expr{op: ir.OpCat, width: c.width, args: []*expr{c}, must: true})
		p.table[key] = x
	}
	return x
}

// build makes the expression of a node whose arguments are built.
func (p *plan) build(n *ir.Node) *expr {
	switch n.Op {
	case ir.OpConst:
		if n.Name == "" {
			return p.constant(n.Width, n.Value)
		}
		return p.add(&expr{op: n.Op, width: n.Width, value: n.Value, node: n})
	case ir.OpReset:
		if n.Name == "" {
			return p.reset
		}
		return p.add(&expr{op: ir.OpCat, width: 1, args: []*expr{p.reset}, node: n})
	case ir.OpInput, ir.OpWire, ir.OpReg, ir.OpMemReadReg, ir.OpInstOut:
		return p.add(&expr{op: n.Op, width: n.Width, node: n})
	}
	x := &expr{op: n.Op, width: n.Width, lo: n.Lo, mem: n.Mem}
	for _, a := range n.Args {
		x.args = append(x.args, p.of[a.ID])
	}
	switch n.Op {
	case ir.OpOneHotMux:
		x.args = p.pairs(x.args)
	case ir.OpShl, ir.OpShr, ir.OpSra:
		x.args[1] = p.amount(x.args[1], n.Width)
	}
	x = p.chunk(x)
	if n.Name == "" {
		return p.intern(x)
	}
	if s := p.simplify(x); s != nil {
		x = &expr{op: ir.OpCat, width: n.Width, args: []*expr{s}}
	}
	x.node = n
	return p.add(x)
}

// pairs puts each bit of a one-hot selector before its value.
func (p *plan) pairs(args []*expr) []*expr {
	var out []*expr
	for i, x := range args[1:] {
		out = append(out, p.slice(args[0], i, 1), x)
	}
	return out
}

// amount is by, brought to as many bits as tell how far to shift a value of the width, if it
// has more than 32: Verilator 5.006 shifts by the lowest word of such amounts modulo 32.
func (p *plan) amount(by *expr, width int) *expr {
	if by.width <= 32 || by.value != nil {
		return by
	}
	n := ir.Bits(width)
	far := p.slice(by, n, by.width-n)
	if far.width > 1 {
		far = p.intern(&expr{op: ir.OpReduceOr, width: 1, args: []*expr{far}})
	}
	return p.intern(&expr{op: ir.OpMux, width: n, args: []*expr{far, p.constant(n, ones(n)), p.slice(by, 0, n)}})
}

// chunk splits an operator with very many operands into a tree.
func (p *plan) chunk(x *expr) *expr {
	for len(x.args) > maxArgs && !repeats(x) {
		op := x.op
		switch op {
		case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpCat:
		case ir.OpOneHotMux:
			op = ir.OpOr
		default:
			return x
		}
		y := &expr{op: op, width: x.width}
		for at := 0; at < len(x.args); at += maxArgs {
			part := x.args[at:min(at+maxArgs, len(x.args))]
			width := x.width
			if op == ir.OpCat {
				width = 0
				for _, a := range part {
					width += a.width
				}
			}
			y.args = append(y.args, p.intern(&expr{op: x.op, width: width, args: part}))
		}
		x = y
	}
	return x
}

// trivial reports whether x is as short as a name, so that printing it anywhere is better
// than a net.
func (x *expr) trivial() bool {
	switch {
	case x.leaf() || x.name != "":
		return true
	case x.must || x.special || x.node != nil:
		return false
	case x.op == ir.OpSlice:
		return true
	case x.op == ir.OpNot:
		a := x.args[0]
		return a.leaf() || a.name != "" || a.node != nil || a.op == ir.OpSlice
	case x.op == ir.OpCat:
		first, last := x.args[0], x.args[len(x.args)-1]
		plain := last.leaf() || last.name != "" || last.node != nil || last.op == ir.OpSlice
		return len(x.args) == 2 && first.value != nil && plain || repeats(x) && plain
	}
	return false
}

// repeats reports whether all arguments are one.
func repeats(x *expr) bool {
	for _, a := range x.args {
		if a != x.args[0] {
			return false
		}
	}
	return true
}

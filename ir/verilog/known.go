package verilog

import (
	"math/big"

	"github.com/flitwright/flitwright/ir"
)

// foldComparisons makes constants of the comparisons that Verilator finds to be constant: it
// follows constants through named nets, wires and operators that swallow their operands, and
// its lint then calls x < w a mistake if w is a wire that is always 0.
func (p *plan) foldComparisons() {
	k := known{plan: p, values: make([]*big.Int, len(p.exprs))}
	for again := true; again; {
		again = false
		for _, x := range p.exprs[:len(k.values)] {
			if k.values[x.id] == nil {
				k.values[x.id] = k.find(x)
				again = again || k.values[x.id] != nil && x.op == ir.OpWire
			}
		}
	}
	for _, x := range p.exprs[:len(k.values)] {
		v := k.values[x.id]
		if (x.op != ir.OpLt && x.op != ir.OpLtS) || v == nil {
			continue
		}
		if x.node == nil {
			x.op, x.value, x.args = ir.OpConst, v, nil
		} else {
			x.op, x.args = ir.OpCat, []*expr{p.constant(1, v)}
		}
	}
}

// known holds the values of the expressions that are constant, by id.
type known struct {
	*plan
	values []*big.Int
}

func (k *known) value(x *expr) *big.Int { return k.values[x.id] }

// find is the value of x if it is constant, as far as the values of its operands tell.
func (k *known) find(x *expr) *big.Int {
	if x.op == ir.OpWire {
		if b := k.blocks.at[x.node]; b != nil {
			if driven, src := b.assignment(); driven != nil {
				return k.value(src)
			}
		}
		return nil
	}
	if x.leaf() {
		return x.value
	}
	if v := constantOf(x, k.value); v != nil {
		return v
	}
	zero, all := new(big.Int), ones(x.width)
	switch a := x.args[0]; x.op {
	case ir.OpAnd, ir.OpMul:
		return k.swallow(x, zero)
	case ir.OpOr:
		return k.swallow(x, all)
	case ir.OpShl, ir.OpShr:
		if n := k.value(x.args[1]); k.is(a, zero) || n != nil && n.Cmp(big.NewInt(int64(x.width))) >= 0 {
			return zero
		}
	case ir.OpXor, ir.OpSub:
		if len(x.args) == 2 && a == x.args[1] {
			return zero
		}
	case ir.OpEq:
		if a == x.args[1] {
			return all
		}
	case ir.OpLt, ir.OpLtS:
		b := x.args[1]
		if a == b || k.is(a, greatest(x.op, a.width)) || k.is(b, least(x.op, a.width)) {
			return zero
		}
	case ir.OpMux:
		if v := k.value(a); v != nil {
			return k.value(x.args[2-v.Bit(0)])
		}
		if v := k.value(x.args[1]); v != nil && k.is(x.args[2], v) {
			return v
		}
	}
	return nil
}

// swallow is v if an operand of x is v.
func (k *known) swallow(x *expr, v *big.Int) *big.Int {
	for _, a := range x.args {
		if k.is(a, v) {
			return v
		}
	}
	return nil
}

func (k *known) is(x *expr, v *big.Int) bool {
	value := k.value(x)
	return value != nil && value.Cmp(v) == 0
}

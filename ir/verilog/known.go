package verilog

import (
	"math/big"

	"github.com/flitwright/flitwright/ir"
)

// foldComparisons makes constants of the comparisons that Verilator finds to be constant: it
// follows constants through named nets, wires and operators that swallow their operands, and
// its lint then calls x < w a mistake if w is a wire that is always 0. The expressions are all
// of the plan, each behind those it is computed from.
func (p *plan) foldComparisons(order []*expr) {
	k := known{plan: p, values: make([]*big.Int, len(order))}
	for _, x := range order {
		k.values[x.id] = k.find(x)
	}
	for _, x := range order {
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
	switch a := x.args[0]; x.op {
	case ir.OpAnd, ir.OpMul:
		return k.first(x.args, isZero)
	case ir.OpOr:
		return k.first(x.args, isOnes)
	case ir.OpShl, ir.OpShr:
		n := k.value(x.args[1])
		if n != nil && n.Cmp(big.NewInt(int64(x.width))) >= 0 {
			return new(big.Int)
		}
		return k.first(x.args[:1], isZero)
	case ir.OpXor, ir.OpSub:
		if len(x.args) == 2 && a == x.args[1] {
			return new(big.Int)
		}
	case ir.OpEq:
		if a == x.args[1] {
			return boolean(true)
		}
	case ir.OpLt, ir.OpLtS:
		b := x.args[1]
		if a == b || k.is(a, greatest, x.op) || k.is(b, least, x.op) {
			return new(big.Int)
		}
	case ir.OpMux:
		if v := k.value(a); v != nil {
			return k.value(x.args[2-v.Bit(0)])
		}
		v, other := k.value(x.args[1]), k.value(x.args[2])
		if v != nil && other != nil && v.Cmp(other) == 0 {
			return v
		}
	}
	return nil
}

func isZero(_ int, v *big.Int) bool { return v.Sign() == 0 }

func isOnes(width int, v *big.Int) bool { return allOnes(width, v) }

// first is the value of the first of xs whose value is known and is so.
func (k *known) first(xs []*expr, is func(width int, v *big.Int) bool) *big.Int {
	for _, x := range xs {
		if v := k.value(x); v != nil && is(x.width, v) {
			return v
		}
	}
	return nil
}

// is reports whether x is known to be the least or greatest of its width in the order of op.
func (k *known) is(x *expr, end func(op ir.Op, width int) *big.Int, op ir.Op) bool {
	v := k.value(x)
	return v != nil && v.Cmp(end(op, x.width)) == 0
}

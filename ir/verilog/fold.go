package verilog

import (
	"math/big"

	"github.com/flitwright/flitwright/ir"
)

// simplify returns an expression with the meaning of x that is already there or is cheaper
// to print, or nil if there is none. It works out constants, looks through slices, and
// removes the comparisons that lint calls always true or false.
func (p *plan) simplify(x *expr) *expr {
	if c := constantOf(x, func(a *expr) *big.Int { return a.value }); c != nil {
		return p.constant(x.width, c)
	}
	a := x.args[0]
	switch x.op {
	case ir.OpNot:
		if a.op == ir.OpNot && a.node == nil {
			return a.args[0]
		}
	case ir.OpCat:
		if len(x.args) == 1 {
			return a
		}
	case ir.OpMux:
		if a.value != nil {
			return x.args[2-a.value.Bit(0)]
		}
	case ir.OpSlice:
		return p.simplifySlice(x)
	case ir.OpEq:
		return p.simplifyEq(x)
	case ir.OpLt, ir.OpLtS:
		b := x.args[1]
		if b.value != nil && b.value.Cmp(least(x.op, a.width)) == 0 ||
			a.value != nil && a.value.Cmp(greatest(x.op, a.width)) == 0 {
			return p.constant(1, new(big.Int))
		}
	case ir.OpShl, ir.OpShr, ir.OpSra:
		return p.simplifyShift(x)
	case ir.OpMemRead:
		if a.value != nil && a.value.Cmp(big.NewInt(int64(x.mem.Depth))) >= 0 {
			return p.constant(x.width, new(big.Int))
		}
	}
	return nil
}

func (p *plan) simplifySlice(x *expr) *expr {
	a := x.args[0]
	switch {
	case x.width == a.width:
		return a
	case a.op == ir.OpSlice && a.node == nil:
		return p.slice(a.args[0], a.lo+x.lo, x.width)
	case a.op == ir.OpCat && a.node == nil:
		lo := x.lo
		for i := len(a.args) - 1; i >= 0; i-- {
			part := a.args[i]
			if lo < part.width {
				if lo+x.width <= part.width {
					return p.slice(part, lo, x.width)
				}
				return nil
			}
			lo -= part.width
		}
	}
	return nil
}

// simplifyShift prints a shift by a constant of the width or more without that constant, which
// Verilator refuses if it has more than 32 bits.
func (p *plan) simplifyShift(x *expr) *expr {
	a, by := x.args[0], x.args[1]
	switch {
	case by.value == nil || by.value.Cmp(big.NewInt(int64(x.width))) < 0:
		return nil
	case x.op != ir.OpSra:
		return p.constant(x.width, new(big.Int))
	case x.width == 1:
		return a
	}
	most := int64(x.width - 1)
	by = p.constant(ir.Bits(x.width-1), big.NewInt(most))
	return p.intern(&expr{op: x.op, width: x.width, args: []*expr{a, by}})
}

// simplifyEq prints a comparison of one bit with a constant as the bit or its inverse.
func (p *plan) simplifyEq(x *expr) *expr {
	a, b := x.args[0], x.args[1]
	if a.value != nil {
		a, b = b, a
	}
	if a.width > 1 || b.value == nil {
		return nil
	}
	if b.value.Sign() != 0 {
		return a
	}
	return p.not(a)
}

// least and greatest are the bounds, as bit patterns, of what OpLt and OpLtS compare.
func least(op ir.Op, width int) *big.Int {
	if op == ir.OpLtS {
		return new(big.Int).Lsh(big.NewInt(1), uint(width-1))
	}
	return new(big.Int)
}

func greatest(op ir.Op, width int) *big.Int {
	if op == ir.OpLtS {
		width--
	}
	return ones(width)
}

func ones(width int) *big.Int {
	v := new(big.Int).Lsh(big.NewInt(1), uint(width))
	return v.Sub(v, big.NewInt(1))
}

// constantOf is the value of an operator on constants, nil if the value of an argument is nil.
func constantOf(x *expr, value func(*expr) *big.Int) *big.Int {
	if x.op == ir.OpMemRead || x.leaf() {
		return nil
	}
	args := make([]*big.Int, len(x.args))
	for i, a := range x.args {
		if args[i] = value(a); args[i] == nil {
			return nil
		}
	}
	a, w := args[0], x.args[0].width
	v := new(big.Int).Set(a)
	switch x.op {
	case ir.OpNot:
		v.Xor(v, ones(w))
	case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAdd, ir.OpSub, ir.OpMul:
		for _, b := range args[1:] {
			combine(x.op, v, b)
		}
		v.And(v, ones(w)) // math/big reads a negative number as two's complement
	case ir.OpEq:
		return boolean(a.Cmp(args[1]) == 0)
	case ir.OpLt:
		return boolean(a.Cmp(args[1]) < 0)
	case ir.OpLtS:
		return boolean(signed(a, w).Cmp(signed(args[1], w)) < 0)
	case ir.OpShl, ir.OpShr, ir.OpSra:
		n := uint(w)
		if b := args[1]; b.Cmp(big.NewInt(int64(w))) < 0 {
			n = uint(b.Uint64())
		}
		switch x.op {
		case ir.OpShl:
			v.Lsh(v, n)
		case ir.OpShr:
			v.Rsh(v, n)
		case ir.OpSra:
			v.Rsh(signed(a, w), n)
		}
		v.And(v, ones(w))
	case ir.OpMux:
		v.Set(args[2-a.Bit(0)])
	case ir.OpOneHotMux:
		v.SetInt64(0)
		for i := 0; i < len(args); i += 2 {
			if args[i].Sign() != 0 {
				v.Or(v, args[i+1])
			}
		}
	case ir.OpCat:
		for i, b := range args[1:] {
			v.Lsh(v, uint(x.args[i+1].width)).Or(v, b)
		}
	case ir.OpSlice:
		v.Rsh(v, uint(x.lo)).And(v, ones(x.width))
	case ir.OpReduceAnd:
		return boolean(v.Cmp(ones(w)) == 0)
	case ir.OpReduceOr:
		return boolean(v.Sign() != 0)
	case ir.OpReduceXor:
		odd := false
		for i := range v.BitLen() {
			odd = odd != (v.Bit(i) == 1)
		}
		return boolean(odd)
	default:
		return nil
	}
	return v
}

func combine(op ir.Op, v, b *big.Int) {
	switch op {
	case ir.OpAnd:
		v.And(v, b)
	case ir.OpOr:
		v.Or(v, b)
	case ir.OpXor:
		v.Xor(v, b)
	case ir.OpAdd:
		v.Add(v, b)
	case ir.OpSub:
		v.Sub(v, b)
	case ir.OpMul:
		v.Mul(v, b)
	}
}

func boolean(b bool) *big.Int {
	if b {
		return big.NewInt(1)
	}
	return new(big.Int)
}

// signed reads a bit pattern as two's complement.
func signed(v *big.Int, width int) *big.Int {
	if v.Bit(width-1) == 0 {
		return v
	}
	return new(big.Int).Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(width)))
}

package flat

import (
	"math/big"

	"github.com/flitwright/flitwright/ir"
)

// mask is the number of w ones.
func mask(w int) *big.Int {
	m := new(big.Int).Lsh(big.NewInt(1), uint(w))
	return m.Sub(m, big.NewInt(1))
}

// evaluate gives the value of a pure node of constant arguments.
func evaluate(n *Node, arg func(k int) *Node) *big.Int {
	v := func(k int) *big.Int { return arg(k).Value }
	r := new(big.Int)
	truth := func(b bool) *big.Int {
		if b {
			r.SetInt64(1)
		}
		return r
	}
	switch n.Op {
	case ir.OpNot:
		r.Xor(v(0), mask(n.Width))
	case ir.OpAnd, ir.OpOr, ir.OpXor:
		r.Set(v(0))
		for k := 1; k < len(n.Args); k++ {
			switch n.Op {
			case ir.OpAnd:
				r.And(r, v(k))
			case ir.OpOr:
				r.Or(r, v(k))
			default:
				r.Xor(r, v(k))
			}
		}
	case ir.OpAdd:
		r.Add(v(0), v(1))
	case ir.OpSub:
		r.Sub(v(0), v(1))
	case ir.OpMul:
		r.Mul(v(0), v(1))
	case ir.OpEq:
		return truth(v(0).Cmp(v(1)) == 0)
	case ir.OpLt:
		return truth(v(0).Cmp(v(1)) < 0)
	case ir.OpLtS:
		return truth(signed(arg(0)).Cmp(signed(arg(1))) < 0)
	case ir.OpShl:
		r.Lsh(v(0), amount(v(1), n.Width))
	case ir.OpShr:
		r.Rsh(v(0), amount(v(1), n.Width))
	case ir.OpSra:
		r.Rsh(signed(arg(0)), amount(v(1), n.Width))
	case ir.OpMux:
		if v(0).Sign() != 0 {
			r.Set(v(1))
		} else {
			r.Set(v(2))
		}
	case ir.OpOneHotMux:
		for k := 1; k < len(n.Args); k++ {
			if v(0).Bit(k-1) == 1 {
				r.Or(r, v(k))
			}
		}
	case ir.OpCat:
		for k := range n.Args {
			r.Lsh(r, uint(arg(k).Width)).Or(r, v(k))
		}
	case ir.OpSlice:
		r.Rsh(v(0), uint(n.Lo))
	case ir.OpReduceAnd:
		return truth(v(0).Cmp(mask(arg(0).Width)) == 0)
	case ir.OpReduceOr:
		return truth(v(0).Sign() != 0)
	case ir.OpReduceXor:
		odd := false
		for i := range v(0).BitLen() {
			odd = odd != (v(0).Bit(i) == 1)
		}
		return truth(odd)
	default:
		panic("flat: no value of " + n.Op.String())
	}
	return r.And(r, mask(n.Width))
}

// signed is the value in two's complement.
func signed(n *Node) *big.Int {
	if n.Value.Bit(n.Width-1) == 0 {
		return n.Value
	}
	return new(big.Int).Sub(n.Value, new(big.Int).Lsh(big.NewInt(1), uint(n.Width)))
}

// amount is a shift amount, at most the width.
func amount(v *big.Int, width int) uint {
	if v.Cmp(big.NewInt(int64(width))) > 0 {
		return uint(width)
	}
	return uint(v.Uint64())
}

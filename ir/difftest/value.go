package difftest

import (
	"math/big"

	"github.com/flitwright/flitwright/ir"
)

func pow2(w int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(w)) }

// truth is the bit that tells whether b.
func truth(b bool) *big.Int {
	if b {
		return big.NewInt(1)
	}
	return new(big.Int)
}

// signed reads w bits as two's complement.
func signed(v *big.Int, w int) *big.Int {
	if v.Bit(w-1) == 1 {
		return new(big.Int).Sub(v, pow2(w))
	}
	return v
}

// operate is the value of a pure node of the given arguments, modulo 2^width.
func operate(n *ir.Node, x []*big.Int) *big.Int {
	v := result(n, x)
	if v.Sign() < 0 || v.BitLen() > n.Width {
		v = new(big.Int).Mod(v, pow2(n.Width))
	}
	return v
}

// result is the value of a node as a number, which may have more bits than the node.
func result(n *ir.Node, x []*big.Int) *big.Int {
	switch n.Op {
	case ir.OpNot:
		return new(big.Int).Not(x[0])
	case ir.OpAnd, ir.OpOr, ir.OpXor:
		return bitwise(n.Op, x)
	case ir.OpAdd:
		return new(big.Int).Add(x[0], x[1])
	case ir.OpSub:
		return new(big.Int).Sub(x[0], x[1])
	case ir.OpMul:
		return new(big.Int).Mul(x[0], x[1])
	case ir.OpEq:
		return truth(x[0].Cmp(x[1]) == 0)
	case ir.OpLt:
		return truth(x[0].Cmp(x[1]) < 0)
	case ir.OpLtS:
		w := n.Args[0].Width
		return truth(signed(x[0], w).Cmp(signed(x[1], w)) < 0)
	case ir.OpShl, ir.OpShr, ir.OpSra:
		return shift(n, x[0], x[1])
	case ir.OpMux:
		if x[0].Sign() != 0 {
			return x[1]
		}
		return x[2]
	case ir.OpOneHotMux:
		v := new(big.Int)
		for i, a := range x[1:] {
			if x[0].Bit(i) == 1 {
				v.Or(v, a)
			}
		}
		return v
	case ir.OpCat:
		v := new(big.Int)
		for i, a := range x {
			v.Lsh(v, uint(n.Args[i].Width)).Add(v, a)
		}
		return v
	case ir.OpSlice:
		return new(big.Int).Rsh(x[0], uint(n.Lo))
	case ir.OpReduceAnd:
		return truth(ones(x[0]) == n.Args[0].Width)
	case ir.OpReduceOr:
		return truth(x[0].Sign() != 0)
	case ir.OpReduceXor:
		return truth(ones(x[0])%2 == 1)
	}
	panic("difftest: no value of " + n.Op.String())
}

func bitwise(op ir.Op, x []*big.Int) *big.Int {
	v := new(big.Int).Set(x[0])
	for _, a := range x[1:] {
		switch op {
		case ir.OpAnd:
			v.And(v, a)
		case ir.OpOr:
			v.Or(v, a)
		default:
			v.Xor(v, a)
		}
	}
	return v
}

// shift divides or multiplies by a power of two; an amount of the width or more leaves
// nothing but sign bits.
func shift(n *ir.Node, v, amount *big.Int) *big.Int {
	by := n.Width
	if amount.Cmp(big.NewInt(int64(by))) < 0 {
		by = int(amount.Int64())
	}
	switch n.Op {
	case ir.OpShl:
		return new(big.Int).Mul(v, pow2(by))
	case ir.OpSra:
		v = signed(v, n.Width)
	}
	return new(big.Int).Div(v, pow2(by)) // rounds down
}

// ones counts the bits that are 1.
func ones(v *big.Int) int {
	count := 0
	for i := range v.BitLen() {
		count += int(v.Bit(i))
	}
	return count
}

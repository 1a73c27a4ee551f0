package rtl

import "github.com/flitwright/flitwright/ir"

// PopCount is the number of bits of x that are 1, in the least width that holds x's width.
// It is a tree of adders over the halves of x, each no wider than its sum.
func PopCount(x ir.Signal) ir.Signal {
	n := x.Width()
	switch {
	case n < 2:
		return x
	case n == 2:
		return ir.Cat(x.All(), x.Parity())
	case n == 3:
		a, b, c := x.Bit(0), x.Bit(1), x.Bit(2)
		return ir.Cat(ir.Or(a.And(b), a.And(c), b.And(c)), x.Parity())
	}
	w := ir.Bits(n)
	low := n / 2
	return PopCount(x.Slice(n-1, low)).ZExt(w).Add(PopCount(x.Low(low)).ZExt(w))
}

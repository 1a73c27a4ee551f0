package rtl

import "github.com/flitwright/flitwright/ir"

// FirstOne is one-hot, as wide as x: the lowest bit of x that is 1, or 0 if x is 0. It is a
// fixed-priority arbiter with bit 0 highest.
func FirstOne(x ir.Signal) ir.Signal {
	if x.Width() < 2 {
		return x
	}
	return begin(reachOf(x))
}

// FirstFrom is one-hot, as wide as x: the first bit of x that is 1 at or after position
// from, going round; 0 if x is 0. from has as many bits as it takes to count to x's
// width - 1, at least 1; a position of x's width or more counts as 0.
func FirstFrom(x, from ir.Signal) ir.Signal {
	m := moduleOf(x)
	if m == nil {
		return ir.Signal{}
	}
	m.Helper()
	n := x.Width()
	if want := max(1, ir.Bits(n-1)); from.Width() != want {
		m.Errorf("first from: position of %d bits in %d; it takes %d", from.Width(), n, want)
		return x
	}
	if n < 2 {
		return x
	}
	high := make([]ir.Signal, n)
	for i := range high {
		high[i] = m.Const(1, 1)
		if i+1 < 1<<from.Width() {
			high[i] = from.LtC(uint64(i + 1))
		}
	}
	return begin(reachFrom(reachOf(x), reachOf(x.And(ir.CatList(high...)))))
}

// reachOf is a thermometer code: bit i says that x has a 1 in bits i to 0.
func reachOf(x ir.Signal) ir.Signal {
	bits := make([]ir.Signal, x.Width())
	for i := range bits {
		bits[i] = x.Low(i + 1).Any()
	}
	return ir.CatList(bits...)
}

// reachFrom is the reach of the upper part of something, or of all of it if the upper part
// is 0.
func reachFrom(all, upper ir.Signal) ir.Signal {
	return upper.Or(all.And(upper.Msb().Not().Repeat(all.Width())))
}

// begin is one-hot: the lowest bit of a thermometer code.
func begin(reach ir.Signal) ir.Signal {
	return reach.AndNot(ir.Cat(reach.Low(reach.Width()-1), reach.Bit(0).C(0)))
}

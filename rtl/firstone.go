package rtl

import "github.com/flitwright/flitwright/ir"

// FirstOne is one-hot, as wide as x: the lowest bit of x that is 1, or 0 if x is 0. It is a
// fixed-priority arbiter with bit 0 highest.
func FirstOne(x ir.Signal) ir.Signal {
	if x.Width() < 2 {
		return x
	}
	bits := x.BitList()
	first := make([]ir.Signal, len(bits))
	first[0] = bits[0]
	for i := 1; i < len(bits); i++ {
		first[i] = bits[i].AndNot(x.Low(i).Any())
	}
	return ir.CatList(first...)
}

// FirstFrom is one-hot, as wide as x: the first bit of x that is 1 at or after position
// from, going round; 0 if x is 0. from has as many bits as it takes to count to x's
// width - 1, at least 1; one beyond that counts as 0.
func FirstFrom(x, from ir.Signal) ir.Signal {
	m := x.Node().Mod
	m.Helper()
	n := x.Width()
	if want := max(1, ir.Bits(n-1)); from.Width() != want {
		m.Errorf("first from: position of %d bits in %d; it takes %d", from.Width(), n, want)
		return x
	}
	high := make([]ir.Signal, n)
	for i := range high {
		high[i] = m.Const(1, 1)
		if i+1 < 1<<from.Width() {
			high[i] = from.LtC(uint64(i + 1))
		}
	}
	return firstFrom(x, ir.CatList(high...))
}

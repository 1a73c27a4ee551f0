package rtl

import "github.com/flitwright/flitwright/ir"

// Decode is one-hot, n bits: bit sel of it is 1. It is 0 if sel is n or more. n is at most
// 2^w for a sel of w bits.
func Decode(sel ir.Signal, n int) ir.Signal {
	m := moduleOf(sel)
	if m == nil {
		return ir.Signal{}
	}
	m.Helper()
	if n < 1 || sel.Width() < 31 && n > 1<<sel.Width() {
		m.Errorf("decode: %d values of a selector of %d bits; the range is 1 to %d", n, sel.Width(), 1<<min(sel.Width(), 62))
		return m.Const(max(1, n), 0)
	}
	lines := make([]ir.Signal, n)
	for i := range lines {
		lines[i] = sel.EqC(uint64(i))
	}
	return ir.CatList(lines...)
}

// Encode is the position of the bit of the one-hot x that is 1, in as many bits as it takes
// to count to x's width - 1, at least 1. It is 0 if x is 0, and the or of the positions
// if x is not one-hot.
func Encode(x ir.Signal) ir.Signal {
	if x.Width() < 2 {
		return x.C(0)
	}
	bits := make([]ir.Signal, ir.Bits(x.Width()-1))
	for b := range bits {
		var set []ir.Signal
		for i, xi := range x.BitList() {
			if i>>b&1 != 0 {
				set = append(set, xi)
			}
		}
		bits[b] = ir.Or(set...)
	}
	return ir.CatList(bits...)
}

// moduleOf is the module of a signal; nil of none, whose user is told by the builder.
func moduleOf(s ir.Signal) *ir.Module {
	if s.Node() == nil {
		return nil
	}
	return s.Node().Mod
}

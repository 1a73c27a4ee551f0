package rtl

import "github.com/flitwright/flitwright/ir"

// Selected is the one of xs whose bit of the one-hot sel is 1, and xs[0] if sel is 0. xs are of one width.
//
// It is a chain of multiplexers of four, each of which fits a 6-input LUT: 7 inputs take 2 a bit where the and-or
// of ir.OneHotMux takes 3 (Yosys 0.23, synth_xilinx). Where 0 is wanted without a selection, a register behind it with a synchronous
// reset does that for nothing.
func Selected(sel ir.Signal, xs ...ir.Signal) ir.Signal {
	m := moduleOf(sel)
	if m == nil {
		return ir.Signal{}
	}
	m.Helper()
	if len(xs) != sel.Width() {
		m.Errorf("selected: %d inputs, a selection of %d bits", len(xs), sel.Width())
		return xs[0]
	}
	found := xs[0]
	for at := 1; at < len(xs); at += 3 {
		group := []ir.Signal{found}
		low, high := m.Const(1, 0), m.Const(1, 0) // number of the input within the group
		for i := at; i < min(at+3, len(xs)); i++ {
			group = append(group, xs[i])
			if n := i - at + 1; n&1 != 0 {
				low = low.Or(sel.Bit(i))
			}
			if n := i - at + 1; n&2 != 0 {
				high = high.Or(sel.Bit(i))
			}
		}
		found = IndexedMux(ir.Cat(high, low), group...)
	}
	return found
}

// IndexedMux is xs[sel], by a tree of multiplexers; a number beyond the last of xs gives one of them.
func IndexedMux(sel ir.Signal, xs ...ir.Signal) ir.Signal {
	if len(xs) == 1 {
		return xs[0]
	}
	top := 0
	for 2<<top < len(xs) {
		top++
	}
	return ir.Mux(sel.Bit(top), IndexedMux(sel, xs[1<<top:]...), IndexedMux(sel, xs[:1<<top]...))
}

// UpDown is x + 1, or x - 1 if the 1-bit down is 1, modulo 2^w, made of logic without a carry chain: every bit of
// up to five is one 6-input LUT deep.
func UpDown(x, down ir.Signal) ir.Signal {
	bits := x.BitList()
	turns := []ir.Signal{}
	for i, b := range x.BitList() {
		bits[i] = b.Not()
		if i > 0 {
			bits[i] = b.Xor(ir.And(turns...))
		}
		turns = append(turns, b.Xor(down))
	}
	return ir.CatList(bits...)
}

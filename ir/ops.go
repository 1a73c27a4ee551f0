package ir

import "math/big"

// maxWidth is the widest vector that Verilog promises (IEEE 1364-2005, 4.3.1).
const maxWidth = 1 << 16

// node makes a node of module m. It returns a poisoned signal, silently, when an argument
// is a poisoned one of m, and with a fault when one is missing or belongs to another module.
func (m *Module) node(op Op, width int, args ...Signal) Signal {
	n := &Node{Op: op, Width: width, Mod: m, ID: -1}
	m.caller(&n.caller)
	ok := true
	for i, a := range args {
		switch {
		case a.n == nil:
			m.errorf(n, "%s: operand %d is no signal (a Signal that was never made)", op, i+1)
			ok = false
		case a.n.Mod == nil:
			m.errorf(n, "%s: operand %d is a port declaration; use the ports that the build function is given", op, i+1)
			ok = false
		case a.n.Mod != m: // poisoned ones too: the fault may lie outside the design
			m.errorf(n, "%s: %v belongs to module %s", op, a.n, a.n.Mod.Name)
			ok = false
		case a.n.Op == OpPoison:
			ok = false
		default:
			n.Args = append(n.Args, a.n)
		}
	}
	if width < 1 {
		if ok {
			m.errorf(n, "%s: width %d; the least is 1", op, width)
		}
		n.Width, ok = 1, false
	}
	if width > maxWidth {
		if ok {
			m.errorf(n, "%s: width %d; the most is %d", op, width, maxWidth)
		}
		n.Width, ok = maxWidth, false
	}
	if m.finished {
		ok = m.open(op.String()) && ok
	}
	if !ok {
		n.Op, n.Args = OpPoison, nil
		return Signal{n}
	}
	return m.add(n)
}

func (m *Module) add(n *Node) Signal {
	n.ID = len(m.Nodes)
	m.Nodes = append(m.Nodes, n)
	m.clocked = m.clocked || n.Op.Stateful() || n.Op == OpReset
	return Signal{n}
}

// poison records a fault and gives a signal that silences what follows from it.
func (m *Module) poison(width int, format string, args ...any) Signal {
	n := m.silent(width).n
	m.errorf(n, format, args...)
	return Signal{n}
}

// silent gives a poisoned signal whose fault is recorded already.
func (m *Module) silent(width int) Signal {
	n := &Node{Op: OpPoison, Width: min(max(1, width), maxWidth), Mod: m, ID: -1}
	m.caller(&n.caller)
	return Signal{n}
}

// module finds the module that a new node over args belongs to; nil if no argument has one.
func module(args ...Signal) *Module {
	for _, a := range args {
		if a.n != nil && a.n.Mod != nil {
			return a.n.Mod
		}
	}
	return nil
}

func poisoned(args ...Signal) bool {
	for _, a := range args {
		if a.n == nil || a.n.Op == OpPoison || a.n.Mod == nil {
			return true // node reports what is missing
		}
	}
	return false
}

// equalWidths makes a node whose arguments all have one width; width 0 stands for theirs.
func equalWidths(op Op, width int, args ...Signal) Signal {
	m := module(args...)
	if m == nil {
		return Signal{}
	}
	for _, a := range args[1:] {
		if !poisoned(args[0], a) && a.n.Width != args[0].n.Width {
			return m.poison(max(width, args[0].n.Width), "%s: width mismatch: %v, %v", op, args[0].n, a.n)
		}
	}
	if width == 0 {
		width = max(1, args[0].Width())
	}
	return m.node(op, width, args...)
}

// Const is the constant v of the given width.
func (m *Module) Const(width int, v uint64) Signal {
	return m.ConstBig(width, new(big.Int).SetUint64(v))
}

// ConstBig is the constant v >= 0 of the given width.
func (m *Module) ConstBig(width int, v *big.Int) Signal {
	if v == nil {
		return m.poison(width, "const: the value is nil")
	}
	if width < 1 || v.Sign() < 0 || v.BitLen() > width {
		return m.poison(width, "const: %v does not fit in %d bits", v, width)
	}
	s := m.node(OpConst, width)
	s.n.Value = new(big.Int).Set(v)
	return s
}

// C is the constant v in the width of s.
func (s Signal) C(v uint64) Signal {
	if s.n == nil || s.n.Mod == nil {
		return Signal{}
	}
	if s.n.Op == OpPoison {
		return s
	}
	return s.n.Mod.Const(s.n.Width, v)
}

// nary joins one or more signals of one width.
func nary(op Op, xs []Signal) Signal {
	switch len(xs) {
	case 0:
		return Signal{}
	case 1:
		return xs[0]
	}
	return equalWidths(op, 0, xs...)
}

// And is the bitwise and of one or more signals of one width.
func And(xs ...Signal) Signal { return nary(OpAnd, xs) }

// Or is the bitwise or of one or more signals of one width.
func Or(xs ...Signal) Signal { return nary(OpOr, xs) }

// Xor is the bitwise exclusive or of one or more signals of one width.
func Xor(xs ...Signal) Signal { return nary(OpXor, xs) }

// And is the bitwise and; all of one width.
func (s Signal) And(xs ...Signal) Signal { return And(append([]Signal{s}, xs...)...) }

// Or is the bitwise or; all of one width.
func (s Signal) Or(xs ...Signal) Signal { return Or(append([]Signal{s}, xs...)...) }

// Xor is the bitwise exclusive or; all of one width.
func (s Signal) Xor(xs ...Signal) Signal { return Xor(append([]Signal{s}, xs...)...) }

// AndNot is s and not x.
func (s Signal) AndNot(x Signal) Signal { return And(s, x.Not()) }

// Not inverts every bit.
func (s Signal) Not() Signal { return equalWidths(OpNot, 0, s) }

// Add is the sum modulo 2^w of two signals of width w.
func (s Signal) Add(x Signal) Signal { return equalWidths(OpAdd, 0, s, x) }

// Sub is the difference modulo 2^w of two signals of width w.
func (s Signal) Sub(x Signal) Signal { return equalWidths(OpSub, 0, s, x) }

// Mul is the product modulo 2^w of two signals of width w.
func (s Signal) Mul(x Signal) Signal { return equalWidths(OpMul, 0, s, x) }

// Eq is 1 bit: the two are equal.
func (s Signal) Eq(x Signal) Signal { return equalWidths(OpEq, 1, s, x) }

// Ne is 1 bit: the two differ.
func (s Signal) Ne(x Signal) Signal { return s.Eq(x).Not() }

// Lt is 1 bit: s < x, unsigned.
func (s Signal) Lt(x Signal) Signal { return equalWidths(OpLt, 1, s, x) }

// Ge is 1 bit: s >= x, unsigned.
func (s Signal) Ge(x Signal) Signal { return s.Lt(x).Not() }

// Gt is 1 bit: s > x, unsigned.
func (s Signal) Gt(x Signal) Signal { return x.Lt(s) }

// Le is 1 bit: s <= x, unsigned.
func (s Signal) Le(x Signal) Signal { return x.Lt(s).Not() }

// LtS is 1 bit: s < x, two's complement.
func (s Signal) LtS(x Signal) Signal { return equalWidths(OpLtS, 1, s, x) }

// AddC, SubC, EqC, NeC, LtC and GeC take a constant in the width of s.
func (s Signal) AddC(v uint64) Signal { return s.Add(s.C(v)) }

// SubC is s - v modulo 2^w.
func (s Signal) SubC(v uint64) Signal { return s.Sub(s.C(v)) }

// EqC is 1 bit: s is v.
func (s Signal) EqC(v uint64) Signal { return s.Eq(s.C(v)) }

// NeC is 1 bit: s is not v.
func (s Signal) NeC(v uint64) Signal { return s.Ne(s.C(v)) }

// LtC is 1 bit: s < v, unsigned.
func (s Signal) LtC(v uint64) Signal { return s.Lt(s.C(v)) }

// GeC is 1 bit: s >= v, unsigned.
func (s Signal) GeC(v uint64) Signal { return s.Ge(s.C(v)) }

func (s Signal) shift(op Op, amount Signal) Signal {
	m := module(s, amount)
	if m == nil {
		return Signal{}
	}
	return m.node(op, max(1, s.Width()), s, amount)
}

// Shl shifts left by an amount of any width; 0 when it is w or more.
func (s Signal) Shl(amount Signal) Signal { return s.shift(OpShl, amount) }

// Shr shifts right by an amount of any width, zeros from the left.
func (s Signal) Shr(amount Signal) Signal { return s.shift(OpShr, amount) }

// Sra shifts right by an amount of any width, copies of the sign bit from the left.
func (s Signal) Sra(amount Signal) Signal { return s.shift(OpSra, amount) }

// Slice is bits hi down to lo.
func (s Signal) Slice(hi, lo int) Signal {
	m := module(s)
	if m == nil {
		return Signal{}
	}
	if poisoned(s) {
		return m.node(OpSlice, max(1, hi-lo+1), s)
	}
	if lo < 0 || hi < lo || hi >= s.n.Width {
		return m.poison(hi-lo+1, "slice: [%d:%d] is not within %v", hi, lo, s.n)
	}
	if lo == 0 && hi == s.n.Width-1 {
		return s
	}
	r := m.node(OpSlice, hi-lo+1, s)
	r.n.Lo = lo
	return r
}

// Bit is bit i.
func (s Signal) Bit(i int) Signal { return s.Slice(i, i) }

// BitList is every bit, the lowest first.
func (s Signal) BitList() []Signal {
	bits := make([]Signal, max(0, s.Width()))
	for i := range bits {
		bits[i] = s.Bit(i)
	}
	return bits
}

// Msb is the highest bit.
func (s Signal) Msb() Signal { return s.Bit(s.Width() - 1) }

// Low is the lowest w bits.
func (s Signal) Low(w int) Signal { return s.Slice(w-1, 0) }

// Cat joins signals, the first the most significant.
func Cat(xs ...Signal) Signal {
	m := module(xs...)
	if m == nil {
		return Signal{}
	}
	if len(xs) == 1 {
		return xs[0]
	}
	w := 0
	for _, x := range xs {
		w += x.Width()
	}
	return m.node(OpCat, w, xs...)
}

// CatList joins signals, the first the least significant: the inverse of BitList.
func CatList(xs ...Signal) Signal {
	rev := make([]Signal, len(xs))
	for i, x := range xs {
		rev[len(xs)-1-i] = x
	}
	return Cat(rev...)
}

// Repeat joins n copies.
func (s Signal) Repeat(n int) Signal {
	m := module(s)
	switch {
	case m == nil:
		return Signal{}
	case n < 1:
		return m.poison(1, "repeat: %d copies; the least is 1", n)
	case n > maxWidth:
		return m.poison(maxWidth, "repeat: %d copies; the most is %d", n, maxWidth)
	}
	xs := make([]Signal, n)
	for i := range xs {
		xs[i] = s
	}
	return Cat(xs...)
}

// ZExt extends to w bits with zeros from the left.
func (s Signal) ZExt(w int) Signal {
	return s.extend(w, func(m *Module, n int) Signal { return m.Const(n, 0) })
}

// SExt extends to w bits with copies of the sign bit.
func (s Signal) SExt(w int) Signal {
	return s.extend(w, func(m *Module, n int) Signal { return s.Msb().Repeat(n) })
}

func (s Signal) extend(w int, fill func(m *Module, n int) Signal) Signal {
	m := module(s)
	switch {
	case m == nil:
		return Signal{}
	case poisoned(s):
		return m.node(OpCat, max(1, w), s)
	case w < s.n.Width:
		return m.poison(w, "extend: %v to %d bits is narrower", s.n, w)
	case w == s.n.Width:
		return s
	}
	return Cat(fill(m, w-s.n.Width), s)
}

// All is 1 bit: every bit is 1.
func (s Signal) All() Signal { return s.reduce(OpReduceAnd) }

// Any is 1 bit: some bit is 1.
func (s Signal) Any() Signal { return s.reduce(OpReduceOr) }

// Parity is 1 bit: the exclusive or of all bits.
func (s Signal) Parity() Signal { return s.reduce(OpReduceXor) }

func (s Signal) reduce(op Op) Signal {
	m := module(s)
	if m == nil {
		return Signal{}
	}
	if s.Width() == 1 {
		return s
	}
	return m.node(op, 1, s)
}

// Mux is a when the 1-bit sel is 1, else b; a and b of one width.
func Mux(sel, a, b Signal) Signal {
	m := module(sel, a, b)
	if m == nil {
		return Signal{}
	}
	if !poisoned(sel) && sel.n.Width != 1 {
		return m.poison(a.Width(), "mux: selector %v is not 1 bit", sel.n)
	}
	if !poisoned(a, b) && a.n.Width != b.n.Width {
		return m.poison(a.n.Width, "mux: width mismatch: %v, %v", a.n, b.n)
	}
	return m.node(OpMux, max(1, a.Width()), sel, a, b)
}

// OneHotMux is the or of those xs whose bit of sel is 1, bit i for xs[i]: the selected one
// when sel is one-hot, 0 when it is 0. xs are of one width.
func OneHotMux(sel Signal, xs ...Signal) Signal {
	args := append([]Signal{sel}, xs...)
	m := module(args...)
	if m == nil {
		return Signal{}
	}
	if !poisoned(sel) && sel.n.Width != len(xs) {
		return m.poison(1, "onehotmux: selector %v for %d values", sel.n, len(xs))
	}
	for _, x := range xs {
		if !poisoned(xs[0], x) && x.n.Width != xs[0].n.Width {
			return m.poison(xs[0].n.Width, "onehotmux: width mismatch: %v, %v", xs[0].n, x.n)
		}
	}
	w := 1
	if len(xs) > 0 {
		w = max(1, xs[0].Width())
	}
	return m.node(OpOneHotMux, w, args...)
}

// alias is a second node for the same value, for a second name.
func (m *Module) alias(s Signal) Signal { return m.node(OpCat, s.n.Width, s) }

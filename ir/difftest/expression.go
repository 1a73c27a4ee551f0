package difftest

import (
	"math/big"

	"github.com/flitwright/flitwright/ir"
)

// expr is a value of w bits, of operators down to the given depth.
func (g *generator) expr(w, depth int) ir.Signal {
	if depth == 0 || g.below(5) == 0 {
		return g.leaf(w)
	}
	x := g.operator(w, depth-1)
	if g.below(16) == 15 {
		x = x.Named(g.name("sub"))
		g.names = append(g.names, x)
	}
	return x
}

// leaf is a signal of the pool, cut or extended, or a constant.
func (g *generator) leaf(w int) ir.Signal {
	if g.below(5) == 4 {
		return g.constant(w)
	}
	at := g.below(len(g.pool))
	if g.below(2) == 0 { // one of this width, if there is one
		for i := range g.pool {
			if s := g.pool[(at+i)%len(g.pool)]; s.Width() == w {
				at = (at + i) % len(g.pool)
				break
			}
		}
	}
	if n := g.pool[at].Node(); n.Op != ir.OpReg { // which may be all that reads it
		delete(g.unread, n)
	}
	return g.fit(g.pool[at], w)
}

// fit brings a signal to w bits.
func (g *generator) fit(s ir.Signal, w int) ir.Signal {
	switch {
	case s.Width() > w:
		lo := one(g.choices, 0, s.Width()-w, g.below(s.Width()-w+1))
		return s.Slice(lo+w-1, lo)
	case g.below(2) == 0:
		return s.ZExt(w)
	}
	return s.SExt(w)
}

func (g *generator) constant(w int) ir.Signal { return g.m.ConstBig(w, g.number(w)) }

// number is of w bits; numbers at the ends are as likely as all others.
func (g *generator) number(w int) *big.Int {
	v := new(big.Int)
	switch g.below(6) {
	case 0:
	case 1:
		v.SetInt64(1)
	case 2: // the least signed
		v.SetBit(v, w-1, 1)
	case 3: // the greatest
		v.Sub(pow2(w), big.NewInt(1))
	case 4: // the greatest signed
		v.Sub(pow2(w-1), big.NewInt(1))
	case 5:
		for range (w + 7) / 8 {
			v.Lsh(v, 8).Add(v, big.NewInt(int64(g.below(256))))
		}
		v.Mod(v, pow2(w))
	}
	return v
}

// operator is a node of w bits on operands of the given depth.
func (g *generator) operator(w, depth int) ir.Signal {
	x := func() ir.Signal { return g.expr(w, depth) }
	kinds := 18
	if w == 1 {
		kinds = 30
	}
	switch k := g.below(kinds); k {
	case 0:
		return x().Not()
	case 1:
		return g.several(ir.And, x)
	case 2:
		return g.several(ir.Or, x)
	case 3:
		return g.several(ir.Xor, x)
	case 4:
		return x().Add(x())
	case 5:
		return x().Sub(x())
	case 6:
		return x().Mul(x())
	case 7:
		return ir.Mux(g.expr(1, depth), x(), x())
	case 8:
		var xs []ir.Signal
		for range 1 + g.below(4) {
			xs = append(xs, x())
		}
		return ir.OneHotMux(g.expr(len(xs), depth), xs...)
	case 9:
		return x().Shl(g.amount(w, depth))
	case 10:
		return x().Shr(g.amount(w, depth))
	case 11:
		return x().Sra(g.amount(w, depth))
	case 12:
		return g.joined(w, depth)
	case 13:
		wide := g.expr(g.bound(w+1+g.below(40)), depth)
		return g.fit(wide, w)
	case 14:
		return g.fit(g.expr(1+g.below(w), depth), w)
	case 15:
		return x().AndNot(x())
	case 16:
		return g.expr(1, depth).Repeat(w)
	case 17:
		if len(g.mems) == 0 {
			return x()
		}
		return g.fit(g.read(g.mems[g.below(len(g.mems))], depth), w)
	default:
		return g.test(k-18, g.expr(g.width(), depth), depth)
	}
}

func (g *generator) several(op func(...ir.Signal) ir.Signal, x func() ir.Signal) ir.Signal {
	xs := []ir.Signal{x(), x()}
	for g.more(3, len(xs), 6) {
		xs = append(xs, x())
	}
	return op(xs...)
}

// joined is a concatenation.
func (g *generator) joined(w, depth int) ir.Signal {
	var parts []ir.Signal
	for w > 0 {
		part := w
		if len(parts) < 3 {
			part = 1 + g.below(w)
		}
		parts = append(parts, g.expr(part, depth))
		w -= part
	}
	return ir.Cat(parts...)
}

// test is one bit that tells of a.
func (g *generator) test(kind int, a ir.Signal, depth int) ir.Signal {
	b := func() ir.Signal { return g.expr(a.Width(), depth) }
	switch kind {
	case 0:
		return a.Any()
	case 1:
		return a.All()
	case 2:
		return a.Parity()
	case 3:
		return a.Eq(b())
	case 4:
		return a.Ne(b())
	case 5:
		return a.Lt(b())
	case 6:
		return a.Ge(b())
	case 7:
		return a.Le(b())
	case 8:
		return a.Eq(g.constant(a.Width()))
	case 9:
		return a.LtS(g.constant(a.Width()))
	}
	return a.LtS(b())
}

// amount is how far to shift a value of w bits.
func (g *generator) amount(w, depth int) ir.Signal {
	switch g.below(4) {
	case 0:
		n := one(g.choices, 0, 1, w-1, w, w+1, 2*w, g.below(w))
		return g.m.Const(max(1, ir.Bits(n))+one(g.choices, 0, 1, 70), uint64(n))
	case 1:
		return g.expr(max(1, ir.Bits(w-1)), depth)
	case 2:
		return g.expr(ir.Bits(w)+1, depth)
	}
	return g.expr(g.width(), depth)
}

// read is a word of a memory.
func (g *generator) read(mem *ir.Mem, depth int) ir.Signal {
	return mem.Read(g.address(mem, depth))
}

// address is one of a memory, within it unless the design is wild.
func (g *generator) address(mem *ir.Mem, depth int) ir.Signal {
	a := g.expr(mem.AddrWidth(), depth)
	if mem.Depth == 1<<mem.AddrWidth() || g.Wild && g.below(4) > 0 {
		return a
	}
	return ir.Mux(a.LtC(uint64(mem.Depth)), a, a.C(uint64(g.below(mem.Depth))))
}

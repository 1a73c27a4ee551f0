package verilog_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/flitwright/flitwright/ir"
)

type randomPorts struct{ In, Out []ir.Signal }

// randomModule is a module of about n operators of all kinds on all widths, with registers,
// a memory and nested statements.
func randomModule(seed uint64, n int) *ir.Module {
	r := rand.New(rand.NewPCG(seed, 7))
	widths := []int{1, 1, 2, 3, 8, 16, 33, 64, 65, 100}
	io := randomPorts{}
	for _, w := range widths {
		io.In = append(io.In, ir.In(w))
		io.Out = append(io.Out, ir.Out(w))
	}
	io.Out = append(io.Out, ir.Out(1))
	return ir.Build(fmt.Sprintf("random_%d", seed), io, func(m *ir.Module, io randomPorts) {
		g := &generator{r, m, append([]ir.Signal{}, io.In...)}
		var regs []ir.Signal
		for i, w := range widths {
			if i%2 == 0 {
				regs = append(regs, m.RegBig(fmt.Sprintf("r%d", i), w, g.number(w)))
			} else {
				regs = append(regs, m.RegNoReset(fmt.Sprintf("d%d", i), w))
			}
		}
		g.pool = append(g.pool, regs...)
		mem := m.Mem("mem", 8, 16)
		for range n {
			g.operator()
		}
		// The memory is filled after a reset and read once it is full: no X is ever read.
		fill := m.Reg("fill", 5, 0)
		full := fill.EqC(18)
		m.When(full.Not(), func() { fill.Set(fill.AddC(1)) })
		g.pool = append(g.pool, ir.Mux(full, mem.Read(g.any(4)), m.Const(8, 0)),
			ir.Mux(full, mem.ReadReg("q", g.any(4), g.any(1).Or(full.Not())), m.Const(8, 3)))
		for range n / 8 {
			w := m.Wire(fmt.Sprintf("w%d", len(g.pool)), widths[r.IntN(len(widths))])
			w.Set(g.any(w.Width()))
			g.when(2, func() { w.Set(g.any(w.Width())) })
			g.pool = append(g.pool, w)
			g.operator()
		}
		m.When(fill.Bit(4), func() { g.when(2, func() { mem.Write(g.any(4), g.any(8)) }) }).
			Else(func() { mem.Write(fill.Low(4), g.any(8)) })
		for _, x := range regs {
			x.Set(g.any(x.Width()))
			g.when(3, func() { x.Set(g.any(x.Width())) })
			if x.Node().Value == nil {
				m.When(m.Reset(), func() { x.Set(x.C(1)) })
			}
		}
		for i, w := range widths {
			io.Out[i].Set(g.any(w))
		}
		var all []ir.Signal
		for _, x := range g.pool {
			all = append(all, x.Parity())
		}
		io.Out[len(widths)].Set(ir.Xor(all...))
	}).Module
}

type generator struct {
	*rand.Rand
	m    *ir.Module
	pool []ir.Signal
}

func (g *generator) number(w int) *big.Int {
	v := new(big.Int)
	for range w {
		v.Lsh(v, 1).Add(v, big.NewInt(int64(g.IntN(2))))
	}
	return v
}

// any is a signal of the width: one of the pool cut or extended, or a constant.
func (g *generator) any(w int) ir.Signal {
	if g.IntN(6) == 0 {
		return g.m.ConstBig(w, g.number(w))
	}
	x := g.pool[g.IntN(len(g.pool))]
	switch d := x.Width() - w; {
	case d > 0:
		lo := g.IntN(d + 1)
		return x.Slice(lo+w-1, lo)
	case d < 0 && g.IntN(2) == 0:
		return x.SExt(w)
	case d < 0:
		return x.ZExt(w)
	}
	return x
}

func (g *generator) operator() {
	w := g.pool[g.IntN(len(g.pool))].Width()
	a, b := g.any(w), g.any(w)
	var x ir.Signal
	switch g.IntN(22) {
	case 0:
		x = a.Not()
	case 1:
		x = a.And(b, g.any(w))
	case 2:
		x = a.Or(b)
	case 3:
		x = a.Xor(b, g.any(w))
	case 4:
		x = a.Add(b)
	case 5:
		x = a.Sub(b)
	case 6:
		x = a.Mul(b)
	case 7:
		x = a.Eq(b)
	case 8:
		x = a.Lt(b)
	case 9:
		x = a.LtS(b)
	case 10:
		x = a.Shl(g.any(1 + g.IntN(8)))
	case 11:
		x = a.Shr(g.any(1 + g.IntN(8)))
	case 12:
		x = a.Sra(g.any(1 + g.IntN(8)))
	case 13:
		x = ir.Mux(g.any(1), a, b)
	case 14:
		x = ir.OneHotMux(g.any(3), a, b, g.any(w))
	case 15:
		x = ir.Cat(a, b).Low(min(2*w, 130))
	case 16:
		x = a.All()
	case 17:
		x = a.Any()
	case 18:
		x = a.Parity()
	case 19:
		x = a.Eq(b).Not()
	case 20:
		x = a.Lt(b).Not()
	case 21:
		x = a.AndNot(b)
	}
	if g.IntN(20) == 0 {
		x = x.Named(fmt.Sprintf("named_%d", len(g.pool)))
	}
	g.pool = append(g.pool, x)
}

// when puts Sets under random conditions.
func (g *generator) when(depth int, set func()) {
	if depth == 0 {
		set()
		return
	}
	next := func() { g.when(depth-1, set) }
	switch g.IntN(4) {
	case 0:
		g.m.When(g.any(1), next)
	case 1:
		g.m.When(g.any(1), next).Else(next)
	case 2:
		g.m.When(g.any(1), func() {}).ElseWhen(g.any(1), next).ElseWhen(g.any(1), func() {}).Else(next)
	case 3:
		c := g.m.Switch(g.any(3)).CaseC(1, next).CaseC(6, func() {})
		if g.IntN(2) == 0 {
			c.Default(next)
		}
	}
}

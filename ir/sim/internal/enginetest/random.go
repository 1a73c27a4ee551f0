package enginetest

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/flitwright/flitwright/ir"
)

// Choices makes decisions from the bytes of a fuzzer, 0 when they are used up.
type Choices struct{ Data []byte }

// Below makes a decision among n.
func (c *Choices) Below(n int) int {
	if len(c.Data) == 0 {
		return 0
	}
	b := c.Data[0]
	c.Data = c.Data[1:]
	return int(b) % n
}

// A designer builds a random module.
type designer struct {
	*Choices
	m       *ir.Module
	signals []ir.Signal
	named   int
}

// RandomPorts are the pins of a RandomModule.
type RandomPorts struct{ In, Out wires }

var designWidths = []int{1, 1, 1, 2, 3, 8, 33, 64, 65, 130}

func (c *Choices) width() int { return designWidths[c.Below(len(designWidths))] }

// RandomModule builds a module with instances down to the given depth.
func RandomModule(c *Choices, name string, depth int) ir.Component[RandomPorts] {
	var kids []ir.Component[RandomPorts]
	for i := range depth {
		kids = append(kids, RandomModule(c, fmt.Sprintf("%s_kid_%d", name, i), i))
	}
	io := RandomPorts{}
	for range 1 + c.Below(3) {
		io.In = append(io.In, ir.In(c.width()))
	}
	for range 1 + c.Below(3) {
		io.Out = append(io.Out, ir.Out(c.width()))
	}
	return ir.Build(name, io, func(m *ir.Module, io RandomPorts) {
		d := &designer{Choices: c, m: m, signals: append([]ir.Signal{}, io.In...)}
		d.fill(io.Out, kids)
	})
}

func (d *designer) name(kind string) string {
	d.named++
	return fmt.Sprintf("%s_%d", kind, d.named)
}

// fit brings a signal to a width.
func (d *designer) fit(s ir.Signal, w int) ir.Signal {
	switch {
	case s.Width() > w:
		lo := d.Below(s.Width() - w + 1)
		return s.Slice(lo+w-1, lo)
	case d.Below(2) == 0:
		return s.ZExt(w)
	}
	return s.SExt(w)
}

// any is a signal of the given width.
func (d *designer) any(w int) ir.Signal {
	if d.Below(5) == 0 {
		v := new(big.Int)
		for i := range w {
			v.SetBit(v, i, uint(d.Below(2)))
		}
		return d.m.ConstBig(w, v)
	}
	return d.fit(d.signals[d.Below(len(d.signals))], w)
}

func (d *designer) add(s ir.Signal) { d.signals = append(d.signals, s) }

func (d *designer) operator() ir.Signal {
	w := d.width()
	a, b := d.any(w), d.any(w)
	switch d.Below(20) {
	case 0:
		return a.Not()
	case 1:
		return a.And(b, d.any(w))
	case 2:
		return a.Or(b)
	case 3:
		return a.Xor(b)
	case 4:
		return a.Add(b)
	case 5:
		return a.Sub(b)
	case 6:
		return a.Mul(b)
	case 7:
		return a.Eq(b)
	case 8:
		return a.Lt(b)
	case 9:
		return a.LtS(b)
	case 10:
		return a.Shl(d.any(d.width()))
	case 11:
		return a.Shr(d.any(d.width()))
	case 12:
		return a.Sra(d.any(d.width()))
	case 13:
		return ir.Mux(d.any(1), a, b)
	case 14:
		return ir.OneHotMux(d.any(3), a, b, d.any(w))
	case 15:
		return ir.Cat(a, b, d.any(d.width()))
	case 16:
		return d.fit(ir.Cat(a, b), d.width())
	case 17:
		return a.All()
	case 18:
		return a.Any()
	}
	return a.Parity()
}

// set drives a target on every path.
func (d *designer) set(target ir.Signal, depth int) {
	inner := func() { d.set(target, depth-1) }
	plain := func() { target.Set(d.any(target.Width())) }
	if depth == 0 {
		plain()
		return
	}
	switch d.Below(5) {
	case 0:
		plain()
	case 1:
		d.m.When(d.any(1), inner).Else(inner)
	case 2:
		plain()
		d.m.When(d.any(1), inner)
	case 3:
		plain()
		chain := d.m.When(d.any(1), d.maybe(inner))
		for range d.Below(4) {
			chain = chain.ElseWhen(d.any(1), d.maybe(inner))
		}
		chain.Else(d.maybe(inner))
	case 4:
		d.m.Switch(d.any(2)).CaseC(1, inner).CaseC(2, inner).Default(inner)
	}
}

// maybe is body or nothing.
func (d *designer) maybe(body func()) func() {
	if d.Below(2) == 0 {
		return func() {}
	}
	return body
}

// sometimes reaches body under random conditions.
func (d *designer) sometimes(body func()) {
	switch d.Below(4) {
	case 0:
		body()
	case 1:
		d.m.When(d.any(1), func() {}).Else(body)
	case 2:
		d.m.When(d.any(1), body).ElseWhen(d.any(1), body)
	case 3:
		d.m.Switch(d.any(2)).CaseC(0, body).CaseC(3, body).Default(func() {})
	}
}

func (d *designer) fill(outs []ir.Signal, kids []ir.Component[RandomPorts]) {
	m := d.m
	var regs []ir.Signal
	for range d.Below(4) {
		w := d.width()
		var r ir.Signal
		if d.Below(2) == 0 {
			r = m.Reg(d.name("reg"), w, uint64(d.Below(2)))
		} else {
			r = m.RegNoReset(d.name("free"), w)
		}
		regs = append(regs, r)
		d.add(r)
	}
	var mems []*ir.Mem
	for range d.Below(3) {
		mems = append(mems, m.Mem(d.name("mem"), d.width(), 1+d.Below(5)))
	}
	for range 3 + d.Below(12) {
		switch d.Below(8) {
		case 0:
			w := m.Wire(d.name("wire"), d.width())
			d.set(w, 2)
			d.add(w)
		case 1:
			if len(mems) > 0 {
				mem := mems[d.Below(len(mems))]
				if d.Below(2) == 0 {
					d.add(mem.Read(d.any(mem.AddrWidth())))
				} else {
					d.add(mem.ReadReg(d.name("read"), d.any(mem.AddrWidth()), d.any(1)))
				}
			}
		case 2:
			if len(kids) > 0 {
				k := ir.Inst(m, d.name("kid"), kids[d.Below(len(kids))])
				for _, in := range k.In {
					d.set(in, 1)
				}
				for _, out := range k.Out {
					d.add(out)
				}
			}
		default:
			d.add(d.operator())
		}
	}
	for _, r := range regs {
		if d.Below(4) == 0 {
			d.sometimes(func() { r.Set(d.any(r.Width())) })
		} else {
			d.set(r, 2)
		}
	}
	for _, mem := range mems {
		d.add(mem.Read(d.any(mem.AddrWidth())))
		for range 1 + d.Below(2) {
			d.sometimes(func() { mem.Write(d.any(mem.AddrWidth()), d.any(mem.Width)) })
		}
	}
	if d.Below(4) == 0 {
		d.sometimes(func() { m.Assert(d.any(2).Any(), "often true") })
	}
	// All is read: by the first output at least in one bit each.
	for i, o := range outs {
		if i > 0 {
			d.set(o, 2)
			continue
		}
		var parities []ir.Signal
		for _, s := range d.signals {
			parities = append(parities, s.Parity())
		}
		o.Set(ir.Xor(parities...).SExt(o.Width()).Xor(d.any(o.Width())))
	}
}

// RandomBytes are choices for a design and its inputs.
func RandomBytes(r *rand.Rand) []byte {
	data := make([]byte, 200+r.IntN(2000))
	for i := range data {
		data[i] = byte(r.Uint32())
	}
	return data
}

package selftest

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
	"github.com/flitwright/flitwright/t3erouter/config"
)

// A Visit says which VC it is whose turn it is in a cycle; one after the other has it, the same at all ports.
type Visit struct {
	Now  ir.Signal // 5: one-hot
	Next ir.Signal // 5: likewise in the next cycle
}

func visitPorts(port func(int) ir.Signal) Visit { return Visit{port(vcs), port(vcs)} }

// Set connects the visit of an instance to another.
func (v Visit) Set(from Visit) {
	v.Now.Set(from.Now)
	v.Next.Set(from.Next)
}

// A Draft is the header with which a packet may begin on the VC of the visit.
type Draft struct {
	Header ir.Signal // 32: bit 31 is 0
	Folded ir.Signal // 8: exclusive or of its bytes
	Number ir.Signal // 8
	Left   ir.Signal // flits after the header
	Single ir.Signal // 1: there are none
}

func (s sizes) draftPorts(port func(int) ir.Signal) Draft {
	return Draft{port(32), port(8), port(8), port(s.left()), port(1)}
}

// Set connects the draft of an instance to another.
func (d Draft) Set(from Draft) {
	d.Header.Set(from.Header)
	d.Folded.Set(from.Folded)
	d.Number.Set(from.Number)
	d.Left.Set(from.Left)
	d.Single.Set(from.Single)
}

// DraftPorts are the ports of Drafts.
type DraftPorts struct {
	Own    []ir.Signal // 5 each: coordinates of the router; the draft follows them two cycles later
	Random ir.Signal   // 31: new in every cycle
	Visit  Visit
	NextVC ir.Signal `port:"next_vc"` // 3: the VC of the visit in the next cycle
	PastVC ir.Signal `port:"past_vc"` // 3: that of the cycle before
	Draft  Draft
	Barred ir.Signal // 7: bit p: it may not come in at port p, as its turn would be illegal there, or there is no such destination
	Kept   ir.Signal // 7: bit p: if it comes in at port p, that is on VC bit 1 in the direction of its escape hop
}

// Drafts draws a header in every cycle. All outputs are registers.
func Drafts(c config.Config) ir.Component[DraftPorts] {
	s := sizes{c}
	io := DraftPorts{
		Own: []ir.Signal{ir.In(5), ir.In(5), ir.In(5)}, Random: ir.In(31),
		Visit: visitPorts(ir.Out), NextVC: ir.Out(3), PastVC: ir.Out(3), Draft: s.draftPorts(ir.Out), Barred: ir.Out(links + 1), Kept: ir.Out(links + 1),
	}
	return ir.Build("t3e_selftest_drafts", io, func(m *ir.Module, io DraftPorts) {
		m.SetDoc("Draws a header in every cycle, for the VC whose turn it is.")
		next := m.Reg("next", vcs, 1)
		now := register(m, "now", next)
		number := m.Reg("vc_next", 3, 0)
		turned := ir.Cat(next.Low(vcs-1), next.Msb())
		next.Set(turned)
		number.Set(rtl.Encode(turned))
		io.Visit.Now.Set(now)
		io.Visit.Next.Set(next)
		io.NextVC.Set(number)
		io.PastVC.Set(register(m, "vc_past", register(m, "vc_now", number)))

		taken := 0
		draw := func(name string, width int) ir.Signal {
			x := register(m, name, rtl.Scattered(io.Random, taken, width))
			taken += width
			return x
		}
		zero, one := m.Const(1, 0), m.Const(1, 1)
		dst, sign, selects := make([]ir.Signal, dims), make([]ir.Signal, dims), make([]ir.Signal, dims)
		at, fits := make([]ir.Signal, dims), []ir.Signal{one}
		for d, name := range []string{"x", "y", "z"} {
			dst[d], sign[d], selects[d], at[d] = m.Const(5, 0), zero, zero, one
			w := s.coordinate(d)
			if w == 0 {
				m.Unused(io.Own[d])
				continue
			}
			to := draw("to_"+name, w)
			sign[d], selects[d] = draw("sign_"+name, 1), draw("select_"+name, 1)
			dst[d], at[d] = to.ZExt(5), to.Eq(io.Own[d].Low(w))
			if s.size(d) < 1<<w {
				fits = append(fits, to.LtC(uint64(s.size(d))))
			}
			if w < 5 {
				m.Unused(io.Own[d].Slice(4, w))
			}
		}
		may, reply := draw("may", 1), draw("reply", 1)
		class := ir.Mux(next.Bit(adaptive), reply, next.Slice(3, 2).Any())
		left := m.Const(s.left(), 0)
		if w := ir.Bits(s.MaxFlits - 1); w > 0 {
			drawn := draw("left", w)
			most := drawn.C(uint64(s.MaxFlits - 1))
			left = ir.Mux(drawn.Gt(most), most, drawn).ZExt(s.left())
		}
		length := left.ZExt(4).AddC(1)

		header := ir.CatList(append(dst, ir.CatList(sign...), m.Const(3, 0), ir.CatList(selects...), class, may, length, m.Const(2, 0))...)
		io.Draft.Header.Set(register(m, "header", header))
		io.Draft.Folded.Set(register(m, "folded", folded(header)))
		io.Draft.Number.Set(register(m, "number", rtl.Scattered(io.Random, 3, 8)))
		io.Draft.Left.Set(register(m, "flits_left", left))
		io.Draft.Single.Set(register(m, "single", left.EqC(0)))

		nowhere := ir.And(fits...).Not().Named("nowhere")
		odd := next.Bit(1).Or(next.Bit(3))
		var barred, kept []ir.Signal
		for p := range links {
			direction := p ^ 1 // in which packets come in there
			sooner := []ir.Signal{zero}
			for _, q := range before(direction) {
				sooner = append(sooner, due(q, at, sign))
			}
			early := ir.Or(sooner...)
			barred = append(barred, nowhere.Or(early.AndNot(next.Bit(adaptive))))
			kept = append(kept, ir.And(odd, due(direction, at, sign), early.Not()))
		}
		io.Barred.Set(register(m, "is_barred", ir.CatList(append(barred, nowhere)...)))
		io.Kept.Set(register(m, "is_kept", ir.CatList(append(kept, zero)...)))
	})
}

// register is x one cycle later, 0 in reset.
func register(m *ir.Module, name string, x ir.Signal) ir.Signal {
	r := m.Reg(name, x.Width(), 0)
	r.Set(x)
	return r
}

//go:build tools

package main

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
	"github.com/flitwright/flitwright/t3erouter"
	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/tb"
)

// smallT3E is of a ring of two: links +x and -x and the node, packets of one flit, the smallest buffers.
var smallT3E = config.Config{X: 2, Y: 1, Z: 1, Flit: 64, MaxFlits: 1, AdaptiveDepth: 1, EscapeDepth: 1, LinkLatency: 1, Stages: 1}

// t3ePorts are those that lead somewhere.
var t3ePorts = []int{0, 1, 6}

// t3eDriven are those at which anything comes in; nothing does at the others.
var t3eDriven = []int{1, 6}

// A t3eFlit is what may come in at a port: all that a router looks at, the rest of the flit is 0.
type t3eFlit struct {
	Header            ir.Signal // 30: bits 29:0
	Head, Tail, Valid ir.Signal
	VC                ir.Signal `port:"vc"` // 3
}

type T3EPins struct {
	In     []t3eFlit   // of ports as listed
	Credit []ir.Signal // 5 each
}

func freeT3E(n int, credits bool) (io T3EPins) {
	for range n {
		io.In = append(io.In, t3eFlit{ir.In(30), ir.In(1), ir.In(1), ir.In(1), ir.In(3)})
	}
	if credits {
		for range t3ePorts {
			io.Credit = append(io.Credit, ir.In(5))
		}
	}
	return io
}

// placeT3E places the router at x = 0, both links in use.
func placeT3E(m *ir.Module) t3erouter.Ports {
	r := ir.Inst(m, "router", t3erouter.Router(smallT3E, config.Variant{}))
	for _, s := range []ir.Signal{r.CfgX, r.CfgY, r.CfgZ} {
		s.Set(m.Const(5, 0))
	}
	r.CfgLinks.Set(m.Const(6, 0b000011))
	m.Unused(r.ErrVC, r.ErrLength, r.ErrDest, r.ErrTurn, r.ErrLink, r.ErrCredit, r.StatEjected, r.StatDropped, r.StatEscapes)
	m.Unused(r.StatPackets...)
	for p := 2; p < 6; p++ {
		driveT3E(m, r, p, nil, ir.Signal{})
		r.Out[p].Credit.Set(m.Const(5, 0))
		m.Unused(r.In[p].Credit, r.Out[p].Flit, r.Out[p].Valid, r.Out[p].VC)
	}
	return r
}

// markBit is a user bit, which the router carries and does not read.
const markBit = 45

// driveT3E gives a port what comes in, nothing if there is none.
func driveT3E(m *ir.Module, r t3erouter.Ports, p int, x *t3eFlit, mark ir.Signal) {
	in := r.In[p]
	if x == nil {
		in.Flit.Set(m.Const(70, 0))
		in.Valid.Set(m.Const(1, 0))
		in.VC.Set(m.Const(3, 0))
		return
	}
	in.Flit.Set(ir.Cat(m.Const(4, 0), x.Tail, x.Head, m.Const(18, 0), mark, m.Const(15, 0), x.Header))
	in.Valid.Set(x.Valid)
	in.VC.Set(x.VC)
}

// hasVC tells which VCs a port has.
func hasVC(p, v int) bool { return p < 6 || v == 0 || v == 2 }

// t3eGoes tells whether a header that comes in at a port names an output: the node where all of the destination is that of the
// router, else, or on an initial hop, +x or -x.
func t3eGoes(p, o int, h ir.Signal) ir.Signal {
	here := h.Low(15).EqC(0)
	minus := h.Bit(15)
	if p == 6 {
		first := h.Slice(19, 18)
		here, minus = here.And(first.EqC(0)), minus.And(first.EqC(0))
	}
	switch o {
	case 0:
		return here.Not().AndNot(minus)
	case 1:
		return here.Not().And(minus)
	}
	return here
}

// t3eCredits says of any traffic at all ports and any credits: each buffer gives back as many credits as it has taken flits, and those that
// find no place, and no others, are told; no output sends a flit of a VC without a credit.
func t3eCredits() *ir.Module {
	depth := uint64(smallT3E.EscapeDepth)
	return ir.Build("t3e_credits", freeT3E(len(t3eDriven), true), func(m *ir.Module, io T3EPins) {
		r := placeT3E(m)
		driveT3E(m, r, 0, nil, ir.Signal{})
		m.Unused(r.In[0].Credit)
		for i, p := range t3eDriven {
			x := io.In[i]
			driveT3E(m, r, p, &x, m.Const(1, 0))
			over := m.Const(1, 0)
			for v := range 5 {
				if !hasVC(p, v) {
					continue
				}
				held := m.Reg(fmt.Sprintf("held_%d_%d", p, v), 3, 0)
				credit := r.In[p].Credit.Bit(v)
				m.Assert(credit.Not().Or(held.Any()), "a credit for no flit")
				left := held.Sub(credit.ZExt(3))
				comes := x.Valid.And(x.VC.EqC(uint64(v)))
				full := left.EqC(depth)
				held.Set(left.Add(comes.AndNot(full).ZExt(3)))
				over = over.Or(comes.And(full))
			}
			m.Assert(r.ErrOverflow.Bit(p).Eq(later(m, fmt.Sprintf("over_%d", p), over)), "what finds no place is not told, or another is")
		}
		for i, o := range t3ePorts {
			r.Out[o].Credit.Set(io.Credit[i])
			sends := r.Out[o].Valid
			m.Unused(r.Out[o].Flit)
			known := m.Const(1, 0)
			for v := range 5 {
				if !hasVC(o, v) {
					continue
				}
				room := m.Reg(fmt.Sprintf("room_%d_%d", o, v), 3, depth)
				takes := sends.And(r.Out[o].VC.EqC(uint64(v)))
				m.Assert(takes.Not().Or(room.Any()), "a flit leaves without a credit")
				known = known.Or(takes)
				credit := io.Credit[i].Bit(v).And(room.LtC(depth).Or(takes))
				room.Set(room.Add(credit.ZExt(3)).Sub(takes.ZExt(3)))
			}
			m.Assert(sends.Not().Or(known), "a flit leaves on no VC")
		}
	}).Module
}

// t3eOnce says of any traffic at all ports and any credits: a packet, whichever it is, leaves once at most, after it came,
// and where its header says. It is followed by a mark that no other has.
func t3eOnce() *ir.Module {
	type ports struct {
		T3EPins
		Mark ir.Signal // one bit an input
	}
	return ir.Build("t3e_once", ports{freeT3E(len(t3eDriven), true), ir.In(len(t3eDriven))}, func(m *ir.Module, io ports) {
		r := placeT3E(m)
		came, left := m.Reg("came", 1, 0), m.Reg("left", 1, 0)
		names := m.Reg("names", len(t3ePorts), 0) // the output, one-hot
		now, goes := came, names
		m.Unused(r.ErrOverflow, r.In[0].Credit)
		driveT3E(m, r, 0, nil, ir.Signal{})
		for i, p := range t3eDriven {
			x := io.In[i]
			mark := ir.And(x.Valid, x.Head, io.Mark.Bit(i), now.Not())
			driveT3E(m, r, p, &x, mark)
			now = now.Or(mark)
			var bits []ir.Signal
			for _, o := range t3ePorts {
				bits = append(bits, t3eGoes(p, o, x.Header))
			}
			goes = ir.Mux(mark, ir.CatList(bits...), goes)
			m.Unused(r.In[p].Credit)
		}
		came.Set(now)
		names.Set(goes)
		gone := left
		for i, o := range t3ePorts {
			r.Out[o].Credit.Set(io.Credit[i])
			m.Unused(r.Out[o].VC)
			marked := ir.And(r.Out[o].Valid, r.Out[o].Flit.Bit(64), r.Out[o].Flit.Bit(markBit))
			m.Assert(marked.Not().Or(came), "a packet leaves that did not come")
			m.Assert(marked.Not().Or(names.Bit(i)), "a packet leaves where it does not belong")
			m.Assert(marked.And(gone).Not(), "a packet leaves twice")
			gone = gone.Or(marked)
		}
		left.Set(gone)
	}).Module
}

// backT3E has the credits of a port come back at once.
func backT3E(m *ir.Module, r t3erouter.Ports, o int) {
	r.Out[o].Credit.Set(later(m, fmt.Sprintf("back_%d", o), rtl.Decode(r.Out[o].VC, 5).And(r.Out[o].Valid.Repeat(5))))
	m.Unused(r.In[o].Credit)
}

// t3eDelivers says of any traffic at all ports, as long as no error is told, that a packet, whichever it is, is out when nothing has come for so
// many cycles. Credits come back at once.
func t3eDelivers(quiet int) *ir.Module {
	type ports struct {
		T3EPins
		Mark ir.Signal // one bit an input
	}
	return ir.Build("t3e_delivers", ports{freeT3E(len(t3eDriven), false), ir.In(len(t3eDriven))}, func(m *ir.Module, io ports) {
		r := placeT3E(m)
		came, left := m.Reg("came", 1, 0), m.Reg("left", 1, 0)
		now, gone, stirs := came, left, m.Const(1, 0)
		driveT3E(m, r, 0, nil, ir.Signal{})
		for i, p := range t3eDriven {
			x := io.In[i]
			mark := ir.And(x.Valid, x.Head, io.Mark.Bit(i), now.Not())
			driveT3E(m, r, p, &x, mark)
			now, stirs = now.Or(mark), stirs.Or(x.Valid)
		}
		came.Set(now)
		for _, o := range t3ePorts {
			backT3E(m, r, o)
			gone = gone.Or(ir.And(r.Out[o].Valid, r.Out[o].Flit.Bit(64), r.Out[o].Flit.Bit(markBit)))
		}
		left.Set(gone)
		told := sticky(m, "told", ir.Or(r.ErrVC, r.ErrLength, r.ErrDest, r.ErrTurn, r.ErrLink, r.ErrOverflow).Any())
		rest := lasts(m, "rest", stirs.Not(), quiet)
		m.Assert(ir.Or(rest.LtC(uint64(quiet)), came.Not(), gone, told), "a packet that came is not out")
	}).Module
}

// t3ePassesBy says that a well-formed packet of one flit from the node to +x is out in time, whatever comes in on a link, as
// long as no header of that names +x. Credits come back at once.
func t3ePassesBy(within int) *ir.Module {
	type ports struct {
		T3EPins
		Start, Reply, Adaptive, Select, Detour ir.Signal
	}
	return ir.Build("t3e_passes_by", ports{freeT3E(1, false), ir.In(1), ir.In(1), ir.In(1), ir.In(1), ir.In(1)}, func(m *ir.Module, io ports) {
		r := placeT3E(m)
		m.Unused(r.ErrOverflow)
		x := io.In[0]
		driveT3E(m, r, 1, &x, m.Const(1, 0))
		driveT3E(m, r, 0, nil, ir.Signal{})
		rival := sticky(m, "rival", ir.And(x.Valid, x.Head, t3eGoes(1, 0, x.Header)))

		started := sticky(m, "started", io.Start)
		sent := later(m, "sent", started)
		one, zero := m.Const(1, 1), m.Const(1, 0)
		// length 1, adaptive, reply, select, final, no initial hop, sign plus, to x = 1
		header := ir.Cat(m.Const(4, 1), io.Adaptive, io.Reply, m.Const(2, 0), io.Select, io.Detour, m.Const(2, 0), m.Const(3, 0), m.Const(15, 1))
		driveT3E(m, r, 6, &t3eFlit{header, one, one, started.AndNot(sent), ir.Cat(zero, io.Reply, zero)}, one)

		for _, o := range t3ePorts {
			backT3E(m, r, o)
			if o != 0 {
				m.Unused(r.Out[o].Flit)
			}
		}
		gone := sticky(m, "gone", ir.And(r.Out[0].Valid, r.Out[0].Flit.Bit(64), r.Out[0].Flit.Bit(markBit)))
		waited := lasts(m, "waited", started.AndNot(gone), within)
		m.Assert(ir.Or(waited.LtC(uint64(within)), gone, rival), "a packet is held up by one for elsewhere")
	}).Module
}

func t3eBounds() []bound {
	return []bound{
		{
			target: "t3e", says: "credits", monitor: t3eCredits, short: 7, long: 9,
			faults: []boundFault{
				{"credits of VC 0 come all the time", tb.Force("t3e_input", "credits", 1), "a credit for no flit"},
				{"an overflow is stored", tb.Force("t3e_arrival", "overflows", 0), "what finds no place"},
				{"a header enters where the packet does not fit", tb.Force("t3e_choice", "escape_room", 1), "a flit leaves without a credit"},
				{"the VC of what is sent is 7", tb.Force("t3e_output", "vc_0", 7), "on no VC"},
			},
		},
		{
			target: "t3e", says: "once", monitor: t3eOnce, short: 7, long: 9,
			faults: []boundFault{
				{"bit 45 of what leaves by a link is 1", tb.Change("t3e_output", "flit_0", func(e *tb.Editor, n *ir.Node) *ir.Node {
					return e.New(ir.OpOr, n.Width, n, e.Const(n.Width, 1<<markBit))
				}), "did not come"},
				{"the initial hop is not taken", tb.Force("t3e_route", "first_hop", 0), "does not belong"},
				{"the read pointer of VC 4 stays", tb.RemoveSet("t3e_buffer", "vc_4_read", 0), "leaves twice"},
			},
		},
		{
			target: "t3e", says: "nothing lost", monitor: func() *ir.Module { return t3eDelivers(8) }, short: 11, long: 13,
			faults: []boundFault{{"no escape VC is open", tb.Force("t3e_choice", "escape_open", 0), "is not out"}},
		},
		{
			target: "t3e", says: "passing by", monitor: func() *ir.Module { return t3ePassesBy(8) }, short: 12, long: 16,
			faults: []boundFault{
				{"a header without a claim has no room", tb.Force("t3e_choice", "escape_open", 0), "held up"},
			},
		},
	}
}

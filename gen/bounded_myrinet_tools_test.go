//go:build tools

package main

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/myrinetswitch"
	"github.com/flitwright/flitwright/myrinetswitch/config"
	"github.com/flitwright/flitwright/tb"
)

// placeMyrinet places a switch with the shortest queue, all ports enabled.
func placeMyrinet(m *ir.Module, ports int, timeout uint64) myrinetswitch.Ports {
	c := config.Default()
	c.Ports, c.Depth, c.Ks, c.Kg, c.LinkLatency, c.Refresh, c.StopExpire = ports, 18, 10, 9, 0, 2, 8
	s := ir.Inst(m, "node", myrinetswitch.Switch(c))
	s.CfgEnable.Set(m.Const(ports, 1<<ports-1))
	s.CfgTimeout.Set(m.Const(24, timeout))
	for p := range ports {
		m.Unused(s.StatPackets[p], s.StatIllegalTurn[p], s.StatNoWire[p], s.StatStranded[p], s.StatCRC[p], s.StatTimeout[p], s.StatFres[p])
	}
	return s
}

// Characters of the page.
const (
	myrinetIdle = 0x100
	myrinetFres = 0x105
	myrinetGap  = 0x10C
)

// A worm is the packet that comes in at a port.
type worm struct {
	lead, inner, ends ir.Signal // the character of this cycle is its lead byte, data behind it, the GAP of one with data behind the lead byte
	turn              ir.Signal // 8: the lead byte, in its cycle and after
	open              ir.Signal // its lead byte has come, and not its end
}

// wormOf frames what comes in at a port.
func wormOf(m *ir.Module, p int, char ir.Signal) (w worm) {
	m.Scope(fmt.Sprintf("worm_%d", p), func() {
		data, gap := char.Bit(8).Not(), char.EqC(myrinetGap)
		open, filled := m.Reg("open", 1, 0), m.Reg("filled", 1, 0)
		lead := m.Reg("lead", 8, 0)
		begins := data.AndNot(open)
		m.When(data, func() {
			open.Set(open.C(1))
			filled.Set(open)
		}).ElseWhen(gap.Or(char.EqC(myrinetFres)), func() {
			open.Set(open.C(0))
			filled.Set(filled.C(0))
		})
		m.When(begins, func() { lead.Set(char.Low(8)) })
		w = worm{begins, data.And(open), gap.And(open, filled), ir.Mux(begins, char.Low(8), lead), open}
	})
	return w
}

// leads reports whether a lead byte at input p names output q.
func leads(p, q int, lead ir.Signal) ir.Signal {
	return lead.Bit(7).And(lead.Low(6).EqC(uint64(q-p) & 0x3F))
}

type MyrinetPins struct {
	In []struct{ Char ir.Signal }
}

func freeChars(n int) (io MyrinetPins) {
	for range n {
		io.In = append(io.In, struct{ Char ir.Signal }{ir.In(9)})
	}
	return io
}

// myrinetConserves says that of any traffic each output sends no more characters than came in for it.
func myrinetConserves() *ir.Module {
	const n, w = 2, 7
	return ir.Build("myrinet_conserves", freeChars(n), func(m *ir.Module, io MyrinetPins) {
		s := placeMyrinet(m, n, 0)
		m.Unused(s.ErrOverflow)
		var worms []worm
		for p := range n {
			s.In[p].Char.Set(io.In[p].Char)
			worms = append(worms, wormOf(m, p, io.In[p].Char))
		}
		for q := range n {
			held := m.Reg(fmt.Sprintf("held_for_%d", q), w, 0)
			now := held
			for p := range n {
				due := leads(p, q, worms[p].turn).And(worms[p].inner.Or(worms[p].ends))
				now = now.Add(due.ZExt(w))
			}
			out := s.Out[q].Char
			sends := out.Bit(8).Not().Or(out.EqC(myrinetGap))
			held.Set(now.Sub(sends.ZExt(w)))
			m.Assert(held.Msb().Not(), "more characters leave than came for there")
		}
	}).Module
}

// myrinetDelivers says that of any traffic of input 0 but a forward reset nothing that came for output 1 is left when the input has been
// idle for so long, with no packet open.
func myrinetDelivers(quiet int) *ir.Module {
	const w = 6
	return ir.Build("myrinet_delivers", freeChars(1), func(m *ir.Module, io MyrinetPins) {
		s := placeMyrinet(m, 2, 0)
		m.Unused(s.ErrOverflow, s.Out[0].Char)
		char := io.In[0].Char
		s.In[0].Char.Set(char)
		s.In[1].Char.Set(m.Const(9, myrinetIdle))
		reset := sticky(m, "fres", char.EqC(myrinetFres))
		worm := wormOf(m, 0, char)
		due := leads(0, 1, worm.turn).And(worm.inner.Or(worm.ends))
		out := s.Out[1].Char
		held := m.Reg("held", w, 0)
		now := held.Add(due.ZExt(w)).Sub(out.Bit(8).Not().Or(out.EqC(myrinetGap)).ZExt(w))
		held.Set(now)
		rest := lasts(m, "rest", char.EqC(myrinetIdle).AndNot(worm.open), quiet)
		m.Assert(ir.Or(rest.LtC(uint64(quiet)), now.Any().Not(), reset), "characters that came are not out")
	}).Module
}

// myrinetPassesBy says that a packet from port 1 to output 2 is out in time, whatever comes in at port 0, as long as that does not
// ask for output 2.
func myrinetPassesBy(within int) *ir.Module {
	type ports struct {
		MyrinetPins
		Start, Data ir.Signal
	}
	return ir.Build("myrinet_passes_by", ports{freeChars(1), ir.In(1), ir.In(8)}, func(m *ir.Module, io ports) {
		s := placeMyrinet(m, 3, 4)
		m.Unused(s.ErrOverflow, s.Out[0].Char, s.Out[1].Char)
		s.In[0].Char.Set(io.In[0].Char)
		w := wormOf(m, 0, io.In[0].Char)
		m.Unused(w.inner, w.ends)
		rival := sticky(m, "rival", w.lead.And(leads(0, 2, w.turn)))

		started := sticky(m, "started", io.Start)
		sent := m.Reg("sent", 3, 0)
		m.When(started.And(sent.LtC(4)), func() { sent.Set(sent.AddC(1)) })
		char := m.Const(9, myrinetIdle)
		for k, c := range []ir.Signal{m.Const(9, 0x81), io.Data.ZExt(9), io.Data.ZExt(9), m.Const(9, myrinetGap)} {
			char = ir.Mux(started.And(sent.EqC(uint64(k))), c, char)
		}
		s.In[1].Char.Set(char)
		s.In[2].Char.Set(m.Const(9, myrinetIdle))
		left := sticky(m, "left", s.Out[2].Char.EqC(myrinetGap))
		waited := lasts(m, "waited", started.AndNot(left), within)
		m.Assert(ir.Or(waited.LtC(uint64(within)), left, rival), "a packet is held up by one for elsewhere")
	}).Module
}

func myrinetBounds() []bound {
	return []bound{
		{
			target: "myrinet", says: "conservation", monitor: myrinetConserves, short: 12, long: 13,
			faults: []boundFault{
				{"bit 7 of the lead byte is not looked at", tb.Force("myrinet_route", "is_route", 1), "more characters leave"},
			},
		},
		{
			target: "myrinet", says: "nothing lost", monitor: func() *ir.Module { return myrinetDelivers(12) }, short: 18, long: 21,
			faults: []boundFault{{"an output is never free", tb.Force("myrinet_grants", "free_1", 0), "are not out"}},
		},
		{
			target: "myrinet", says: "passing by", monitor: func() *ir.Module { return myrinetPassesBy(10) }, short: 17, long: 24,
			faults: []boundFault{
				{"an output is not free while another is held", tb.Change("myrinet_grants", "free_2", func(e *tb.Editor, n *ir.Node) *ir.Node {
					return e.New(ir.OpAnd, 1, n, e.Node("free_0"))
				}), "held up"},
			},
		},
	}
}

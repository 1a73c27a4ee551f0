//go:build tools

package main

import (
	"fmt"
	"slices"

	"github.com/flitwright/flitwright/cm5router"
	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/tb"
)

// smallCM5 is the least router: messages of up to one word, a CRC of one flit.
var smallCM5 = config.Config{Words: 1, Parents: 2, Depth: 2, CRCWidth: 4, CRCPoly: 7}

// placeCM5 places a router of level 1 whose ports are all enabled, all-fall-down off.
func placeCM5(m *ir.Module, depth int) cm5router.Ports {
	c := smallCM5
	c.Depth = depth
	r := ir.Inst(m, "router", cm5router.Router(c))
	r.CfgLevel.Set(m.Const(4, 1))
	r.CfgParents.Set(m.Const(4, 0b0011))
	r.CfgChildren.Set(m.Const(4, 0b1111))
	r.CfgAFD.Set(m.Const(1, 0))
	r.CfgSeed.Set(m.Const(16, 0xACE1))
	m.Unused(r.ErrPrimary, r.ErrSecondary, r.ErrProtocol)
	for p := range r.In {
		m.Unused(r.StatIn[p], r.StatOut[p])
		if p >= 4+smallCM5.Parents {
			m.Unused(r.In[p].Token, r.Out[p].Flit, r.Out[p].Valid)
			r.In[p].Flit.Set(m.Const(4, 0))
			r.In[p].Valid.Set(m.Const(1, 0))
			r.Out[p].Token.Set(m.Const(1, 0))
		}
	}
	return r
}

// A cm5Frame is the message that passes a place, flit by flit, as the page frames it.
type cm5Frame struct {
	ends          ir.Signal // its last CRC flit is here in this cycle
	open          ir.Signal // some of it has come, and not all
	height, field ir.Signal // h, and the route flit that came first, once there
}

// frameCM5 frames the flits that come to a place in cycles in which comes is 1: h, ceil(h/2) route flits, length, tag,
// 8 data flits a word, one CRC flit.
func frameCM5(m *ir.Module, name string, comes, flit ir.Signal) (f cm5Frame) {
	m.Scope(name, func() {
		at := m.Reg("at", 3, 0).Doc("0 h, 1 route, 2 length, 3 tag, 4 data, 5 CRC")
		left := m.Reg("left", 7, 0).Doc("flits of this section after this one")
		length := m.Reg("length", 4, 0)
		height, field := m.Reg("height", 4, 0), m.Reg("field", 4, 0)
		first := m.Reg("first", 1, 0)
		to := func(section uint64, more ir.Signal) {
			at.Set(at.C(section))
			left.Set(more)
		}
		none := left.C(0)
		m.When(comes, func() {
			m.Switch(at).
				CaseC(0, func() {
					height.Set(flit)
					field.Set(field.C(0))
					first.Set(first.C(1))
					m.When(flit.Any(), func() { to(1, flit.SubC(1).Slice(3, 1).ZExt(7)) }).Else(func() { to(2, none) })
				}).
				CaseC(1, func() {
					m.When(first, func() { field.Set(flit) })
					first.Set(first.C(0))
					m.When(left.Any(), func() { left.Set(left.SubC(1)) }).Else(func() { to(2, none) })
				}).
				CaseC(2, func() {
					length.Set(flit)
					to(3, none)
				}).
				CaseC(3, func() {
					m.When(length.Any(), func() { to(4, ir.Cat(length, m.Const(3, 0)).SubC(1)) }).Else(func() { to(5, none) })
				}).
				CaseC(4, func() {
					m.When(left.Any(), func() { left.Set(left.SubC(1)) }).Else(func() { to(5, none) })
				}).
				Default(func() { to(0, none) })
		})
		m.Unused(height, field, at)
		f = cm5Frame{ends: comes.And(at.EqC(5)), open: at.Any(), height: height, field: field}
	})
	return f
}

// cm5Conserves says that of any traffic into some ports, with any tokens, no more messages end at an output than
// ended at inputs for it, and that flits leave with tokens only; or, with a number of cycles, that none is left when no flit has
// come for so long and tokens always did.
func cm5Conserves(free []int, quiet int) *ir.Module {
	type ports struct {
		In  []struct{ Flit, Valid ir.Signal }
		Out []struct{ Token ir.Signal }
	}
	n := 4 + smallCM5.Parents
	var io ports
	for range free {
		io.In = append(io.In, struct{ Flit, Valid ir.Signal }{ir.In(4), ir.In(1)})
	}
	for range n {
		io.Out = append(io.Out, struct{ Token ir.Signal }{ir.In(1)})
	}
	return ir.Build("cm5_conserves", io, func(m *ir.Module, io ports) {
		r := placeCM5(m, smallCM5.Depth)
		var stirs []ir.Signal // a flit comes, or a token does not, or a message has not come whole
		const w = 4
		due := make([]ir.Signal, n+1) // messages that ended at an input, for child 0..3 or (4) a parent, at its end
		for q := range 5 {
			due[q] = m.Const(w, 0)
		}
		zero := m.Const(1, 0)
		for p := range n {
			i := slices.Index(free, p)
			if i < 0 {
				r.In[p].Flit.Set(m.Const(4, 0))
				r.In[p].Valid.Set(zero)
				m.Unused(r.In[p].Token)
				continue
			}
			r.In[p].Flit.Set(io.In[i].Flit)
			r.In[p].Valid.Set(io.In[i].Valid)
			comes := io.In[i].Valid.And(later(m, fmt.Sprintf("paid_%d", p), r.In[p].Token)).Named(fmt.Sprintf("comes_%d", p))
			f := frameCM5(m, fmt.Sprintf("in_%d", p), comes, io.In[i].Flit)
			stirs = append(stirs, io.In[i].Valid, f.open)
			for q := range 5 {
				var goes ir.Signal
				down := ir.And(f.height.EqC(1), f.field.Low(2).EqC(uint64(q%4)))
				switch {
				case q == p:
					goes = zero
				case q < 4:
					goes = down
				default:
					goes = zero
					if p < 4 {
						goes = f.height.GeC(2)
					}
				}
				due[q] = due[q].Add(f.ends.And(goes).ZExt(w))
			}
			if p >= 4 { // h above the level falls, to the children in rotation from port mod 4 on
				pointer := m.Reg(fmt.Sprintf("falls_%d", p), 2, uint64(p%4))
				falls := f.ends.And(f.height.GeC(2)).Named(fmt.Sprintf("falls_now_%d", p))
				m.When(falls, func() { pointer.Set(pointer.AddC(1)) })
				for q := range 4 {
					due[q] = due[q].Add(falls.And(pointer.EqC(uint64(q))).ZExt(w))
				}
			}
		}
		gone := make([]ir.Signal, 5)
		for q := range 5 {
			gone[q] = m.Const(w, 0)
		}
		for q := range n {
			r.Out[q].Token.Set(io.Out[q].Token)
			stirs = append(stirs, io.Out[q].Token.Not())
			valid := r.Out[q].Valid
			if quiet == 0 {
				m.Assert(valid.Not().Or(later(m, fmt.Sprintf("may_%d", q), io.Out[q].Token)), "a flit leaves without a token")
			}
			f := frameCM5(m, fmt.Sprintf("out_%d", q), valid, r.Out[q].Flit)
			k := min(q, 4)
			m.Unused(f.open)
			gone[k] = gone[k].Add(f.ends.ZExt(w))
		}
		rest := ir.Or(stirs...).Not()
		m.Unused(rest)
		for q := range 5 {
			held := m.Reg(fmt.Sprintf("held_for_%d", q), w, 0)
			now := held.Add(due[q]).Sub(gone[q])
			held.Set(now)
			if quiet == 0 {
				m.Assert(held.Msb().Not(), "more messages leave than came for there")
			} else {
				m.Assert(lasts(m, fmt.Sprintf("rest_%d", q), rest, quiet).LtC(uint64(quiet)).Or(now.Any().Not()), "a message that came whole is not out")
			}
		}
	}).Module
}

// cm5PassesBy says that a message without words from child 1 to child 2 is out in time, whatever comes in from child 0, as long as that does
// not ask for child 2. Its tag and CRC are any; the input FIFO has room for all of it.
func cm5PassesBy(within int) *ir.Module {
	type ports struct{ Flit, Valid, Start, Tag, CRC ir.Signal }
	return ir.Build("cm5_passes_by", ports{ir.In(4), ir.In(1), ir.In(1), ir.In(4), ir.In(4)}, func(m *ir.Module, io ports) {
		r := placeCM5(m, 6)
		n := 4 + smallCM5.Parents
		for p := range n {
			r.Out[p].Token.Set(m.Const(1, 1))
			if p != 2 {
				m.Unused(r.Out[p].Flit, r.Out[p].Valid)
			}
			if p > 1 {
				r.In[p].Flit.Set(m.Const(4, 0))
				r.In[p].Valid.Set(m.Const(1, 0))
				m.Unused(r.In[p].Token)
			}
		}
		r.In[0].Flit.Set(io.Flit)
		r.In[0].Valid.Set(io.Valid)
		comes := io.Valid.And(later(m, "paid_0", r.In[0].Token)).Named("comes_0")
		other := frameCM5(m, "in_0", comes, io.Flit)
		rival := sticky(m, "rival", other.height.EqC(1).And(other.field.Low(2).EqC(2)))
		m.Unused(other.ends, other.open)

		started := sticky(m, "started", io.Start)
		sent := m.Reg("sent", 3, 0)
		sends := ir.And(started, later(m, "paid_1", r.In[1].Token), sent.LtC(5)).Named("sends")
		m.When(sends, func() { sent.Set(sent.AddC(1)) })
		flit := m.Const(4, 1)
		for k, next := range []ir.Signal{m.Const(4, 2), m.Const(4, 0), io.Tag, io.CRC} {
			flit = ir.Mux(sent.EqC(uint64(k+1)), next, flit)
		}
		r.In[1].Flit.Set(flit)
		r.In[1].Valid.Set(sends)

		out := frameCM5(m, "out_2", r.Out[2].Valid, r.Out[2].Flit)
		m.Unused(out.height, out.field, out.open)
		left := sticky(m, "left", out.ends)
		waited := lasts(m, "waited", started.AndNot(left), within)
		m.Assert(ir.Or(waited.LtC(uint64(within)), left, rival), "a message is held up by one for elsewhere")
	}).Module
}

func cm5Bounds() []bound {
	return []bound{
		{
			target: "cm5", says: "conservation", monitor: func() *ir.Module { return cm5Conserves([]int{0, 1, 4}, 0) }, short: 14, long: 19,
			faults: []boundFault{
				{"a token is not needed", tb.Edit("token_sender_w4", func(e *tb.Editor) { e.Sets("send_ready")[0].Src = e.Const(1, 1) }), "without a token"},
				{"a message goes back to its own child", tb.Force("cm5_route", "own_child", 0), "more messages leave"},
			},
		},
		{
			target: "cm5", says: "nothing lost", monitor: func() *ir.Module { return cm5Conserves([]int{0}, 9) }, short: 18, long: 22,
			faults: []boundFault{
				{"every child counts as the own one", tb.Force("cm5_route", "own_child", 15), "is not out"},
			},
		},
		{
			target: "cm5", says: "passing by", monitor: func() *ir.Module { return cm5PassesBy(12) }, short: 18, long: 24,
			faults: []boundFault{
				{"an output is not free while another is held", tb.Change("cm5router", "output_2_idle", func(e *tb.Editor, n *ir.Node) *ir.Node {
					return e.New(ir.OpAnd, 1, n, e.Node("output_3_idle"))
				}), "held up"},
			},
		},
	}
}

// Package cm5router builds the data router of the Connection Machine CM-5, an 8x8 switch with
// four links to children and four to parents, as docs/spec/cm5.md specifies it.
//
//	link p                                                          link q
//	------> receive --> FIFO --> front ===\          /===> output ------>
//	<-----    tokens,            header,   crossbar        buffer,  <-----
//	 token    framing, CRC       route     48 points       CRC       token
//	                               |          ^
//	                               v          |
//	                             grants: arbiters, random parent
//
// A message comes through receive into the input FIFO of its port; front takes its header, asks
// for an output by route and, once grants gives it one, passes the message through the crossbar
// into the buffer of the output, one flit a cycle.
package cm5router

import (
	"fmt"

	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// Ports are the pins of the router; they are the same for every setting.
type Ports struct {
	CfgLevel    ir.Signal // 4: 1..15
	CfgParents  ir.Signal // 4: mask of ports 4 to 7
	CfgChildren ir.Signal // 4: mask of ports 0 to 3
	CfgAFD      ir.Signal `port:"cfg_afd"` // 1: all-fall-down, may change at any time
	CfgSeed     ir.Signal // 16: sampled in reset, 0 read as 1

	In  []LinkIn  // 0..3 children, 4..7 parents
	Out []LinkOut // likewise

	ErrPrimary   ir.Signal // bit p: pulses for input p
	ErrSecondary ir.Signal
	ErrProtocol  ir.Signal
	StatIn       []ir.Signal // 16 each
	StatOut      []ir.Signal // 16 each
}

// LinkIn is the receiving end of a link.
type LinkIn struct{ Flit, Valid, Token ir.Signal }

// LinkOut is the sending end of a link.
type LinkOut struct{ Flit, Valid, Token ir.Signal }

// Build makes the router. Its error is that of c.Validate or an ir.Errors.
func Build(c config.Config) (*ir.Design, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return ir.Elaborate(Router(c).Module)
}

// build makes the router of a variant.
func build(v variant) ir.Component[Ports] {
	io := Ports{
		CfgLevel: ir.In(4), CfgParents: ir.In(4), CfgChildren: ir.In(4), CfgAFD: ir.In(1), CfgSeed: ir.In(16),
		ErrPrimary: ir.Out(ports), ErrSecondary: ir.Out(ports), ErrProtocol: ir.Out(ports),
	}
	for range ports {
		io.In = append(io.In, LinkIn{ir.In(4), ir.In(1), ir.Out(1)})
		io.Out = append(io.Out, LinkOut{ir.Out(4), ir.Out(1), ir.In(1)})
		io.StatIn = append(io.StatIn, ir.Out(16))
		io.StatOut = append(io.StatOut, ir.Out(16))
	}
	name := v.name("cm5router", "words", "link", "parents", "depth", "crc_width", "crc_poly")
	return ir.Build(name, io, func(m *ir.Module, io Ports) {
		m.SetDoc("CM-5 data router: ports 0 to 3 lead to children, 4 to 7 to parents.")
		r := &router{m: m, io: io, v: v, n: children + v.Parents}
		r.inputs()
		r.outputs()
		r.connect()
		r.tieOff()
	})
}

// router is a router being built: n ports are in use.
type router struct {
	m      *ir.Module
	io     Ports
	v      variant
	n      int
	unpaid []ir.Signal // per input, 1
	fronts []FrontPorts
	outs   []OutputPorts
}

// inputs places the input ports.
func (r *router) inputs() {
	m, io := r.m, r.io
	room := sizesOf(r.v.Config).room
	receive, front := receive(r.v), front()
	for p := range r.n {
		enabled := ir.Cat(io.CfgParents, io.CfgChildren).Bit(p)
		rx := ir.Inst(m, fmt.Sprintf("receive_%d", p), receive)
		fifo := ir.Inst(m, fmt.Sprintf("fifo_%d", p), rtl.FIFO(entryWidth, room, rtl.HeadRAM))
		fr := ir.Inst(m, fmt.Sprintf("front_%d", p), front)

		rx.Enabled.Set(enabled)
		rx.Flit.Set(io.In[p].Flit)
		rx.Valid.Set(io.In[p].Valid)
		rx.Popped.Set(fifo.Deq.Fire())
		io.In[p].Token.Set(rx.Token)
		io.StatIn[p].Set(rx.Count)
		r.unpaid = append(r.unpaid, rx.Unpaid)

		fifo.Enq.Valid.Set(rx.Write)
		fifo.Enq.Data.Set(rx.Entry)
		m.Assert(fifo.Enq.Ready.Or(rx.Write.Not()), fmt.Sprintf("input FIFO %d overflows", p))
		m.Unused(fifo.Count)
		rtl.Connect(fifo.Deq, fr.FIFO)

		fr.Config.Level.Set(io.CfgLevel)
		fr.Config.Children.Set(io.CfgChildren)
		fr.Config.Parents.Set(io.CfgParents.Low(r.v.Parents).Any())
		fr.Config.AFD.Set(io.CfgAFD)
		fr.Config.IsParent.Set(m.Const(1, uint64(p/children)))
		fr.Config.ID.Set(m.Const(2, uint64(p%children)))
		r.fronts = append(r.fronts, fr)
	}
}

// outputs places the output ports.
func (r *router) outputs() {
	output := output(r.v)
	for q := range r.n {
		out := ir.Inst(r.m, fmt.Sprintf("output_%d", q), output)
		out.Token.Set(r.io.Out[q].Token)
		r.io.Out[q].Flit.Set(out.Flit)
		r.io.Out[q].Valid.Set(out.Valid)
		r.io.StatOut[q].Set(out.Count)
		r.outs = append(r.outs, out)
	}
}

// connect places the arbiters and the crossbar: 8 inputs to each child output, the 4 children to each parent
// output. An output belongs to the input it was granted to until the cycle after that input's trailer has crossed.
func (r *router) connect() {
	m := r.m
	g := ir.Inst(m, "grants", grants(r.v))
	g.Parents.Set(r.io.CfgParents.Low(r.v.Parents))
	g.Seed.Set(r.io.CfgSeed)
	var idle, valid, entry, ended []ir.Signal
	for p, fr := range r.fronts {
		g.Request[p].Child.Set(fr.Request.Child)
		g.Request[p].Climb.Set(fr.Request.Climb)
		fr.Granted.Set(g.Granted.Bit(p))
		idle = append(idle, r.outs[p].Idle)
		valid = append(valid, fr.Cross.Valid)
		entry = append(entry, fr.Cross.Entry)
		ended = append(ended, fr.Ended)
	}
	g.Idle.Set(ir.CatList(idle...))
	for q, out := range r.outs {
		to := g.To[q]
		out.Granted.Set(g.Taken.Bit(q))
		owner := m.Reg(fmt.Sprintf("owner_%d", q), to.Width(), 0).Doc("One-hot: the input whose message crosses to this output.")
		owner.Set(ir.Mux(r.outs[q].Idle, to, owner.AndNot(ir.CatList(ended[:to.Width()]...))))
		out.Cross.Valid.Set(ir.OneHotMux(owner, valid[:to.Width()]...).Named(fmt.Sprintf("crosses_%d", q)))
		out.Cross.Entry.Set(ir.OneHotMux(owner, entry[:to.Width()]...))
	}
}

// tieOff drives the error pins and the pins of the ports that a setting does without.
func (r *router) tieOff() {
	m, io := r.m, r.io
	var primary, secondary, protocol []ir.Signal
	zero := m.Const(1, 0)
	for p := range ports {
		if p < r.n {
			fr := r.fronts[p]
			primary = append(primary, fr.ErrPrimary)
			secondary = append(secondary, fr.ErrSecondary)
			protocol = append(protocol, pulse(m, fmt.Sprintf("protocol_%d", p), fr.ErrProtocol.Or(r.unpaid[p])))
			continue
		}
		primary, secondary, protocol = append(primary, zero), append(secondary, zero), append(protocol, zero)
		io.In[p].Token.Set(zero)
		io.Out[p].Flit.Set(m.Const(4, 0))
		io.Out[p].Valid.Set(zero)
		io.StatIn[p].Set(m.Const(16, 0))
		io.StatOut[p].Set(m.Const(16, 0))
		m.Unused(io.In[p].Flit, io.In[p].Valid, io.Out[p].Token)
	}
	io.ErrPrimary.Set(ir.CatList(primary...))
	io.ErrSecondary.Set(ir.CatList(secondary...))
	io.ErrProtocol.Set(ir.CatList(protocol...))
}

// Package t3erouter builds the router of the Cray T3E: a 3-D torus with 5 virtual channels a link, as
// docs/spec/t3e.md specifies it.
//
//	link p                                                              link p
//	------> arrival --> buffer, 5 VCs --> slot: one header --> choice \
//	        framing,        |                                          > request ==> arbiter ==> register ------>
//	        route           +-----------> body pick -----------------/              crossbar     credits  <-----
//
// What arrives is judged and routed at once, so that a buffer holds routes beside flits. In every cycle an input port
// looks at one waiting header, for which it chooses a buffer at the far end of an output, and at one
// body flit; one of the two asks for its output, and an output grants one of seven. A header that
// is granted takes the VC with the switch: there is no VC allocation apart. With three stages a
// request waits for the arbiter in a register of the port, the stage, where a header whose buffer has gone to another lapses.
package t3erouter

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
	"github.com/flitwright/flitwright/t3erouter/config"
)

// Ports are the pins of the router. Flits are those of the configuration with 6 bits of sideband.
type Ports struct {
	CfgX     ir.Signal // 5: coordinates of this router, below the sizes
	CfgY     ir.Signal
	CfgZ     ir.Signal
	CfgLinks ir.Signal // 6: links that may be used

	In  []LinkIn // 0..5 links, 6 node
	Out []LinkOut

	ErrVC       ir.Signal `port:"err_vc"` // bit p: pulses for input p
	ErrLength   ir.Signal
	ErrDest     ir.Signal
	ErrTurn     ir.Signal
	ErrLink     ir.Signal
	ErrOverflow ir.Signal
	ErrCredit   ir.Signal // bit o: for output o

	StatPackets []ir.Signal // 32 each, per VC
	StatEjected ir.Signal   // 32
	StatDropped ir.Signal   // 32
	StatEscapes ir.Signal   // 32
}

// LinkIn is the receiving end of a link.
type LinkIn struct {
	Flit, Valid ir.Signal
	VC          ir.Signal `port:"vc"`
	Credit      ir.Signal
}

// LinkOut is the sending end of a link.
type LinkOut struct {
	Flit, Valid ir.Signal
	VC          ir.Signal `port:"vc"`
	Credit      ir.Signal
}

// Build makes the router. Its error is that of c.Validate or an ir.Errors.
func Build(c config.Config) (*ir.Design, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return ir.Elaborate(Router(c, config.Variant{}).Module)
}

// Router is the router as a component, for designs that hold several. c is valid.
func Router(c config.Config, v config.Variant) ir.Component[Ports] {
	s := sizesOf(c, v)
	io := Ports{
		CfgX: ir.In(5), CfgY: ir.In(5), CfgZ: ir.In(5), CfgLinks: ir.In(links),
		ErrVC: ir.Out(ports), ErrLength: ir.Out(ports), ErrDest: ir.Out(ports), ErrTurn: ir.Out(ports),
		ErrLink: ir.Out(ports), ErrOverflow: ir.Out(ports), ErrCredit: ir.Out(ports),
		StatEjected: ir.Out(32), StatDropped: ir.Out(32), StatEscapes: ir.Out(32),
	}
	for range ports {
		io.In = append(io.In, LinkIn{Flit: ir.In(s.flit), Valid: ir.In(1), VC: ir.In(3), Credit: ir.Out(vcs)})
		io.Out = append(io.Out, LinkOut{Flit: ir.Out(s.flit), Valid: ir.Out(1), VC: ir.Out(3), Credit: ir.In(vcs)})
	}
	for range vcs {
		io.StatPackets = append(io.StatPackets, ir.Out(32))
	}
	return ir.Build("t3erouter", io, func(m *ir.Module, io Ports) {
		m.SetDoc("Cray T3E router: ports 0 to 5 lead to +x, -x, +y, -y, +z, -z, port 6 to the node.")
		r := &router{m: m, io: io, s: s}
		r.place()
		r.state()
		r.crossbar()
		r.claim()
		r.errors()
		r.statistics()
	})
}

// router is a router being built.
type router struct {
	m       *ir.Module
	io      Ports
	s       sizes
	inputs  []InputPorts
	outputs []OutputPorts
	barred  ir.Signal // wire, 26
}

// place places the ports and gives the inputs their pins.
func (r *router) place() {
	m, io := r.m, r.io
	var real uint64 // links that the torus has
	for p := range links {
		if r.s.size(p/2) > 1 {
			real |= 1 << p
		}
	}
	usable := io.CfgLinks.And(m.Const(links, real)).Named("usable")
	for p := range ports {
		in := ir.Inst(m, fmt.Sprintf("input_%d", p), input(r.s, p))
		in.Flit.Set(io.In[p].Flit)
		valid, moves := io.In[p].Valid, m.Const(links, 0)
		if p < links {
			valid, moves = valid.And(usable.Bit(p)), m.Const(links, 1<<(p^1))
		}
		in.Valid.Set(valid)
		in.VC.Set(io.In[p].VC)
		for d, own := range []ir.Signal{io.CfgX, io.CfgY, io.CfgZ} {
			in.Own[d].Set(own)
		}
		in.Usable.Set(usable)
		in.Moves.Set(moves)
		io.In[p].Credit.Set(in.Credit)
		r.inputs = append(r.inputs, in)
		r.outputs = append(r.outputs, ir.Inst(m, fmt.Sprintf("output_%d", p), output(r.s, p)))
	}
}

// state shows every input the buffers at the far ends.
func (r *router) state() {
	m := r.m
	r.barred = m.Wire("barred", escapeBuffers)
	rank := ir.Inst(m, "ranking", ranking(r.s))
	var escape, free Buffers
	var escapeOwned, freeOwned []ir.Signal
	for p, out := range r.outputs {
		for i, v := range vcsOf(p) {
			if v == adaptive {
				freeOwned, free.Credits = append(freeOwned, out.Owned.Bit(i)), append(free.Credits, out.Credits[i])
			} else {
				escapeOwned, escape.Credits = append(escapeOwned, out.Owned.Bit(i)), append(escape.Credits, out.Credits[i])
			}
		}
	}
	escape.Owned, free.Owned = ir.CatList(escapeOwned...), ir.CatList(freeOwned...)
	for p, credits := range free.Credits {
		rank.Credits[p].Set(credits)
	}
	for _, in := range r.inputs {
		in.Barred.Set(r.barred)
		setBuffers(in.Escape, escape)
		setBuffers(in.Free, free)
		in.Beats.Set(rank.Beats)
	}
}

// crossbar joins every input to every output.
func (r *router) crossbar() {
	granted := make([][]ir.Signal, ports)
	for o, out := range r.outputs {
		for p, in := range r.inputs {
			ask := out.Ask[p]
			ask.Wants.Set(in.To.Bit(o))
			ask.VC.Set(in.ToVC)
			ask.First.Set(in.First)
			ask.Last.Set(in.Last)
			ask.Holds.Set(in.Holds)
			ask.Sent.Set(in.Sent)
			granted[p] = append(granted[p], out.Grant.Bit(p))
		}
		pins := r.io.Out[o]
		out.Credit.Set(pins.Credit)
		pins.Flit.Set(out.Flit)
		pins.Valid.Set(out.Valid)
		pins.VC.Set(out.VC)
	}
	for p, in := range r.inputs {
		in.Granted.Set(ir.Or(granted[p]...))
		var more []ir.Signal
		for o, out := range r.outputs {
			in.Took[o].Set(out.Took)
			more = append(more, out.More)
		}
		in.More.Set(ir.CatList(more...))
	}
}

// claim places the visitor.
func (r *router) claim() {
	visitor := ir.Inst(r.m, "claims", claims())
	var freed []ir.Signal
	k := 0
	for p, in := range r.inputs {
		var given []ir.Signal
		for range vcs {
			given = append(given, r.m.Const(1, 0))
		}
		for i, v := range vcsOf(p) {
			wish := visitor.Wishes[k]
			wish.Some.Set(in.Wishes[i].Some)
			wish.Buffer.Set(in.Wishes[i].Buffer)
			wish.Claims.Set(in.Wishes[i].Claims)
			given[v] = visitor.Claim.Bit(k)
			k++
		}
		in.Claim.Set(ir.CatList(given...))
	}
	for p, out := range r.outputs {
		for _, v := range vcsOf(p) {
			if v != adaptive {
				freed = append(freed, out.Freed.Bit(v))
			}
		}
	}
	visitor.Freed.Set(ir.CatList(freed...))
	r.barred.Set(visitor.Barred)
}

// errors drives the error pins, a cycle after their causes.
func (r *router) errors() {
	per := func(name string, pin ir.Signal, of func(p int) ir.Signal) {
		var bits []ir.Signal
		for p := range ports {
			bits = append(bits, of(p))
		}
		pin.Set(delay(r.m, name, ir.CatList(bits...)))
	}
	io := r.io
	per("errors_vc", io.ErrVC, func(p int) ir.Signal { return r.inputs[p].Errors.VC })
	per("errors_length", io.ErrLength, func(p int) ir.Signal { return r.inputs[p].Errors.Length })
	per("errors_dest", io.ErrDest, func(p int) ir.Signal { return r.inputs[p].Errors.Dest })
	per("errors_turn", io.ErrTurn, func(p int) ir.Signal { return r.inputs[p].Errors.Turn })
	per("errors_link", io.ErrLink, func(p int) ir.Signal { return r.inputs[p].Errors.Link })
	per("errors_overflow", io.ErrOverflow, func(p int) ir.Signal { return r.inputs[p].Errors.Overflow })
	per("errors_credit", io.ErrCredit, func(o int) ir.Signal { return r.outputs[o].Over })
}

// statistics counts.
func (r *router) statistics() {
	m, io := r.m, r.io
	count := func(name string, pin ir.Signal, bits ...ir.Signal) {
		pin.Set(statistic(m, name, ir.CatList(bits...)))
	}
	for v := range vcs {
		var ended []ir.Signal
		for _, out := range r.outputs[:links] {
			ended = append(ended, out.Ended.Bit(v))
		}
		count(fmt.Sprintf("packets_%d", v), io.StatPackets[v], ended...)
	}
	count("ejected", io.StatEjected, r.outputs[node].Ended.Any())
	var dropped, escaped []ir.Signal
	for _, in := range r.inputs {
		dropped = append(dropped, in.Dropped)
		escaped = append(escaped, ir.And(in.Granted, in.First, in.May, in.ToVC.Bit(adaptive).Not(), in.To.Bit(node).Not()))
	}
	count("dropped", io.StatDropped, dropped...)
	count("escapes", io.StatEscapes, escaped...)
}

// statistic counts events in 32 bits and stops at all ones. The events of a cycle are kept for one cycle and added on the way to
// the pins, so no carry chain stands behind the grants. The highest bits count the carries of the low ones until they are
// all ones; then a carry sets the low ones.
func statistic(m *ir.Module, name string, events ir.Signal) ir.Signal {
	by := rtl.PopCount(delay(m, name+"_events", events))
	low := by.Width() + 1
	total := m.Reg(name, 32, 0)
	top := total.Slice(31, low)
	topmost := top.All()
	sum := total.Low(low).ZExt(low + 1).Add(by.ZExt(low + 1))
	carry := sum.Msb()
	now := ir.Cat(top.Add(carry.AndNot(topmost).ZExt(32-low)), sum.Low(low).Or(carry.And(topmost).Repeat(low))).Named(name + "_now")
	total.Set(now)
	return now
}

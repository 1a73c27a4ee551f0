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
	inputs  [ports]InputPorts // of the ports that lead somewhere
	outputs [ports]OutputPorts
	barred  ir.Signal // wire, 26
}

// place places the ports that lead somewhere and gives the inputs their pins. The others are silent.
func (r *router) place() {
	m, io := r.m, r.io
	var real uint64 // links that the torus has
	for _, p := range r.s.ports() {
		if p != node {
			real |= 1 << p
		}
	}
	usable := io.CfgLinks.And(m.Const(links, real)).Named("usable")
	for p := range ports {
		if !r.s.has(p) {
			r.silence(p)
			continue
		}
		in := ir.Inst(m, fmt.Sprintf("input_%d", p), input(r.s, p))
		in.Flit.Set(io.In[p].Flit)
		valid, moves := io.In[p].Valid, m.Const(links, 0)
		if p < links {
			valid, moves = valid.And(usable.Bit(p)), m.Const(links, 1<<(p^1))
		}
		in.Valid.Set(valid)
		in.VC.Set(io.In[p].VC)
		for d, own := range []ir.Signal{io.CfgX, io.CfgY, io.CfgZ} {
			if r.s.size(d) == 1 { // the pins are 0
				m.Unused(own)
				own = m.Const(5, 0)
			}
			in.Own[d].Set(own)
		}
		in.Usable.Set(usable)
		in.Moves.Set(moves)
		io.In[p].Credit.Set(in.Credit)
		r.inputs[p] = in
		r.outputs[p] = ir.Inst(m, fmt.Sprintf("output_%d", p), output(r.s, p))
	}
}

// silence holds the pins of a port that leads nowhere at 0; what comes in there is ignored.
func (r *router) silence(p int) {
	in, out := r.io.In[p], r.io.Out[p]
	r.m.Unused(in.Flit, in.Valid, in.VC)
	in.Credit.Set(r.m.Const(vcs, 0))
	out.Flit.Set(r.m.Const(r.s.flit, 0))
	out.Valid.Set(r.m.Const(1, 0))
	out.VC.Set(r.m.Const(3, 0))
}

// state shows every input the buffers at the far ends. Those of ports that lead nowhere are owned for ever.
func (r *router) state() {
	m := r.m
	r.barred = m.Wire("barred", escapeBuffers)
	rank := ir.Inst(m, "ranking", ranking(r.s))
	var escape, free Buffers
	var escapeOwned, freeOwned []ir.Signal
	for p, out := range r.outputs {
		for i, v := range vcsOf(p) {
			owned, credits := m.Const(1, 1), m.Const(r.s.credit(v), 0)
			if r.s.has(p) {
				owned, credits = out.Owned.Bit(i), out.Credits[i]
			}
			if v == adaptive {
				freeOwned, free.Credits = append(freeOwned, owned), append(free.Credits, credits)
			} else {
				escapeOwned, escape.Credits = append(escapeOwned, owned), append(escape.Credits, credits)
			}
		}
	}
	escape.Owned, free.Owned = ir.CatList(escapeOwned...), ir.CatList(freeOwned...)
	for p, credits := range free.Credits {
		rank.Credits[p].Set(credits)
	}
	for _, p := range r.s.ports() {
		in := r.inputs[p]
		in.Barred.Set(r.barred)
		setBuffers(in.Escape, escape)
		setBuffers(in.Free, free)
		in.Beats.Set(rank.Beats)
	}
}

// crossbar joins every input to every output.
func (r *router) crossbar() {
	real := r.s.ports()
	var granted [ports][]ir.Signal
	for _, o := range real {
		out := r.outputs[o]
		for i, p := range real {
			in, ask := r.inputs[p], out.Ask[i]
			ask.Wants.Set(in.To.Bit(o))
			ask.VC.Set(in.ToVC)
			ask.First.Set(in.First)
			ask.Last.Set(in.Last)
			ask.Holds.Set(in.Holds)
			ask.Sent.Set(in.Sent)
			granted[p] = append(granted[p], out.Grant.Bit(i))
		}
		pins := r.io.Out[o]
		out.Credit.Set(pins.Credit)
		pins.Flit.Set(out.Flit)
		pins.Valid.Set(out.Valid)
		pins.VC.Set(out.VC)
	}
	for _, p := range real {
		in := r.inputs[p]
		in.Granted.Set(ir.Or(granted[p]...))
		for i, q := range r.s.rivals(p) {
			rival, of := in.Rivals[i], r.inputs[q]
			rival.To.Set(of.To)
			rival.VC.Set(of.ToVC)
			rival.First.Set(of.First)
			rival.Last.Set(of.Last)
			rival.Granted.Set(ir.Or(granted[q]...))
		}
	}
}

// claim places the visitor.
func (r *router) claim() {
	m := r.m
	visitor := ir.Inst(m, "claims", claims(r.s))
	var freed []ir.Signal
	k := 0
	for p, in := range r.inputs {
		if !r.s.has(p) {
			for range vcsOf(p) {
				wish := visitor.Wishes[k]
				wish.Some.Set(m.Const(1, 0))
				wish.Buffer.Set(m.Const(5, 0))
				wish.Claims.Set(m.Const(1, 0))
				k++
			}
			continue
		}
		var given []ir.Signal
		for range vcs {
			given = append(given, m.Const(1, 0))
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
			switch {
			case v == adaptive:
			case r.s.has(p):
				freed = append(freed, out.Freed.Bit(v))
			default:
				freed = append(freed, m.Const(1, 0))
			}
		}
	}
	visitor.Freed.Set(ir.CatList(freed...))
	r.barred.Set(visitor.Barred)
}

// errors drives the error pins, a cycle after their causes.
func (r *router) errors() {
	input := func(p int) Errors {
		if r.s.has(p) {
			return r.inputs[p].Errors
		}
		none := r.m.Const(1, 0)
		return Errors{none, none, none, none, none, none}
	}
	per := func(name string, pin ir.Signal, of func(p int) ir.Signal) {
		var bits []ir.Signal
		for p := range ports {
			bits = append(bits, of(p))
		}
		pin.Set(delay(r.m, name, ir.CatList(bits...)))
	}
	io := r.io
	per("errors_vc", io.ErrVC, func(p int) ir.Signal { return input(p).VC })
	per("errors_length", io.ErrLength, func(p int) ir.Signal { return input(p).Length })
	per("errors_dest", io.ErrDest, func(p int) ir.Signal { return input(p).Dest })
	per("errors_turn", io.ErrTurn, func(p int) ir.Signal { return input(p).Turn })
	per("errors_link", io.ErrLink, func(p int) ir.Signal { return input(p).Link })
	per("errors_overflow", io.ErrOverflow, func(p int) ir.Signal { return input(p).Overflow })
	per("errors_credit", io.ErrCredit, func(o int) ir.Signal {
		if r.s.has(o) {
			return r.outputs[o].Over
		}
		return io.Out[o].Credit.Any() // nothing was sent that it could be for
	})
}

// statistics counts.
func (r *router) statistics() {
	m, io := r.m, r.io
	count := func(name string, pin ir.Signal, bits ...ir.Signal) {
		pin.Set(statistic(m, name, ir.CatList(bits...)))
	}
	for v := range vcs {
		var ended []ir.Signal
		for p, out := range r.outputs[:links] {
			if r.s.has(p) {
				ended = append(ended, out.Ended.Bit(v))
			}
		}
		if len(ended) == 0 {
			ended = []ir.Signal{m.Const(1, 0)}
		}
		count(fmt.Sprintf("packets_%d", v), io.StatPackets[v], ended...)
	}
	count("ejected", io.StatEjected, r.outputs[node].Ended.Any())
	var dropped, escaped []ir.Signal
	for _, p := range r.s.ports() {
		in := r.inputs[p]
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

package t3erouter

import (
	"github.com/flitwright/flitwright/ir"
)

// RoutePorts are the ports of the routing function: header and arrival in, requests out. Fields of
// the header are those of docs/spec/t3e.md.
type RoutePorts struct {
	Dst     []ir.Signal // 5 each: x, y, z
	Sign    ir.Signal   // 3: bit d, 1 = minus
	Initial ir.Signal   `port:"initial_hop"` // 2: 0 none, 1 +x, 2 +y, 3 +z
	Final   ir.Signal   `port:"final_hop"`   // 1
	Select  ir.Signal   // 3
	May     ir.Signal   // 1: header bit adaptive

	Own    []ir.Signal // 5 each: coordinates of the router
	Usable ir.Signal   // 6: links that may be taken
	Moves  ir.Signal   // 6: one-hot, the direction in which the packet came; 0 from the node
	VC     ir.Signal   // 3: that it came on

	Hop      ir.Signal // 7: one-hot, output of the escape hop, or port 6 to eject
	Bit      ir.Signal `port:"vc_bit"` // 1: escape VC bit of the hop; 0 at port 6
	Adaptive ir.Signal // 3: dimensions that may be taken on the adaptive VC
	Minus    ir.Signal // 3: the directions of these
	ErrDest  ir.Signal // 1: a coordinate is not in the torus
	ErrTurn  ir.Signal // 1: the hop stands before the one that the packet came by
	ErrLink  ir.Signal // 1: the hop's link is not usable
}

// route is combinational. It is a module of its own so that the routing relation can be read
// out of the emitted logic. Section "Route of a header" of docs/spec/t3e.md.
func route(s sizes) ir.Component[RoutePorts] {
	coordinates := func() []ir.Signal { return []ir.Signal{ir.In(5), ir.In(5), ir.In(5)} }
	io := RoutePorts{
		Dst: coordinates(), Sign: ir.In(dims), Initial: ir.In(2), Final: ir.In(1), Select: ir.In(dims), May: ir.In(1),
		Own: coordinates(), Usable: ir.In(links), Moves: ir.In(links), VC: ir.In(3),
		Hop: ir.Out(ports), Bit: ir.Out(1), Adaptive: ir.Out(dims), Minus: ir.Out(dims),
		ErrDest: ir.Out(1), ErrTurn: ir.Out(1), ErrLink: ir.Out(1),
	}
	return ir.Build("t3e_route", io, func(m *ir.Module, io RoutePorts) {
		m.SetDoc("Routing function: header and arrival in; escape hop with its VC bit and adaptive directions out.")
		r := &routing{RoutePorts: io, m: m, s: s}
		r.distances()
		r.hop()
		r.bit()
		r.errors()
	})
}

// routing is a routing function being built.
type routing struct {
	RoutePorts
	m *ir.Module
	s sizes

	own, dst     [dims]ir.Signal  // coordinates in the bits that they take in this torus; what lies outside is refused
	below, above [dims]ir.Signal  // 1: the destination's coordinate is below or above the router's
	targetBelow  ir.Signal        // 1: the end of a run in +z is below
	due          [links]ir.Signal // 1: a hop in this direction is due
	initial      ir.Signal        // 1: the packet starts here, with its initial hop
	eject        ir.Signal        // 1
}

// distances compares the router with the destination, and finds the directions that are due. A final hop makes the hops before it
// lead one further in z: to be there is to stand one before the destination, which is compared with the router before this one.
func (r *routing) distances() {
	names := [dims]string{"x", "y", "z"}
	var at [dims]ir.Signal
	for d, name := range names {
		if r.s.size(d) == 1 { // any other destination is refused
			r.own[d], r.dst[d] = r.m.Const(1, 0), r.m.Const(1, 0)
			r.m.Unused(r.Own[d])
			at[d], r.below[d], r.above[d] = r.m.Const(1, 1), r.m.Const(1, 0), r.m.Const(1, 0)
			continue
		}
		w := ir.Bits(r.s.size(d) - 1)
		r.own[d], r.dst[d] = r.Own[d].Low(w), r.Dst[d].Low(w)
		r.m.Unused(r.Own[d])
		at[d] = r.own[d].Eq(r.dst[d]).Named("at_" + name)
		r.below[d] = reaches(r.dst[d], r.own[d]).Not().Named("below_" + name)
		r.above[d] = r.below[d].Or(at[d]).Not()
	}
	own, lastZ := r.own[2], uint64(r.s.Z-1)
	before := ir.Mux(own.EqC(0), own.C(lastZ), own.SubC(1)).Named("before_z")
	passed := r.dst[2].Eq(before).Named("passed_z")
	atTarget := ir.Mux(r.Final, passed, at[2]).Named("at_target_z")
	edge := r.dst[2].EqC(lastZ).Named("target_wraps")
	r.targetBelow = ir.Mux(r.Final, ir.Mux(edge, own.Any(), r.below[2].AndNot(passed)), r.below[2])

	flat := at[0].And(at[1])
	here := flat.And(at[2]).Named("at_destination")
	last := ir.And(r.Final, flat, passed, here.Not()).Named("last_hop")
	away := []ir.Signal{at[0].Not(), at[1].Not(), atTarget.Not().Or(last)}
	minus := ir.Cat(r.Sign.Bit(2).Or(last), r.Sign.Low(2)).Named("direction")
	for d := range dims {
		r.due[2*d] = away[d].AndNot(minus.Bit(d))
		r.due[2*d+1] = away[d].And(minus.Bit(d))
	}
	r.initial = r.Moves.Any().Not().And(r.Initial.Any()).Named("first_hop")
	r.eject = here.AndNot(r.initial).Named("eject")

	ways := ir.CatList(r.due[:]...).And(r.Usable)
	var open []ir.Signal
	for d := range dims {
		open = append(open, ways.Slice(2*d+1, 2*d).Any())
	}
	free := ir.And(r.May, r.eject.Not(), r.initial.Not())
	r.Adaptive.Set(ir.CatList(open...).And(free.Repeat(dims)))
	r.Minus.Set(minus)
}

// hop picks the first direction of the order that is due, the initial one before all.
func (r *routing) hop() {
	hops := make([]ir.Signal, ports)
	taken := r.eject.Or(r.initial)
	for k, p := range order {
		hops[p] = r.due[p].AndNot(taken)
		taken = taken.Or(r.due[p])
		if k < dims {
			hops[p] = hops[p].Or(r.initial.And(r.Initial.EqC(uint64(k + 1))))
		}
	}
	hops[node] = r.eject
	r.Hop.Set(ir.CatList(hops...))
}

// bit applies the rules of the dateline to the escape hop.
func (r *routing) bit() {
	one := r.m.Const(1, 1)
	var bits []ir.Signal
	for p := range links {
		d := p / 2
		own, edge, wraps := r.own[d], uint64(0), r.above[d] // wraps: the end lies behind the dateline
		if p%2 == 0 {
			edge, wraps = uint64(r.s.size(d)-1), r.below[d]
		}
		if p == 4 {
			wraps = r.targetBelow
		}
		kept := r.Moves.Bit(p).And(r.VC.Eq(r.VC.C(1)).Or(r.VC.EqC(3)))
		bits = append(bits, ir.Mux(own.EqC(edge), one, kept.Or(r.Select.Bit(d)).AndNot(wraps)))
	}
	initial := r.m.Const(1, 0)
	if r.s.InitialVC1 {
		initial = one
	}
	if r.s.NoDateline {
		r.m.Unused(append(bits, r.Select)...)
		r.Bit.Set(initial.And(r.initial))
		return
	}
	chosen := ir.OneHotMux(r.Hop.Low(links), bits...)
	r.Bit.Set(ir.Mux(r.initial, initial, chosen))
}

// errors judges the destination, the turn and the link.
func (r *routing) errors() {
	m := r.m
	outside := []ir.Signal{m.Const(1, 0)}
	var early []ir.Signal
	for d := range dims {
		if size := r.s.size(d); size < 32 {
			outside = append(outside, r.Dst[d].GeC(uint64(size)))
		}
	}
	excused := r.VC.EqC(0).Or(r.VC.EqC(2))
	if r.s.InitialVC1 {
		excused = r.VC.EqC(1).Or(r.VC.EqC(3))
	}
	for k, came := range order {
		var before []ir.Signal
		for _, p := range order[:k] {
			before = append(before, r.Hop.Bit(p))
		}
		if len(before) == 0 {
			continue
		}
		wrong := r.Moves.Bit(came).And(ir.Or(before...))
		if k < dims {
			wrong = wrong.AndNot(excused.And(r.Initial.EqC(uint64(k + 1))))
		}
		early = append(early, wrong)
	}
	r.ErrDest.Set(ir.Or(outside...))
	r.ErrTurn.Set(ir.Or(early...).And(r.VC.LtC(adaptive)))
	r.ErrLink.Set(r.Hop.Low(links).And(r.Usable.Not()).Any())
}

package t3erouter

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// A request is what an input port asks the switch for, or offers to ask for.
type request struct {
	some  ir.Signal // 1: there is one
	from  ir.Signal // 5: one-hot or 0, the input VC
	to    ir.Signal // 7: one-hot or 0, the output
	vc    ir.Signal // 5: one-hot or 0, the VC there
	first ir.Signal // 1: a header
	last  ir.Signal // 1: the last flit of its packet
	may   ir.Signal // 1: of a header: its adaptive bit
}

// staged is what the rest of the port sees of the stage: the request there, all 0 if there is none.
type staged struct{ from, to, vc, first, last ir.Signal }

// granted is what the rest of the port sees of the header granted in the last cycle, all 0 if there is none.
type granted struct{ to, vc ir.Signal }

// stage makes the registers of the stage. Without one nothing is ever staged.
func (in *inputPort) stage() {
	m := in.m
	if !in.s.staged() {
		none := m.Const(1, 0)
		in.staged = staged{m.Const(vcs, 0), m.Const(ports, 0), m.Const(vcs, 0), none, none}
		in.recent = granted{m.Const(ports, 0), m.Const(vcs, 0)}
		in.lapsed = m.Const(vcs, 0)
	} else {
		in.staged = staged{
			from: m.Reg("staged_from", vcs, 0).Doc("one-hot or 0: the VC whose oldest entry is staged"),
			to:   m.Reg("staged_to", ports, 0), vc: m.Reg("staged_vc", vcs, 0), first: m.Reg("staged_first", 1, 0), last: m.Reg("staged_last", 1, 0),
		}
		gone := in.Granted.And(in.staged.first)
		in.recent = granted{delay(m, "granted_to", in.staged.to.And(gone.Repeat(ports))), delay(m, "granted_vc", in.staged.vc)}
		in.lapsed = m.Reg("lapsed", vcs, 0).Doc("one-hot or 0: the VC whose staged header has lapsed")
	}
	in.buffer.Staged.Set(in.staged.from)
}

// before says where a flit that goes to a VC, one-hot, of an output, one-hot or 0, is before the header in the slot: bits 0 to 2 in the adaptive VC of
// its direction in x, y, z; bit 3 in its escape VC.
func (in *inputPort) before(to, vc ir.Signal) ir.Signal {
	h := in.looked
	var bits []ir.Signal
	for d := range dims {
		bits = append(bits, vc.Bit(adaptive).And(ir.Mux(h.Minus.Bit(d), to.Bit(2*d+1), to.Bit(2*d))))
	}
	escape := ir.And(to.And(in.hop).Any(), vc.Low(escapes).And(rtl.Decode(ir.Cat(h.Class, h.Bit), escapes)).Any())
	return ir.CatList(append(bits, escape)...)
}

// pass gives the request of the port and says whether the offer is taken. With a stage the request is a cycle old. A header that is staged, or
// comes in, lapses if the header of another port gets the buffer in this cycle and leaves it no room. Section "Stage" of docs/spec/t3e.md. What the
// others ask for is compared with all that the header in the slot may choose, beside the arbiters and the choice, not behind them. So is headFirst, that a
// header goes before a body flit: whether there is one to go is in the choice.
func (in *inputPort) pass(offer request, headFirst ir.Signal) (asks request, taken ir.Signal) {
	m := in.m
	if !in.s.staged() {
		m.Unused(in.choice.Which, in.choice.Spares)
		return offer, in.Granted
	}
	s := in.staged
	empty := m.Reg("stage_empty", 1, 1)
	may, spare := m.RegNoReset("staged_may", 1), m.RegNoReset("staged_spare", 1)
	taken = empty.Or(in.Granted).Named("take")
	next := func(new, old ir.Signal) ir.Signal { return ir.Mux(taken, new, old) }

	none := m.Const(dims+1, 0)
	lost, long := none.Bit(0), none.Bit(0) // the buffer of the header staged goes to a header, to one of several flits
	took, full := none, none               // that of the header in the slot, by what it may choose
	for _, r := range in.Rivals {
		same := ir.And(s.first, s.to.And(r.To).Any(), s.vc.And(r.VC).Any(), r.First)
		lost, long = lost.Or(same.And(r.Granted)), long.Or(ir.And(same, r.Last.Not(), r.Granted))
		wants := in.before(r.To, r.VC).And(r.First.Repeat(dims + 1))
		took, full = took.Or(wants.And(r.Granted.Repeat(dims+1))), full.Or(wants.And(r.Granted.AndNot(r.Last).Repeat(dims+1)))
	}
	which, spares := in.choice.Which, in.choice.Spares
	comes := func(x ir.Signal) ir.Signal { return which.And(x).Any().And(headFirst) }
	hit := next(comes(took).Named("offer_hit"), lost).Named("hit").Doc("a header of another port gets the buffer")
	late, early := comes(full.Or(took.AndNot(spares))).Named("offer_lapses"), long.Or(lost.AndNot(spare)).Named("staged_lapses")

	spare.Set(next(which.And(spares).Any(), spare).AndNot(hit))
	m.When(taken, func() {
		s.first.Set(offer.first)
		s.last.Set(offer.last)
		may.Set(offer.may)
		s.vc.Set(offer.vc)
	})
	live := func(new, old ir.Signal) ir.Signal {
		w := new.Width()
		return next(new.AndNot(late.Repeat(w)), old.AndNot(early.Repeat(w)))
	}
	s.from.Set(live(offer.from, s.from))
	s.to.Set(live(offer.to, s.to))
	empty.Set(live(offer.some, empty.Not()).Not())
	in.lapsed.Set(next(in.slot.And(late.Repeat(vcs)), s.from.And(early.Repeat(vcs))))
	return request{from: s.from, to: s.to, vc: s.vc, first: s.first, last: s.last, may: may}, taken
}

package t3erouter

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// fill brings the next candidate into the slot, unless the header there is to be kept, and with it what its head says, in registers
// of the port. With one stage it is looked at in the same cycle. Otherwise it is in the next one, and whatever is taken out of what is at hand meanwhile is
// thought away: of an active candidate the last flit is taken, or it is not looked at; one that is in the slot already
// gives way to the entry behind it if it is taken or dropped, and is looked at again if not.
func (in *inputPort) fill(may ir.Signal) {
	m := in.m
	const last = 1 << adaptive
	slot := m.Reg("slot", vcs, last&in.mask()).Doc("one-hot: the VC whose oldest entry is looked at")
	var latch func(name string, x ir.Signal) ir.Signal
	if in.s.fallThrough() {
		m.Unused(in.left)
		kept := delay(m, "kept", in.keep)
		in.buffer.Ahead.Set(m.Const(vcs, 0))
		in.buffer.Waiting.Set(m.Const(1, 0))
		next := in.turns("slot_turn", in.buffer.Some.And(may), kept.Not())
		in.buffer.Next.Set(next)
		in.buffer.Behind.Set(m.Const(vcs, 0))
		in.buffer.Hold.Set(m.Const(1, 0))
		in.slot = ir.Mux(next.Any().AndNot(kept), next, slot).Named("slot_now")
		slot.Set(in.slot)
		latch = func(name string, x ir.Signal) ir.Signal {
			old := m.RegNoReset("looked_"+name, x.Width())
			now := ir.Mux(kept, old, x)
			old.Set(now)
			return now
		}
	} else {
		waiting, comes := in.buffer.Some.And(may).Named("waiting"), in.buffer.Store.And(may).Named("comes")
		candidates := waiting.Or(comes).Named("candidates")
		some, next, first := candidates.Any(), m.Const(vcs, 0), m.Const(vcs, 0)
		if in.s.staged() {
			arbiter := ir.Inst(m, "slot_turn", turn(len(in.vcs)))
			arbiter.Early.Set(in.own(waiting))
			arbiter.Late.Set(in.own(comes))
			arbiter.Take.Set(in.keep.Not())
			next, first = in.spread(arbiter.Grant), in.spread(arbiter.First)
		} else {
			next = in.turns("slot_turn", candidates, in.keep.Not())
		}
		in.slot = slot
		m.When(some.AndNot(in.keep), func() { slot.Set(next) })
		again := next.And(slot).Any().And(in.awaited()).Named("again")
		ahead := ir.Mux(some, next, slot).Named("read_ahead").Doc("without a candidate the packet of the slot's VC may end too early, and uncover an entry")
		in.buffer.Next.Set(ahead)
		in.buffer.Ahead.Set(first)
		in.buffer.Waiting.Set(waiting.Any())
		in.buffer.Behind.Set(in.active.Or(slot.And(in.awaited().Repeat(vcs))))
		hold := in.keep.Or(again.AndNot(in.left)).Named("hold_looked")
		in.buffer.Hold.Set(hold)
		latch = func(name string, x ir.Signal) ir.Signal {
			if in.s.staged() {
				return x
			}
			looked := m.RegNoReset("looked_"+name, x.Width())
			m.When(hold.Not(), func() { looked.Set(x) })
			return looked
		}
	}
	in.waits = in.awaited()
	in.buffer.Slot.Set(in.slot)

	h := in.buffer.Coming
	in.looked = Head{
		Drop: latch("drop", h.Drop), Port: latch("port", h.Port), Bit: latch("bit", h.Bit), Class: latch("class", h.Class), May: latch("may", h.May),
		Adaptive: latch("adaptive", in.s.dimensions(h.Adaptive)), Minus: latch("minus", h.Minus), Length: latch("length", h.Length),
	}
	var hop []ir.Signal
	for p := range ports {
		if in.s.has(p) {
			hop = append(hop, h.Port.EqC(portCode(p)))
		} else {
			hop = append(hop, m.Const(1, 0))
		}
	}
	in.hop = latch("hop", ir.CatList(hop...))
}

// awaited says that the oldest entry at hand of the VC in the slot waits.
func (in *inputPort) awaited() ir.Signal {
	return ir.And(in.slot, in.buffer.Some, in.active.Not(), in.lapsed.Not()).Any()
}

// turns is a round-robin arbiter over the VCs that the port has.
func (in *inputPort) turns(name string, req, take ir.Signal) ir.Signal {
	arbiter := ir.Inst(in.m, name, rtl.RoundRobin(len(in.vcs)))
	arbiter.Req.Set(in.own(req))
	arbiter.Take.Set(take)
	return in.spread(arbiter.Grant)
}

// own are the bits of the VCs that the port has.
func (in *inputPort) own(all ir.Signal) ir.Signal {
	var own []ir.Signal
	for _, v := range in.vcs {
		own = append(own, all.Bit(v))
	}
	return ir.CatList(own...)
}

// spread gives the VCs that the port has their bits of five.
func (in *inputPort) spread(own ir.Signal) ir.Signal {
	all := make([]ir.Signal, vcs)
	for v := range all {
		all[v] = in.m.Const(1, 0)
	}
	for i, v := range in.vcs {
		all[v] = own.Bit(i)
	}
	return ir.CatList(all...)
}

// mask has the VCs of the port.
func (in *inputPort) mask() uint64 {
	mask := uint64(0)
	for _, v := range in.vcs {
		mask |= 1 << v
	}
	return mask
}

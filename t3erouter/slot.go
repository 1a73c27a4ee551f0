package t3erouter

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// fill brings the next candidate into the slot, unless the header there is to be kept, and with it what its head says, in registers
// of the port. With one stage it is looked at in the same cycle. Otherwise it is in the next one, and whatever is taken out of what is at hand meanwhile is
// thought away: of an active candidate the last flit is taken, or it is not looked at; one that is in the slot already
// gives way to the entry behind it if it is taken or dropped, and is looked at again if not.
func (in *inputPort) fill(candidates ir.Signal) {
	m := in.m
	const last = 1 << adaptive
	slot := m.Reg("slot", vcs, last&in.mask()).Doc("one-hot: the VC whose oldest entry is looked at")
	var latch func(name string, x ir.Signal) ir.Signal
	if in.s.fallThrough() {
		m.Unused(in.left)
		kept := delay(m, "kept", in.keep)
		next := in.turns("slot_turn", candidates, kept.Not())
		in.buffer.Next.Set(next)
		in.buffer.Behind.Set(m.Const(1, 0))
		in.slot = ir.Mux(next.Any().AndNot(kept), next, slot).Named("slot_now")
		slot.Set(in.slot)
		latch = func(name string, x ir.Signal) ir.Signal {
			old := m.RegNoReset("looked_"+name, x.Width())
			now := ir.Mux(kept, old, x)
			old.Set(now)
			return now
		}
	} else {
		next := in.turns("slot_turn", candidates, in.keep.Not())
		in.slot = slot
		m.When(next.Any().AndNot(in.keep), func() { slot.Set(next) })
		again := next.And(slot).Any().And(in.awaited()).Named("again")
		ahead := ir.Mux(next.Any(), next, slot).Named("read_ahead").Doc("without a candidate the packet of the slot's VC may end too early, and uncover an entry")
		in.buffer.Next.Set(ahead)
		in.buffer.Behind.Set(ahead.And(in.active).Any().Or(again))
		hold := in.keep.Or(again.AndNot(in.left)).Named("hold_looked")
		latch = func(name string, x ir.Signal) ir.Signal {
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
	var asks []ir.Signal
	for _, v := range in.vcs {
		asks = append(asks, req.Bit(v))
	}
	arbiter.Req.Set(ir.CatList(asks...))
	arbiter.Take.Set(take)
	grant := make([]ir.Signal, vcs)
	for v := range grant {
		grant[v] = in.m.Const(1, 0)
	}
	for i, v := range in.vcs {
		grant[v] = arbiter.Grant.Bit(i)
	}
	return ir.CatList(grant...)
}

// mask has the VCs of the port.
func (in *inputPort) mask() uint64 {
	mask := uint64(0)
	for _, v := range in.vcs {
		mask |= 1 << v
	}
	return mask
}

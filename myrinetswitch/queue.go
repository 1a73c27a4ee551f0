package myrinetswitch

import "github.com/flitwright/flitwright/ir"

// A queue is a first-word-fall-through queue in block RAM that can take back what came after the last
// GAP. An entry pushed in t can be the head in t+1. push and rollback exclude each other.
type queue struct {
	push, entry, gap ir.Signal // gap: the entry pushed is a GAP
	offered          ir.Signal // push, and known before it; at a rollback it does not matter
	pop              ir.Signal // not while the queue is empty
	rollback         ir.Signal
}

// build makes the queue of depth entries in m and returns the count of entries at the start of
// the cycle.
func (q queue) build(m *ir.Module, port *registers, depth int, io QueuePorts) ir.Signal {
	countWidth := ir.Bits(depth)
	mem := m.Mem("mem", q.entry.Width(), depth)
	write := port.reg("write", mem.AddrWidth(), 0)
	after := port.reg("after", mem.AddrWidth(), uint64(depth-1)).Doc("The place behind the head, as it was in the cycle before.")
	second := port.reg("second", mem.AddrWidth(), uint64(depth-2)).Doc("The one behind that.")
	popped := port.reg("popped", 1, 0).Doc("The head left in the cycle before.")
	commit := port.reg("commit", mem.AddrWidth(), 0).Doc("The place behind the last GAP.")
	count := port.reg("entries", countWidth, 0)
	closed := port.reg("closed", countWidth, 0).Doc("Entries up to the last GAP in the queue, that GAP included.")
	fresh := port.reg("fresh", 1, 0).Doc("The last entry is GAP, pushed in the cycle before: commit is not there yet.")
	flush := port.reg("flush", 1, 0)
	some := count.Any().Named("some")
	hasGap := closed.Any().Named("has_gap")
	// advance is a pointer moved on where by is 1. It counts down: below 0 is all ones, of which the highest place keeps its bits.
	advance := func(p, by ir.Signal) ir.Signal {
		next := p.Sub(by.ZExt(p.Width()))
		if depth&(depth-1) != 0 {
			next = next.And(p.C(uint64(depth - 1)).Or(by.And(p.Any().Not()).Not().Repeat(p.Width())))
		}
		return next
	}

	// Whether the head leaves is known last in a cycle: all that depends on it is one choice away. The pointer follows in the next.
	behindHead := ir.Mux(popped, second, after).Named("behind_head")
	after.Set(behindHead)
	second.Set(advance(behindHead, popped.C(1)))
	popped.Set(q.pop)
	write.Set(advance(write, q.push))
	closes := q.push.And(q.gap).Named("closes")
	more := count.Add(q.offered.ZExt(countWidth)).Named("more")
	fewer := count.Sub(q.offered.Not().ZExt(countWidth)).Named("fewer")
	closedFewer := closed.Sub(hasGap.ZExt(countWidth)).Named("closed_fewer")
	count.Set(ir.Mux(q.pop, ir.Mux(q.rollback, closedFewer, fewer), ir.Mux(q.rollback, closed, more)))
	closed.Set(ir.Mux(q.pop, ir.Mux(closes, fewer, closedFewer), ir.Mux(closes, more, closed)))
	// When all is taken back the places begin anew. Nothing is popped in the cycle of the flush.
	m.When(q.rollback.AndNot(fresh), func() { write.Set(commit.And(hasGap.Repeat(mem.AddrWidth()))) })
	flush.Set(q.rollback.AndNot(hasGap))
	m.When(flush, func() {
		after.Set(after.C(uint64(depth - 1)))
		second.Set(second.C(uint64(depth - 2)))
	})
	m.When(q.push, func() { mem.Write(write, q.entry) })
	fresh.Set(closes)
	m.When(fresh, func() { commit.Set(write) })

	// What is behind the head is read in every cycle, and is the head if that left in the one before. An entry that came when
	// none was behind is not in the memory in time and goes round it.
	fetched := mem.ReadReg("fetched", behindHead, m.Const(1, 1))
	latest := m.RegNoReset("latest", q.entry.Width())
	latest.Set(q.entry)
	alone := port.reg("alone", 1, 0).Doc("In the cycle before none was behind the head.")
	alone.Set(some.Not().Or(count.EqC(1)))
	renewed := port.reg("renewed", 1, 0).Doc("The head left in the cycle before, or there was none.")
	renewed.Set(q.pop.Or(some.Not()))
	kept := m.RegNoReset("kept", q.entry.Width()).Doc("The head of the cycle before.")
	head := ir.Mux(renewed, ir.Mux(alone, latest, fetched), kept).Named("head")
	kept.Set(head)

	m.Assert(q.pop.AndNot(some).Not(), "an empty queue is popped")
	m.Assert(closed.Le(count), "more closed entries than entries")
	io.Valid.Set(some)
	io.Entry.Set(head)
	io.Flush.Set(flush)
	return count
}

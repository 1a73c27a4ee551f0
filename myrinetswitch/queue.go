package myrinetswitch

import "github.com/flitwright/flitwright/ir"

// A queue is a first-word-fall-through queue in block RAM that can take back what came after the last
// GAP. An entry pushed in t can be the head in t+1. push and rollback exclude each other.
type queue struct {
	push, entry, gap ir.Signal // gap: the entry pushed is a GAP
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
	// plus is x, one more, or one less: one adder.
	plus := func(x, up, down ir.Signal) ir.Signal {
		return x.Add(ir.Cat(down.AndNot(up).Repeat(countWidth-1), up.Xor(down)))
	}

	// Whether the head leaves is known late in a cycle: the pointer follows in the next.
	behindHead := advance(after, popped).Named("behind_head")
	after.Set(behindHead)
	popped.Set(q.pop)
	write.Set(advance(write, q.push))
	closes := q.push.And(q.gap).Named("closes")
	closed.Set(plus(ir.Mux(closes, count, closed), closes, q.pop.And(hasGap.Or(closes))))
	count.Set(plus(ir.Mux(q.rollback, closed, count), q.push, q.pop))
	m.When(q.rollback.AndNot(fresh), func() { write.Set(commit) })
	flushes := q.rollback.AndNot(hasGap).Named("flushes")
	flush.Set(flushes)
	m.When(flushes, func() {
		count.Set(count.C(0))
		write.Set(write.C(0))
		after.Set(after.C(uint64(depth - 1)))
		popped.Set(popped.C(0))
	})
	m.When(q.push, func() { mem.Write(write, q.entry) })
	fresh.Set(closes)
	m.When(fresh, func() { commit.Set(write) })

	// The head is read when the entry before it leaves. One that comes when none is behind is
	// not in the memory in time and goes round it.
	renew := q.pop.Or(some.Not()).Named("renew")
	behind := mem.ReadReg("behind", behindHead, q.pop)
	around := m.RegNoReset("around", q.entry.Width())
	useAround := port.reg("use_around", 1, 0)
	m.When(renew, func() {
		around.Set(q.entry)
		useAround.Set(some.Not().Or(count.EqC(1)))
	})

	m.Assert(q.pop.AndNot(some).Not(), "an empty queue is popped")
	m.Assert(closed.Le(count), "more closed entries than entries")
	io.Valid.Set(some)
	io.Entry.Set(ir.Mux(useAround, around, behind))
	io.Flush.Set(flush)
	return count
}

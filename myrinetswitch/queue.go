package myrinetswitch

import "github.com/flitwright/flitwright/ir"

// A queue is a first-word-fall-through queue in block RAM that can take back what came after the last
// GAP. An entry pushed in t can be the head in t+1. push and rollback exclude each other.
type queue struct {
	push, entry, gap ir.Signal // gap: the entry pushed is a GAP
	pop              ir.Signal // not while the queue is empty
	rollback         ir.Signal // no pop in the same cycle if the queue holds no GAP
}

// build makes the queue of depth entries in m and returns the count of entries at the start of
// the cycle.
func (q queue) build(m *ir.Module, port *registers, depth int, io QueuePorts) ir.Signal {
	countWidth := ir.Bits(depth)
	mem := m.Mem("mem", q.entry.Width(), depth)
	write := port.reg("write", mem.AddrWidth(), 0)
	read := port.reg("read", mem.AddrWidth(), 0)
	commit := port.reg("commit", mem.AddrWidth(), 0).Doc("The place behind the last GAP.")
	count := port.reg("entries", countWidth, 0)
	closed := port.reg("closed", countWidth, 0).Doc("Entries up to the last GAP in the queue, that GAP included.")
	some := count.Any().Named("some")
	hasGap := closed.Any().Named("has_gap")
	after := func(p ir.Signal) ir.Signal {
		next := p.AddC(1)
		if depth&(depth-1) != 0 {
			next = ir.Mux(p.EqC(uint64(depth-1)), p.C(0), next)
		}
		return next
	}
	writeNext, readNext := after(write).Named("write_next"), after(read).Named("read_next")

	popped := q.pop.ZExt(countWidth)
	m.When(q.pop, func() { read.Set(readNext) })
	closedLeft := closed.Sub(q.pop.And(hasGap).ZExt(countWidth)).Named("closed_left")
	grown := count.Sub(popped).Named("entries_left").Add(q.push.ZExt(countWidth)).Named("entries_next")
	closed.Set(ir.Mux(q.push.And(q.gap), grown, closedLeft))
	m.When(q.rollback, func() {
		count.Set(closedLeft)
		write.Set(ir.Mux(hasGap, commit, read))
	}).Else(func() {
		count.Set(grown)
		m.When(q.push, func() { write.Set(writeNext) })
	})
	m.When(q.push, func() {
		mem.Write(write, q.entry)
		m.When(q.gap, func() { commit.Set(writeNext) })
	})

	// The head is read when the entry before it leaves. One that comes when none is behind is
	// not in the memory in time and goes round it.
	renew := q.pop.Or(some.Not()).Named("renew")
	behind := mem.ReadReg("behind", readNext, q.pop)
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
	io.Closed.Set(hasGap)
	io.Rollback.Set(q.rollback)
	io.TookIn.Set(q.push)
	return count
}

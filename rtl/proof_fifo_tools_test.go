//go:build tools

package rtl_test

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
	"github.com/flitwright/flitwright/tb"
)

type markedPorts struct {
	rtl.FIFOPorts
	Mark ir.Signal
}

// A marker marks any one of the entries that go into a queue; no other has a mark.
type marker struct {
	m    *ir.Module
	used ir.Signal // the mark is given away
	mark ir.Signal // the entry that comes in now has it, if it is taken
}

func newMarker(m *ir.Module, wish ir.Signal) *marker {
	used := m.Reg("mark_used", 1, 0)
	return &marker{m, used, wish.AndNot(used).Named("marks")}
}

// follows states that the entry with the mark, its highest bit, comes out once, unchanged, after the entries that
// were ahead of it and before all others.
func (k *marker) follows(in, out rtl.Stream[ir.Signal], ahead ir.Signal) {
	m := k.m
	pop := out.Fire().Named("mark_pop")
	following := m.Reg("following", 1, 0)
	others := m.Reg("others", ahead.Width(), 0) // those ahead of it
	entry := m.RegNoReset("followed", in.Data.Width())
	m.When(in.Fire().And(k.mark), func() {
		k.used.Set(k.used.C(1))
		following.Set(following.C(1))
		entry.Set(in.Data)
		others.Set(ahead.Sub(pop.ZExt(ahead.Width())))
	}).ElseWhen(following.And(pop), func() {
		others.Set(others.SubC(1))
		following.Set(others.Any())
	})
	next := following.AndNot(others.Any()).Named("mark_is_next")
	m.Assert(implies(out.Valid.And(out.Data.Msb()), next), "an entry comes out of order or twice")
	m.Assert(implies(out.Valid.And(next), out.Data.Eq(entry)), "an entry is lost or changed")
}

// queued counts the entries of a queue by what passes its ends, without looking inside.
func queued(m *ir.Module, name string, most int, push, pop ir.Signal) ir.Signal {
	w := ir.Bits(most + 1)
	count := m.Reg(name, w, 0)
	count.Set(count.Add(push.ZExt(w)).Sub(pop.ZExt(w)))
	return count
}

// marked says of a queue of width+1 bits, in which any one entry is followed, that the entry comes out once, in
// order, unchanged; and that the handshakes and the count are those of a queue of its depth.
func marked(width, depth int, storage rtl.Storage) *ir.Module {
	queue := rtl.FIFO(width+1, depth, storage)
	count := ir.Bits(depth)
	io := markedPorts{rtl.FIFOPorts{Enq: rtl.StreamIn(width), Deq: rtl.StreamOut(width + 1), Count: ir.Out(count)}, ir.In(1)}
	return ir.Build("marked", io, func(m *ir.Module, io markedPorts) {
		q := ir.Inst(m, "queue", queue)
		k := newMarker(m, io.Mark)
		q.Enq.Valid.Set(io.Enq.Valid)
		q.Enq.Data.Set(ir.Cat(k.mark, io.Enq.Data))
		io.Enq.Ready.Set(q.Enq.Ready)
		rtl.Connect(q.Deq, io.Deq)
		io.Count.Set(q.Count)
		push, pop := q.Enq.Fire().Named("push"), q.Deq.Fire().Named("pop")

		entries := queued(m, "queued", depth, push, pop)
		m.Assert(entries.LtC(uint64(depth+1)), "more entries than its depth")
		m.Assert(q.Enq.Ready.Eq(entries.LtC(uint64(depth))), "ready and not room, or the other way round")
		m.Assert(q.Deq.Valid.Eq(entries.Any()), "valid and no entry, or the other way round")
		m.Assert(q.Count.ZExt(entries.Width()).Eq(entries), "the count is wrong")
		k.follows(rtl.Stream[ir.Signal]{Valid: q.Enq.Valid, Ready: q.Enq.Ready, Data: ir.Cat(k.mark, io.Enq.Data)}, q.Deq, entries)
	}).Module
}

// apart says that what comes into a queue shows at no pin in the same cycle: of two queues that had the same
// inputs up to the last cycle, the pins are the same in this one, whatever comes in now.
func apart(width, depth int, storage rtl.Storage) *ir.Module {
	type ports struct {
		EnqValid, EnqData, DeqReady ir.Signal
		Other                       struct{ EnqValid, EnqData, DeqReady ir.Signal }
		Part                        ir.Signal
	}
	io := ports{EnqValid: ir.In(1), EnqData: ir.In(width), DeqReady: ir.In(1), Part: ir.In(1)}
	io.Other.EnqValid, io.Other.EnqData, io.Other.DeqReady = ir.In(1), ir.In(width), ir.In(1)
	return ir.Build("apart", io, func(m *ir.Module, io ports) {
		queue := rtl.FIFO(width, depth, storage)
		a, b := ir.Inst(m, "first", queue), ir.Inst(m, "second", queue)
		parted := m.Reg("parted", 1, 0)
		parted.Set(parted.Or(io.Part))
		now := parted.Or(io.Part).Named("now")
		a.Enq.Valid.Set(io.EnqValid)
		a.Enq.Data.Set(io.EnqData)
		a.Deq.Ready.Set(io.DeqReady)
		b.Enq.Valid.Set(ir.Mux(now, io.Other.EnqValid, io.EnqValid))
		b.Enq.Data.Set(ir.Mux(now, io.Other.EnqData, io.EnqData))
		b.Deq.Ready.Set(ir.Mux(now, io.Other.DeqReady, io.DeqReady))
		same := ir.And(a.Enq.Ready.Eq(b.Enq.Ready), a.Deq.Valid.Eq(b.Deq.Valid), a.Count.Eq(b.Count),
			implies(a.Deq.Valid, a.Deq.Data.Eq(b.Deq.Data)))
		m.Assert(parted.Or(same), "what comes in shows in the same cycle")
	}).Module
}

func fifoClaims() []claim {
	order := claim{part: "FIFO", says: "any entry comes out once, in order, unchanged; ready, valid and count are those of a queue of its depth, which it never exceeds"}
	paths := claim{part: "FIFO", says: "no pin shows what comes in in the same cycle"}
	for _, s := range []struct {
		name    string
		storage rtl.Storage
	}{{"LUTRAM", rtl.LUTRAM}, {"BlockRAM", rtl.BlockRAM}, {"HeadRAM", rtl.HeadRAM}} {
		add := func(to *[]proof, of func(int, int, rtl.Storage) *ir.Module, width int, depths ...int) {
			for _, depth := range depths {
				if s.storage != rtl.LUTRAM && depth < 3 {
					continue // registers, whatever the storage
				}
				*to = append(*to, proof{fmt.Sprintf("depth %d, width %d", depth, width), s.name, of(width, depth, s.storage)})
			}
		}
		// An entry of width 1 is a bit and the mark.
		add(&order.small, marked, 1, 1, 2, 3, 4, 5)
		add(&order.large, marked, 1, 6, 7, 8)
		add(&order.large, marked, 4, 2, 4, 5)
		add(&paths.small, apart, 1, 1, 2, 3)
		add(&paths.large, apart, 1, 4, 5)
	}
	order.faults = []fault{
		{"a full queue takes an entry", marked(1, 4, rtl.LUTRAM), tb.Force("fifo_w2_d4", "full", 0), "more entries than"},
		{"a full queue is ready", marked(1, 4, rtl.LUTRAM), tb.Force("fifo_w2_d4", "full", 0), "ready and not room"},
		{"the write pointer jumps", marked(1, 4, rtl.LUTRAM), takes("fifo_w2_d4", "write_next", "read_next"), "valid and no entry"},
		{"the count stays", marked(1, 3, rtl.LUTRAM), tb.RemoveSet("fifo_w2_d3", "entries", 0), "the count is wrong"},
		{"an entry does not move up", marked(1, 2, rtl.LUTRAM), takes("fifo_w2_d2", "tail", "enq_data"), "out of order or twice"},
		{"an entry is read again", marked(1, 3, rtl.BlockRAM), takes("fifo_w2_d3_block", "read_next", "read"), "out of order or twice"},
		{"an entry that has to go round the memory does not", marked(1, 3, rtl.BlockRAM), tb.Force("fifo_w2_d3_block", "use_around", 0), "lost or changed"},
		{"the entry behind the oldest is read too late", marked(1, 3, rtl.HeadRAM), takes("fifo_w2_d3_head", "read_behind", "read"), "out of order or twice"},
	}
	paths.faults = []fault{
		{"a pop makes room at once", apart(1, 2, rtl.LUTRAM), tb.Change("fifo_w1_d2", "enq_ready", func(e *tb.Editor, n *ir.Node) *ir.Node {
			return e.New(ir.OpOr, 1, n, e.Node("deq_ready"))
		}), "in the same cycle"},
	}
	return []claim{order, paths}
}

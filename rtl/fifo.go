package rtl

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

// Storage is what holds the entries of a FIFO.
type Storage uint8

// The kinds of storage. The kind never changes what the ports show in any cycle.
const (
	// LUTRAM is read in the same cycle: distributed memory of an FPGA, flip-flops in an ASIC.
	LUTRAM Storage = iota
	// BlockRAM is read through a register: block RAM of an FPGA, an SRAM macro. It takes
	// width registers and a multiplexer more.
	BlockRAM
	// HeadRAM is LUTRAM with the oldest entry in a register: deq_data comes from flip-flops. It takes width registers, a
	// multiplexer before them and a second pointer more.
	HeadRAM
)

// FIFOPorts are the ports of a FIFO: enq_valid, enq_ready, enq_data, deq_valid, deq_ready,
// deq_data, count.
type FIFOPorts struct {
	Enq   Stream[ir.Signal]
	Deq   Stream[ir.Signal]
	Count ir.Signal // entries at the start of the cycle, 0 to depth
}

// FIFO is a first-word-fall-through queue of depth entries of width bits, both at least 1.
//
//   - An entry enqueued in cycle t can be dequeued in t+1.
//   - enq_ready is 1 if and only if fewer than depth entries are queued at the start of the
//     cycle: a dequeue in the same cycle does not make room. So a FIFO of depth 1 passes an
//     entry every other cycle; deeper ones pass one every cycle.
//   - deq_valid is 1 if and only if an entry is queued at the start of the cycle; deq_data
//     is then the oldest one. While deq_valid is 0 deq_data is anything.
//   - enq_ready, deq_valid, deq_data and count are functions of state alone: no path leads
//     from one end to the other.
//
// After reset the queue is empty. Entries are not reset. A queue of one or two entries is
// made of registers, whatever the storage asked for.
//
// 56 entries of 5 bits, count unread, take 20 LUT, 20 FF and 2 RAM64M as LUTRAM (Yosys 0.23,
// synth_xilinx -flatten) and 40 LUT, 20 FF and 1 RAM as BlockRAM (synth_ice40).
func FIFO(width, depth int, storage Storage) ir.Component[FIFOPorts] {
	w, d := max(1, width), max(1, depth)
	name := fmt.Sprintf("fifo_w%d_d%d", w, d)
	if d > 2 {
		name += [...]string{LUTRAM: "", BlockRAM: "_block", HeadRAM: "_head"}[min(storage, HeadRAM)]
	}
	io := FIFOPorts{Enq: StreamIn(w), Deq: StreamOut(w), Count: ir.Out(ir.Bits(d))}
	return ir.Build(name, io, func(m *ir.Module, io FIFOPorts) {
		if width < 1 || depth < 1 {
			m.Errorf("fifo: %d entries of %d bits; the least is 1 of 1", depth, width)
		}
		if storage > HeadRAM {
			m.Errorf("fifo: storage %d is neither LUTRAM, BlockRAM nor HeadRAM", storage)
		}
		m.SetDoc(fmt.Sprintf("First-word-fall-through queue, depth %d, %d bits wide. An entry can leave in the cycle after it came;\n"+
			"a full queue takes none, even if one leaves. Entries are not reset.", d, w))
		f := &fifo{
			FIFOPorts: io, m: m, width: w, depth: d,
			push: io.Enq.Fire().Named("push"),
			pop:  io.Deq.Fire().Named("pop"),
			some: m.Reg("some", 1, 0).Doc("an entry is queued").States(state("empty", 0)),
		}
		switch {
		case d == 1:
			f.oneRegister()
		case d == 2:
			f.twoRegisters()
		default:
			f.ring(storage)
		}
		f.Deq.Valid.Set(f.some)
		f.Enq.Ready.Set(f.full.Not())
	})
}

// fifo is a FIFO being built. Two flags, not the count, drive the handshakes: they are one
// level of gates shorter, and a count that nobody reads costs nothing after synthesis.
type fifo struct {
	FIFOPorts
	m            *ir.Module
	width, depth int
	push, pop    ir.Signal
	some, full   ir.Signal
}

// oneRegister keeps the only entry; the flag is the count.
func (f *fifo) oneRegister() {
	m := f.m
	entry := m.RegNoReset("entry", f.width)
	m.When(f.push, func() { entry.Set(f.Enq.Data) })
	m.When(f.push.Or(f.pop), func() { f.some.Set(f.push) })
	f.full = f.some.States(state("full", 1))
	f.Count.Set(f.some)
	f.Deq.Data.Set(entry)
}

// twoRegisters keeps the oldest entry in head and the other in tail.
func (f *fifo) twoRegisters() {
	m := f.m
	head, tail := m.RegNoReset("head", f.width), m.RegNoReset("tail", f.width)
	f.flags(func() (last, fill ir.Signal) { return f.full.Not(), f.some })
	m.When(f.pop.Or(f.some.Not()), func() { head.Set(ir.Mux(f.full, tail, f.Enq.Data)) })
	m.When(f.push, func() { tail.Set(f.Enq.Data) })
	f.Deq.Data.Set(head)
}

// flags makes the flag of a full queue and the count, and gives all three their next
// values. Of next's results last says that the entry popped is the only one, fill that the
// entry pushed takes the only room.
func (f *fifo) flags(next func() (last, fill ir.Signal)) {
	m := f.m
	w := ir.Bits(f.depth)
	f.full = m.Reg("full", 1, 0).Doc("there is no room").States(state("full", 1))
	count := m.Reg("entries", w, 0)
	last, fill := next()
	m.When(f.push.Xor(f.pop).Named("change"), func() {
		f.some.Set(f.push.Or(last.Not()))
		f.full.Set(f.push.And(fill))
		count.Set(count.Add(ir.Cat(f.pop.Repeat(w-1), m.Const(1, 1)))) // 1 or -1
	})
	f.Count.Set(count)

	m.Assert(f.some.Eq(count.Any()), "fifo: the flag of a queued entry and the count disagree")
	m.Assert(f.full.Eq(count.EqC(uint64(f.depth))), "fifo: the flag of no room and the count disagree")
	if f.depth+1 < 1<<w { // else the count cannot say it
		m.Assert(count.Le(count.C(uint64(f.depth))), "fifo: more entries than its depth")
	}
}

// ring keeps the entries in a memory, one place after the other and round again.
func (f *fifo) ring(storage Storage) {
	mem := f.m.Mem("mem", f.width, f.depth)
	write, writeNext := f.pointer("write", f.push)
	read, readNext := f.pointer("read", f.pop)
	if storage == HeadRAM {
		behind := f.m.Reg("read_behind", read.Width(), uint64(f.depth-1)).Doc("the place after read")
		f.m.When(f.pop, func() { behind.Set(f.after(behind)) })
		readNext = behind
	}
	last := readNext.Eq(write).Named("last").Doc("one entry is queued")
	f.flags(func() (_, fill ir.Signal) { return last, writeNext.Eq(read) })
	f.m.When(f.push, func() { mem.Write(write, f.Enq.Data) })
	switch storage {
	case BlockRAM:
		f.Deq.Data.Set(f.registered(mem, readNext, last))
	case HeadRAM:
		f.Deq.Data.Set(f.head(mem, readNext, last))
	default:
		f.Deq.Data.Set(mem.Read(read))
	}
}

// pointer is a register that goes round the places of the memory, one further in every
// cycle in which advance is 1; next is the place after it.
func (f *fifo) pointer(name string, advance ir.Signal) (at, next ir.Signal) {
	at = f.m.Reg(name, ir.Bits(f.depth-1), 0).States(places(name, f.depth)...)
	next = f.after(at).Named(name + "_next")
	f.m.When(advance, func() { at.Set(next) })
	return at, next
}

// after is the place after one of the memory. It counts down: below 0 is all
// ones, of which the highest place keeps its bits, so a depth that is no power of two costs
// no comparison.
func (f *fifo) after(at ir.Signal) ir.Signal {
	next := at.SubC(1)
	if f.depth&(f.depth-1) != 0 {
		next = next.And(at.C(uint64(f.depth - 1)).Or(at.Any().Repeat(at.Width())))
	}
	return next
}

// head is the oldest entry, in a register: when an entry leaves the one behind it is read, and what comes when
// there is none behind goes round the memory.
func (f *fifo) head(mem *ir.Mem, behind, last ir.Signal) ir.Signal {
	head := f.m.RegNoReset("head", f.width).Doc("the oldest entry")
	f.m.When(f.pop.Or(f.some.Not()).Named("renew"), func() {
		head.Set(ir.Mux(last.Or(f.some.Not()), f.Enq.Data, mem.Read(behind)))
	})
	return head
}

// registered is the oldest entry out of a memory with a register behind its read port: when an
// entry leaves, the one behind it is read. An entry that comes when there is none behind
// is not in the memory in time; it goes round it through a register. Nothing is read then, so
// a read and a write never meet at one place and any kind of memory serves.
func (f *fifo) registered(mem *ir.Mem, next, last ir.Signal) ir.Signal {
	m := f.m
	behind := mem.ReadReg("behind", next, f.pop.AndNot(last)).Doc("the entry behind the one that left")
	around := m.RegNoReset("around", f.width).Doc("the entry that came when there was none behind")
	useAround := m.Reg("use_around", 1, 0)
	m.When(f.pop.Or(f.some.Not()).Named("renew"), func() {
		around.Set(f.Enq.Data)
		useAround.Set(last.Or(f.some.Not()))
	})
	return ir.Mux(useAround, around, behind)
}

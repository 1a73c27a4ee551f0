package rtl

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

// Storage is what holds the entries of a FIFO.
type Storage uint8

// The kinds of storage. The kind never changes what the ports show in any cycle.
const (
	LUTRAM   Storage = iota // read in the same cycle: distributed memory, or flip-flops in an ASIC
	BlockRAM                // read through a register: block RAM, SRAM macros
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
func FIFO(width, depth int, storage Storage) ir.Component[FIFOPorts] {
	w, d := max(1, width), max(1, depth)
	name := fmt.Sprintf("fifo_w%d_d%d", w, d)
	if storage == BlockRAM && d > 2 {
		name += "_block"
	}
	io := FIFOPorts{Enq: StreamIn(w), Deq: StreamOut(w), Count: ir.Out(ir.Bits(d))}
	return ir.Build(name, io, func(m *ir.Module, io FIFOPorts) {
		if width < 1 || depth < 1 {
			m.Errorf("fifo: %d entries of %d bits; the least is 1 of 1", depth, width)
		}
		if storage > BlockRAM {
			m.Errorf("fifo: storage %d is neither LUTRAM nor BlockRAM", storage)
		}
		m.SetDoc(fmt.Sprintf("First-word-fall-through queue of %d entries of %d bits.", d, w))
		f := &fifo{
			m: m, FIFOPorts: io, width: w, depth: d,
			push: io.Enq.Fire().Named("push"),
			pop:  io.Deq.Fire().Named("pop"),
		}
		f.flow()
		switch {
		case d == 1:
			f.oneRegister()
		case d == 2:
			f.twoRegisters()
		case storage == BlockRAM:
			f.blockRAM()
		default:
			f.lutRAM()
		}
	})
}

// fifo is a FIFO being built.
type fifo struct {
	FIFOPorts
	m            *ir.Module
	width, depth int
	push, pop    ir.Signal
	count        ir.Signal
}

// flow counts the entries and drives both handshakes from the count.
func (f *fifo) flow() {
	m := f.m
	w := ir.Bits(f.depth)
	f.count = m.Reg("entries", w, 0)
	m.When(f.push.Xor(f.pop).Named("change"), func() {
		step := m.Const(1, 1) // or -1 as f.pop repeated above it
		if w > 1 {
			step = ir.Cat(f.pop.Repeat(w-1), step)
		}
		f.count.Set(f.count.Add(step))
	})
	f.Count.Set(f.count)
	f.Enq.Ready.Set(f.count.NeC(uint64(f.depth)))
	f.Deq.Valid.Set(f.count.Any())
	if f.depth+1 < 1<<w { // else the count cannot say it
		m.Assert(f.count.Le(f.count.C(uint64(f.depth))), "fifo: more entries than its depth")
	}
}

// oneRegister keeps the only entry.
func (f *fifo) oneRegister() {
	entry := f.m.RegNoReset("entry", f.width)
	f.m.When(f.push, func() { entry.Set(f.Enq.Data) })
	f.Deq.Data.Set(entry)
}

// twoRegisters keeps the oldest entry in head and the other in tail.
func (f *fifo) twoRegisters() {
	head, tail := f.m.RegNoReset("head", f.width), f.m.RegNoReset("tail", f.width)
	full := f.count.Bit(1)
	f.m.When(f.pop.Or(f.count.Any().Not()).Named("load"), func() {
		head.Set(ir.Mux(full, tail, f.Enq.Data))
	})
	f.m.When(f.push, func() { tail.Set(f.Enq.Data) })
	f.Deq.Data.Set(head)
}

// pointer is a register that goes round the places of the memory, one further in every
// cycle in which advance is 1.
func (f *fifo) pointer(name string, first int, advance ir.Signal) ir.Signal {
	p := f.m.Reg(name, ir.Bits(f.depth-1), uint64(first))
	next := p.AddC(1)
	if f.depth&(f.depth-1) != 0 {
		next = ir.Mux(p.EqC(uint64(f.depth-1)), p.C(0), next)
	}
	f.m.When(advance, func() { p.Set(next) })
	return p
}

// lutRAM reads the oldest entry in the cycle in which it is shown.
func (f *fifo) lutRAM() {
	mem := f.m.Mem("mem", f.width, f.depth)
	write, read := f.pointer("write", 0, f.push), f.pointer("read", 0, f.pop)
	f.m.When(f.push, func() { mem.Write(write, f.Enq.Data) })
	f.Deq.Data.Set(mem.Read(read))
}

// blockRAM reads the entry behind the oldest one when the oldest leaves. An entry that
// enters an empty queue, or one that the leaving entry empties, is not in the memory in
// time: it goes round it through a register.
func (f *fifo) blockRAM() {
	m := f.m
	mem := m.Mem("mem", f.width, f.depth)
	write, ahead := f.pointer("write", 0, f.push), f.pointer("ahead", 1, f.pop)
	m.When(f.push, func() { mem.Write(write, f.Enq.Data) })
	behind := mem.ReadReg("behind", ahead, f.pop).Doc("the entry behind the one that left")

	around := m.RegNoReset("around", f.width).Doc("the entry that found the queue empty")
	useAround := m.Reg("use_around", 1, 0)
	last := f.count.EqC(1)
	m.When(f.pop.Or(f.count.Any().Not()).Named("load"), func() {
		around.Set(f.Enq.Data)
		useAround.Set(last.Or(f.count.Any().Not()))
	})
	f.Deq.Data.Set(ir.Mux(useAround, around, behind))
}

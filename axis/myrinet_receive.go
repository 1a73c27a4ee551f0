package axis

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/myrinetswitch/config"
	"github.com/flitwright/flitwright/rtl"
)

// myrinetReceivePorts are the ports of the receiving half.
type myrinetReceivePorts struct {
	Pins             ir.Signal // 9
	Frames           MyrinetOut
	SendStop, SendGo ir.Signal // become pending at the end of the cycle
	Stop, Go         ir.Signal // received
	Overflow         ir.Signal
	Stats            struct{ Received, CRC, Cut, Short ir.Signal } // 16 each
}

// myrinetReceive makes frames of characters.
func myrinetReceive(c config.Config) ir.Component[myrinetReceivePorts] {
	io := myrinetReceivePorts{
		Pins: ir.In(9), Frames: MyrinetOut{beatsOut(8), ir.Out(3)}, SendStop: ir.Out(1), SendGo: ir.Out(1), Stop: ir.Out(1), Go: ir.Out(1),
		Overflow: ir.Out(1),
	}
	io.Stats.Received, io.Stats.CRC, io.Stats.Cut, io.Stats.Short = ir.Out(16), ir.Out(16), ir.Out(16), ir.Out(16)
	return ir.Build("myrinet_axis_receive", io, func(m *ir.Module, io myrinetReceivePorts) {
		m.SetDoc("Receiving half: two characters held back, since GAP tells which was the CRC and which the last of the frame; buffer, STOP and GO.")
		r := &myrinetReceiver{myrinetReceivePorts: io, m: m, c: c}
		r.arrive()
		r.end()
		r.store()
		r.watch()
	})
}

// myrinetReceiver is a receiving half being built.
type myrinetReceiver struct {
	myrinetReceivePorts
	m *ir.Module
	c config.Config

	data, gap, fres   ir.Signal // in rx, not of a packet that is dropped
	ends              ir.Signal // GAP or FRES in rx
	byte              ir.Signal
	held, held2       ir.Signal // a character is held back; two are
	newer, older      ir.Signal
	wrong, soon       ir.Signal
	dropping, count   ir.Signal
	push, last, fault ir.Signal // into the buffer
}

// arrive tells the symbols apart and holds characters back.
func (r *myrinetReceiver) arrive() {
	m := r.m
	arrived := func(name string, is ir.Signal) ir.Signal {
		x := m.Reg(name, 1, 0)
		x.Set(is)
		return x
	}
	is := func(code uint64) ir.Signal { return r.Pins.EqC(symbol(code)) }
	data, gap, fres := arrived("rx_data", r.Pins.Bit(8).Not()), arrived("rx_gap", is(r.c.Symbols.Gap)), arrived("rx_fres", is(r.c.Symbols.Fres))
	r.Stop.Set(arrived("rx_stop", is(r.c.Symbols.Stop)))
	r.Go.Set(arrived("rx_go", is(r.c.Symbols.Go)))
	r.byte = m.RegNoReset("rx_byte", 8)
	r.byte.Set(r.Pins.Low(8))
	r.dropping = m.Reg("dropping", 1, 0).Doc("The rest of a packet that overflowed is ignored.")
	r.ends = gap.Or(fres).Named("ends")
	r.data = data.AndNot(r.dropping).Named("data")
	r.gap = gap.AndNot(r.dropping).Named("gap")
	r.fres = fres.AndNot(r.dropping).Named("cuts")

	r.held, r.held2 = m.Reg("held", 1, 0), m.Reg("held_two", 1, 0)
	r.newer, r.older = m.RegNoReset("newer", 8), m.RegNoReset("older", 8)
	crc := m.Reg("crc", 8, 0).Doc("CRC over all characters of the packet; 0 behind a good one.")
	soon := m.RegNoReset("soon", 1).Doc("The first character has bit 7 set.")
	m.When(r.data, func() {
		r.held.Set(r.held.C(1))
		r.held2.Set(r.held)
		r.newer.Set(r.byte)
		r.older.Set(r.newer)
		crc.Set(rtl.CRC{Width: 8, Poly: r.c.CRCPoly}.Step(crc, r.byte))
		m.When(r.held.Not(), func() { soon.Set(r.byte.Bit(7)) })
	})
	m.When(r.ends, func() {
		r.held.Set(r.held.C(0))
		r.held2.Set(r.held2.C(0))
		crc.Set(crc.C(0))
	})
	r.wrong, r.soon = crc.Any().Named("crc_wrong"), soon
}

// end makes the beat of a character held back, which is the last of its frame if GAP or FRES follows, or if the buffer has no room for more.
func (r *myrinetReceiver) end() {
	m := r.m
	r.count = m.Wire("count", ir.Bits(r.c.Depth))
	full := r.count.EqC(uint64(r.c.Depth)).Named("full")
	oneFree := r.count.EqC(uint64(r.c.Depth - 1)).Named("one_free")
	wants := r.held2.And(ir.Or(r.data, r.gap, r.fres)).Named("wants")
	breaks := ir.And(wants, r.data, oneFree).Named("breaks")
	r.push = wants.AndNot(full).Named("push")
	r.last = ir.Or(r.gap, r.fres, breaks).Named("last")
	cut := r.fres.Or(breaks).Named("cut")
	r.fault = ir.Cat(r.soon.And(r.last), cut, r.wrong.And(r.gap)).Named("fault")

	lost := wants.And(full).Or(breaks).Named("lost")
	m.When(lost.And(r.data), func() {
		r.dropping.Set(r.dropping.C(1))
		r.held.Set(r.held.C(0))
		r.held2.Set(r.held2.C(0))
	}).ElseWhen(r.ends, func() { r.dropping.Set(r.dropping.C(0)) })
	overflow := m.Reg("lost_character", 1, 0)
	overflow.Set(lost)
	r.Overflow.Set(overflow)

	count := func(name string, pin, by ir.Signal) { pin.Set(rtl.SaturatingCounter(m, name, 16, by)) }
	ended := r.push.And(r.last)
	count("received_frames", r.Stats.Received, ended)
	count("crc_errors", r.Stats.CRC, ir.And(ended, r.gap, r.wrong))
	count("cut_frames", r.Stats.Cut, ended.And(cut))
	count("short_packets", r.Stats.Short, ir.And(r.held, r.held2.Not(), r.gap.Or(r.fres)))
}

// store is the buffer and the register behind it.
func (r *myrinetReceiver) store() {
	buffer := ir.Inst(r.m, "buffer", rtl.FIFO(12, r.c.Depth, rtl.BlockRAM))
	buffer.Enq.Valid.Set(r.push)
	buffer.Enq.Data.Set(ir.Cat(r.fault, r.last, r.older))
	r.m.Unused(buffer.Enq.Ready)
	r.count.Set(buffer.Count)
	out := newStage(r.m, r.Frames.Ready, buffer.Deq.Valid)
	buffer.Deq.Ready.Set(out.load)
	r.Frames.Valid.Set(out.valid)
	r.Frames.Data.Set(out.keep("beat_data", buffer.Deq.Data.Low(8)))
	r.Frames.Last.Set(out.keep("beat_last", buffer.Deq.Data.Bit(8)))
	r.Frames.User.Set(out.keep("beat_user", buffer.Deq.Data.Slice(11, 9)))
}

// watch sends STOP above ks, GO below kg, and STOP anew in between.
func (r *myrinetReceiver) watch() {
	m, c := r.m, r.c
	w := ir.Bits(c.Depth + 2)
	level := r.count.ZExt(w).Add(r.held.ZExt(w)).Add(r.held2.ZExt(w)).Named("level")
	stopping := m.Reg("stopping", 1, 0)
	refresh := m.Reg("refresh", max(1, ir.Bits(c.Refresh-1)), 0).Doc("Cycles to the next STOP.")
	starts := level.Gt(level.C(uint64(c.Ks))).AndNot(stopping).Named("starts")
	ends := level.LtC(uint64(c.Kg)).And(stopping).Named("ends_stop")
	due := stopping.And(refresh.EqC(0)).Named("due")
	m.When(starts, func() { stopping.Set(stopping.C(1)) }).
		ElseWhen(ends, func() { stopping.Set(stopping.C(0)) })
	m.When(starts.Or(due), func() { refresh.Set(refresh.C(uint64(c.Refresh - 1))) }).
		Else(func() { refresh.Set(refresh.SubC(1)) })
	r.SendStop.Set(starts.Or(due).AndNot(ends))
	r.SendGo.Set(ends)
}

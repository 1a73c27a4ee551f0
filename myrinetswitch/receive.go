package myrinetswitch

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/myrinetswitch/config"
	"github.com/flitwright/flitwright/rtl"
)

// QueuePorts are the reading end of an input queue.
type QueuePorts struct {
	Valid  ir.Signal // 1: there is a head
	Entry  ir.Signal // 9: the head: data, or GAP with bit 8 set
	Flush  ir.Signal // 1: all that was in the queue left at the end of the cycle before: it held no GAP
	TookIn ir.Signal // 1: a character goes into the queue in this cycle, if it is not full
}

// ReceivePorts are the ports of the receiving half of an input.
type ReceivePorts struct {
	Enabled  ir.Signal // 1
	Pins     ir.Signal // 9
	Pop      ir.Signal // 1: the head leaves
	Queue    QueuePorts
	SendStop ir.Signal // 1: STOP becomes pending at the end of this cycle
	SendGo   ir.Signal // 1: likewise GO
	Stop     ir.Signal // 1: STOP is in rx
	Go       ir.Signal // 1: GO is in rx
	Overflow ir.Signal // 1: pulses in the cycle after
	Fres     ir.Signal // 16: forward resets received
}

// receive takes characters in: it acts on control symbols, queues data and GAP, and watches the
// level of the queue. Section "Input port p: receive" of docs/spec/myrinet.md.
func receive(c config.Config) ir.Component[ReceivePorts] {
	io := ReceivePorts{
		Enabled: ir.In(1), Pins: ir.In(9), Pop: ir.In(1),
		Queue:    QueuePorts{ir.Out(1), ir.Out(9), ir.Out(1), ir.Out(1)},
		SendStop: ir.Out(1), SendGo: ir.Out(1), Stop: ir.Out(1), Go: ir.Out(1), Overflow: ir.Out(1), Fres: ir.Out(16),
	}
	return ir.Build("myrinet_receive", io, func(m *ir.Module, io ReceivePorts) {
		m.SetDoc("Receiving half of an input: control symbols, queue with rollback, watermarks.")
		port := &registers{m: m}
		// rx, its symbols told apart before the register.
		arrived := func(name string, is ir.Signal) ir.Signal {
			r := port.reg(name, 1, 0)
			r.Set(is)
			return r
		}
		is := func(code uint64) ir.Signal { return io.Pins.EqC(symbol(code)) }
		data := arrived("rx_data", io.Pins.Bit(8).Not())
		gap := arrived("rx_gap", is(c.Symbols.Gap))
		fres := arrived("rx_fres", is(c.Symbols.Fres))
		io.Stop.Set(arrived("rx_stop", is(c.Symbols.Stop)))
		io.Go.Set(arrived("rx_go", is(c.Symbols.Go)))
		value := m.RegNoReset("rx_byte", 8)
		value.Set(io.Pins.Low(8))

		dropping := port.reg("dropping", 1, 0).Doc("The rest of a packet that overflowed is ignored.")
		full := m.Wire("full", 1)
		storable := data.Or(gap).AndNot(dropping).Named("storable")
		overflows := storable.And(full).Named("overflows")
		m.When(overflows.And(data), func() { dropping.Set(dropping.C(1)) }).
			ElseWhen(gap.Or(fres), func() { dropping.Set(dropping.C(0)) })
		lost := port.reg("lost", 1, 0)
		lost.Set(overflows)
		io.Overflow.Set(lost)

		q := queue{
			push: storable.AndNot(full).Named("push"), offered: storable, entry: ir.Cat(gap, value), gap: gap, pop: io.Pop,
			rollback: overflows.Or(fres).Named("roll_back"),
		}
		count := q.build(m, port, c.Depth, io.Queue)
		full.Set(count.EqC(uint64(c.Depth)))
		io.Queue.TookIn.Set(storable)
		watch(m, port, c, count, io)

		io.Fres.Set(rtl.SaturatingCounter(m, "fres_count", 16, fres.And(io.Enabled)))
		port.holdWhile(io.Enabled.Not())
	})
}

// symbol is a control symbol as a character.
func symbol(code uint64) uint64 { return 1<<8 | code }

// watch sends STOP when the queue is above Ks, GO when it is below Kg again, and STOP anew
// every Refresh cycles in between.
func watch(m *ir.Module, port *registers, c config.Config, count ir.Signal, io ReceivePorts) {
	stopping := port.reg("stopping", 1, 0)
	refresh := port.reg("refresh", max(1, ir.Bits(c.Refresh-1)), 0).Doc("Cycles to the next STOP.")
	// The count grows by one at a time, from below Kg.
	starts := count.EqC(uint64(c.Ks + 1)).AndNot(stopping).Named("starts")
	ends := below(count, uint64(c.Kg)).And(stopping).Named("ends")
	due := stopping.And(refresh.EqC(0)).Named("due")
	m.When(starts, func() { stopping.Set(stopping.C(1)) }).
		ElseWhen(ends, func() { stopping.Set(stopping.C(0)) })
	m.When(starts.Or(due), func() { refresh.Set(refresh.C(uint64(c.Refresh - 1))) }).
		Else(func() { refresh.Set(refresh.SubC(1)) })
	io.SendStop.Set(starts.Or(due).AndNot(ends))
	io.SendGo.Set(ends)
}

// below says that x is less than k, without the carry chain that a comparison becomes.
func below(x ir.Signal, k uint64) ir.Signal {
	less := x.Bit(0).C(0)
	for i, b := range x.BitList() {
		if k>>i&1 != 0 {
			less = less.Or(b.Not())
		} else {
			less = less.AndNot(b)
		}
	}
	return less
}

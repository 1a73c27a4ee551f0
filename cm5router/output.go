package cm5router

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// OutputPorts are the ports of an output port.
type OutputPorts struct {
	Granted ir.Signal // 1: a message is granted this output in this cycle
	Cross   Crossing  // from the crossbar
	Token   ir.Signal // 1: pins
	Valid   ir.Signal // 1: pins
	Flit    ir.Signal // 4: pins
	Idle    ir.Signal // 1: can be granted
	Count   ir.Signal // 16: messages whose last CRC flit was sent, modulo 2^16
}

// output buffers a message and sends it as tokens permit, with a CRC of its own making in place of
// the trailer. Section "Output port q" of docs/spec/cm5.md.
func output(v variant) ir.Component[OutputPorts] {
	s := sizesOf(v.Config)
	io := OutputPorts{
		Granted: ir.In(1), Cross: Crossing{ir.In(1), ir.In(entryWidth)}, Token: ir.In(1),
		Valid: ir.Out(1), Flit: ir.Out(4), Idle: ir.Out(1), Count: ir.Out(16),
	}
	return ir.Build(v.name("cm5_output", "words", "crc_width", "crc_poly"), io, func(m *ir.Module, io OutputPorts) {
		m.SetDoc("Output port: buffer of a whole message, CRC, output register.")
		buffer := ir.Inst(m, "buffer", rtl.FIFO(entryWidth, s.buffer, rtl.BlockRAM))
		buffer.Enq.Valid.Set(io.Cross.Valid)
		buffer.Enq.Data.Set(io.Cross.Entry)
		m.Assert(buffer.Enq.Ready.Or(io.Cross.Valid.Not()), "an output buffer overflows")
		m.Unused(buffer.Count)
		head := buffer.Deq.Data
		inCRC := head.Bit(trailerBit).Named("in_crc")

		crc := m.Reg("crc", v.CRCWidth, 0).Doc("CRC of the flits sent; in the CRC what is still to be sent, left aligned.")
		sent := m.Reg("crc_sent", max(1, ir.Bits(s.crcFlits-1)), 0).Doc("CRC flits sent.")
		lastCRC := inCRC.And(sent.EqC(uint64(s.crcFlits - 1))).Named("last_crc")
		inverted := topFlit(crc).Xor(head.Bit(badBit).Repeat(4)).Named("crc_flit")

		sender := ir.Inst(m, "sender", rtl.TokenSender(4))
		sender.Token.Set(io.Token)
		sender.Send.Valid.Set(buffer.Deq.Valid)
		sender.Send.Data.Set(ir.Mux(inCRC, inverted, head.Slice(3, 0)))
		moved := sender.Send.Fire().Named("moved")
		done := moved.And(lastCRC).Named("done")
		buffer.Deq.Ready.Set(sender.Send.Ready.And(inCRC.Not().Or(lastCRC)))
		io.Valid.Set(sender.Out.Valid)
		io.Flit.Set(sender.Out.Flit)

		m.When(moved, func() {
			m.When(inCRC, func() {
				crc.Set(shiftOut(m, crc))
				sent.Set(ir.Mux(lastCRC, sent.C(0), sent.AddC(1)))
			}).Else(func() { crc.Set(crcOf(v.Config).Step(crc, head.Slice(3, 0))) })
		})

		idle := m.Reg("is_idle", 1, 1)
		count := m.Reg("messages", 16, 0)
		idle.Set(done.Or(idle.AndNot(io.Granted)))
		m.When(done, func() { count.Set(count.AddC(1)) })
		m.Assert(idle.Or(io.Granted.Not()), "a busy output is granted")
		io.Idle.Set(idle)
		io.Count.Set(count)
	})
}

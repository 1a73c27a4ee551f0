package axis

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/myrinetswitch/config"
	"github.com/flitwright/flitwright/rtl"
)

// MyrinetPorts are the pins of the endpoint of the Myrinet switch.
type MyrinetPorts struct {
	In, Out MyrinetLink // from out_p, to in_p of the switch
	S       Beats       `port:"s_axis"`
	M       MyrinetOut  `port:"m_axis"`

	ErrOverflow  ir.Signal
	StatSent     ir.Signal // 16 each
	StatReceived ir.Signal
	StatCRC      ir.Signal `port:"stat_crc"`
	StatCut      ir.Signal
	StatShort    ir.Signal
}

// MyrinetLink is one direction of the link.
type MyrinetLink struct {
	Char ir.Signal // 9
}

// MyrinetOut is the stream of frames received; User is wrong CRC, cut, too soon from bit 0 on.
type MyrinetOut struct {
	Beats
	User ir.Signal `port:"tuser"` // 3
}

// stopDelay and stopReaction are the cycles from a character on in_char to the STOP that it causes on out_char, and from STOP on the pins of
// a switch to its last data there.
const stopDelay, stopReaction = 5, 2

// BuildMyrinet makes the endpoint. Its error is that of c.Validate or an ir.Errors.
func BuildMyrinet(c config.Config) (*ir.Design, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if need := c.Ks + 1 + stopDelay + 2*c.LinkLatency + stopReaction; c.Depth < need {
		return nil, fmt.Errorf("depth: %d is less than ks+1+%d+2*link_latency = %d: the buffer could overflow", c.Depth, stopDelay+stopReaction, need)
	}
	return ir.Elaborate(Myrinet(c).Module)
}

// Myrinet is the endpoint as a component, for designs that hold several. c is valid.
func Myrinet(c config.Config) ir.Component[MyrinetPorts] {
	io := MyrinetPorts{
		In: MyrinetLink{ir.In(9)}, Out: MyrinetLink{ir.Out(9)}, S: beatsIn(8), M: MyrinetOut{beatsOut(8), ir.Out(3)},
		ErrOverflow: ir.Out(1), StatSent: ir.Out(16), StatReceived: ir.Out(16), StatCRC: ir.Out(16), StatCut: ir.Out(16), StatShort: ir.Out(16),
	}
	return ir.Build("myrinet_axis", io, func(m *ir.Module, io MyrinetPorts) {
		m.SetDoc("Host of a Myrinet switch with AXI4-Stream: frames with route bytes in front become packets with CRC and GAP, and back.")
		rx := ir.Inst(m, "receive", myrinetReceive(c))
		rx.Pins.Set(io.In.Char)
		connectOut(rx.Frames.Beats, io.M.Beats)
		io.M.User.Set(rx.Frames.User)
		io.ErrOverflow.Set(rx.Overflow)
		io.StatReceived.Set(rx.Stats.Received)
		io.StatCRC.Set(rx.Stats.CRC)
		io.StatCut.Set(rx.Stats.Cut)
		io.StatShort.Set(rx.Stats.Short)

		tx := ir.Inst(m, "send", myrinetSend(c))
		tx.Frames.Valid.Set(io.S.Valid)
		tx.Frames.Data.Set(io.S.Data)
		tx.Frames.Last.Set(io.S.Last)
		io.S.Ready.Set(tx.Frames.Ready)
		tx.SendStop.Set(rx.SendStop)
		tx.SendGo.Set(rx.SendGo)
		tx.Stop.Set(rx.Stop)
		tx.Go.Set(rx.Go)
		io.Out.Char.Set(tx.Pins)
		io.StatSent.Set(tx.Sent)
	})
}

// connectOut leads a stream of a part to that of the module around it.
func connectOut(part, pins Beats) {
	pins.Valid.Set(part.Valid)
	pins.Data.Set(part.Data)
	pins.Last.Set(part.Last)
	part.Ready.Set(pins.Ready)
}

// symbol is a control symbol as a character.
func symbol(code uint64) uint64 { return 1<<8 | code }

// myrinetSendPorts are the ports of the sending half.
type myrinetSendPorts struct {
	Frames           Beats
	SendStop, SendGo ir.Signal // become pending at the end of the cycle
	Stop, Go         ir.Signal // received
	Pins             ir.Signal // 9
	Sent             ir.Signal // 16
}

// myrinetSend makes characters of frames.
func myrinetSend(c config.Config) ir.Component[myrinetSendPorts] {
	io := myrinetSendPorts{beatsIn(8), ir.In(1), ir.In(1), ir.In(1), ir.In(1), ir.Out(9), ir.Out(16)}
	return ir.Build("myrinet_axis_send", io, func(m *ir.Module, io myrinetSendPorts) {
		m.SetDoc("Sending half: GO and FRES after reset, STOP and GO, then frames, each with CRC and GAP.")
		frames := ir.Inst(m, "frames", rtl.FIFO(9, 2, rtl.LUTRAM))
		m.Unused(frames.Count)
		frames.Enq.Valid.Set(io.Frames.Valid)
		frames.Enq.Data.Set(ir.Cat(io.Frames.Last, io.Frames.Data))
		io.Frames.Ready.Set(frames.Enq.Ready)

		boot := m.Reg("boot", 2, 0).Doc("Cycles since reset, up to 2: GO and FRES go first.")
		pending := m.Reg("pending", 1, 0)
		pendingStop := m.Reg("pending_stop", 1, 0).Doc("What is pending is STOP, not GO.")
		expire := m.Reg("expire", ir.Bits(c.StopExpire), 0).Doc("Cycles that the last STOP still holds.")
		booting, stopped := boot.LtC(2).Named("booting"), expire.Any().Named("stopped")
		m.When(booting, func() { boot.Set(boot.AddC(1)) })
		m.When(io.Stop, func() { expire.Set(expire.C(uint64(c.StopExpire))) }).
			ElseWhen(io.Go, func() { expire.Set(expire.C(0)) }).
			ElseWhen(stopped, func() { expire.Set(expire.SubC(1)) })
		changes := io.SendStop.Or(io.SendGo)
		pending.Set(changes.Or(pending.And(booting)))
		m.When(changes, func() { pendingStop.Set(io.SendStop) })

		states := m.Enum("IN_DATA", "IN_CRC", "IN_GAP")
		state := m.Reg("state", 2, 0)
		crc := m.Reg("crc", 8, 0)
		sends := ir.Or(booting, pending, stopped).Not().Named("sends")
		inData := state.Eq(states[0])
		byte := frames.Deq.Data.Low(8)
		frames.Deq.Ready.Set(sends.And(inData))
		sendsData := ir.And(sends, inData, frames.Deq.Valid).Named("sends_data")
		sendsCRC := sends.And(state.Eq(states[1])).Named("sends_crc")
		sendsGap := sends.And(state.Eq(states[2])).Named("sends_gap")
		char := m.Reg("character", 9, symbol(c.Symbols.Idle))
		code := func(k uint64) ir.Signal { return m.Const(9, symbol(k)) }
		m.When(booting, func() { char.Set(ir.Mux(boot.EqC(0), code(c.Symbols.Go), code(c.Symbols.Fres))) }).
			ElseWhen(pending, func() { char.Set(ir.Mux(pendingStop, code(c.Symbols.Stop), code(c.Symbols.Go))) }).
			ElseWhen(sendsData, func() {
				char.Set(byte.ZExt(9))
				crc.Set(rtl.CRC{Width: 8, Poly: c.CRCPoly}.Step(crc, byte))
				m.When(frames.Deq.Data.Bit(8), func() { state.Set(states[1]) })
			}).
			ElseWhen(sendsCRC, func() {
				char.Set(crc.ZExt(9))
				crc.Set(crc.C(0))
				state.Set(states[2])
			}).
			ElseWhen(sendsGap, func() {
				char.Set(code(c.Symbols.Gap))
				state.Set(states[0])
			}).
			Else(func() { char.Set(code(c.Symbols.Idle)) })
		io.Pins.Set(char)
		io.Sent.Set(rtl.SaturatingCounter(m, "sent_frames", 16, sendsGap))
	})
}

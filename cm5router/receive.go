package cm5router

import (
	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// ReceivePorts are the ports of the receiving half of an input port.
type ReceivePorts struct {
	Enabled ir.Signal // 1: the port's mask bit
	Flit    ir.Signal // 4: pins
	Valid   ir.Signal // 1: pins
	Popped  ir.Signal // 1: an entry leaves the input FIFO in this cycle
	Token   ir.Signal // 1: pins
	Write   ir.Signal // 1: Entry goes into the input FIFO in this cycle
	Entry   ir.Signal // 5
	Unpaid  ir.Signal // 1: a flit without a token is discarded in this cycle
	Count   ir.Signal // 16: messages whose last CRC flit has come, modulo 2^16
}

// receive frames what comes on a link: it raises tokens, checks the CRC and turns the flits of
// a message into FIFO entries, the CRC into one trailer with the verdict. Section "Input port
// p: receive" of docs/spec/cm5.md.
func receive(v variant) ir.Component[ReceivePorts] {
	s := sizesOf(v.Config)
	io := ReceivePorts{
		Enabled: ir.In(1), Flit: ir.In(4), Valid: ir.In(1), Popped: ir.In(1),
		Token: ir.Out(1), Write: ir.Out(1), Entry: ir.Out(entryWidth), Unpaid: ir.Out(1), Count: ir.Out(16),
	}
	name := v.name("cm5_receive", "words", "link", "depth", "crc_width", "crc_poly")
	return ir.Build(name, io, func(m *ir.Module, io ReceivePorts) {
		m.SetDoc("Receiving half of an input port: tokens, framing, CRC check.")
		tokens := ir.Inst(m, "tokens", rtl.TokenReceiver(s.roundTrip, s.room))
		tokens.Enabled.Set(io.Enabled)
		tokens.Valid.Set(io.Valid)
		tokens.Wrote.Set(io.Write)
		tokens.Popped.Set(io.Popped)
		io.Token.Set(tokens.Token)
		io.Unpaid.Set(tokens.Unpaid)

		f := frame(m, v.Config, io.Flit, tokens.Comes)
		crc := checkCRC(m, v.Config, io.Flit, tokens.Comes, f)
		trailer := ir.CatList(crc.primary, crc.secondary, f.wrongLength,
			ir.Or(crc.primary, crc.secondary, f.wrongLength), m.Const(1, 1))
		io.Write.Set(tokens.Comes.And(ir.Mux(f.inCRC, f.last, f.surplus.Not())))
		io.Entry.Set(ir.Mux(f.inCRC, trailer, f.flit.ZExt(entryWidth)))

		count := m.Reg("messages", 16, 0)
		m.When(ir.And(tokens.Comes, f.inCRC, f.last), func() { count.Set(count.AddC(1)) })
		io.Count.Set(count)
	})
}

// The sections of a message.
const (
	inHeight = iota
	inRoute
	inLength // the low digit
	inTag
	inData
	inCRC
	inLengthHigh // only with two length flits
)

var sectionNames = []string{
	"SECTION_HEIGHT", "SECTION_ROUTE", "SECTION_LENGTH", "SECTION_TAG", "SECTION_DATA", "SECTION_CRC",
	"SECTION_LENGTH_HIGH",
}

// framing tells of the flit on the pins what part of a message it is.
type framing struct {
	inCRC       ir.Signal // 1
	last        ir.Signal // 1: the last flit of the route, of a data word or of the CRC
	surplus     ir.Signal // 1: a data flit beyond the longest message
	flit        ir.Signal // 4: the flit as it is passed on, a length clamped
	wrongLength ir.Signal // 1: the length, already received, was 0 or too large
}

// frame follows the sections of a message, a flit in each cycle in which comes is 1.
func frame(m *ir.Module, c config.Config, flit, comes ir.Signal) framing {
	s := sizesOf(c)
	sections := m.Enum(sectionNames[:inCRC+s.lengthFlits]...)
	section := m.Reg("section", 3, inHeight).Doc("Part of the message that the next flit belongs to.")
	left := m.Reg("left", 3, 0).Doc("Flits left after it in the route, in this data word or in the CRC.")
	words := m.Reg("words", 4*s.lengthFlits, 0).Doc("Data words left, surplus ones included.")
	room := m.Reg("room", ir.Bits(c.Words), 0).Doc("Data words that may still be passed on.")
	wrong := m.Reg("wrong_length", 1, 0)

	in := func(k int) ir.Signal { return section.Eq(sections[k]) }
	goTo := func(k int) { section.Set(sections[k]) }
	last := left.EqC(0).Named("last")
	firstLength := inLength
	length, passed := flit, flit
	if s.lengthFlits == 2 {
		firstLength = inLengthHigh
		high := m.Reg("length_high", 4, 0)
		m.When(comes, func() { high.Set(flit) })
		length = ir.Cat(high, flit)
		most := flit.C(uint64(c.Words / 16))
		passed = ir.Mux(in(inLengthHigh).And(flit.Gt(most)), most, passed)
	}
	tooLong := m.Const(1, 0)
	if c.Words < 1<<(4*s.lengthFlits)-1 {
		tooLong = length.Gt(length.C(uint64(c.Words))).Named("too_long")
		passed = ir.Mux(in(inLength).And(tooLong), flit.C(uint64(c.Words%16)), passed)
	}

	startCRC := func() {
		left.Set(left.C(uint64(s.crcFlits - 1)))
		goTo(inCRC)
	}
	m.When(comes, func() {
		left.Set(left.SubC(1))
		cases := m.Switch(section).
			Case(sections[inHeight], func() {
				left.Set(flit.SubC(1).Slice(3, 1))
				m.When(flit.Any(), func() { goTo(inRoute) }).Else(func() { goTo(firstLength) })
			}).
			Case(sections[inRoute], func() { m.When(last, func() { goTo(firstLength) }) }).
			Case(sections[inLength], func() {
				words.Set(length)
				room.Set(room.C(uint64(c.Words)))
				wrong.Set(length.EqC(0).Or(tooLong))
				goTo(inTag)
			}).
			Case(sections[inTag], func() {
				left.Set(left.C(7))
				m.When(words.Any(), func() { goTo(inData) }).Else(startCRC)
			}).
			Case(sections[inData], func() {
				m.When(last, func() {
					words.Set(words.SubC(1))
					m.When(room.Any(), func() { room.Set(room.SubC(1)) })
					m.When(words.EqC(1), startCRC)
				})
			})
		if s.lengthFlits == 2 {
			cases.Case(sections[inLengthHigh], func() { goTo(inLength) })
		}
		cases.Default(func() { m.When(last, func() { goTo(inHeight) }) })
	})
	return framing{
		inCRC: in(inCRC).Named("in_crc"), last: last, surplus: in(inData).And(room.EqC(0)),
		flit: passed, wrongLength: wrong,
	}
}

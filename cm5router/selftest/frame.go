package selftest

import (
	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

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

// crcs gives the CRC of the links and the signature.
func crcs(c config.Config) (link, signature rtl.CRC) {
	return rtl.CRC{Width: c.CRCWidth, Poly: c.CRCPoly}, rtl.CRC{Width: 8, Poly: 0x1d}
}

// framing tells of the flit that is next what part of a message it is.
type framing struct {
	section  ir.Signal
	sections []ir.Signal
	high     ir.Signal // 4: the high digit of the length, if there are two
	free     ir.Signal // 1: in the data, one of the first four, which are drawn at random
	ends     ir.Signal // 1: the last of the message
}

func (f framing) in(k int) ir.Signal { return f.section.Eq(f.sections[k]) }

// frame follows the sections of messages, a flit in each cycle in which moves is 1. It asks for the flit once it
// has told where it stands.
func frame(m *ir.Module, c config.Config, moves ir.Signal, next func(framing) ir.Signal) framing {
	crcFlits, lengthFlits := c.CRCWidth/4, 1
	if c.Words > 15 {
		lengthFlits = 2
	}
	f := framing{sections: m.Enum(sectionNames[:inCRC+lengthFlits]...)}
	f.section = m.Reg("section", 3, inHeight).Doc("Part of the message that the next flit belongs to.")
	left := m.Reg("left", 3, 0).Doc("Flits left after it in the route, in this data word or in the CRC.")
	words := m.Reg("words", 4*lengthFlits, 0).Doc("Data words left.")
	first := m.Reg("first_word", 1, 0)
	last := left.EqC(0).Named("last")
	f.free = first.And(left.Bit(2))
	f.ends = f.in(inCRC).And(last).Named("ends")
	if lengthFlits == 2 {
		f.high = m.Reg("length_high", 4, 0)
	}
	flit := next(f)

	goTo := func(k int) { f.section.Set(f.sections[k]) }
	firstLength, length := inLength, flit
	if lengthFlits == 2 {
		firstLength, length = inLengthHigh, ir.Cat(f.high, flit)
	}
	m.When(moves, func() {
		left.Set(left.SubC(1))
		cases := m.Switch(f.section).
			Case(f.sections[inHeight], func() {
				left.Set(flit.SubC(1).Slice(3, 1))
				m.When(flit.Any(), func() { goTo(inRoute) }).Else(func() { goTo(firstLength) })
			}).
			Case(f.sections[inRoute], func() { m.When(last, func() { goTo(firstLength) }) }).
			Case(f.sections[inLength], func() {
				words.Set(length)
				goTo(inTag)
			}).
			Case(f.sections[inTag], func() {
				left.Set(left.C(7))
				first.Set(m.Const(1, 1))
				goTo(inData)
			}).
			Case(f.sections[inData], func() {
				m.When(last, func() {
					first.Set(m.Const(1, 0))
					words.Set(words.SubC(1))
					m.When(words.EqC(1), func() {
						left.Set(left.C(uint64(crcFlits - 1)))
						goTo(inCRC)
					})
				})
			})
		if lengthFlits == 2 {
			cases.Case(f.sections[inLengthHigh], func() {
				f.high.Set(flit)
				goTo(inLength)
			})
		}
		cases.Default(func() { m.When(last, func() { goTo(inHeight) }) })
	})
	return f
}

//go:build tools

package rtl_test

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
	"github.com/flitwright/flitwright/tb"
)

// bitSerial is the definition of a CRC: a shift register, highest bit first, that takes in the polynomial
// where the bit that falls out and that of the data differ.
func bitSerial(c rtl.CRC, state, data ir.Signal) ir.Signal {
	for i := data.Width() - 1; i >= 0; i-- {
		feedback := state.Msb().Xor(data.Bit(i))
		state = state.Shl(number(state, 1, 1)).Xor(number(state, c.Width, c.Poly).And(feedback.Repeat(c.Width)))
	}
	return state
}

func crcStepOf(c rtl.CRC, n int) function {
	return function{
		name: fmt.Sprintf("crc%d_%x_step%d", c.Width, c.Poly, n), xw: c.Width, yw: n,
		is:   c.Step,
		want: func(state, data ir.Signal) ir.Signal { return bitSerial(c, state, data) },
	}
}

// register states that a CRC register is always the CRC, bit by bit, of what has come since reset or the last
// clear.
func register(c rtl.CRC, n int, initial uint64) *ir.Module {
	io := rtl.CRCPorts{Clear: ir.In(1), Valid: ir.In(1), Data: ir.In(n), CRC: ir.Out(c.Width)}
	return ir.Build("register_proof", io, func(m *ir.Module, io rtl.CRCPorts) {
		part := ir.Inst(m, "part", c.Register(n, initial))
		part.Clear.Set(io.Clear)
		part.Valid.Set(io.Valid)
		part.Data.Set(io.Data)
		io.CRC.Set(part.CRC)
		want := m.Reg("want", c.Width, initial)
		from := ir.Mux(io.Clear, want.C(initial), want)
		want.Set(ir.Mux(io.Valid, bitSerial(c, from, io.Data), from))
		m.Assert(part.CRC.Eq(want), "the register is not the CRC of what came")
	}).Module
}

// inOneCycle states that a CRC register that takes n bits a cycle goes with one that takes the same bits one a
// cycle, n cycles for one.
func inOneCycle(c rtl.CRC, n int) *ir.Module {
	return ir.Build("in_one_cycle", struct{ Data ir.Signal }{ir.In(n)}, func(m *ir.Module, io struct{ Data ir.Signal }) {
		wide, narrow := ir.Inst(m, "wide", c.Register(n, 1)), ir.Inst(m, "narrow", c.Register(1, 1))
		first := m.Reg("first", n, 1) // one-hot: the bits that narrow has taken of this word
		first.Set(ir.Cat(first.Low(n-1), first.Msb()))
		rest := m.RegNoReset("rest", n)
		word := ir.Mux(first.Bit(0), io.Data, rest).Named("word")
		rest.Set(word.Shl(m.Const(1, 1)))
		for _, pins := range []rtl.CRCPorts{wide, narrow} {
			pins.Clear.Set(m.Const(1, 0))
		}
		wide.Valid.Set(first.Bit(0))
		wide.Data.Set(io.Data)
		narrow.Valid.Set(m.Const(1, 1))
		narrow.Data.Set(word.Msb())
		m.Assert(implies(first.Bit(0), wide.CRC.Eq(narrow.CRC)), "many bits at once are not as one by one")
	}).Module
}

func crcClaims() []claim {
	usb, smbus, ccitt, ibm := rtl.CRC{Width: 5, Poly: 0x05}, rtl.CRC{Width: 8, Poly: 0x07}, rtl.CRC{Width: 16, Poly: 0x1021}, rtl.CRC{Width: 16, Poly: 0x8005}
	cm5 := rtl.CRC{Width: 4, Poly: 0x3}
	ethernet, castagnoli := rtl.CRC{Width: 32, Poly: 0x04c11db7}, rtl.CRC{Width: 32, Poly: 0x1edc6f41}
	ecma := rtl.CRC{Width: 64, Poly: 0x42f0e1eba9ea3693}
	notFed := func(module string) func(*ir.Design) error {
		return tb.Edit(module, func(e *tb.Editor) { // one term of a bit is left out
			for _, n := range e.Module.Nodes {
				if n.Op == ir.OpXor && n.Width == 1 && len(n.Args) > 2 {
					n.Args = n.Args[1:]
					return
				}
			}
		})
	}
	step := functionClaim("CRC.Step", "it is the shift register of the polynomial, stepped bit by bit",
		"1 bit over 4; 4 over 1 and 4; 5 over 11; 8 over 8; 16 over 1, 4 and 8", "16 over 16 and 32; 32 over 4, 8 and 32; 64 over 8",
		[]function{
			crcStepOf(rtl.CRC{Width: 1, Poly: 1}, 4), crcStepOf(cm5, 1), crcStepOf(cm5, 4), crcStepOf(usb, 11),
			crcStepOf(smbus, 8), crcStepOf(ccitt, 1), crcStepOf(ccitt, 4), crcStepOf(ccitt, 8), crcStepOf(ibm, 8),
		},
		[]function{
			crcStepOf(ccitt, 16), crcStepOf(ccitt, 32), crcStepOf(ethernet, 4), crcStepOf(ethernet, 8), crcStepOf(castagnoli, 8), crcStepOf(ethernet, 32),
			crcStepOf(ecma, 8),
		},
		crcStepOf(smbus, 8), "a bit is left out", notFed("crc8_7_step8"))
	step.xors = true
	return []claim{
		step,
		{
			part: "CRC.Register", says: "it is the CRC, bit by bit, of what came since reset or the last clear",
			small: []proof{{"4 over 4", "", register(cm5, 4, 0)}, {"8 over 8", "", register(smbus, 8, 0xff)}, {"16 over 8", "", register(ccitt, 8, 0xffff)}},
			large: []proof{{"16 over 16", "", register(ibm, 16, 0)}, {"32 over 8", "", register(ethernet, 8, 0xffffffff)}},
			faults: []fault{
				{"clear does not clear", register(smbus, 8, 0xff), tb.Edit("crc8_7_step8", func(e *tb.Editor) {
					e.Change("start", func(*ir.Node) *ir.Node { return e.Node("state") })
				}), "not the CRC of what came"},
			},
		},
		{
			part: "CRC.Register", says: "many bits a cycle are as the same bits one a cycle",
			small:  []proof{{"4 over 4", "", inOneCycle(cm5, 4)}, {"5 over 3", "", inOneCycle(usb, 3)}},
			large:  []proof{{"8 over 4", "", inOneCycle(smbus, 4)}, {"8 over 8", "", inOneCycle(smbus, 8)}},
			faults: []fault{{"a bit is left out", inOneCycle(cm5, 4), notFed("crc4_3_step4"), "one by one"}},
		},
	}
}

//go:build tools

package rtl_test

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
	"github.com/flitwright/flitwright/tb"
)

type uartPorts struct {
	Valid, Data ir.Signal
}

// uartLines states what is on the line of senders of some periods, from the byte taken and the cycles since.
func uartLines(periods ...int) *ir.Module {
	return ir.Build("uart_lines", uartPorts{ir.In(1), ir.In(8)}, func(m *ir.Module, io uartPorts) {
		for _, period := range periods {
			m.Scope(fmt.Sprintf("period_%d", period), func() {
				w := max(1, ir.Bits(period))
				u := ir.Inst(m, "uart", rtl.UARTSender(w))
				u.Period.Set(m.Const(w, uint64(period)))
				u.Send.Valid.Set(io.Valid)
				u.Send.Data.Set(io.Data)

				sending := m.Reg("sending", 1, 0)
				frame := m.Reg("frame", 10, 0).Doc("of the byte under way, the first bit the lowest")
				bit, cycle := m.Reg("bit", 4, 0), m.Reg("since", w, 0)
				m.When(sending.Not(), func() {
					sending.Set(io.Valid)
					frame.Set(ir.Cat(m.Const(1, 1), io.Data, m.Const(1, 0)))
				}).ElseWhen(cycle.EqC(uint64(period)), func() {
					cycle.Set(cycle.C(0))
					bit.Set(ir.Mux(bit.EqC(9), bit.C(0), bit.AddC(1)))
					m.When(bit.EqC(9), func() { sending.Set(m.Const(1, 0)) })
				}).Else(func() { cycle.Set(cycle.AddC(1)) })
				m.Assert(u.TX.Eq(frame.Shr(bit).Bit(0).Or(sending.Not())), "the line does not show the byte")
				m.Assert(u.Send.Ready.Eq(sending.Not()), "ready at the wrong time")
			})
		}
	}).Module
}

func uartClaims() []claim {
	return []claim{{
		part: "UARTSender", says: "the line shows each byte taken, a bit for period + 1 cycles, and is 1 between; ready follows the last of them",
		small: []proof{{"1 and 2 cycles a bit", "", uartLines(0, 1)}},
		large: []proof{{"5 cycles a bit", "", uartLines(4)}},
		faults: []fault{
			{"the highest bit goes first", uartLines(0), tb.Change("uart_sender_*", "send_data", func(e *tb.Editor, n *ir.Node) *ir.Node {
				bits := make([]*ir.Node, 8)
				for i := range bits {
					bits[i] = e.New(ir.OpSlice, 1, n)
					bits[i].Lo = i
				}
				return e.New(ir.OpCat, 8, bits...)
			}), "the line does not show"},
			{"the stop bit is too short", uartLines(1), tb.Edit("uart_sender_*", func(e *tb.Editor) {
				for _, n := range e.Module.Nodes {
					if n.Op == ir.OpConst && n.Value.Uint64() == 10 {
						n.Value.SetUint64(9)
					}
				}
			}), "ready at the wrong time"},
		},
	}}
}

package rtl

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

// UARTSenderPorts are the ports of a UARTSender: period, send_valid, send_ready, send_data, tx.
type UARTSenderPorts struct {
	Period ir.Signal         // cycles a bit, less 1; static
	Send   Stream[ir.Signal] // 8 bits
	TX     ir.Signal         `port:"tx"`
}

// UARTSender sends bytes over an asynchronous serial line, 8N1, period + 1 cycles a bit; period has
// width bits. A byte taken (send_valid and send_ready) in t is on tx from t+1 on: a 0, its bits from the lowest
// up, a 1. send_ready is 1 again in t + 10*(period+1) + 1 and tx stays 1 until a byte is taken. tx leaves
// from a flip-flop; it is 1 after reset.
func UARTSender(width int) ir.Component[UARTSenderPorts] {
	w := max(1, width)
	io := UARTSenderPorts{Period: ir.In(w), Send: StreamIn(8), TX: ir.Out(1)}
	return ir.Build(fmt.Sprintf("uart_sender_w%d", w), io, func(m *ir.Module, io UARTSenderPorts) {
		if width < 1 {
			m.Errorf("uart sender: a period of %d bits; the least is 1", width)
		}
		m.SetDoc("Sends bytes over a serial line, 8N1.")
		bits := m.Reg("bits", 9, 0x1ff).Doc("what is still to be sent, the lowest bit now")
		left := m.Reg("left", 4, 0).Doc("bits left, the one now on the line included")
		cycle := m.Reg("cycle", w, 0).Doc("cycles left of the bit")
		ready := left.EqC(0).Named("idle")
		io.Send.Ready.Set(ready)
		m.When(ready, func() {
			m.When(io.Send.Valid, func() {
				bits.Set(ir.Cat(io.Send.Data, m.Const(1, 0)))
				left.Set(left.C(10))
				cycle.Set(io.Period)
			})
		}).ElseWhen(cycle.Any(), func() {
			cycle.Set(cycle.SubC(1))
		}).Else(func() {
			bits.Set(ir.Cat(m.Const(1, 1), bits.Slice(8, 1)))
			left.Set(left.SubC(1))
			cycle.Set(io.Period)
		})
		io.TX.Set(bits.Bit(0))
	})
}

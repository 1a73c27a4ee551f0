package selftest

import (
	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/ir"
)

// SinkPorts are the ports of a sink.
type SinkPorts struct {
	ID    ir.Signal // 3: the number of the output, 0 to Climbed; static
	Go    ir.Signal // 1, from a flip-flop: raise a token
	Token ir.Signal // 1: to the link
	Valid ir.Signal // 1: from the link
	Flit  ir.Signal // 4: from the link
	Right ir.Signal // 1: the message that ended in the cycle before is right
	Wrong ir.Signal // 1: it is not, or a flit came for which there was no token
}

// Sink takes messages and judges them.
func Sink(c config.Config) ir.Component[SinkPorts] {
	io := SinkPorts{
		ID: ir.In(3), Go: ir.In(1), Token: ir.Out(1), Valid: ir.In(1), Flit: ir.In(4), Right: ir.Out(1), Wrong: ir.Out(1),
	}
	return ir.Build("cm5_selftest_sink", io, func(m *ir.Module, io SinkPorts) {
		m.SetDoc("Takes messages and judges each by its own flits.")
		link, signature := crcs(c)
		io.Token.Set(io.Go)
		paid := m.Reg("paid", 1, 0)
		paid.Set(io.Go)
		unpaid := m.Reg("unpaid", 1, 0)
		unpaid.Set(io.Valid.AndNot(paid))

		crc := m.Reg("crc", c.CRCWidth, 0).Doc("CRC of the flits of a message, its own included: 0 if they are right.")
		seen := m.RegNoReset("signature", 8)
		misfit := m.Reg("misfit", 1, 0).Doc("A flit was not as it must be.")
		ended := m.Reg("ended", 1, 0)
		f := frame(m, c, io.Valid, func(framing) ir.Signal { return io.Flit })

		ended.Set(io.Valid.And(f.ends))
		m.When(io.Valid, func() {
			crc.Set(link.Step(crc, io.Flit))
			seen.Set(signature.Step(seen, io.Flit))
			m.When(f.in(inData).AndNot(f.free).And(io.Flit.Ne(seen.Low(4))), func() { misfit.Set(m.Const(1, 1)) })
		})
		m.When(ended, func() { // the router leaves at least two cycles between messages
			crc.Set(crc.C(0))
			misfit.Set(m.Const(1, 0))
		})
		m.When(m.Reset().Or(ended), func() { seen.Set(io.ID.ZExt(8)) })

		good := misfit.Or(crc.Any()).Not().Named("good")
		io.Right.Set(ended.And(good))
		io.Wrong.Set(unpaid.Or(ended.AndNot(good)))
	})
}

package selftest

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/myrinetswitch/config"
)

// SinkPorts are the ports of a sink.
type SinkPorts struct {
	ID    ir.Signal // 4: the number of its port, static
	Out   ir.Signal // 9: the character that the switch sends to this port
	Turn  ir.Signal // 1: the source of this port takes STOP or GO to its pins
	Stop  ir.Signal // 1: it is STOP
	Sure  ir.Signal // 1: 4 cycles or more after turn: a STOP that was sent is obeyed by now
	Right ir.Signal // 1: the packet that ended in the cycle before is right
	Wrong ir.Signal // 1: it is not, or a character of a packet came under STOP, or a FRES after the first
}

// What a sink expects of the next byte.
const (
	wantDestination = iota
	wantOrigin
	wantSeed
	wantData
	wantCRC
	wantGap
)

// Sink takes packets and judges each when its GAP comes.
func Sink(c config.Config) ir.Component[SinkPorts] {
	io := SinkPorts{
		ID: ir.In(4), Out: ir.In(9), Turn: ir.In(1), Stop: ir.In(1), Sure: ir.In(1),
		Right: ir.Out(1), Wrong: ir.Out(1),
	}
	return ir.Build("myrinet_selftest_sink", io, func(m *ir.Module, io SinkPorts) {
		m.SetDoc("Takes packets and judges each by its own bytes.")
		states := m.Enum("WANT_DESTINATION", "WANT_ORIGIN", "WANT_SEED", "WANT_DATA", "WANT_CRC", "WANT_GAP")
		state := m.Reg("state", 3, wantDestination)
		last := m.RegNoReset("last", 8).Doc("The byte before.")
		sum := m.Reg("sum", 8, 0).Doc("CRC of the bytes, its own included: 0 if they are right.")
		odd := m.Reg("odd", 1, 0).Doc("The byte of the cycle before was not as it must be.")
		misfit := m.Reg("misfit", 1, 0).Doc("One before that was not.")

		value := io.Out.Low(8)
		isByte := io.Out.Bit(8).Not().Named("is_byte")
		is := func(k uint64) ir.Signal { return io.Out.EqC(symbol(k)) }
		isGap, isFres := is(c.Symbols.Gap).Named("is_gap"), is(c.Symbols.Fres).Named("is_fres")

		good := ir.And(state.Eq(states[wantGap]), misfit.Not(), odd.Not(), sum.EqC(0)).Named("good")
		odd.Set(m.Const(1, 0))
		m.When(odd, func() { misfit.Set(m.Const(1, 1)) })
		m.When(isByte, func() {
			last.Set(value)
			sum.Set(crc(c).Step(sum, value))
			afterData := ir.Mux(isLast(value), states[wantCRC], states[wantData])
			m.Switch(state).
				Case(states[wantDestination], func() { odd.Set(value.Ne(io.ID.ZExt(8))); state.Set(states[wantOrigin]) }).
				Case(states[wantOrigin], func() { odd.Set(value.GeC(uint64(c.Ports))); state.Set(states[wantSeed]) }).
				Case(states[wantSeed], func() { state.Set(afterData) }).
				Case(states[wantData], func() { odd.Set(value.Ne(following(m, last))); state.Set(afterData) }).
				Case(states[wantCRC], func() { state.Set(states[wantGap]) }).
				Default(func() { odd.Set(m.Const(1, 1)) })
		}).ElseWhen(isGap.Or(isFres), func() {
			state.Set(states[wantDestination])
			sum.Set(sum.C(0))
			misfit.Set(m.Const(1, 0))
		})

		stop := m.Reg("stopping", 1, 0)
		silent := m.Reg("silent", 1, 0).Doc("The switch has had time to obey STOP.")
		booted := m.Reg("booted", 1, 0).Doc("The FRES that follows a reset has come.")
		m.When(io.Sure, func() { silent.Set(stop) })
		m.When(io.Turn, func() {
			stop.Set(io.Stop)
			m.When(io.Stop.Not(), func() { silent.Set(m.Const(1, 0)) })
		})
		m.When(isFres, func() { booted.Set(m.Const(1, 1)) })

		right, bad := m.Reg("was_right", 1, 0), m.Reg("was_wrong", 1, 0)
		right.Set(isGap.And(good))
		bad.Set(ir.Or(isGap.AndNot(good), isFres.And(booted), silent.And(isByte.Or(isGap))))
		io.Right.Set(right)
		io.Wrong.Set(bad)
	})
}

package myrinetswitch

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/myrinetswitch/config"
)

// OutputPorts are the ports of an output.
type OutputPorts struct {
	Enabled  ir.Signal // 1
	SendStop ir.Signal // 1: STOP of the input of this port becomes pending
	SendGo   ir.Signal // 1: likewise GO
	Stop     ir.Signal // 1: the input of this port received STOP
	Go       ir.Signal // 1: it received GO
	Owe      ir.Signal // 1: a FRES is owed from the next cycle on
	Marks    ir.Signal // 1: nothing may cross in the next cycle
	Cross    Crossing  // from the crossbar, taken when ready
	Ready    ir.Signal // 1: takes a character in this cycle
	Readies  ir.Signal // 1: will take one in the next cycle, if somebody holds it then
	Stopped  ir.Signal // 1
	Pins     ir.Signal // 9
}

// output decides what leaves. Section "Output port q" of docs/spec/myrinet.md.
func output(c config.Config) ir.Component[OutputPorts] {
	io := OutputPorts{
		Enabled: ir.In(1), SendStop: ir.In(1), SendGo: ir.In(1), Stop: ir.In(1), Go: ir.In(1), Owe: ir.In(1), Marks: ir.In(1),
		Cross: Crossing{ir.In(1), ir.In(9)}, Ready: ir.Out(1), Readies: ir.Out(1), Stopped: ir.Out(1), Pins: ir.Out(9),
	}
	return ir.Build("myrinet_output", io, func(m *ir.Module, io OutputPorts) {
		m.SetDoc("Output: boot, FRES, STOP and GO, then the character that crosses.")
		port := &registers{m: m}
		boot := port.reg("boot", 2, 0).Doc("Cycles since reset, up to 2: GO and FRES go first.")
		owed := port.reg("owed", 1, 0)
		pending := port.reg("pending", 1, 0)
		pendingStop := port.reg("pending_stop", 1, 0).Doc("What is pending is STOP, not GO.")
		expire := port.reg("expire", ir.Bits(c.StopExpire), 0).Doc("Cycles that the last STOP still holds.")
		stopped := port.reg("is_stopped", 1, 0)
		ready := port.reg("is_ready", 1, 0).Doc("Neither booting nor stopped, and nothing owed, pending or marked.")
		char := port.reg("char_register", 9, symbol(c.Symbols.Idle))

		booting := boot.LtC(2).Named("booting")
		m.When(booting, func() { boot.Set(boot.AddC(1)) })
		m.When(io.Stop, func() { expire.Set(expire.C(uint64(c.StopExpire))) }).
			Else(func() { expire.Set(expire.SubC(1)) })
		staysStopped := ir.And(stopped, io.Go.Not(), expire.EqC(1).Not()).Or(io.Stop).Named("stays_stopped")
		stopped.Set(staysStopped)

		stillOwes := owed.And(booting).Named("still_owes")
		owed.Set(io.Owe.Or(stillOwes))
		changes := io.SendStop.Or(io.SendGo).Named("changes")
		pends := changes.Or(pending.And(booting.Or(owed))).Named("pends")
		pending.Set(pends)
		m.When(changes, func() { pendingStop.Set(io.SendStop) })
		readies := ir.Or(boot.EqC(0), stillOwes, pends, staysStopped, io.Marks).Not().Named("readies_if_held")
		ready.Set(readies.AndNot(io.Owe)) // an output that begins to owe is held by nobody

		code := func(k uint64) ir.Signal { return m.Const(9, symbol(k)) }
		m.When(booting, func() { char.Set(ir.Mux(boot.EqC(0), code(c.Symbols.Go), code(c.Symbols.Fres))) }).
			ElseWhen(owed, func() { char.Set(code(c.Symbols.Fres)) }).
			ElseWhen(pending, func() { char.Set(ir.Mux(pendingStop, code(c.Symbols.Stop), code(c.Symbols.Go))) }).
			ElseWhen(ready.And(io.Cross.Valid), func() { char.Set(io.Cross.Char) }).
			Else(func() { char.Set(code(c.Symbols.Idle)) })
		m.Assert(ready.And(ir.Or(booting, owed, pending, stopped)).Not(), "an output is ready that has a character of its own")
		port.holdWhile(io.Enabled.Not())

		io.Ready.Set(ready)
		io.Readies.Set(readies)
		io.Stopped.Set(stopped)
		io.Pins.Set(char)
	})
}

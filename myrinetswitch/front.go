package myrinetswitch

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/myrinetswitch/config"
	"github.com/flitwright/flitwright/rtl"
)

// FrontPorts are the ports of the sending half of an input.
type FrontPorts struct {
	Enabled ir.Signal // 1
	Route   RouteConfig
	Timeout ir.Signal  // 24
	Queue   QueuePorts // reading end
	Pop     ir.Signal  // 1: the head moves into the hold
	Grants  FrontGrants
	Cross   Crossing
	Stats   Stats
}

// FrontGrants is what a front and arbitration tell each other in a cycle.
type FrontGrants struct {
	Request  ir.Signal // one-hot, an output
	Granted  ir.Signal // 1: it gets the output that it requests
	Blocked  ir.Signal // 1: that output is held by another and stays held
	Ready    ir.Signal // 1: the output it holds takes a character
	Stopped  ir.Signal // 1: the output it holds is stopped
	Broken   ir.Signal // 1: the output it holds is taken away by a time-out
	Ends     ir.Signal // 1: its GAP crosses: the output is released
	Killed   ir.Signal // 1: it is killed while it holds an output: released, with a FRES
	FiresFor ir.Signal // 1: its timer fires for the output it requests
	FiresOwn ir.Signal // 1: its timer fires for the output it holds
}

// Stats are the counters of an input, 16 bits each.
type Stats struct{ Packets, IllegalTurn, NoWire, Stranded, CRC, Timeout ir.Signal }

// The states of a front.
const (
	idle = iota
	send
	discard
)

// front takes packets from the queue to the outputs they name. Sections "Input port p: front" and
// "Grants and time-out" of docs/spec/myrinet.md.
func front(c config.Config) ir.Component[FrontPorts] {
	n := c.Ports
	io := FrontPorts{
		Enabled: ir.In(1), Route: RouteConfig{ir.In(4), ir.In(n)}, Timeout: ir.In(24),
		Queue: QueuePorts{ir.In(1), ir.In(9), ir.In(1), ir.In(1), ir.In(1)}, Pop: ir.Out(1),
		Grants: FrontGrants{
			Request: ir.Out(n), Granted: ir.In(1), Blocked: ir.In(1), Ready: ir.In(1), Stopped: ir.In(1), Broken: ir.In(1),
			Ends: ir.Out(1), Killed: ir.Out(1), FiresFor: ir.Out(1), FiresOwn: ir.Out(1),
		},
		Cross: Crossing{ir.Out(1), ir.Out(9)},
		Stats: Stats{ir.Out(16), ir.Out(16), ir.Out(16), ir.Out(16), ir.Out(16), ir.Out(16)},
	}
	return ir.Build("myrinet_front", io, func(m *ir.Module, io FrontPorts) {
		m.SetDoc("Sending half of an input: hold, route, CRC, time-out.")
		f := &frontBuilder{FrontPorts: io, m: m, c: c, port: &registers{m: m}}
		f.registers()
		f.decide()
		f.move()
		f.crc()
		f.timer()
		f.port.holdWhile(io.Enabled.Not())
	})
}

// frontBuilder is a front being built.
type frontBuilder struct {
	FrontPorts
	m    *ir.Module
	c    config.Config
	port *registers

	states            []ir.Signal
	state, held, hold ir.Signal // held: the hold is not empty
	holdGap, headGap  ir.Signal // the hold, the head is there and is GAP
	holdData          ir.Signal // the hold is there and is data
	headData          ir.Signal
	killed            ir.Signal
	room              ir.Signal // the hold is empty or shifted: the head moves into it
	isLead            ir.Signal // the hold is a lead byte, judged in this cycle
	strands           ir.Signal // it names no output
	dies              ir.Signal // nothing but GAP follows it
	sends             ir.Signal // the hold crosses
	sendsCRC, sendGap ir.Signal // it is the CRC, GAP
}

func (f *frontBuilder) in(k int) ir.Signal { return f.state.Eq(f.states[k]) }

func (f *frontBuilder) registers() {
	f.states = f.m.Enum("IDLE", "SEND", "DISCARD")
	f.state = f.port.reg("state", 2, idle)
	f.held = f.port.reg("held", 1, 0).Doc("The hold is not empty.")
	f.hold = f.m.RegNoReset("hold", 9)
	f.holdGap = f.held.And(f.hold.Bit(8)).Named("hold_gap")
	f.holdData = f.held.AndNot(f.hold.Bit(8)).Named("hold_data")
	f.headGap = f.Queue.Valid.And(f.Queue.Entry.Bit(8)).Named("head_gap")
	f.headData = f.Queue.Valid.AndNot(f.Queue.Entry.Bit(8)).Named("head_data")
	f.room = f.m.Wire("room", 1)
	f.killed = ir.And(f.Queue.Rollback, f.Queue.Closed.Not(), f.holdGap.Not()).Named("killed")
}

// decide judges the lead byte and requests.
func (f *frontBuilder) decide() {
	m := f.m
	way := ir.Inst(m, "route", route(f.c.Ports))
	way.Config.ID.Set(f.Route.ID)
	way.Config.Enable.Set(f.Route.Enable)
	way.Lead.Set(f.Queue.Entry.Low(8))
	// The route is computed while the byte moves from the queue into the hold.
	routed := func(name string, x ir.Signal) ir.Signal {
		r := m.RegNoReset(name, x.Width())
		m.When(f.room, func() { r.Set(x) })
		return r
	}
	to := routed("to", way.To)
	stranded := routed("is_stranded", way.Stranded)
	illegal := routed("is_illegal", way.IllegalTurn)
	noWire := routed("is_no_wire", way.NoWire)
	bad := ir.Or(stranded, illegal, noWire).Named("is_bad")
	f.isLead = ir.And(f.in(idle), f.holdData, f.killed.Not()).Named("is_lead")
	f.strands = f.isLead.And(bad).Named("strands")
	f.dies = ir.And(f.isLead, bad.Not(), f.headGap).Named("dies")
	requests := f.isLead.And(f.headData)
	f.Grants.Request.Set(to.And(requests.Repeat(f.c.Ports)))

	count := func(name string, out, by ir.Signal) { out.Set(rtl.SaturatingCounter(m, name, 16, by)) }
	count("stranded", f.Stats.Stranded, f.isLead.And(stranded))
	count("illegal_turn", f.Stats.IllegalTurn, f.isLead.And(illegal))
	count("no_wire", f.Stats.NoWire, f.isLead.And(noWire))
}

// move shifts the hold and changes state.
func (f *frontBuilder) move() {
	m, g := f.m, f.Grants
	f.sends = ir.And(f.in(send), f.held, g.Ready, f.holdGap.Or(f.Queue.Valid)).Named("sends")
	f.sendsCRC = ir.And(f.sends, f.holdData, f.headGap).Named("sends_crc")
	f.sendGap = f.sends.And(f.holdGap).Named("sends_gap")
	ignoresGap := f.in(idle).And(f.holdGap)
	shift := ir.Or(ignoresGap, f.strands, f.dies, g.Granted, f.sends, f.in(discard)).Named("shift")
	f.room.Set(shift.Or(f.held.Not()))
	mayPop := f.Queue.Rollback.AndNot(f.Queue.Closed).Not()
	pop := ir.And(f.room, f.Queue.Valid, mayPop).Named("pops")
	f.Pop.Set(pop)

	goTo := func(k int) { f.state.Set(f.states[k]) }
	m.When(f.in(idle), func() {
		m.When(f.strands, func() { goTo(discard) }).ElseWhen(g.Granted, func() { goTo(send) })
	}).ElseWhen(f.sendGap.Or(f.in(discard).And(f.holdGap)), func() { goTo(idle) }).
		ElseWhen(g.Broken, func() { goTo(discard) })
	m.When(f.room, func() {
		f.held.Set(pop)
		f.hold.Set(f.Queue.Entry)
	})
	m.When(f.killed, func() {
		goTo(idle)
		f.held.Set(f.held.C(0))
	})
	g.Ends.Set(f.sendGap)
	g.Killed.Set(f.killed.And(f.in(send)))
	f.Stats.Packets.Set(rtl.SaturatingCounter(m, "packets", 16, f.sendGap))
}

// crc makes the CRC anew over what is sent and carries the error of the one received.
func (f *frontBuilder) crc() {
	m := f.m
	crc := rtl.CRC{Width: 8, Poly: f.c.CRCPoly}
	received := f.port.reg("crc_in", 8, 0).Doc("CRC over the packet as it came, lead byte included.")
	sent := f.port.reg("crc_out", 8, 0).Doc("CRC over the packet as it is sent.")
	wrong := f.port.reg("crc_wrong", 1, 0).Doc("The CRC received was not the one computed.")
	data := f.hold.Low(8)
	m.When(f.Grants.Granted, func() {
		received.Set(crc.Step(received.C(0), data))
		sent.Set(sent.C(0))
	}).ElseWhen(f.sends, func() {
		received.Set(crc.Step(received, data))
		sent.Set(crc.Step(sent, data))
	})
	e := data.Xor(received).Named("crc_error")
	m.When(f.sendsCRC, func() { wrong.Set(e.Any()) })
	f.Stats.CRC.Set(rtl.SaturatingCounter(m, "crc_errors", 16, f.dies.Or(f.sendGap.And(wrong))))

	f.Cross.Valid.Set(f.sends)
	f.Cross.Char.Set(ir.Mux(f.sendsCRC, sent.Xor(e).ZExt(9),
		ir.Mux(f.holdGap, m.Const(9, symbol(f.c.Symbols.Gap)), f.hold)))
}

// timer counts how long the front has waited for an output or for its next character.
func (f *frontBuilder) timer() {
	m, g := f.m, f.Grants
	timer := f.port.reg("timer", 24, 0)
	starved := ir.And(f.in(send), f.holdData, f.Queue.Valid.Not(), f.Queue.TookIn.Not(), g.Stopped.Not()).Named("starved")
	waits := g.Blocked.Or(starved).Named("waits")
	m.When(waits, func() {
		m.When(timer.All().Not(), func() { timer.Set(timer.AddC(1)) })
	}).Else(func() { timer.Set(timer.C(0)) })
	over := f.Timeout.Any().And(timer.Ge(f.Timeout)).Named("over")
	g.FiresFor.Set(over.And(g.Blocked))
	g.FiresOwn.Set(over.And(starved))
	f.Stats.Timeout.Set(rtl.SaturatingCounter(m, "timeouts", 16, over.And(waits)))
}

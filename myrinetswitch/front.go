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
	Pop     ir.Signal  // 1: the head moves into the next
	Grants  FrontGrants
	Cross   Crossing
	Stats   Stats
}

// FrontGrants is what a front and arbitration tell each other in a cycle.
type FrontGrants struct {
	To       ir.Signal // one-hot: the output of its worm; 0 after a lead byte that names none
	Requests ir.Signal // 1: it requests that output, or holds it
	Asks     ir.Signal // 1: likewise, or is killed in this cycle
	Blocked  ir.Signal // 1: it requests an output that is held by another
	Ready    ir.Signal // 1: the output it holds takes a character
	Flows    ir.Signal // 1: it holds an output, which is not stopped
	Holds    ir.Signal // 1: it holds that output
	Breaks   ir.Signal // 1: that output is taken away by a time-out
	Ends     ir.Signal // 1: its GAP crosses: the output is released
	Killed   ir.Signal // 1: it is killed: what it holds is released, with a FRES
	Fires    ir.Signal // 1: its timer fires for the output of its worm
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
		Queue: QueuePorts{ir.In(1), ir.In(9), ir.In(1), ir.In(1)}, Pop: ir.Out(1),
		Grants: FrontGrants{
			To: ir.Out(n), Requests: ir.Out(1), Asks: ir.Out(1), Blocked: ir.In(1), Ready: ir.In(1), Flows: ir.In(1), Holds: ir.In(1),
			Breaks: ir.In(1), Ends: ir.Out(1), Killed: ir.Out(1), Fires: ir.Out(1),
		},
		Cross: Crossing{ir.Out(1), ir.Out(9)},
		Stats: Stats{ir.Out(16), ir.Out(16), ir.Out(16), ir.Out(16), ir.Out(16), ir.Out(16)},
	}
	return ir.Build("myrinet_front", io, func(m *ir.Module, io FrontPorts) {
		m.SetDoc("Sending half of an input: next and hold, route, CRC, time-out.")
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

	states               []ir.Signal
	state, held, hold    ir.Signal // held: the hold is not empty
	follows, next        ir.Signal // follows: the next is not empty
	holdGap, holdData    ir.Signal // the hold is there and is GAP, data
	nextGap, nextData    ir.Signal // likewise the next
	flushed, killed      ir.Signal // the next is thrown away, all of the front is
	bad                  ir.Signal // the hold, if it is a lead byte, names no output
	room                 ir.Signal // the hold is empty or shifted: the next moves into it
	strands, dies, opens ir.Signal // a lead byte that names no output, that only GAP follows, that is taken
	sends, sendGap       ir.Signal // the hold crosses, and is GAP
}

func (f *frontBuilder) in(k int) ir.Signal { return f.state.Eq(f.states[k]) }

func (f *frontBuilder) registers() {
	f.states = f.m.Enum("IDLE", "SEND", "DISCARD")
	f.state = f.port.reg("state", 2, idle)
	f.held = f.port.reg("held", 1, 0).Doc("The hold is not empty.")
	f.hold = f.m.RegNoReset("hold", 9)
	f.follows = f.port.reg("follows", 1, 0).Doc("The next is not empty.")
	f.next = f.m.RegNoReset("next", 9)
	f.holdGap = f.held.And(f.hold.Bit(8)).Named("hold_gap")
	f.holdData = f.held.AndNot(f.hold.Bit(8)).Named("hold_data")
	f.nextGap = f.follows.And(f.next.Bit(8)).Named("next_gap")
	f.nextData = f.follows.AndNot(f.next.Bit(8)).Named("next_data")
	f.flushed = f.Queue.Flush.AndNot(f.nextGap).Named("flushed")
	f.killed = f.flushed.AndNot(f.holdGap).Named("killed")
	f.room = f.m.Wire("room", 1)
}

// decide judges the lead byte and requests.
func (f *frontBuilder) decide() {
	m := f.m
	way := ir.Inst(m, "route", route(f.c.Ports))
	way.Config.ID.Set(f.Route.ID)
	way.Config.Enable.Set(f.Route.Enable)
	way.Lead.Set(f.next.Low(8))
	// The route is computed while the byte moves from the next into the hold. What moves there behind data is no
	// lead byte.
	leads := ir.Or(f.held.Not(), f.holdGap.AndNot(f.in(send)), f.Grants.Ready.And(f.hold.Bit(8))).Named("leads")
	routed := func(name string, x ir.Signal) ir.Signal {
		r := m.RegNoReset(name, x.Width())
		m.When(leads, func() { r.Set(x) })
		return r
	}
	f.Grants.To.Set(routed("to", way.To))
	stranded := routed("is_stranded", way.Stranded)
	illegal := routed("is_illegal", way.IllegalTurn)
	noWire := routed("is_no_wire", way.NoWire)
	f.bad = ir.Or(stranded, illegal, noWire).Named("is_bad")
	lead := f.in(idle).And(f.holdData).Named("lead")
	judged := lead.AndNot(f.killed).Named("judged")
	f.strands = judged.And(f.bad).Named("strands")
	f.dies = ir.And(judged, f.bad.Not(), f.nextGap).Named("dies")
	f.opens = ir.And(judged, f.bad.Not(), f.nextData).Named("opens")
	asks := f.in(send).Or(lead.And(f.nextData)).Named("asks")
	f.Grants.Asks.Set(asks)
	// In a flush only a GAP in the next saves a front that waits, which has none in the hold, and nothing saves one that
	// has a lead byte there and data behind it.
	f.Grants.Requests.Set(asks.AndNot(f.Queue.Flush).Or(f.in(send).And(f.nextGap)))

	count := func(name string, out, by ir.Signal) { out.Set(rtl.SaturatingCounter(m, name, 16, by)) }
	count("stranded", f.Stats.Stranded, judged.And(stranded))
	count("illegal_turn", f.Stats.IllegalTurn, judged.And(illegal))
	count("no_wire", f.Stats.NoWire, judged.And(noWire))
}

// move shifts the hold and the next and changes state.
func (f *frontBuilder) move() {
	m, g := f.m, f.Grants
	sendable := f.hold.Bit(8).Or(f.follows).Named("sendable")
	f.sends = g.Ready.And(sendable).Named("sends")
	f.sendGap = g.Ready.And(f.hold.Bit(8)).Named("sends_gap")
	m.Assert(g.Ready.Not().Or(f.in(send).And(f.held)), "an output is held by a front that sends nothing")
	judges := ir.And(f.in(idle), ir.Or(f.hold.Bit(8), f.follows, f.bad)).Named("judges")
	// Whether the output is ready is known last: no more than it takes is behind it.
	moves := ir.Or(f.held.Not(), judges, f.in(discard)).Named("moves")
	f.room.Set(moves.Or(f.sends))
	// With a next there is something to send.
	nextRoom := ir.Or(f.follows.Not(), moves, g.Ready).Named("next_room")
	pop := nextRoom.And(f.Queue.Valid).Named("pops")
	f.Pop.Set(pop)

	m.When(f.room, func() {
		f.held.Set(f.follows.AndNot(f.flushed))
		f.hold.Set(f.next)
	})
	m.When(nextRoom, func() {
		f.follows.Set(pop)
		f.next.Set(f.Queue.Entry)
	})
	m.When(f.flushed, func() { f.follows.Set(f.follows.C(0)) })

	goTo := func(k int) { f.state.Set(f.states[k]) }
	m.When(f.strands, func() { goTo(discard) }).
		ElseWhen(f.opens, func() { goTo(send) }).
		ElseWhen(f.sendGap.Or(f.in(discard).And(f.holdGap)), func() { goTo(idle) }).
		ElseWhen(g.Breaks.And(g.Holds), func() { goTo(discard) })
	m.When(f.killed, func() {
		goTo(idle)
		f.held.Set(f.held.C(0))
	})
	g.Ends.Set(f.sendGap)
	g.Killed.Set(f.killed)
	f.Stats.Packets.Set(rtl.SaturatingCounter(m, "packets", 16, f.sendGap))
}

// crc makes the CRC anew over what is sent and carries the error of the one received. A CRC is linear, and what is sent
// differs from what came by the lead byte alone: so the two CRCs differ by that of the lead byte followed by
// zeros, and crc out xor e is the byte received xor that difference.
func (f *frontBuilder) crc() {
	m := f.m
	crc := rtl.CRC{Width: 8, Poly: f.c.CRCPoly}
	received := f.port.reg("crc_in", 8, 0).Doc("CRC over the packet as it came, lead byte included.")
	stripped := f.port.reg("crc_stripped", 8, 0).Doc("That xor the CRC over the packet as it is sent.")
	wrong := f.port.reg("crc_wrong", 1, 0).Doc("The CRC received was not the one computed.")
	data, zero, sending := f.hold.Low(8), received.C(0), f.in(send)
	e := data.Xor(received.And(sending.Repeat(8))).Named("crc_error")
	m.When(f.sends.Or(sending.Not()), func() {
		received.Set(crc.Step(zero, e))
		stripped.Set(crc.Step(zero, ir.Mux(sending, stripped, data)))
		wrong.Set(f.next.Bit(8).And(e.Any()))
	})
	f.Stats.CRC.Set(rtl.SaturatingCounter(m, "crc_errors", 16, f.dies.Or(f.sendGap.And(wrong))))

	f.Cross.Valid.Set(f.hold.Bit(8).Or(f.follows))
	f.Cross.Char.Set(ir.Mux(f.hold.Bit(8), m.Const(9, symbol(f.c.Symbols.Gap)),
		data.Xor(stripped.And(f.next.Bit(8).Repeat(8))).ZExt(9)))
}

// timer counts how long the front has waited for an output or for its next character.
func (f *frontBuilder) timer() {
	m, g := f.m, f.Grants
	timer := f.port.reg("timer", 24, 1).Doc("Cycles waited, this one not counted, if it waited in the cycle before.")
	waited := f.port.reg("waited", 1, 0)
	fires := f.port.reg("fires", 1, 0)
	fired := f.port.reg("fired", 1, 0)
	starved := ir.And(g.Flows, ir.Or(f.hold.Bit(8), f.follows, f.Queue.Valid, f.Queue.TookIn).Not()).Named("starved")
	waits := g.Blocked.Or(starved).Named("waits")
	waited.Set(waits)
	m.When(waited, func() { timer.Set(timer.AddC(1)) }).Else(func() { timer.Set(timer.C(1)) })
	over := ir.And(waited, f.Timeout.Any(), timer.Ge(f.Timeout)).Named("over")
	// What is killed waits no more, which shows here alone: its timer starts again before it can wait.
	fires.Set(ir.And(over, waits, f.flushed.Not()))
	fired.Set(fires)
	g.Fires.Set(fires)
	f.Stats.Timeout.Set(rtl.SaturatingCounter(m, "timeouts", 16, fired.And(g.Breaks)))
}

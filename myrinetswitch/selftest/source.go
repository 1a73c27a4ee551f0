package selftest

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/myrinetswitch/config"
)

// SourcePorts are the ports of a source.
type SourcePorts struct {
	ID     ir.Signal // 4: the number of its port, static
	Run    ir.Signal // 1: begin packets
	Random ir.Signal // 10: new in every cycle
	Turn   ir.Signal // 1: STOP or GO leaves in the next cycle
	Stop   ir.Signal // 1: it is STOP
	Out    ir.Signal // 9: the character that the switch sends to this port
	In     ir.Signal // 9: the one that it gets
	Begun  ir.Signal // 1: a packet was begun in the cycle before
	Active ir.Signal // 1: not all of a packet has left
}

// What stands in front of the pins of a source.
const (
	nothing = iota
	lead
	destination
	origin
	data // seed and data
	pause
	check
	gap
)

// Source sends packets to random ports, most of them without a pause between, while run is 1. After a STOP on out in b the last
// character of a packet is on in in b+1. It leaves one cycle idle in front of each CRC, which shows the switch a bubble.
func Source(c config.Config) ir.Component[SourcePorts] {
	io := SourcePorts{
		ID: ir.In(4), Run: ir.In(1), Random: ir.In(10), Turn: ir.In(1), Stop: ir.In(1), Out: ir.In(9),
		In: ir.Out(9), Begun: ir.Out(1), Active: ir.Out(1),
	}
	return ir.Build("myrinet_selftest_source", io, func(m *ir.Module, io SourcePorts) {
		m.SetDoc("Sends packets that say themselves what they must be when they come out.")
		states := m.Enum("NOTHING", "LEAD", "DESTINATION", "ORIGIN", "DATA", "PAUSE", "CHECK", "GAP")
		state := m.Reg("state", 3, nothing).Doc("Part of a packet in front of the pins.")
		at := func(k int) ir.Signal { return state.Eq(states[k]) }
		value := m.RegNoReset("value", 8).Doc("Its byte.")
		sum := m.Reg("sum", 8, 0).Doc("CRC of the bytes sent; after its own it is 0 again.")

		stopped := m.Reg("stopped", 1, 0)
		m.When(io.Out.EqC(symbol(c.Symbols.Stop)), func() { stopped.Set(m.Const(1, 1)) }).
			ElseWhen(io.Out.EqC(symbol(c.Symbols.Go)), func() { stopped.Set(m.Const(1, 0)) })
		moves := io.Turn.Or(stopped).Not().Named("moves")

		w := address(c)
		to := io.Random.Low(w)
		begins := ir.And(io.Run, io.Random.Slice(9, 8).Any(), at(nothing).Or(at(gap)))
		if c.Ports < 1<<w {
			begins = begins.And(to.LtC(uint64(c.Ports)))
		}
		begins = begins.Named("begins")
		route := ir.Cat(m.Const(1, 1), io.Random.Bit(7), to.ZExt(6).Sub(io.ID.ZExt(6))).Named("route")
		goTo := func(k int, byteOf ir.Signal) {
			state.Set(states[k])
			value.Set(byteOf)
		}
		none := func(k int) { state.Set(states[k]) }
		m.When(moves, func() {
			m.Switch(state).
				Case(states[lead], func() { goTo(destination, value.Low(w).Add(io.ID.Low(w)).ZExt(8)) }).
				Case(states[destination], func() { goTo(origin, io.ID.ZExt(8)) }).
				Case(states[origin], func() { goTo(data, io.Random.Low(8)) }).
				Case(states[data], func() {
					goTo(data, following(m, value))
					m.When(isLast(value), func() { none(pause) })
				}).
				Case(states[pause], func() { goTo(check, sum) }).
				Case(states[check], func() { none(gap) }).
				Default(func() {
					none(nothing)
					m.When(begins, func() { goTo(lead, route) })
				})
		})
		begun := m.Reg("has_begun", 1, 0)
		begun.Set(moves.And(begins))

		isByte := ir.Or(at(nothing), at(pause), at(gap)).Not().Named("is_byte")
		m.When(moves.And(isByte), func() { sum.Set(crc(c).Step(sum, value)) })

		pins := m.Reg("pins", 9, symbol(c.Symbols.Idle))
		code := func(k uint64) ir.Signal { return m.Const(9, symbol(k)) }
		m.When(io.Turn, func() { pins.Set(ir.Mux(io.Stop, code(c.Symbols.Stop), code(c.Symbols.Go))) }).
			ElseWhen(isByte.AndNot(stopped), func() { pins.Set(ir.Cat(m.Const(1, 0), value)) }).
			ElseWhen(at(gap).AndNot(stopped), func() { pins.Set(code(c.Symbols.Gap)) }).
			Else(func() { pins.Set(code(c.Symbols.Idle)) })

		io.In.Set(pins)
		io.Begun.Set(begun)
		io.Active.Set(at(nothing).Not())
	})
}

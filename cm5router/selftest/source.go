package selftest

import (
	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/ir"
)

// SourcePorts are the ports of a source.
type SourcePorts struct {
	ID     ir.Signal // 2: of a child, that of its port, static
	Child  ir.Signal // 1: messages may climb, and go to no child ID; static
	Run    ir.Signal // 1: begin messages
	Go     ir.Signal // 1: a flit may be sent, a message be begun
	Random ir.Signal // 7: new in every cycle
	Token  ir.Signal // 1: a flit may be on the link in the next cycle
	Valid  ir.Signal // 1: to the link
	Flit   ir.Signal // 4: to the link
	Begun  ir.Signal // 1: a message is begun
	Active ir.Signal // 1: from the next cycle on: it is not yet all sent
}

// Source sends messages, one after the other while run is 1, at most a flit in each cycle in which token and go are
// 1. Valid and flit leave from flip-flops.
func Source(c config.Config) ir.Component[SourcePorts] {
	io := SourcePorts{
		ID: ir.In(2), Child: ir.In(1), Run: ir.In(1), Go: ir.In(1), Random: ir.In(7), Token: ir.In(1),
		Valid: ir.Out(1), Flit: ir.Out(4), Begun: ir.Out(1), Active: ir.Out(1),
	}
	return ir.Build("cm5_selftest_source", io, func(m *ir.Module, io SourcePorts) {
		m.SetDoc("Sends messages that say themselves what they must be when they come out.")
		link, signature := crcs(c)
		random := io.Random.Low(4)

		active := m.Reg("sending", 1, 0)
		climbs := m.Reg("climbs", 1, 0)
		child := m.Reg("to_child", 2, 0)
		begins := ir.And(io.Run, io.Go, active.Not()).Named("begins")
		moves := ir.And(active, io.Token, io.Go).Named("moves")
		firstRoute := m.Reg("first_route", 1, 0)
		crc := m.Reg("crc", c.CRCWidth, 0).Doc("CRC of the flits sent; after its own it is 0 again.")
		seen := m.Reg("signature", 8, 0).Doc("Of the flits as they must come out.")

		var flit, received ir.Signal
		f := frame(m, c, moves, func(f framing) ir.Signal {
			height := ir.Mux(climbs, ir.Mux(random.Gt(random.C(Level)), random, random.Or(random.C(8))), random.C(Level))
			down := climbs.Not().And(firstRoute)
			route := ir.Cat(ir.Mux(down, child, random.Slice(3, 2)), random.Low(2))
			sections := []ir.Signal{
				f.in(inHeight), f.in(inRoute), f.in(inLength), f.in(inTag).Or(f.in(inData).And(f.free)),
				f.in(inData).AndNot(f.free), f.in(inCRC),
			}
			flits := []ir.Signal{height, route, lengthFlit(c, f, random), random, seen.Low(4), crc.Slice(c.CRCWidth-1, c.CRCWidth-4)}
			if f.high.Node() != nil {
				sections, flits = append(sections, f.in(inLengthHigh)), append(flits, random.And(random.C(1)))
			}
			flit = ir.OneHotMux(ir.CatList(sections...), flits...).Named("next_flit")
			received = ir.Mux(f.in(inHeight).AndNot(climbs), flit.C(Level-1),
				flit.And(ir.Cat(f.in(inRoute).And(down).Not().Repeat(2), m.Const(2, 3))))
			return flit
		})

		m.When(begins, func() {
			active.Set(m.Const(1, 1))
			to := io.Random.Slice(5, 4)
			up := io.Child.And(ir.Or(to.Eq(io.ID), io.Random.Bit(6))).Named("up")
			climbs.Set(up)
			child.Set(to)
			firstRoute.Set(m.Const(1, 1))
			seen.Set(ir.Mux(up, m.Const(8, Climbed), to.ZExt(8)))
		})
		m.When(moves, func() {
			crc.Set(link.Step(crc, flit))
			seen.Set(signature.Step(seen, received))
			m.When(f.in(inRoute), func() { firstRoute.Set(m.Const(1, 0)) })
			m.When(f.ends, func() { active.Set(m.Const(1, 0)) })
		})

		valid, out := m.Reg("link_valid", 1, 0), m.Reg("link_flit", 4, 0)
		valid.Set(moves)
		m.When(moves, func() { out.Set(flit) })
		io.Valid.Set(valid)
		io.Flit.Set(out)
		io.Begun.Set(begins)
		io.Active.Set(active)
	})
}

// lengthFlit is the low digit of a length from 1 to the longest, made of a random flit.
func lengthFlit(c config.Config, f framing, random ir.Signal) ir.Signal {
	most := random.C(uint64(min(c.Words, 15)))
	none := random.EqC(0)
	if f.high.Node() == nil {
		return ir.Mux(none.Or(random.Gt(most)), most, random)
	}
	above := random.C(uint64(c.Words - 16))
	return ir.Mux(f.high.Bit(0), ir.Mux(random.Gt(above), above, random), ir.Mux(none, most, random))
}

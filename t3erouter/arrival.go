package t3erouter

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// ArrivalPorts are the ports of the receiving end of an input port.
type ArrivalPorts struct {
	Flit   ir.Signal   // data and sideband, as on the pins
	Valid  ir.Signal   // 1
	VC     ir.Signal   // 3
	Own    []ir.Signal // 5 each: coordinates of the router
	Usable ir.Signal   // 6: links that may be taken
	Moves  ir.Signal   // 6: one-hot, the direction in which flits come; 0 from the node
	Full   ir.Signal   // 5: VCs without room

	Store  ir.Signal // 5: one-hot, the VC whose buffer takes the entry
	Stored ir.Signal // the flit, framing repaired
	Head   Head
	Ends   ir.Signal // 2: it is its packet's last, the one after it is the last of its length
	Errors Errors
	Bad    ir.Signal // 1: a bad header
}

// Errors are pulses of one port, in the cycle of the arrival.
type Errors struct{ VC, Length, Dest, Turn, Link, Overflow ir.Signal }

func errorPorts(port func(int) ir.Signal) Errors {
	return Errors{port(1), port(1), port(1), port(1), port(1), port(1)}
}

// arrival judges what comes in at a port, frames it and routes headers, all in the cycle in which it is on the pins. Section
// "Arrival" of docs/spec/t3e.md. The state of a VC is open and rest; how many flits are due, whether the
// packet is bad and whether it has pulsed are kept in a memory, for they mean something while it is open only.
func arrival(s sizes, port int) ir.Component[ArrivalPorts] {
	io := ArrivalPorts{
		Flit: ir.In(s.flit), Valid: ir.In(1), VC: ir.In(3),
		Own: []ir.Signal{ir.In(5), ir.In(5), ir.In(5)}, Usable: ir.In(links), Moves: ir.In(links), Full: ir.In(vcs),
		Store: ir.Out(vcs), Stored: ir.Out(s.flit), Head: s.headPorts(ir.Out), Ends: ir.Out(2), Errors: errorPorts(ir.Out), Bad: ir.Out(1),
	}
	name := "t3e_arrival"
	if port == node {
		name += "_node"
	}
	return ir.Build(name, io, func(m *ir.Module, io ArrivalPorts) {
		m.SetDoc("Receiving end: errors, framing, route of headers.")
		data := io.Flit.Low(s.Config.Flit)
		head, tail := io.Flit.Bit(s.Config.Flit), io.Flit.Bit(s.Config.Flit+1)

		known := m.Const(vcs, 0b11111)
		if port == node {
			known = m.Const(vcs, 0b00101)
		}
		vc := rtl.Decode(io.VC, vcs).And(known).Named("on_vc")
		missing := vc.Any().Not()
		overflow := vc.And(io.Full).Any().Named("overflows")
		taken := ir.And(io.Valid, missing.Not(), overflow.Not()).Named("taken")

		open, rest := flags(m, "open", "in the middle of a packet"), flags(m, "rest", "behind an end that was set")
		isOpen, isRest := vc.And(ir.CatList(open...)).Any().Named("is_open"), vc.And(ir.CatList(rest...)).Any().Named("is_rest")
		packets := m.Mem("packets", s.length+2, 8)
		packet := packets.Read(io.VC)
		due, bad, told := packet.Low(s.length), packet.Bit(s.length).Named("packet_bad"), packet.Bit(s.length+1).Named("packet_told")

		header := head.AndNot(isOpen).Named("is_header")
		way := ir.Inst(m, "route", route(s))
		way.Dst[0].Set(data.Slice(4, 0))
		way.Dst[1].Set(data.Slice(9, 5))
		way.Dst[2].Set(data.Slice(14, 10))
		way.Sign.Set(data.Slice(17, 15))
		way.Initial.Set(data.Slice(19, 18))
		way.Final.Set(data.Bit(20))
		way.Select.Set(data.Slice(23, 21))
		way.May.Set(data.Bit(25))
		for d := range dims {
			way.Own[d].Set(io.Own[d])
		}
		way.Usable.Set(io.Usable)
		way.Moves.Set(io.Moves)
		way.VC.Set(io.VC)

		class, length := data.Bit(24), data.Slice(29, 26)
		wrongClass := io.VC.LtC(adaptive).And(class.Ne(io.VC.Bit(1))).Named("wrong_class")
		wrongLength := length.EqC(0)
		if s.MaxFlits < 15 {
			wrongLength = wrongLength.Or(length.GeC(uint64(s.MaxFlits + 1)))
		}
		wrongLength = wrongLength.Named("wrong_length")
		wrong := []ir.Signal{wrongClass, wrongLength, way.ErrDest, way.ErrTurn, way.ErrLink}
		badHeader := header.And(ir.Or(wrong...)).Named("bad_header")

		one := length.EqC(1)
		isEnd := ir.Mux(header, one, due.EqC(1)).Named("is_end").Doc("the last flit that the length allows")
		misframed := ir.Or(tail.Xor(isEnd), head.AndNot(header)).Named("misframed")
		wasBad := ir.Mux(header, badHeader, bad)
		wasTold := told.AndNot(header)
		orphan := ir.Or(head, isOpen, isRest).Not().Named("orphan")
		inPacket := header.Or(isOpen).Named("in_packet")

		m.When(taken, func() {
			stops := ir.Or(isEnd, header.And(wrongLength))
			stays := inPacket.AndNot(stops.Or(tail))
			rests := ir.And(tail.Not(), ir.Or(inPacket.And(stops), isRest.AndNot(header)))
			for v := range vcs {
				m.When(vc.Bit(v), func() {
					open[v].Set(stays)
					rest[v].Set(rests)
				})
			}
			left := ir.Mux(header, length.Low(s.length), due)
			packets.Write(io.VC, ir.Cat(wasTold.Or(misframed), wasBad, left.SubC(1)))
		})

		io.Store.Set(vc.AndNot(io.Full).And(io.Valid.Repeat(vcs)))
		io.Stored.Set(ir.Cat(io.Flit.Slice(s.flit-1, s.Config.Flit+2), tail.Or(isEnd), header, data))
		near := m.Const(1, 0)
		if s.MaxFlits > 1 {
			near = ir.Mux(header, length.EqC(2), due.EqC(2))
		}
		io.Ends.Set(ir.Cat(near, tail.Or(isEnd)))
		h := io.Head
		h.Drop.Set(ir.Or(inPacket.Not(), wasBad))
		h.Port.Set(encodePort(way.Hop))
		h.Bit.Set(way.Bit)
		h.Class.Set(class)
		h.May.Set(data.Bit(25))
		h.Adaptive.Set(way.Adaptive)
		h.Minus.Set(way.Minus)
		h.Length.Set(length.Low(s.length))

		first := taken.And(header)
		pulses := make([]ir.Signal, len(wrong))
		for i, w := range wrong {
			pulses[i] = first.And(w)
			first = first.AndNot(w)
		}
		io.Bad.Set(taken.And(badHeader))
		io.Errors.VC.Set(pulses[0].Or(io.Valid.And(missing)))
		io.Errors.Length.Set(ir.Or(pulses[1], taken.And(orphan), ir.And(taken, inPacket, misframed, wasBad.Not(), wasTold.Not())))
		io.Errors.Dest.Set(pulses[2])
		io.Errors.Turn.Set(pulses[3])
		io.Errors.Link.Set(pulses[4])
		io.Errors.Overflow.Set(io.Valid.And(overflow))
	})
}

// flags makes a register of one bit for each VC: apart, so that each has an enable of its own.
func flags(m *ir.Module, name, meaning string) []ir.Signal {
	var bits []ir.Signal
	for v := range vcs {
		bits = append(bits, m.Reg(fmt.Sprintf("%s_%d", name, v), 1, 0).Doc(fmt.Sprintf("VC %d is %s", v, meaning)))
	}
	return bits
}

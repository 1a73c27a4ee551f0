package axis

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
	"github.com/flitwright/flitwright/t3erouter/config"
)

// T3EPorts are the pins of the endpoint at the node port of the T3E router.
type T3EPorts struct {
	CfgX, CfgY, CfgZ ir.Signal // 5 each

	Out T3EOut // to in_6 of the router
	In  T3EIn  // from out_6

	SReq T3ESend    `port:"s_axis_req"`
	SRep T3ESend    `port:"s_axis_rep"`
	MReq T3EReceive `port:"m_axis_req"`
	MRep T3EReceive `port:"m_axis_rep"`

	ErrLength       ir.Signal // 2: pulses for requests, replies
	StatSentReq     ir.Signal // 16 each
	StatSentRep     ir.Signal
	StatReceivedReq ir.Signal
	StatReceivedRep ir.Signal
}

// T3EOut is the sending end of the link.
type T3EOut struct {
	Flit, Valid ir.Signal
	VC          ir.Signal `port:"vc"`
	Credit      ir.Signal
}

// T3EIn is the receiving end.
type T3EIn struct {
	Flit, Valid ir.Signal
	VC          ir.Signal `port:"vc"`
	Credit      ir.Signal
}

// T3ESend is a stream of packets to be sent.
type T3ESend struct {
	Beats
	Dest ir.Signal `port:"tdest"` // 15: x, y, z
	User ir.Signal `port:"tuser"` // 30: 10:0 a word of a routing table, 29:11 bits 63:45 of the header
}

// T3EReceive is a stream of packets received.
type T3EReceive struct {
	Beats
	ID   ir.Signal `port:"tid"`   // 15: x, y, z of the source
	User ir.Signal `port:"tuser"` // 20: 0 wrong length, 19:1 bits 63:45 of the header
}

const (
	vcs      = 5
	sideband = 6
)

// BuildT3E makes the endpoint. Its error is that of c.Validate, that packets have no payload, or an ir.Errors.
func BuildT3E(c config.Config) (*ir.Design, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	if c.MaxFlits < 2 {
		return nil, fmt.Errorf("max_flits: %d leaves no payload; want 2 to 15", c.MaxFlits)
	}
	return ir.Elaborate(T3E(c).Module)
}

// T3E is the endpoint as a component. c is valid and has at least two flits a packet.
func T3E(c config.Config) ir.Component[T3EPorts] {
	f := c.Flit
	send := func() T3ESend { return T3ESend{beatsIn(f), ir.In(15), ir.In(30)} }
	receive := func() T3EReceive { return T3EReceive{beatsOut(f), ir.Out(15), ir.Out(20)} }
	io := T3EPorts{
		CfgX: ir.In(5), CfgY: ir.In(5), CfgZ: ir.In(5),
		Out:  T3EOut{ir.Out(f + sideband), ir.Out(1), ir.Out(3), ir.In(vcs)},
		In:   T3EIn{ir.In(f + sideband), ir.In(1), ir.In(3), ir.Out(vcs)},
		SReq: send(), SRep: send(), MReq: receive(), MRep: receive(), ErrLength: ir.Out(2),
		StatSentReq: ir.Out(16), StatSentRep: ir.Out(16), StatReceivedReq: ir.Out(16), StatReceivedRep: ir.Out(16),
	}
	return ir.Build("t3e_axis", io, func(m *ir.Module, io T3EPorts) {
		m.SetDoc("Node of a T3E router with AXI4-Stream: frames become packets with a header, and back. Requests and replies never wait for each other.")
		source := ir.Cat(io.CfgZ, io.CfgY, io.CfgX)
		inject(m, c, source, io)
		sink(m, c, io)
	})
}

// inject sends the packets of both classes, which take turns flit by flit.
func inject(m *ir.Module, c config.Config, source ir.Signal, io T3EPorts) {
	var parts [2]t3eSendPorts
	var wants [2]ir.Signal
	var errors [2]ir.Signal
	m.Unused(io.Out.Credit)
	for class, s := range []T3ESend{io.SReq, io.SRep} {
		p := ir.Inst(m, []string{"send_req", "send_rep"}[class], t3eSend(c))
		p.IsReply.Set(m.Const(1, uint64(class)))
		p.Source.Set(source)
		p.Frames.Valid.Set(s.Valid)
		p.Frames.Data.Set(s.Data)
		p.Frames.Last.Set(s.Last)
		p.Frames.Dest.Set(s.Dest)
		p.Frames.User.Set(s.User)
		s.Ready.Set(p.Frames.Ready)
		credits := m.Reg([]string{"credits_req", "credits_rep"}[class], ir.Bits(c.EscapeDepth), uint64(c.EscapeDepth))
		credit := io.Out.Credit.Bit(2 * class)
		m.When(credit.AndNot(p.Taken), func() { credits.Set(credits.AddC(1)) }).
			ElseWhen(p.Taken.AndNot(credit), func() { credits.Set(credits.SubC(1)) })
		wants[class] = p.Flit.Valid.And(credits.Any()).Named([]string{"wants_req", "wants_rep"}[class])
		parts[class], errors[class] = p, p.TooLong
	}
	turn := m.Reg("turn", 1, 0).Doc("The class that goes first if both have a flit.")
	replies := wants[1].And(turn.Or(wants[0].Not())).Named("replies")
	requests := wants[0].AndNot(replies).Named("requests")
	goes := requests.Or(replies).Named("goes")
	m.When(goes, func() { turn.Set(requests) })
	parts[0].Taken.Set(requests)
	parts[1].Taken.Set(replies)
	flit, valid, reply := m.Reg("flit", c.Flit+sideband, 0), m.Reg("valid", 1, 0), m.Reg("reply", 1, 0)
	flit.Set(ir.OneHotMux(ir.Cat(replies, requests), parts[0].Flit.Data, parts[1].Flit.Data))
	valid.Set(goes)
	reply.Set(replies)
	io.Out.Flit.Set(flit)
	io.Out.Valid.Set(valid)
	io.Out.VC.Set(ir.Cat(m.Const(1, 0), reply, m.Const(1, 0)))
	tooLong := m.Reg("too_long", 2, 0)
	tooLong.Set(ir.CatList(errors[0], errors[1]))
	io.ErrLength.Set(tooLong)
	io.StatSentReq.Set(parts[0].Sent)
	io.StatSentRep.Set(parts[1].Sent)
}

// sink receives the packets of both classes.
func sink(m *ir.Module, c config.Config, io T3EPorts) {
	var popped [2]ir.Signal
	stats := []ir.Signal{io.StatReceivedReq, io.StatReceivedRep}
	for class, out := range []T3EReceive{io.MReq, io.MRep} {
		p := ir.Inst(m, []string{"receive_req", "receive_rep"}[class], t3eReceive(c))
		p.Valid.Set(io.In.Valid.And(io.In.VC.EqC(uint64(2 * class))))
		p.Flit.Set(io.In.Flit)
		connectOut(p.Frames.Beats, out.Beats)
		out.ID.Set(p.Frames.ID)
		out.User.Set(p.Frames.User)
		popped[class] = p.Popped
		stats[class].Set(p.Received)
	}
	credit := m.Reg("credit", 2, 0)
	credit.Set(ir.CatList(popped[0], popped[1]))
	no := m.Const(1, 0)
	io.In.Credit.Set(ir.CatList(credit.Bit(0), no, credit.Bit(1), no, no))
}

// t3eSendPorts are the ports of the sending half of a class.
type t3eSendPorts struct {
	IsReply ir.Signal // 1
	Source  ir.Signal // 15
	Frames  T3ESend
	Flit    struct{ Valid, Data ir.Signal } // the next flit
	Taken   ir.Signal                       // it leaves
	// TooLong pulses in the cycle of the last beat of a frame that is swallowed.
	TooLong ir.Signal
	Sent    ir.Signal // 16
}

// t3eSend holds two packets, each in a half of a memory: one that comes and one that leaves.
func t3eSend(c config.Config) ir.Component[t3eSendPorts] {
	io := t3eSendPorts{
		IsReply: ir.In(1), Source: ir.In(15), Frames: T3ESend{beatsIn(c.Flit), ir.In(15), ir.In(30)}, Taken: ir.In(1), TooLong: ir.Out(1), Sent: ir.Out(16),
	}
	io.Flit.Valid, io.Flit.Data = ir.Out(1), ir.Out(c.Flit+sideband)
	return ir.Build("t3e_axis_send", io, func(m *ir.Module, io t3eSendPorts) {
		m.SetDoc("Packets of one class to be sent: a frame leaves as a packet, behind its header, once the whole of it has come.")
		beats, heads := m.Mem("beats", c.Flit, 32), m.Mem("heads", 15+30+4, 2)
		full := m.Reg("full", 2, 0).Doc("Halves that hold a packet.")
		in, index := m.Reg("in_half", 1, 0), m.Reg("index", 4, 0).Doc("Beats of the frame that have come, at most one too many.")
		out, at := m.Reg("out_half", 1, 0), m.Reg("at", 4, 0).Doc("Flits of the packet that have gone.")

		ready := ir.Mux(in, full.Bit(1), full.Bit(0)).Not().Named("is_ready")
		comes := io.Frames.Valid.And(ready).Named("comes")
		fits := index.LtC(uint64(c.MaxFlits - 1)).Named("fits")
		ends := ir.And(comes, io.Frames.Last, fits).Named("ends")
		m.When(comes, func() {
			m.When(fits, func() {
				beats.Write(ir.Cat(in, index), io.Frames.Data)
				index.Set(index.AddC(1))
			})
			m.When(io.Frames.Last, func() { index.Set(index.C(0)) })
		})
		m.When(ends, func() {
			heads.Write(in, ir.Cat(io.Frames.User, io.Frames.Dest, index.AddC(2)))
			in.Set(in.Not())
		})
		io.Frames.Ready.Set(ready)
		io.TooLong.Set(ir.And(comes, io.Frames.Last, fits.Not()))

		head := heads.Read(out).Named("head")
		length, dest, user := head.Low(4), head.Slice(18, 4), head.Slice(48, 19)
		header := ir.Cat(user.Slice(29, 11), io.Source, length, user.Bit(10), io.IsReply, user.Low(9), dest).Named("header")
		m.Unused(user)
		first := at.EqC(0).Named("first")
		last := at.Eq(length.SubC(1)).Named("last_flit")
		data := ir.Mux(first, header.ZExt(c.Flit), beats.Read(ir.Cat(out, at.SubC(1))))
		left := io.Taken.And(last).Named("left")
		m.When(io.Taken, func() { at.Set(ir.Mux(last, at.C(0), at.AddC(1))) })
		m.When(left, func() { out.Set(out.Not()) })
		half := func(which, when ir.Signal) ir.Signal { return ir.Cat(which.And(when), when.AndNot(which)) }
		full.Set(full.Or(half(in, ends)).AndNot(half(out, left)))
		io.Flit.Valid.Set(ir.Mux(out, full.Bit(1), full.Bit(0)))
		io.Flit.Data.Set(ir.Cat(m.Const(4, 0), last, first, data))
		io.Sent.Set(rtl.SaturatingCounter(m, "sent_packets", 16, left))
	})
}

// t3eReceivePorts are the ports of the receiving half of a class.
type t3eReceivePorts struct {
	Valid, Flit ir.Signal // a flit of the class on the pins
	Frames      T3EReceive
	Popped      ir.Signal // a flit leaves the buffer
	Received    ir.Signal // 16
}

// t3eReceive takes headers off.
func t3eReceive(c config.Config) ir.Component[t3eReceivePorts] {
	io := t3eReceivePorts{
		Valid: ir.In(1), Flit: ir.In(c.Flit + sideband), Frames: T3EReceive{beatsOut(c.Flit), ir.Out(15), ir.Out(20)}, Popped: ir.Out(1), Received: ir.Out(16),
	}
	return ir.Build("t3e_axis_receive", io, func(m *ir.Module, io t3eReceivePorts) {
		m.SetDoc("Packets of one class received: a packet leaves as a frame, without its header.")
		buffer := ir.Inst(m, "buffer", rtl.FIFO(c.Flit+2, c.EscapeDepth, rtl.LUTRAM))
		buffer.Enq.Valid.Set(io.Valid)
		buffer.Enq.Data.Set(io.Flit.Low(c.Flit + 2))
		m.Unused(io.Flit, buffer.Count)
		m.Assert(buffer.Enq.Ready.Or(io.Valid.Not()), "a flit came without a credit")

		flit := buffer.Deq.Data
		head, tail := flit.Bit(c.Flit), flit.Bit(c.Flit+1)
		open := m.Reg("open", 1, 0).Doc("A header has come, and no tail yet.")
		header := m.RegNoReset("header_low", 64)
		flits := m.Reg("flits", 4, 0).Doc("Flits of the packet that have come.")
		comes := buffer.Deq.Valid.And(open).AndNot(head).Named("comes")
		beat := newStage(m, io.Frames.Ready, comes)
		pop := buffer.Deq.Valid.And(beat.load.Or(comes.Not())).Named("pop")
		buffer.Deq.Ready.Set(beat.load.Or(comes.Not()))
		io.Popped.Set(pop)
		m.When(pop, func() {
			open.Set(head.Or(open).AndNot(tail))
			m.When(head, func() {
				header.Set(flit.Low(64))
				flits.Set(flits.C(1))
			}).Else(func() { flits.Set(flits.AddC(1)) })
		})
		wrong := flits.AddC(1).Ne(header.Slice(29, 26)).And(tail).Named("length_wrong")
		m.Unused(header)
		io.Frames.Valid.Set(beat.valid)
		io.Frames.Data.Set(beat.keep("beat_data", flit.Low(c.Flit)))
		io.Frames.Last.Set(beat.keep("beat_last", tail))
		io.Frames.ID.Set(beat.keep("beat_source", header.Slice(44, 30)))
		io.Frames.User.Set(beat.keep("beat_user", ir.Cat(header.Slice(63, 45), wrong)))
		io.Received.Set(rtl.SaturatingCounter(m, "received_packets", 16, ir.And(pop, comes, tail)))
	})
}

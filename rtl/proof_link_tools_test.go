//go:build tools

package rtl_test

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
	"github.com/flitwright/flitwright/tb"
)

// sends states what a token sender does: a flit that is taken is on the link in the next cycle, and nothing is
// else.
func sends(width int) *ir.Module {
	io := rtl.TokenSenderPorts{
		Token: ir.In(1), Send: rtl.StreamIn(width), Out: rtl.LinkOut{Valid: ir.Out(1), Flit: ir.Out(width)},
	}
	return ir.Build("sends", io, func(m *ir.Module, io rtl.TokenSenderPorts) {
		s := ir.Inst(m, "sender", rtl.TokenSender(width))
		s.Token.Set(io.Token)
		rtl.Connect(io.Send, s.Send)
		io.Out.Valid.Set(s.Out.Valid)
		io.Out.Flit.Set(s.Out.Flit)
		m.Assert(io.Send.Ready.Eq(io.Token), "ready is not the token")
		taken := delayed(m, "taken", io.Send.Fire(), 1)
		flit := delayed(m, "sent", io.Send.Data, 1)
		m.Assert(s.Out.Valid.Eq(taken), "valid without a flit, or the other way round")
		m.Assert(s.Out.Flit.Eq(ir.Mux(taken, flit, flit.C(0))), "the flit is another")
	}).Module
}

// tokensOf is the number of tokens raised in the last cycles.
func tokensOf(m *ir.Module, token ir.Signal, cycles, width int) (sum ir.Signal) {
	sum = m.Const(width, 0)
	for i := range cycles {
		token = delayed(m, fmt.Sprintf("token_%d", i+1), token, 1)
		sum = sum.Add(token.ZExt(width))
	}
	return sum
}

type receiverPorts struct{ Enabled, Valid, Write, Pop, Token ir.Signal }

// receives states the equations of a token receiver, whose flits may be written or not and may come without a
// token, and that the entries never exceed the places.
func receives(roundTrip, places int) *ir.Module {
	io := receiverPorts{ir.In(1), ir.In(1), ir.In(1), ir.In(1), ir.Out(1)}
	return ir.Build("receives", io, func(m *ir.Module, io receiverPorts) {
		link := ir.Inst(m, "link", rtl.TokenReceiver(roundTrip, places))
		enabled := m.RegNoReset("enabled_since_reset", 1)
		m.When(m.Reset(), func() { enabled.Set(io.Enabled) })
		w := ir.Bits(roundTrip + places + 1)
		entries := m.Reg("entries", w, 0)
		wrote := link.Comes.And(io.Write)
		popped := io.Pop.And(entries.Any())
		entries.Set(entries.Add(wrote.ZExt(w)).Sub(popped.ZExt(w)))
		link.Enabled.Set(enabled)
		link.Valid.Set(io.Valid)
		link.Wrote.Set(wrote)
		link.Popped.Set(popped)
		io.Token.Set(link.Token)

		runs := delayed(m, "runs", m.Const(1, 1), 1)
		paid := delayed(m, "past", link.Token, roundTrip)
		claims := entries.Add(tokensOf(m, link.Token, roundTrip, w)).Named("claims")
		m.Assert(entries.Le(entries.C(uint64(places))), "a flit comes and there is no room")
		m.Assert(claims.Le(claims.C(uint64(places))), "entries and tokens under way are more than the places")
		m.Assert(link.Token.Eq(ir.And(enabled, runs, claims.LtC(uint64(places)))), "a token is raised without room, or room is kept back")
		m.Assert(link.Comes.Eq(ir.And(enabled, io.Valid, paid)), "a flit comes that was not paid for, or one that was does not")
		m.Assert(link.Unpaid.Eq(ir.And(enabled, io.Valid).AndNot(paid)), "unpaid is wrong")
	}).Module
}

type linkPorts struct {
	Send, Deq rtl.Stream[ir.Signal]
	Mark      ir.Signal
}

// tokenLink is a sender, wires of so many cycles for tokens and for flits, a receiver and its queue. It states
// that any flit comes out of the queue once, in order, unchanged, and never finds the queue full, and that no
// place is lost: entries, tokens under way, used or not, and those that may still be raised are the places.
func tokenLink(forTokens, forFlits, places, width int) *ir.Module {
	io := linkPorts{rtl.StreamIn(width), rtl.StreamOut(width + 1), ir.In(1)}
	return ir.Build("token_link", io, func(m *ir.Module, io linkPorts) {
		roundTrip := forTokens + 1 + forFlits
		s := ir.Inst(m, "sender", rtl.TokenSender(width+1))
		r := ir.Inst(m, "receiver", rtl.TokenReceiver(roundTrip, places))
		q := ir.Inst(m, "queue", rtl.FIFO(width+1, places, rtl.LUTRAM))
		k := newMarker(m, io.Mark)
		on := m.Const(1, 1)
		r.Enabled.Set(on)
		s.Token.Set(delayed(m, "token_wire", r.Token, forTokens))
		s.Send.Valid.Set(io.Send.Valid)
		s.Send.Data.Set(ir.Cat(k.mark, io.Send.Data))
		io.Send.Ready.Set(s.Send.Ready)
		wire := delayed(m, "flit_wire", ir.Cat(s.Out.Valid, s.Out.Flit), forFlits)
		r.Valid.Set(wire.Msb())
		r.Wrote.Set(r.Comes)
		r.Popped.Set(q.Deq.Fire())
		q.Enq.Valid.Set(r.Comes)
		q.Enq.Data.Set(wire.Low(width + 1))
		rtl.Connect(q.Deq, io.Deq)

		w := ir.Bits(roundTrip + places + 1)
		flits := queued(m, "flits", roundTrip+places, io.Send.Fire(), q.Deq.Fire()) // on the way and in the queue
		claims := q.Count.ZExt(w).Add(tokensOf(m, r.Token, roundTrip, w)).Named("claims")
		runs := delayed(m, "runs", on, 1)
		m.Assert(r.Comes.Not().Or(q.Enq.Ready), "a flit finds the queue full")
		m.Assert(r.Unpaid.Not(), "a flit comes that was not paid for")
		m.Assert(flits.Le(flits.C(uint64(places))), "more flits than places")
		m.Assert(claims.Le(claims.C(uint64(places))), "entries and tokens under way are more than the places")
		m.Assert(r.Token.Eq(runs.And(claims.LtC(uint64(places)))), "a place is lost")
		k.follows(rtl.Stream[ir.Signal]{Valid: io.Send.Valid, Ready: s.Send.Ready, Data: ir.Cat(k.mark, io.Send.Data)}, q.Deq, flits)
	}).Module
}

// fullRate states of a link with a flit always there to send, and taken out of the queue as soon as it is there, that a
// token is up in every cycle.
func fullRate(roundTrip, places int) *ir.Module {
	return ir.Build("full_rate", struct{ Up ir.Signal }{ir.Out(1)}, func(m *ir.Module, io struct{ Up ir.Signal }) {
		r := ir.Inst(m, "receiver", rtl.TokenReceiver(roundTrip, places))
		q := ir.Inst(m, "queue", rtl.FIFO(1, places, rtl.LUTRAM))
		on := m.Const(1, 1)
		r.Enabled.Set(on)
		r.Valid.Set(delayed(m, "flit", r.Token, roundTrip))
		r.Wrote.Set(r.Comes)
		r.Popped.Set(q.Deq.Fire())
		q.Enq.Valid.Set(r.Comes)
		q.Enq.Data.Set(on)
		q.Deq.Ready.Set(on)
		m.Unused(r.Unpaid, q.Enq.Ready, q.Deq.Data, q.Count)
		io.Up.Set(r.Token)
		m.Assert(implies(delayed(m, "runs", on, 1), r.Token), "a token is kept back")
	}).Module
}

func linkClaims() []claim {
	receiver := func(places ...[2]int) (proofs []proof) {
		for _, c := range places {
			proofs = append(proofs, proof{fmt.Sprintf("%d cycles, %d places", c[0], c[1]), "", receives(c[0], c[1])})
		}
		return proofs
	}
	whole := func(sizes ...[3]int) (proofs []proof) {
		for _, c := range sizes {
			proofs = append(proofs, proof{fmt.Sprintf("%d+%d cycles, %d places", c[0], c[1], c[2]), "", tokenLink(c[0], c[1], c[2], 1)})
		}
		return proofs
	}
	rate := func(sizes ...int) (proofs []proof) {
		for _, n := range sizes {
			proofs = append(proofs, proof{fmt.Sprintf("%d cycles, %d places", n, n+2), "", fullRate(n, n+2)})
		}
		return proofs
	}
	drives := func(register, by string) func(*ir.Design) error {
		return tb.Edit("token_sender_w4", func(e *tb.Editor) { e.Sets(register)[0].Src = e.Node(by) })
	}
	onePlaceMore := tb.Edit("token_receiver_*", func(e *tb.Editor) { e.SetValue("claimed", 0) })
	cycleShort := tb.Edit("token_receiver_*", func(e *tb.Editor) {
		early := e.New(ir.OpSlice, 1, e.Node("raised"))
		e.Change("paid", func(*ir.Node) *ir.Node { return early })
	})
	return []claim{
		{
			part: "TokenSender", says: "a flit that is taken is on the link in the next cycle, and else 0",
			small: []proof{{"1 bit", "", sends(1)}, {"4 bits", "", sends(4)}}, large: []proof{{"64 bits", "", sends(64)}},
			faults: []fault{
				{"the flit stays on the link", sends(4), drives("flit", "send_data"), "the flit is another"},
				{"every token sends", sends(4), drives("valid", "token"), "valid without a flit"},
				{"it sends without a token", sends(4), drives("send_ready", "send_valid"), "ready is not the token"},
			},
		},
		{
			part: "TokenReceiver", says: "a token is up where entries and tokens under way leave a place, a flit that comes finds one, and what was not paid for is told",
			small: receiver([2]int{1, 1}, [2]int{1, 3}, [2]int{2, 5}, [2]int{3, 4}),
			large: receiver([2]int{3, 8}, [2]int{5, 7}, [2]int{7, 9}, [2]int{7, 16}),
			faults: []fault{
				{"one place too many", receives(2, 3), onePlaceMore, "there is no room"},
				{"one token too many", receives(2, 3), onePlaceMore, "are more than the places"},
				{"a token that comes back unused is not counted", receives(2, 5), tb.Force("token_receiver_*", "lost", 0), "or room is kept back"},
				{"the round trip is a cycle short", receives(2, 5), cycleShort, "a flit comes that was not paid for"},
				{"what is not paid for is told a cycle late", receives(2, 5), cycleShort, "unpaid is wrong"},
			},
		},
		{
			part: "TokenSender, wires, TokenReceiver, FIFO", says: "any flit comes out once, in order, unchanged, and finds a place; entries, tokens under way and free places are the places",
			small: whole([3]int{0, 0, 1}, [3]int{0, 0, 3}, [3]int{1, 0, 2}, [3]int{1, 1, 3}),
			large: whole([3]int{1, 1, 5}, [3]int{2, 1, 6}, [3]int{2, 2, 4}, [3]int{3, 3, 3}),
			faults: []fault{
				{"the sender needs no token", tokenLink(1, 1, 3, 1), tb.Edit("token_sender_*", func(e *tb.Editor) { e.Sets("send_ready")[0].Src = e.Const(1, 1) }), "was not paid for"},
				{"one place too many, and a flit finds none", tokenLink(1, 1, 3, 1), onePlaceMore, "finds the queue full"},
				{"one flit too many", tokenLink(1, 1, 3, 1), onePlaceMore, "more flits than places"},
				{"one token too many", tokenLink(1, 1, 3, 1), onePlaceMore, "are more than the places"},
				{"an unused token costs a place", tokenLink(1, 1, 3, 1), tb.Force("token_receiver_*", "lost", 0), "a place is lost"},
				{"the queue mixes up its places", tokenLink(0, 0, 3, 1), takes("fifo_w2_d3", "read_next", "write_next"), "out of order or twice"},
				{"and loses an entry", tokenLink(0, 0, 3, 1), takes("fifo_w2_d3", "read_next", "write_next"), "lost or changed"},
			},
		},
		{
			part: "TokenReceiver", says: "a round trip and 2 places are enough for a flit in every cycle",
			small: rate(1, 3), large: rate(7, 16),
			faults: []fault{{"one place fewer", fullRate(3, 4), nil, "a token is kept back"}},
		},
	}
}

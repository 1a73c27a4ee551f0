package rtl

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

// A token link has flits one way and tokens the other. The receiver raises its token while
// it has room; the sender uses a token at once for one flit or loses it (the CM-5's flow
// control, docs/spec/cm5.md). A token raised in cycle t pays for the flit of cycle
// t + roundTrip and no other.

// TokenReceiverPorts are the ports of a TokenReceiver.
type TokenReceiverPorts struct {
	Enabled ir.Signal // in, changes in reset only: 0 keeps token, comes and unpaid 0
	Token   ir.Signal // out, to the pin
	Valid   ir.Signal // in, from the pin: a flit is on the link
	Comes   ir.Signal // out, same cycle: that flit was paid for; take it
	Unpaid  ir.Signal // out, same cycle: it was not; drop it
	Wrote   ir.Signal // in, same cycle: the flit that comes takes an entry of the queue
	Popped  ir.Signal // in: an entry leaves the queue
}

// TokenReceiver counts the tokens of a link whose flits go to a queue of places entries:
//
//	C(t)     = entries at the start of t + tokens raised in t-roundTrip..t-1
//	token(t) = enabled, C(t) < places, and t-1 not in reset
//	comes(t) = valid(t) and token(t-roundTrip)
//	unpaid(t)= enabled, valid(t) and not token(t-roundTrip)
//
// So whatever comes finds a free entry. The full rate of a flit a cycle takes roundTrip + 2
// places, if every entry leaves in the cycle after it was written: it is still counted then.
// With fewer the link works, slower. The token depends on state and the mask alone. In
// reset comes and unpaid are of no meaning: whoever uses them is in reset too.
//
// C is one counter: a token raised adds 1, an entry popped takes 1 and so does a token that
// comes back without an entry written. It starts from 2^k - places instead of 0, so that
// its top bit says that there is no room.
func TokenReceiver(roundTrip, places int) ir.Component[TokenReceiverPorts] {
	rt, d := max(1, roundTrip), max(1, places)
	io := TokenReceiverPorts{
		Enabled: ir.In(1), Token: ir.Out(1), Valid: ir.In(1), Comes: ir.Out(1), Unpaid: ir.Out(1),
		Wrote: ir.In(1), Popped: ir.In(1),
	}
	name := fmt.Sprintf("token_receiver_rt%d_d%d", rt, d)
	return ir.Build(name, io, func(m *ir.Module, io TokenReceiverPorts) {
		if roundTrip < 1 || places < 1 {
			m.Errorf("token receiver: round trip %d, %d places; the least is 1 of each", roundTrip, places)
		}
		m.SetDoc(fmt.Sprintf("Token accounting of a link with a round trip of %d cycles and %d places.", rt, d))

		raised := m.Reg("raised", rt, 0).Doc("tokens of the last cycles, the latest in bit 0")
		paid := raised.Msb().Named("paid")
		live := m.Reg("live", 1, 0).Doc("the cycle before was not in reset")
		live.Set(live.C(1))

		k := ir.Bits(d - 1)
		claimed := m.Reg("claimed", k+1, uint64(1<<k-d)).
			Doc("entries and tokens under way, counted so that the top bit is: no room")
		token := ir.And(io.Enabled, live, claimed.Msb().Not()).Named("raise")
		if rt == 1 {
			raised.Set(token)
		} else {
			raised.Set(ir.Cat(raised.Low(rt-1), token))
		}

		lost := paid.AndNot(io.Wrote).Named("lost").Doc("a token that came back without an entry")
		change := ir.Xor(token, io.Popped, lost)
		if k > 0 {
			down := ir.Or(io.Popped.And(lost), io.Popped.Or(lost).AndNot(token)).Named("down")
			change = ir.Cat(down.Repeat(k), change) // +1, 0, -1 or -2
		}
		claimed.Set(claimed.Add(change.Named("change")))

		io.Token.Set(token)
		io.Comes.Set(io.Valid.And(paid))
		io.Unpaid.Set(ir.And(io.Enabled, io.Valid).AndNot(paid))

		m.Assert(io.Wrote.And(paid.Not()).Not(), "token receiver: an entry is written that was not paid for")
		if d < 1<<k {
			m.Assert(claimed.GeC(uint64(1<<k-d)), "token receiver: more entries popped than written")
		}
		if k > 0 {
			m.Assert(claimed.Msb().And(claimed.Low(k).Any()).Not(), "token receiver: more claims than places")
		}
	})
}

// TokenSenderPorts are the ports of a TokenSender: token, send_valid, send_ready,
// send_data, out_valid, out_flit.
type TokenSenderPorts struct {
	Token ir.Signal         // from the pin
	Send  Stream[ir.Signal] // send_ready is 1 in a cycle with a token
	Out   LinkOut
}

// A LinkOut is the flit of an output port; the flit is 0 while valid is 0.
type LinkOut struct{ Valid, Flit ir.Signal }

// TokenSender moves flits of width bits to the output register of a token link: a flit that
// is taken (send_valid and send_ready) in t is on out_flit, with out_valid 1, in t+1. Out
// comes from flip-flops; the token only enables what they take.
func TokenSender(width int) ir.Component[TokenSenderPorts] {
	w := max(1, width)
	io := TokenSenderPorts{
		Token: ir.In(1), Send: StreamIn(w), Out: LinkOut{Valid: ir.Out(1), Flit: ir.Out(w)},
	}
	return ir.Build(fmt.Sprintf("token_sender_w%d", w), io, func(m *ir.Module, io TokenSenderPorts) {
		if width < 1 {
			m.Errorf("token sender: flits of %d bits; the least is 1", width)
		}
		m.SetDoc(fmt.Sprintf("Output register of a token link with flits of %d bits.", w))
		io.Send.Ready.Set(io.Token)
		move := io.Send.Fire().Named("move")

		valid, flit := m.Reg("valid", 1, 0), m.Reg("flit", w, 0)
		valid.Set(move)
		flit.Set(io.Send.Data.And(move.Repeat(w)))
		io.Out.Valid.Set(valid)
		io.Out.Flit.Set(flit)
	})
}

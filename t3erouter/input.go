package t3erouter

import (
	"fmt"
	"slices"

	"github.com/flitwright/flitwright/ir"
)

// InputPorts are the ports of an input port.
type InputPorts struct {
	Flit   ir.Signal   // data and sideband, from the pins
	Valid  ir.Signal   // 1
	VC     ir.Signal   // 3
	Own    []ir.Signal // 5 each: coordinates of the router
	Usable ir.Signal   // 6: links that may be taken
	Moves  ir.Signal   // 6: one-hot, the direction in which flits come; 0 from the node
	Credit ir.Signal   // 5: one cycle after an entry left

	Claim   ir.Signal // 5: VCs whose header claims its wish from the next cycle on
	Barred  ir.Signal // 26: escape buffers for their claimer alone
	Escape  Buffers
	Free    Buffers   `port:"adaptive"`
	Beats   ir.Signal // 12: see ranking
	Granted ir.Signal // 1: the request is granted
	Rivals  []Rival   // with a stage: the other ports

	To     ir.Signal // 7: one-hot, the output requested; 0: none
	ToVC   ir.Signal `port:"to_vc"` // 5: one-hot, its VC
	First  ir.Signal // 1: a header asks
	Last   ir.Signal // 1: the last flit of a packet asks
	May    ir.Signal // 1: the header that asks has its adaptive bit
	Holds  ir.Signal // 1: a header asks for the VC that it claims
	Sent   ir.Signal // the flit that asks
	Wishes []Wish    // per VC that the port has

	Errors  Errors
	Dropped ir.Signal // 1: a bad header came
}

// A Wish is the VC that a waiting header would claim.
type Wish struct {
	Some   ir.Signal // 1
	Buffer ir.Signal // 5: code of the port, class, VC bit
	Claims ir.Signal // 1: it does
}

func wishPorts(port func(int) ir.Signal) Wish { return Wish{port(1), port(5), port(1)} }

// A Rival is the request of another port.
type Rival struct {
	To      ir.Signal // 7: one-hot, the output requested; 0: none
	VC      ir.Signal // 5: one-hot, its VC
	First   ir.Signal // 1: a header asks
	Last    ir.Signal // 1: the last flit of a packet asks
	Granted ir.Signal // 1: the request is granted
}

// rivals lists the ports whose requests a port looks at.
func (s sizes) rivals(port int) []int {
	if !s.staged() {
		return nil
	}
	return slices.DeleteFunc(s.ports(), func(p int) bool { return p == port })
}

// input makes an input port: what arrives, its buffer, the slot with its choice, the body pick, the one offer
// that comes of both, and the stage. Section "Buffers and what leaves" of docs/spec/t3e.md.
func input(s sizes, port int) ir.Component[InputPorts] {
	io := InputPorts{
		Flit: ir.In(s.flit), Valid: ir.In(1), VC: ir.In(3),
		Own: []ir.Signal{ir.In(5), ir.In(5), ir.In(5)}, Usable: ir.In(links), Moves: ir.In(links), Credit: ir.Out(vcs),
		Claim: ir.In(vcs), Barred: ir.In(escapeBuffers), Escape: s.bufferPorts(escapeBuffers, 0, ir.In), Free: s.bufferPorts(links, adaptive, ir.In), Beats: ir.In(12),
		Granted: ir.In(1), To: ir.Out(ports), ToVC: ir.Out(vcs), First: ir.Out(1), Last: ir.Out(1), May: ir.Out(1), Holds: ir.Out(1), Sent: ir.Out(s.flit),
		Errors: errorPorts(ir.Out), Dropped: ir.Out(1),
	}
	for range s.rivals(port) {
		io.Rivals = append(io.Rivals, Rival{To: ir.In(ports), VC: ir.In(vcs), First: ir.In(1), Last: ir.In(1), Granted: ir.In(1)})
	}
	for range vcsOf(port) {
		io.Wishes = append(io.Wishes, wishPorts(ir.Out))
	}
	name := "t3e_input"
	if port == node {
		name += "_node"
	}
	return ir.Build(name, io, func(m *ir.Module, io InputPorts) {
		m.SetDoc("Input port: one header and one body flit are looked at in a cycle, one flit asks for an output.")
		in := &inputPort{InputPorts: io, m: m, s: s, vcs: vcsOf(port)}
		in.arrive(port)
		in.look()
		in.ask()
	})
}

// inputPort is an input port being built. Its vectors have a bit for each of the five VCs, those that it does without
// are 0.
type inputPort struct {
	InputPorts
	m   *ir.Module
	s   sizes
	vcs []int

	buffer               BufferPorts
	active               ir.Signal // packets on their way
	near                 ir.Signal // of these, those with one flit to go
	activeBits, nearBits []ir.Signal
	slot                 ir.Signal // one-hot
	waits                ir.Signal // 1: the oldest entry there waits
	looked               Head      // what it says
	hop                  ir.Signal // 7: its port, one-hot
	keep                 ir.Signal // wire, 1: the header in the slot has a choice and is not taken
	left                 ir.Signal // wire, 1: what waits in the slot is taken or dropped
	body                 ir.Signal // one-hot or 0: the body pick
	moves                ir.Signal // wire, 1: the body pick is taken
	header               ir.Signal // 1: a header waits in the slot
	drop                 ir.Signal // 1: what waits in the slot is dropped
	choice               ChoicePorts
	staged               staged    // the request there
	follows              ir.Signal // 4: it goes before the header in the slot, see before
	recent               granted   // the header granted in the last cycle
	lapsed               ir.Signal // wire, one-hot or 0: the VC whose staged header has lapsed
}

// arrive joins the receiving end to the buffer.
func (in *inputPort) arrive(port int) {
	m := in.m
	rx := ir.Inst(m, "arrival", arrival(in.s, port))
	in.buffer = ir.Inst(m, "buffer", buffer(in.s, port))
	rx.Flit.Set(in.Flit)
	rx.Valid.Set(in.Valid)
	rx.VC.Set(in.VC)
	for d := range dims {
		rx.Own[d].Set(in.Own[d])
	}
	rx.Usable.Set(in.Usable)
	rx.Moves.Set(in.Moves)
	rx.Full.Set(in.buffer.Full)
	in.buffer.Store.Set(rx.Store)
	in.buffer.Stored.Set(rx.Stored)
	in.buffer.Head.set(rx.Head)
	in.buffer.Ends.Set(rx.Ends)
	in.Dropped.Set(rx.Bad)
	e := in.Errors
	e.VC.Set(rx.Errors.VC)
	e.Length.Set(rx.Errors.Length)
	e.Dest.Set(rx.Errors.Dest)
	e.Turn.Set(rx.Errors.Turn)
	e.Link.Set(rx.Errors.Link)
	e.Overflow.Set(rx.Errors.Overflow)
}

// look chooses what is looked at: the slot for headers, the pick for body flits.
func (in *inputPort) look() {
	m := in.m
	in.activeBits, in.nearBits = flags(m, "active", "on its way"), flags(m, "one_to_go", "one flit short of its length")
	in.near = ir.CatList(in.nearBits...)
	in.keep, in.left, in.moves = m.Wire("keep", 1), m.Wire("slot_left", 1), m.Wire("body_moves", 1)
	in.stage()
	in.active = ir.CatList(in.activeBits...).AndNot(in.lapsed)

	in.fill(in.active.Not().Or(in.near).Named("may_wait"))
	in.drop = ir.And(in.waits, in.looked.Drop, in.slot.And(in.staged.from).Any().Not()).Named("drops")
	in.header = in.waits.AndNot(in.looked.Drop).Named("header")

	bodies := in.buffer.Some.And(in.active).Named("bodies")
	in.body = in.turns("body", bodies, in.moves)
	in.buffer.Body.Set(in.body)
}

// ask makes the one offer of the port and, out of the stage, its request.
func (in *inputPort) ask() {
	m := in.m
	looked := in.looked
	behind := in.staged.first.And(in.slot.And(in.staged.from).Any()).Named("behind").Doc("a header of the VC in the slot is staged")
	claims := m.Reg("claims", vcs, 0).Doc("VC whose oldest header claims its wish")
	in.choice = ir.Inst(m, "choice", choice(in.s))
	in.choice.Header.Set(in.header)
	in.choice.Head.set(looked)
	in.choice.Hop.Set(in.hop)
	in.choice.Claims.Set(in.slot.And(claims).Any().AndNot(behind))
	in.choice.Barred.Set(in.Barred)
	setBuffers(in.choice.Escape, in.Escape)
	setBuffers(in.choice.Free, in.Free)
	in.choice.Beats.Set(in.Beats)
	in.follows = in.before(in.staged.to, in.staged.vc).Named("follows")
	in.choice.Follows.Set(in.follows)
	in.choice.Last.Set(in.staged.last)
	in.choice.Again.Set(in.before(in.recent.to, in.recent.vc).Named("again_there"))

	turn := m.Reg("header_turn", 1, 1).Doc("a header goes before a body flit")
	headFirst := turn.Or(in.body.Any().Not()).Named("head_first")
	head := in.choice.Some.And(headFirst).Named("head")

	var ways, kinds []ir.Signal // of the packets on their way
	for v := range vcs {
		if !slices.Contains(in.vcs, v) {
			ways, kinds = append(ways, m.Const(ports, 0)), append(kinds, m.Const(vcs, 0))
			continue
		}
		way, kind := m.RegNoReset(fmt.Sprintf("way_%d", v), ports), m.RegNoReset(fmt.Sprintf("kind_%d", v), vcs)
		m.When(in.slot.Bit(v), func() { // holds what the header asked for last, which is what it is granted
			m.When(in.header, func() {
				way.Set(in.choice.To)
				kind.Set(in.choice.VC)
			})
		})
		ways, kinds = append(ways, way), append(kinds, kind)
	}
	oneOf := func(header, body ir.Signal) ir.Signal {
		return header.And(headFirst.Repeat(header.Width())).Or(body.And(head.Not().Repeat(body.Width())))
	}
	sent := in.buffer.Sent
	if in.s.staged() {
		sent = ir.Mux(head, in.buffer.Alone, sent)
	} else {
		m.Unused(in.buffer.Alone)
	}
	offer := request{
		some: in.choice.Some.Or(in.body.Any()),
		from: in.slot.And(head.Repeat(vcs)).Or(in.body.And(head.Not().Repeat(vcs))),
		to:   oneOf(in.choice.To, ir.OneHotMux(in.body, ways...)), vc: oneOf(in.choice.VC, ir.OneHotMux(in.body, kinds...)),
		first: head, last: sent.Bit(0).Named("ends"), may: looked.May,
	}
	asks, taken := in.pass(offer, headFirst)
	m.When(taken.And(offer.some), func() { turn.Set(head.Not()) })
	takenHead, takenBody := taken.And(head).Named("taken_head"), taken.AndNot(head).Named("taken_body")
	in.keep.Set(in.choice.Some.AndNot(takenHead))
	in.left.Set(in.drop.Or(takenHead))
	in.moves.Set(takenBody)
	in.buffer.First.Set(head)
	in.buffer.Read.Set(taken)
	went := in.slot.And(takenHead.Repeat(vcs)).Or(in.body.And(takenBody.Repeat(vcs))).Named("went")
	for v := range vcs {
		m.When(in.lapsed.Bit(v), func() { in.activeBits[v].Set(m.Const(1, 0)) })
		m.When(went.Bit(v), func() {
			in.activeBits[v].Set(offer.last.Not())
			in.nearBits[v].Set(sent.Bit(1))
		})
	}

	in.To.Set(asks.to)
	in.ToVC.Set(asks.vc)
	in.First.Set(asks.first)
	in.Last.Set(asks.last)
	in.May.Set(asks.may)
	holds := asks.first // without a stage nobody else is granted what is claimed
	if in.s.staged() {
		holds = ir.And(asks.first, asks.from.And(claims).Any(), asks.vc.Bit(adaptive).Not())
	}
	in.Holds.Set(holds)
	in.Sent.Set(in.buffer.Flit)
	leaves := asks.from.And(in.Granted.Repeat(vcs)).Named("goes")
	in.wish(claims, behind, leaves.And(asks.first.Repeat(vcs)).Named("header_leaves"))
	in.leave(leaves)
}

// wish keeps what the oldest header of each VC would claim and whether it does.
func (in *inputPort) wish(claims, behind, leaves ir.Signal) {
	m := in.m
	looked := in.looked
	claims.Set(claims.Or(in.Claim).AndNot(leaves))
	for i, v := range in.vcs {
		w := in.Wishes[i]
		some, buffer := m.Reg(fmt.Sprintf("wish_%d", v), 1, 0), m.RegNoReset(fmt.Sprintf("wish_%d_buffer", v), 5)
		m.When(ir.And(in.slot.Bit(v), in.header, behind.Not()), func() {
			wants := m.Const(1, 1)
			if in.s.AdaptiveOnly {
				wants = looked.Adaptive.Any().Not()
			}
			some.Set(wants)
			buffer.Set(ir.Cat(looked.Port, looked.Class, looked.Bit))
		})
		m.When(leaves.Bit(v), func() { some.Set(m.Const(1, 0)) })
		w.Some.Set(some)
		w.Buffer.Set(buffer)
		w.Claims.Set(claims.Bit(v))
	}
}

// leave takes out of the buffer what is granted or dropped.
func (in *inputPort) leave(granted ir.Signal) {
	leave := granted.Or(in.slot.And(in.drop.Repeat(vcs))).Named("leave")
	in.buffer.Leave.Set(leave)
	credit := in.m.Reg("credits", vcs, 0)
	credit.Set(leave)
	in.Credit.Set(credit)
}

package selftest

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
	"github.com/flitwright/flitwright/t3erouter/config"
)

// SinkPorts are the ports of a sink.
type SinkPorts struct {
	Own   []ir.Signal // 5 each: coordinates of the router
	Go    ir.Signal   // 1: a credit may be sent
	Visit Visit

	Flit   ir.Signal // from the router, with its sideband
	Valid  ir.Signal // 1
	VC     ir.Signal `port:"vc"` // 3
	Credit ir.Signal // 5: to the router, on the VC visited in the cycle before
	Right  ir.Signal // 1: the packet whose tail came 3 cycles before is right
	Wrong  ir.Signal // 1: it is not, or a flit came for which there was no room
}

// Sink takes packets and judges each when its tail comes. It gives credits back when the turn comes to their
// VC.
func Sink(c config.Config, port int) ir.Component[SinkPorts] {
	s := sizes{c}
	io := SinkPorts{
		Own: []ir.Signal{ir.In(5), ir.In(5), ir.In(5)}, Go: ir.In(1), Visit: visitPorts(ir.In),
		Flit: ir.In(c.Flit + 6), Valid: ir.In(1), VC: ir.In(3), Credit: ir.Out(vcs), Right: ir.Out(1), Wrong: ir.Out(1),
	}
	return ir.Build(fmt.Sprintf("t3e_selftest_sink_%d", port), io, func(m *ir.Module, io SinkPorts) {
		m.SetDoc("Takes packets and judges each by its own flits.")
		k := &sink{SinkPorts: io, m: m, s: s, port: port, list: vcsOf(port)}
		k.arrive()
		k.route()
		k.frame()
		k.credits()
		k.judge()
	})
}

// sink is a sink being built. A flit on the pins in t is looked at in t, t+1 and t+2.
type sink struct {
	SinkPorts
	m    *ir.Module
	s    sizes
	port int
	list []int // VCs

	valid, vc, head, tail ir.Signal // in t+1
	on                    ir.Signal // 5: one-hot, the VC
	number                ir.Signal // 8
	low                   ir.Signal // 32: the fields of a header, in t
	changed               ir.Signal // 1: a bit is not as the others say
	isHeader              ir.Signal // 1: the first bytes are not those of a body flit
	misled                ir.Signal // 1: a header may not come out here
	flooded               ir.Signal // 1: a flit came that there was no room for
	strange               ir.Signal // 1: not the flit that had to come on this VC
}

// arrive compares the bytes of a flit with one another.
func (k *sink) arrive() {
	m, f := k.m, k.s.Flit
	k.low = k.Flit.Low(32)
	byteOf := func(i int) ir.Signal { return k.Flit.Slice(min(8*i+7, f-1), 8*i) }
	fifth := byteOf(4)
	number := ir.Cat(fifth.Low(2), fifth.Slice(7, 2)).Named("number_of")
	differs := []ir.Signal{k.Flit.Slice(f+5, f+2).Ne(number.Low(4))}
	for i := 5; i < (f+7)/8; i++ {
		if i != 7 {
			b := byteOf(i)
			differs = append(differs, b.Ne(lane(number, i).Low(b.Width())))
		}
	}
	body := []ir.Signal{}
	for i := range 3 { // the fourth follows from the check
		body = append(body, byteOf(i).Ne(lane(number, i)))
	}
	k.number = register(m, "number", number)
	k.changed = register(m, "changed", ir.Or(differs...)).
		Or(register(m, "unchecked", byteOf(7).Xor(folded(k.low)).Ne(lane(number, 7))))
	k.isHeader = register(m, "is_header", ir.Or(body...))
	k.valid = register(m, "valid_before", k.Valid)
	k.vc = register(m, "vc_before", k.VC)
	k.head, k.tail = register(m, "head", k.Flit.Bit(f)), register(m, "tail", k.Flit.Bit(f+1))
	k.on = rtl.Decode(k.vc, vcs).And(k.valid.Repeat(vcs)).Named("on")
}

// route judges a header: its destination, or that its hop is due, on the VC of the escape or on the adaptive one.
func (k *sink) route() {
	m, zero := k.m, k.m.Const(1, 0)
	at, minus := []ir.Signal{zero, zero, zero}, []ir.Signal{zero, zero, zero}
	var here []ir.Signal
	for d, name := range []string{"x", "y", "z"} {
		w := k.s.coordinate(d)
		if w == 0 {
			at[d] = m.Const(1, 1)
			m.Unused(k.Own[d])
			continue
		}
		own := k.Own[d].Low(w)
		if w < 5 {
			m.Unused(k.Own[d].Slice(4, w))
		}
		at[d] = register(m, "at_"+name, k.low.Slice(5*d+w-1, 5*d).Eq(own))
		minus[d] = register(m, "minus_"+name, k.low.Bit(15+d))
		here = append(here, at[d])
	}
	m.Unused(append(at, minus...)...) // a sink need not know of the dimensions that come later in the order
	class, may := register(m, "reply", k.low.Bit(24)), register(m, "may", k.low.Bit(25))
	if k.port == node {
		m.Unused(may)
		arrived := ir.And(append(here, k.vc.Eq(ir.Cat(zero, class, zero)))...)
		k.misled = arrived.Not()
		return
	}

	d := k.port / 2
	w := k.s.coordinate(d)
	own, to := k.Own[d].Low(w), k.low.Slice(5*d+w-1, 5*d)
	edge, wraps := own.EqC(0), to.Gt(own)
	if k.port%2 == 0 {
		edge, wraps = own.EqC(uint64(k.s.size(d)-1)), to.Lt(own)
	}
	later := register(m, "later", wraps)
	chosen := register(m, "chosen", k.low.Bit(21+d).Or(k.low.Bit(31)))
	bit := register(m, "at_edge", edge).Or(chosen.AndNot(later)).Named("vc_bit")

	isDue := due(k.port, at, minus).Named("due")
	first := isDue
	for _, q := range before(k.port) {
		first = first.AndNot(due(q, at, minus))
	}
	escape := ir.And(first, k.vc.Eq(ir.Cat(zero, class, bit)))
	free := ir.And(isDue, may, k.vc.EqC(adaptive))
	k.misled = escape.Or(free).Not()
}

// frame follows the packets of each VC.
func (k *sink) frame() {
	m, s := k.m, k.s
	packets := m.Mem("packets", 8+s.left(), places)
	packet := packets.ReadReg("packet", k.VC.ZExt(4), m.Const(1, 1))
	again := register(m, "again", k.valid.And(k.VC.Eq(k.vc))).Doc("The flit before was on the same VC: what it wrote was not read.")
	left := m.RegNoReset("left", s.left())
	last := register(m, "last_number", k.number)
	before := ir.Mux(again, last, packet.Low(8)).Named("number_before")
	due := ir.Mux(again, left, packet.Slice(7+s.left(), 8)).Named("left_before")
	length := register(m, "length", k.low.Slice(25+s.left(), 26))

	var open []ir.Signal
	for _, v := range k.list {
		open = append(open, m.Reg(fmt.Sprintf("open_%d", v), 1, 0))
	}
	isOpen := visited(k.on, k.list, open)
	now := ir.Mux(k.head, length, due).Named("flits_left").Doc("This one included.")
	left.Set(now.SubC(1))
	m.When(k.valid, func() { packets.Write(k.vc.ZExt(4), ir.Cat(now.SubC(1), k.number)) })
	for i, v := range k.list {
		m.When(k.on.Bit(v), func() { open[i].Set(k.tail.Not()) })
	}
	framing := ir.Or(k.head.Eq(isOpen), k.tail.Ne(now.EqC(1)))
	body := k.head.Not().And(k.isHeader.Or(k.number.Ne(following(m, before))))
	k.strange = register(m, "misframed", framing).Or(register(m, "not_next", body))
}

// judge gives the verdict on a packet with its tail.
func (k *sink) judge() {
	m := k.m
	valid, tail := register(m, "valid_then", k.valid), register(m, "tail_then", k.tail)
	on := register(m, "on_then", k.on)
	odd := ir.Or(register(m, "changed_then", k.changed), register(m, "misled", k.head.And(k.misled)), k.strange).Named("odd")
	var misfits []ir.Signal
	for _, v := range k.list {
		misfits = append(misfits, m.Reg(fmt.Sprintf("misfit_%d", v), 1, 0).Doc("A flit of the packet was not as it must be."))
	}
	bad := odd.Or(visited(on, k.list, misfits)).Named("bad")
	for i, v := range k.list {
		m.When(on.Bit(v), func() { misfits[i].Set(bad.AndNot(tail)) })
	}
	ends := valid.And(tail)
	k.Right.Set(register(m, "was_right", ends.AndNot(bad)))
	k.Wrong.Set(register(m, "was_wrong", ends.And(bad)).Or(k.flooded))
}

// credits counts the places of each VC that are taken, and frees one when its turn comes.
func (k *sink) credits() {
	m := k.m
	some := m.Reg("some_taken", 1, 0)
	frees := k.Go.And(some).Named("frees")
	var taken, full []ir.Signal
	for _, v := range k.list {
		m.Scope(fmt.Sprintf("vc_%d", v), func() {
			n := m.Reg("places_taken", ir.Bits(k.s.depth(v)), 0)
			freed := frees.And(k.Visit.Now.Bit(v))
			m.When(freed.Xor(k.on.Bit(v)), func() { n.Set(rtl.UpDown(n, freed)) })
			taken, full = append(taken, n.Any()), append(full, n.EqC(uint64(k.s.depth(v))))
		})
	}
	some.Set(visited(k.Visit.Next, k.list, taken))
	k.flooded = register(m, "flooded", visited(k.on, k.list, full))
	k.Credit.Set(register(m, "freed", k.Visit.Now.And(frees.Repeat(vcs))))
}

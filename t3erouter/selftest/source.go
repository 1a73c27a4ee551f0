package selftest

import (
	"fmt"
	"slices"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
	"github.com/flitwright/flitwright/t3erouter/config"
)

// SourcePorts are the ports of a source.
type SourcePorts struct {
	Tag    ir.Signal // 8, static: makes its packets others than those of the other sources
	Run    ir.Signal // 1: begin packets
	Go     ir.Signal // 1: a flit may be sent
	Visit  Visit
	NextVC ir.Signal `port:"next_vc"` // 3: the VC of the visit in the next cycle
	PastVC ir.Signal `port:"past_vc"` // 3: that of the cycle before
	Draft  Draft
	Barred ir.Signal // 1: the draft must not come here
	Kept   ir.Signal // 1: its bit 31 is to be 1

	Credit ir.Signal // 5: from the router
	Flit   ir.Signal // to the router, with its sideband; on the VC visited in the cycle before
	Valid  ir.Signal // 1
	Begun  ir.Signal // 1: that flit is a header
	Active ir.Signal // 1: some cycles ago a packet was not all sent, or a credit not back
	Excess ir.Signal // 1: a credit came for which there was no flit
}

// Source sends packets on all VCs of a port, their flits interleaved: on the VC whose turn it is a flit of the packet begun
// there, or the header drafted for it, if it has a credit.
func Source(c config.Config, port int) ir.Component[SourcePorts] {
	s := sizes{c}
	io := SourcePorts{
		Tag: ir.In(8), Run: ir.In(1), Go: ir.In(1), Visit: visitPorts(ir.In), NextVC: ir.In(3), PastVC: ir.In(3), Draft: s.draftPorts(ir.In), Barred: ir.In(1), Kept: ir.In(1),
		Credit: ir.In(vcs), Flit: ir.Out(c.Flit + 6), Valid: ir.Out(1), Begun: ir.Out(1), Active: ir.Out(1), Excess: ir.Out(1),
	}
	name := "t3e_selftest_source"
	if port == node {
		name += "_node"
	}
	list := vcsOf(port)
	return ir.Build(name, io, func(m *ir.Module, io SourcePorts) {
		m.SetDoc("Sends packets that say themselves what they must be when they come out.")
		packets := m.Mem("packets", 8+s.left(), places)
		packet := packets.ReadReg("packet", io.NextVC.ZExt(4), m.Const(1, 1))
		hasCredit, isOpen := m.Reg("has_credit", 1, 0), m.Reg("is_open", 1, 0)

		begins := ir.And(io.Run, io.Go, hasCredit, isOpen.Not(), io.Barred.Not()).Named("begins")
		continues := ir.And(io.Go, hasCredit, isOpen).Named("continues")
		sends := begins.Or(continues).Named("sends")
		left := packet.Slice(7+s.left(), 8)
		isLast := ir.Mux(begins, io.Draft.Single, left.EqC(1)).Named("is_last")

		var open, some, full, over []ir.Signal
		for _, v := range list {
			m.Scope(fmt.Sprintf("vc_%d", v), func() {
				o := m.Reg("open", 1, 0).Doc("A packet is begun and not all sent.")
				spent := sends.And(io.Visit.Now.Bit(v)).Named("spent")
				m.When(spent, func() { o.Set(isLast.Not()) })
				depth := uint64(s.depth(v))
				n := m.Reg("credits", ir.Bits(s.depth(v)), depth)
				back := io.Credit.Bit(v)
				m.When(spent.Xor(back), func() { n.Set(rtl.UpDown(n, spent)) })
				isFull := n.EqC(depth)
				open, some, full, over = append(open, o), append(some, n.Any()), append(full, isFull), append(over, isFull.And(back))
			})
		}
		hasCredit.Set(visited(io.Visit.Next, list, some))
		isOpen.Set(visited(io.Visit.Next, list, open))
		for v := range vcs {
			if !slices.Contains(list, v) {
				over = append(over, io.Credit.Bit(v))
			}
		}

		follows := following(m, packet.Low(8)).Named("follows")
		first := io.Draft.Number.Xor(io.Tag).Named("first")
		number, low, check := m.RegNoReset("number", 8), m.RegNoReset("low", 32), m.RegNoReset("check", 8)
		header := ir.Cat(io.Kept, io.Draft.Header.Low(31))
		m.Unused(io.Draft.Header.Bit(31))
		number.Set(ir.Mux(begins, first, follows))
		low.Set(ir.Mux(begins, header, ir.CatList(lane(follows, 0), lane(follows, 1), lane(follows, 2), lane(follows, 3))))
		check.Set(ir.Mux(begins, ir.Xor(lane(first, 7), io.Draft.Folded, ir.Cat(io.Kept, m.Const(7, 0))), lane(follows, 7)))
		valid, head, tail := register(m, "sent", sends), register(m, "sent_head", begins), register(m, "sent_tail", isLast)
		remaining := m.RegNoReset("remaining", s.left())
		remaining.Set(ir.Mux(begins, io.Draft.Left, left.SubC(1)))
		m.When(valid, func() { packets.Write(io.PastVC.ZExt(4), ir.Cat(remaining, number)) })

		bytes := []ir.Signal{low, lane(number, 4), lane(number, 5), lane(number, 6), check}
		for k := 8; k < (c.Flit+7)/8; k++ {
			bytes = append(bytes, lane(number, k))
		}
		io.Flit.Set(ir.Cat(number.Low(4), tail, head, ir.CatList(bytes...).Low(c.Flit)))
		io.Valid.Set(valid)
		io.Begun.Set(head)
		io.Active.Set(register(m, "some_open", ir.Or(open...)).Or(register(m, "away", ir.And(full...).Not())))
		io.Excess.Set(register(m, "is_excess", ir.Or(over...)))
	})
}

// places of the memories that hold the state of the VCs, more than there are: a smaller one would not become a block RAM.
const places = 16

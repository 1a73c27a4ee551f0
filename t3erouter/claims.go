package t3erouter

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// claimants are the input VCs that the visitor goes round: those of ports 0 to 5, five each, then VC 0 and 2
// of the node.
const claimants = links*vcs + 2

// ClaimPorts are the ports of the visitor that gives claims.
type ClaimPorts struct {
	Wishes []Wish    // per claimant
	Freed  ir.Signal // 26: this escape buffer was granted to its claimer in the last cycle

	Barred ir.Signal // 26: escape buffers for their claimer alone
	Claim  ir.Signal // 32: one-hot or 0, the claimant that claims its wish from the next cycle on
}

// claims makes the visitor: it goes round the input VCs, one a cycle. A mark, kept in a memory by claimant and in one by buffer, says whose claim
// was the last; it goes when the visitor comes by, and so claimers of a buffer follow one another in the order of the round. Section "Claims"
// of docs/spec/t3e.md.
func claims(s sizes) ir.Component[ClaimPorts] {
	io := ClaimPorts{Freed: ir.In(escapeBuffers), Barred: ir.Out(escapeBuffers), Claim: ir.Out(claimants)}
	for range claimants {
		io.Wishes = append(io.Wishes, wishPorts(ir.In))
	}
	return ir.Build("t3e_claims", io, func(m *ir.Module, io ClaimPorts) {
		m.SetDoc("Claims of escape buffers: one input VC is visited in a cycle and claims its wish if nobody's last claim is in the way.")
		at := m.Reg("at", 5, 0).Doc("the input VC visited")
		next := at.AddC(1).Named("at_next")
		at.Set(next)
		fresh := m.Reg("fresh", 1, 1).Doc("the first round: the memories are being cleared")
		m.When(at.All(), func() { fresh.Set(m.Const(1, 0)) })

		var wishes, claims []ir.Signal
		for _, w := range io.Wishes {
			claims = append(claims, w.Claims)
			wishes = append(wishes, ir.Cat(w.Claims, w.Some, w.Buffer))
		}
		visited := rtl.IndexedMux(at, wishes...)
		wish, some, still := visited.Low(5), visited.Bit(5), visited.Bit(6)

		// Buffers go by the code of the port and the VC.
		marks := m.Mem("marks", 6, claimants)
		marks.NoCollision()
		marked := m.Mem("marked", 1, 32)
		mark := marks.ReadReg("mark_read", next, m.Const(1, 1)).AndNot(fresh.Repeat(6)).Named("mark")
		has, of := mark.Msb(), mark.Low(5)
		releases := has.AndNot(still).Named("releases")
		gives := ir.And(some, has.Not(), marked.Read(wish).Not(), fresh.Not()).Named("gives")
		buffer := ir.Mux(releases, of, wish).Named("buffer")
		marks.Write(at, ir.Cat(gives.Or(has.And(still)), ir.Mux(gives, wish, of)))
		m.When(ir.Or(fresh, releases, gives), func() { marked.Write(ir.Mux(fresh, at, buffer), gives) })

		vain := rtl.IndexedMux(delay(m, "gave_at", at), claims...).Not().Named("in_vain").Doc("the header left in the cycle of the visit")
		barred, just := m.Reg("bars", escapeBuffers, 0), m.Reg("just_barred", escapeBuffers, 0)
		var bars, given []ir.Signal
		for k := range escapeBuffers {
			number := portCode(k/escapes)*escapes + uint64(k%escapes)
			if k == escapeBuffers-1 {
				number++
			}
			if !s.has(k / escapes) {
				bars, given = append(bars, m.Const(1, 0)), append(given, m.Const(1, 0))
				continue
			}
			visit := releases.Or(gives).And(buffer.EqC(number))
			ends := ir.Mux(just.Bit(k), vain, io.Freed.Bit(k))
			bars = append(bars, ir.Mux(visit, gives, barred.Bit(k).AndNot(ends)))
			given = append(given, visit.And(gives))
		}
		barred.Set(ir.CatList(bars...))
		just.Set(ir.CatList(given...))
		io.Barred.Set(barred)
		io.Claim.Set(rtl.Decode(at, claimants).And(gives.Repeat(claimants)))
	})
}

package t3erouter

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// ClaimPorts are the ports of the visitor that gives claims. Input VCs are those of ports 0 to 5, five each, then VC 0
// and 2 of the node: 32.
type ClaimPorts struct {
	Wishes []Wish    // per input VC
	Leaves ir.Signal // 32: its header is granted in this cycle
	Taken  ir.Signal // 26: a header is granted this escape buffer in this cycle

	Held  ir.Signal // 26: escape buffers claimed
	Claim ir.Signal // 32: one-hot or 0, the input VC given the claim of the buffer visited, if its header stays
}

// claims makes the visitor: it goes round the escape buffers, one a cycle, and keeps for each where its round robin
// over the input VCs stands. Section "Claims" of docs/spec/t3e.md.
func claims() ir.Component[ClaimPorts] {
	const inputs = links*vcs + 2
	io := ClaimPorts{
		Leaves: ir.In(inputs), Taken: ir.In(escapeBuffers), Held: ir.Out(escapeBuffers), Claim: ir.Out(inputs),
	}
	for range inputs {
		io.Wishes = append(io.Wishes, wishPorts(ir.In))
	}
	return ir.Build("t3e_claims", io, func(m *ir.Module, io ClaimPorts) {
		m.SetDoc("Claims of escape buffers: one buffer is visited in a cycle, its claim goes round the input VCs that wish for it.")
		const lastBuffer, beforeLast = 26, 24 // the node's VCs count as 24 and 26, like VC 0 and 2 of a link
		at := m.Reg("at", 5, 0).Doc("the buffer visited, port*4 + VC")
		at.Set(ir.Mux(at.EqC(lastBuffer), at.C(0), ir.Mux(at.EqC(beforeLast), at.C(lastBuffer), at.AddC(1))))
		fresh := m.Reg("fresh", 1, 1).Doc("the first round: no pointer is set yet")
		m.When(at.EqC(lastBuffer), func() { fresh.Set(m.Const(1, 0)) })

		var matches, keeps []ir.Signal
		for _, w := range io.Wishes {
			match := w.Some.And(w.Buffer.Eq(at))
			matches = append(matches, match)
			keeps = append(keeps, match.And(w.Claims))
		}
		held := m.Reg("claimed", escapeBuffers, 0)
		isHeld := muxTree(at, append(held.BitList()[:escapeBuffers:escapeBuffers], held.Bit(escapeBuffers-1)))
		gives := isHeld.And(ir.Or(keeps...)).Not().Named("gives")

		pointers := m.Mem("pointers", 5, 32)
		pointer := pointers.Read(at).AndNot(fresh.Repeat(5)).Named("pointer")
		chosen := rtl.FirstFrom(ir.CatList(matches...), pointer).Named("chosen")
		some := ir.Or(matches...)
		pointers.Write(at, ir.Mux(gives.And(some), rtl.Encode(chosen).AddC(1), pointer))

		io.Claim.Set(chosen.And(gives.Repeat(inputs)))
		stays := chosen.AndNot(io.Leaves).Any().Named("stays")
		var next []ir.Signal
		for k := range escapeBuffers {
			number := k
			if k == escapeBuffers-1 {
				number = lastBuffer
			}
			next = append(next, ir.Mux(at.EqC(uint64(number)).And(gives), stays, held.Bit(k).AndNot(io.Taken.Bit(k))))
		}
		held.Set(ir.CatList(next...))
		io.Held.Set(held)
	})
}

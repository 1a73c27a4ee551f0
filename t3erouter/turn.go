package t3erouter

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

// TurnPorts are the ports of a turn.
type TurnPorts struct {
	Early ir.Signal // requests
	Late  ir.Signal // one-hot or 0: one request more
	Take  ir.Signal // 1: the grant is used, priorities move
	First ir.Signal // one-hot or 0: what would be granted without Late
	Grant ir.Signal // one-hot or 0
}

// turn is a round-robin arbiter, as rtl.RoundRobin is, in which one of the requests comes late in the cycle: whether it goes before all
// others is known for each input before it comes.
func turn(n int) ir.Component[TurnPorts] {
	io := TurnPorts{Early: ir.In(n), Late: ir.In(n), Take: ir.In(1), First: ir.Out(n), Grant: ir.Out(n)}
	return ir.Build(fmt.Sprintf("t3e_turn_%d", n), io, func(m *ir.Module, io TurnPorts) {
		m.SetDoc(fmt.Sprintf("Round-robin arbiter of %d inputs, one of whose requests comes late.", n))
		after := m.Reg("after", n-1, 0).Doc("bit i: input i+1 comes after the one last granted")
		upper := io.Early.And(ir.Cat(after, m.Const(1, 0))).Named("upper")
		var goes, reach []ir.Signal
		for i := range n {
			if i == 0 {
				goes = append(goes, upper.Any().Not())
				continue
			}
			before := ir.Mux(after.Bit(i-1), upper.Low(i).Any(), upper.Any().Or(io.Early.Low(i).Any()))
			goes = append(goes, before.Not())
		}
		wins := ir.CatList(goes...).Named("wins").Doc("this input goes before all others that request early")
		first := io.Early.And(wins)
		grant := ir.Mux(io.Late.And(wins).Any(), io.Late, first).Named("granted")
		for i := range n - 1 {
			reach = append(reach, grant.Low(i+1).Any())
		}
		m.When(io.Take.And(io.Early.Or(io.Late).Any()), func() { after.Set(ir.CatList(reach...)) })
		io.First.Set(first)
		io.Grant.Set(grant)
		m.Assert(ir.And(grant, grant.SubC(1)).Any().Not(), "two inputs are granted")
		m.Assert(grant.Any().Eq(io.Early.Or(io.Late).Any()), "a request and no grant, or a grant and no request")
	})
}

package myrinetswitch

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// GrantPorts are the ports of arbitration.
type GrantPorts struct {
	Front   []FrontGrants // seen from here: what a front puts out comes in
	Output  []OutputGrants
	Ready   ir.Signal // one bit an output: it takes a character in this cycle
	Readies ir.Signal // one bit an output: it will in the next, if it is held then
	Stopped ir.Signal // one bit an output
}

// OutputGrants is what arbitration tells an output and the crossbar.
type OutputGrants struct {
	Enabled ir.Signal // 1
	Holder  ir.Signal // one-hot, the input that holds it; 0: free
	Marks   ir.Signal // 1: a time-out breaks it in the next cycle, if it is still held
	Owe     ir.Signal // 1: its holder was killed or broken in this cycle: it owes a FRES
}

// grants keeps who holds which output and gives free ones away. Section "Grants and time-out" of
// docs/spec/myrinet.md.
func grants(n int) ir.Component[GrantPorts] {
	io := GrantPorts{Ready: ir.In(n), Readies: ir.In(n), Stopped: ir.In(n)}
	for range n {
		io.Front = append(io.Front, FrontGrants{
			To: ir.In(n), Requests: ir.In(1), Asks: ir.In(1), Blocked: ir.Out(1), Ready: ir.Out(1), Flows: ir.Out(1), Holds: ir.Out(1),
			Breaks: ir.Out(1), Ends: ir.In(1), Killed: ir.In(1), Fires: ir.In(1),
		})
		io.Output = append(io.Output, OutputGrants{Enabled: ir.In(1), Holder: ir.Out(n), Marks: ir.Out(1), Owe: ir.Out(1)})
	}
	return ir.Build("myrinet_grants", io, func(m *ir.Module, io GrantPorts) {
		m.SetDoc("Arbitration: a rotating arbiter and a holder for each output.")
		held := make([][]ir.Signal, n) // [input][output]
		marked := make([]ir.Signal, n) // per output
		busy := make([]ir.Signal, n)   // held by an input
		collect := func(f func(g FrontGrants) ir.Signal) ir.Signal {
			bits := make([]ir.Signal, n)
			for p, g := range io.Front {
				bits[p] = f(g)
			}
			return ir.CatList(bits...)
		}
		ends := collect(func(g FrontGrants) ir.Signal { return g.Ends }).Named("ends")
		kills := collect(func(g FrontGrants) ir.Signal { return g.Killed }).Named("kills")
		fires := collect(func(g FrontGrants) ir.Signal { return g.Fires }).Named("fires")
		requests := collect(func(g FrontGrants) ir.Signal { return g.Requests }).Named("requests")

		for q, out := range io.Output {
			port := &registers{m: m}
			holder := port.reg(fmt.Sprintf("holder_%d", q), n, 0)
			marked[q] = port.reg(fmt.Sprintf("marked_%d", q), 1, 0)
			to := collect(func(g FrontGrants) ir.Signal { return g.To.Bit(q) }).Named(fmt.Sprintf("to_%d", q))
			free := holder.Any().Not().Named(fmt.Sprintf("free_%d", q))
			busy[q] = free.Not()
			arbiter := ir.Inst(m, fmt.Sprintf("arbiter_%d", q), rtl.RoundRobin(n))
			arbiter.Req.Set(to.And(requests))
			arbiter.Take.Set(free)

			marks := ir.And(to, fires).Any().And(busy[q]).Named(fmt.Sprintf("marks_%d", q))
			marked[q].Set(marks)
			keeps := ir.Or(ends, kills, marked[q].Repeat(n)).Not().Named(fmt.Sprintf("keeps_%d", q))
			holder.Set(arbiter.Grant.And(free.Repeat(n)).Or(holder.And(keeps)))
			port.holdWhile(out.Enabled.Not())
			out.Holder.Set(holder)
			out.Marks.Set(marks)
			out.Owe.Set(holder.And(kills.Or(marked[q].Repeat(n))).Any())
			for p := range n {
				held[p] = append(held[p], holder.Bit(p))
			}
		}
		for p, g := range io.Front {
			holds := ir.CatList(held[p]...).Named(fmt.Sprintf("held_by_%d", p))
			toBusy := g.To.And(ir.CatList(busy...)).Any().Named(fmt.Sprintf("to_busy_%d", p))
			g.Holds.Set(holds.Any())
			g.Blocked.Set(ir.And(g.Asks, toBusy, holds.Any().Not()))
			// The output that a front will hold is known a cycle before: so is whether it will be ready.
			ready := m.Reg(fmt.Sprintf("ready_for_%d", p), 1, 0)
			ready.Set(g.To.And(io.Readies).Any())
			sends := holds.Any().And(ready).Named(fmt.Sprintf("ready_%d", p))
			g.Ready.Set(sends)
			m.Assert(sends.Eq(holds.And(io.Ready).Any()), "a front that holds an output knows better than it whether it is ready")
			g.Flows.Set(holds.AndNot(io.Stopped).Any())
			g.Breaks.Set(toBusy.And(g.To.And(ir.CatList(marked...)).Any()))
		}
	})
}

// joinFront connects the arbitration's side of a front with the front's own.
func joinFront(grants, front FrontGrants) {
	grants.To.Set(front.To)
	grants.Requests.Set(front.Requests)
	grants.Asks.Set(front.Asks)
	grants.Ends.Set(front.Ends)
	grants.Killed.Set(front.Killed)
	grants.Fires.Set(front.Fires)
	front.Blocked.Set(grants.Blocked)
	front.Ready.Set(grants.Ready)
	front.Flows.Set(grants.Flows)
	front.Holds.Set(grants.Holds)
	front.Breaks.Set(grants.Breaks)
}

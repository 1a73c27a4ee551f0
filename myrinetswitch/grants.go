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
	Stopped ir.Signal // one bit an output
}

// OutputGrants is what arbitration tells an output and the crossbar.
type OutputGrants struct {
	Enabled ir.Signal // 1
	Holder  ir.Signal // one-hot, the input that holds it; 0: free
	Owe     ir.Signal // 1: its holder was killed or broken in this cycle: it owes a FRES
}

// grants keeps who holds which output and gives free ones away. Section "Grants and time-out" of
// docs/spec/myrinet.md.
func grants(n int) ir.Component[GrantPorts] {
	io := GrantPorts{Ready: ir.In(n), Stopped: ir.In(n)}
	for range n {
		io.Front = append(io.Front, FrontGrants{
			Request: ir.In(n), Granted: ir.Out(1), Blocked: ir.Out(1), Ready: ir.Out(1), Stopped: ir.Out(1), Broken: ir.Out(1),
			Ends: ir.In(1), Killed: ir.In(1), FiresFor: ir.In(1), FiresOwn: ir.In(1),
		})
		io.Output = append(io.Output, OutputGrants{Enabled: ir.In(1), Holder: ir.Out(n), Owe: ir.Out(1)})
	}
	return ir.Build("myrinet_grants", io, func(m *ir.Module, io GrantPorts) {
		m.SetDoc("Arbitration: a rotating arbiter and a holder for each output.")
		granted := make([][]ir.Signal, n) // [input][output]
		held := make([][]ir.Signal, n)
		broken := make([][]ir.Signal, n)
		blocks := make([]ir.Signal, n) // per output: held, and not released in this cycle
		collect := func(f func(g FrontGrants) ir.Signal) ir.Signal {
			bits := make([]ir.Signal, n)
			for p, g := range io.Front {
				bits[p] = f(g)
			}
			return ir.CatList(bits...)
		}
		ends := collect(func(g FrontGrants) ir.Signal { return g.Ends }).Named("ends")
		kills := collect(func(g FrontGrants) ir.Signal { return g.Killed }).Named("kills")
		firesFor := collect(func(g FrontGrants) ir.Signal { return g.FiresFor }).Named("fires_for")
		firesOwn := collect(func(g FrontGrants) ir.Signal { return g.FiresOwn }).Named("fires_own")

		for q, out := range io.Output {
			port := &registers{m: m}
			holder := port.reg(fmt.Sprintf("holder_%d", q), n, 0)
			requests := collect(func(g FrontGrants) ir.Signal { return g.Request.Bit(q) }).Named(fmt.Sprintf("requests_%d", q))
			free := holder.Any().Not().Named(fmt.Sprintf("free_%d", q))
			arbiter := ir.Inst(m, fmt.Sprintf("arbiter_%d", q), rtl.RoundRobin(n))
			arbiter.Req.Set(requests.And(free.Repeat(n)))
			arbiter.Take.Set(m.Const(1, 1))

			released := holder.And(ends.Or(kills)).Any().Named(fmt.Sprintf("released_%d", q))
			breaks := ir.Or(requests.And(firesFor).Any(), holder.And(firesOwn).Any()).Named(fmt.Sprintf("breaks_%d", q))
			blocks[q] = free.Or(released).Not()
			m.When(free, func() { holder.Set(arbiter.Grant) }).
				ElseWhen(released.Or(breaks), func() { holder.Set(holder.C(0)) })
			port.holdWhile(out.Enabled.Not())
			out.Holder.Set(holder)
			out.Owe.Set(breaks.Or(holder.And(kills).Any()))

			for p := range n {
				granted[p] = append(granted[p], arbiter.Grant.Bit(p))
				held[p] = append(held[p], holder.Bit(p))
				broken[p] = append(broken[p], holder.Bit(p).And(breaks))
			}
		}
		for p, g := range io.Front {
			holds := ir.CatList(held[p]...).Named(fmt.Sprintf("held_by_%d", p))
			g.Granted.Set(ir.Or(granted[p]...))
			g.Blocked.Set(g.Request.And(ir.CatList(blocks...)).Any())
			g.Ready.Set(holds.And(io.Ready).Any())
			g.Stopped.Set(holds.And(io.Stopped).Any())
			g.Broken.Set(ir.Or(broken[p]...))
		}
	})
}

// joinFront connects the arbitration's side of a front with the front's own.
func joinFront(grants, front FrontGrants) {
	grants.Request.Set(front.Request)
	grants.Ends.Set(front.Ends)
	grants.Killed.Set(front.Killed)
	grants.FiresFor.Set(front.FiresFor)
	grants.FiresOwn.Set(front.FiresOwn)
	front.Granted.Set(grants.Granted)
	front.Blocked.Set(grants.Blocked)
	front.Ready.Set(grants.Ready)
	front.Stopped.Set(grants.Stopped)
	front.Broken.Set(grants.Broken)
}

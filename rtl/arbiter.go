package rtl

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

// ArbiterPorts are the ports of an arbiter of n inputs: req[n-1:0], take, grant[n-1:0].
type ArbiterPorts struct {
	Req   ir.Signal // in: input i requests
	Take  ir.Signal // in: the grant is used; priorities move
	Grant ir.Signal // out: one-hot among req, 0 if req is 0
}

// newArbiter builds a module with the ports of an arbiter of n inputs. choose gives the
// grant for req and moves its own state for the grant where taken is 1: take, and not in
// vain.
func newArbiter(kind string, n int, choose func(m *ir.Module, req, taken ir.Signal) ir.Signal) ir.Component[ArbiterPorts] {
	w := max(1, n)
	io := ArbiterPorts{Req: ir.In(w), Take: ir.In(1), Grant: ir.Out(w)}
	return ir.Build(fmt.Sprintf("%s_%d", kind, w), io, func(m *ir.Module, io ArbiterPorts) {
		if n < 1 {
			m.Errorf("%s: %d inputs; the least is 1", kind, n)
		}
		if w == 1 {
			m.SetDoc("The arbiter of one input: it is granted when it requests.")
			m.Unused(io.Take)
			io.Grant.Set(io.Req)
			return
		}
		grant := choose(m, io.Req, io.Take.And(io.Req.Any()).Named("taken"))
		io.Grant.Set(grant)
		m.Assert(ir.And(grant, grant.SubC(1)).Any().Not(), kind+": two inputs are granted")
		m.Assert(grant.Any().Eq(io.Req.Any()), kind+": a request and no grant, or a grant and no request")
		m.Assert(grant.AndNot(io.Req).Any().Not(), kind+": an input is granted that does not request")
	})
}

// RoundRobin is the round-robin arbiter of n inputs (Dally & Towles, section 18.3.3): the
// input after the one last granted, modulo n, has the highest priority, so fewer than n
// others are granted before a request that stays. The grant is combinational in req and state;
// take does not touch it. At the end of a cycle with take 1 and a grant the priorities move; in
// any other cycle they stay. After reset input 0 is highest.
//
// The state is a thermometer code of n-1 bits: bit i says that input i+1 comes after the
// input last granted. reach says, for each input, that the winner is at or before it; the
// winner is where reach begins, and reach is the next state. That takes 49 gates, 10 deep, for 8
// inputs where two fixed-priority arbiters over a mask take 68, 16 deep (Yosys 0.23, synth
// -flatten; abc -g gates).
func RoundRobin(n int) ir.Component[ArbiterPorts] {
	return newArbiter("round_robin", n, func(m *ir.Module, req, taken ir.Signal) ir.Signal {
		m.SetDoc(fmt.Sprintf("Round-robin arbiter of %d inputs: the input after the one last granted is highest.", n))
		after := m.Reg("after", n-1, 0).Doc("bit i: input i+1 comes after the one last granted").
			States(thermometer("last_granted", n)...)
		upper := req.And(ir.Cat(after, m.Const(1, 0))).Named("upper")
		reach := reachFrom(reachOf(req).Named("reach_all"), reachOf(upper).Named("reach_upper")).Named("reach").
			Doc("the winner is this input or one below it")
		m.When(taken, func() { after.Set(reach.Low(n - 1)) })
		return begin(reach).Named("winner")
	})
}

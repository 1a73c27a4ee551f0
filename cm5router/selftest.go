package cm5router

import (
	"fmt"

	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/cm5router/selftest"
	"github.com/flitwright/flitwright/fpga"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// SelfTest makes a design in which the router stands between sources and sinks of package selftest,
// all ports enabled, for a board. Its pins are fpga.SelfTestPorts. Its error is that of Build.
func SelfTest(c config.Config) (*ir.Design, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return ir.Elaborate(ir.Build("cm5router_selftest", fpga.NewSelfTestPorts(), func(m *ir.Module, io fpga.SelfTestPorts) {
		m.SetDoc("Self-test of the CM-5 data router: sources on all inputs, sinks on all outputs.")
		n := children + c.Parents
		r := ir.Inst(m, "router", Router(c))
		r.CfgLevel.Set(m.Const(4, selftest.Level))
		r.CfgChildren.Set(m.Const(4, 0xf))
		r.CfgParents.Set(m.Const(4, 1<<c.Parents-1))
		r.CfgAFD.Set(m.Const(1, 0))
		r.CfgSeed.Set(m.Const(16, 1))

		random := ir.Inst(m, "random", rtl.LFSR(31, 30, 27))
		random.Seed.Set(m.Const(31, 0x5a5a5a5))
		pauses := ir.Inst(m, "pauses", rtl.Pauses(n))
		score := ir.Inst(m, "score", fpga.Score(n, n, n+1))
		source, sink := selftest.Source(c), selftest.Sink(c)
		var begun, active, right, wrong []ir.Signal
		for p := range n {
			from := ir.Inst(m, fmt.Sprintf("source_%d", p), source)
			from.ID.Set(m.Const(2, uint64(p%children)))
			from.Child.Set(m.Const(1, uint64(1-p/children)))
			from.Run.Set(io.Run)
			from.Go.Set(pauses.Go.Bit((p + 3) % n)) // not in step with the sink
			from.Random.Set(rtl.Scattered(random.State, 3*p, from.Random.Width()))
			from.Token.Set(delayed(m, fmt.Sprintf("token_%d", p), r.In[p].Token, 2*c.Link))
			r.In[p].Flit.Set(from.Flit)
			r.In[p].Valid.Set(from.Valid)
			begun, active = append(begun, from.Begun), append(active, from.Active)

			to := ir.Inst(m, fmt.Sprintf("sink_%d", p), sink)
			to.ID.Set(m.Const(3, uint64(min(p, selftest.Climbed))))
			to.Go.Set(pauses.Go.Bit(p))
			r.Out[p].Token.Set(to.Token)
			to.Flit.Set(r.Out[p].Flit)
			to.Valid.Set(r.Out[p].Valid)
			right, wrong = append(right, to.Right), append(wrong, to.Wrong)
		}
		for p := n; p < ports; p++ {
			r.In[p].Flit.Set(m.Const(4, 0))
			r.In[p].Valid.Set(m.Const(1, 0))
			r.Out[p].Token.Set(m.Const(1, 0))
			m.Unused(r.In[p].Token, r.Out[p].Flit, r.Out[p].Valid)
		}
		for p := range ports {
			m.Unused(r.StatIn[p], r.StatOut[p])
		}
		flagged := m.Reg("flagged", 3, 0).Doc("An error pulse of each kind.")
		flagged.Set(ir.Cat(r.ErrPrimary.Any(), r.ErrSecondary.Any(), r.ErrProtocol.Any()))

		score.Begun.Set(ir.CatList(begun...))
		score.Active.Set(ir.CatList(active...))
		score.Right.Set(ir.CatList(right...))
		score.Wrong.Set(ir.CatList(append(wrong, flagged.Any())...))
		io.Sent.Set(score.Sent)
		io.Received.Set(score.Received)
		io.Wrong.Set(score.Errors)
		io.Busy.Set(score.Busy)
	}).Module)
}

// delayed is x some cycles later, 0 before.
func delayed(m *ir.Module, name string, x ir.Signal, cycles int) ir.Signal {
	for i := range cycles {
		x = pulse(m, fmt.Sprintf("%s_%d", name, i), x)
	}
	return x
}

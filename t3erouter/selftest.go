package t3erouter

import (
	"fmt"

	"github.com/flitwright/flitwright/fpga"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/t3erouter/selftest"
)

// SelfTest makes a design in which the router stands between sources and sinks of package selftest, all links
// usable, for a board. Its pins are fpga.SelfTestPorts. Its error is that of Build.
//
// The router moves: every few thousand cycles no new packets are begun, and when all have come and all credits are back
// it gets the coordinates of the next place in the torus.
func SelfTest(c config.Config) (*ir.Design, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	s := sizesOf(c, config.Variant{})
	return ir.Elaborate(ir.Build("t3erouter_selftest", fpga.NewSelfTestPorts(), func(m *ir.Module, io fpga.SelfTestPorts) {
		m.SetDoc("Self-test of the Cray T3E router: sources on all inputs, sinks on all outputs.")
		list := s.ports()
		n := len(list)
		r := ir.Inst(m, "router", Router(c, config.Variant{}))
		random := ir.Inst(m, "random", rtl.LFSR(31, 30, 27))
		random.Seed.Set(m.Const(31, 0x5a5a5a5))
		pauses := ir.Inst(m, "pauses", rtl.Pauses(2*n))
		score := ir.Inst(m, "score", fpga.Score(n, n, 2*n+1))
		own, rests := places(m, s, score.Busy)
		run := m.Reg("running", 1, 0)
		run.Set(io.Run.AndNot(rests))
		drafts := ir.Inst(m, "drafts", selftest.Drafts(c))
		drafts.Random.Set(random.State)
		for d, pin := range []ir.Signal{r.CfgX, r.CfgY, r.CfgZ} {
			pin.Set(own[d])
			drafts.Own[d].Set(own[d])
		}
		r.CfgLinks.Set(m.Const(links, 1<<links-1))

		m.Unused(drafts.Barred, drafts.Kept) // where there are no links

		source := selftest.Source(c, 0)
		var begun, active, right, wrong []ir.Signal
		for p := range ports {
			in, out := r.In[p], r.Out[p]
			if !s.has(p) {
				in.Flit.Set(m.Const(s.flit, 0))
				in.Valid.Set(m.Const(1, 0))
				in.VC.Set(m.Const(3, 0))
				out.Credit.Set(m.Const(vcs, 0))
				m.Unused(in.Credit, out.Flit, out.Valid, out.VC)
				continue
			}
			k := len(begun)
			end := source
			if p == node {
				end = selftest.Source(c, node)
			}
			from := ir.Inst(m, fmt.Sprintf("source_%d", p), end)
			from.Tag.Set(m.Const(8, uint64(37*p)))
			from.Run.Set(run)
			from.Go.Set(pauses.Go.Bit(n + k))
			from.Visit.Set(drafts.Visit)
			from.NextVC.Set(drafts.NextVC)
			from.PastVC.Set(drafts.PastVC)
			from.Draft.Set(drafts.Draft)
			from.Barred.Set(drafts.Barred.Bit(p))
			from.Kept.Set(drafts.Kept.Bit(p))
			from.Credit.Set(in.Credit)
			in.Flit.Set(from.Flit)
			in.Valid.Set(from.Valid)
			in.VC.Set(drafts.PastVC)
			begun, active = append(begun, from.Begun), append(active, from.Active)

			to := ir.Inst(m, fmt.Sprintf("sink_%d", p), selftest.Sink(c, p))
			for d := range dims {
				to.Own[d].Set(own[d])
			}
			to.Go.Set(pauses.Go.Bit(k))
			to.Visit.Set(drafts.Visit)
			to.Flit.Set(out.Flit)
			to.Valid.Set(out.Valid)
			to.VC.Set(out.VC)
			out.Credit.Set(to.Credit)
			right, wrong = append(right, to.Right), append(wrong, to.Wrong, from.Excess)
		}

		score.Begun.Set(ir.CatList(begun...))
		score.Active.Set(ir.CatList(active...))
		score.Right.Set(ir.CatList(right...))
		score.Wrong.Set(ir.CatList(append(wrong, complaint(m, r))...))
		io.Sent.Set(score.Sent)
		io.Received.Set(score.Received)
		io.Wrong.Set(score.Errors)
		io.Busy.Set(score.Busy)
	}).Module)
}

// places gives the coordinates of the router, and whether sources are to rest: after 4096 cycles, until nothing is under way, 16
// cycles at least. Then the router has the coordinates of the next place, in rows of x, then y.
func places(m *ir.Module, s sizes, busy ir.Signal) (own [dims]ir.Signal, rests ir.Signal) {
	timer := m.Reg("timer", 12, 0).Doc("Cycles that the sources have run or rested.")
	rests = m.Reg("rests", 1, 0)
	rested := timer.Bit(4)
	moves := ir.And(rests, rested, busy.Not()).Named("moves")
	m.When(moves, func() {
		rests.Set(m.Const(1, 0))
		timer.Set(timer.C(0))
	}).ElseWhen(rests.And(rested).Not(), func() {
		timer.Set(timer.AddC(1))
		m.When(timer.All(), func() { rests.Set(m.Const(1, 1)) })
	})
	carry := moves
	for d, name := range []string{"x", "y", "z"} {
		own[d] = m.Const(5, 0)
		if s.size(d) == 1 {
			continue
		}
		at := m.Reg("own_"+name, ir.Bits(s.size(d)-1), 0)
		end := at.EqC(uint64(s.size(d) - 1))
		m.When(carry, func() { at.Set(ir.Mux(end, at.C(0), at.AddC(1))) })
		carry = carry.And(end)
		own[d] = at.ZExt(5)
	}
	return own, rests
}

// complaint is 1 for each cycle in which the router pulses an error, and when its counter of dropped packets is seen to
// leave 0: its lowest bit tells.
func complaint(m *ir.Module, r Ports) ir.Signal {
	var kinds []ir.Signal
	for _, pulses := range []ir.Signal{r.ErrVC, r.ErrLength, r.ErrDest, r.ErrTurn, r.ErrLink, r.ErrOverflow, r.ErrCredit} {
		kinds = append(kinds, pulses.Any())
	}
	m.Unused(append(r.StatPackets, r.StatEjected, r.StatEscapes, r.StatDropped.Slice(31, 1))...)
	of := m.Reg("complaints", len(kinds), 0)
	of.Set(ir.CatList(kinds...))
	dropped, before := m.Reg("dropped", 1, 0), m.Reg("dropped_before", 1, 0)
	dropped.Set(r.StatDropped.Bit(0))
	before.Set(dropped)
	return of.Any().Or(dropped.AndNot(before))
}

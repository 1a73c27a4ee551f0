package t3erouter

import (
	"fmt"
	"slices"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// An Ask is the request of an input port as an output sees it.
type Ask struct {
	Wants ir.Signal // 1: this output
	VC    ir.Signal // 5: one-hot
	First ir.Signal // 1: a header
	Last  ir.Signal // 1: the last flit of its packet
	Holds ir.Signal // 1: a header that claims this VC
	Sent  ir.Signal // the flit
}

// OutputPorts are the ports of an output port.
type OutputPorts struct {
	Ask    []Ask     // per input port that leads somewhere
	Credit ir.Signal // 5: from the pins

	Grant   ir.Signal   // one-hot, the input port granted
	Owned   ir.Signal   // per VC that the port has
	Credits []ir.Signal // per VC that the port has
	Freed   ir.Signal   // 5: one-hot, the VC that its claimer was granted in the last cycle
	Ended   ir.Signal   // 5: one-hot, the VC on which a last flit is granted in this cycle
	Over    ir.Signal   // 1: a credit too many came

	Flit  ir.Signal // to the pins
	Valid ir.Signal // 1
	VC    ir.Signal // 3
}

// output makes an output port: switch allocation, the VCs at the far end of its link, and its column of the crossbar.
func output(s sizes, port int) ir.Component[OutputPorts] {
	io := OutputPorts{
		Credit: ir.In(vcs), Grant: ir.Out(len(s.ports())), Owned: ir.Out(len(vcsOf(port))), Freed: ir.Out(vcs), Ended: ir.Out(vcs), Over: ir.Out(1),
		Flit: ir.Out(s.flit), Valid: ir.Out(1), VC: ir.Out(3),
	}
	inputs := len(s.ports())
	for range inputs {
		io.Ask = append(io.Ask, Ask{ir.In(1), ir.In(vcs), ir.In(1), ir.In(1), ir.In(1), ir.In(s.flit)})
	}
	for _, v := range vcsOf(port) {
		io.Credits = append(io.Credits, ir.Out(s.credit(v)))
	}
	name := "t3e_output"
	if port == node {
		name += "_node"
	}
	return ir.Build(name, io, func(m *ir.Module, io OutputPorts) {
		m.SetDoc("Output port: one of the requests is granted in a cycle, round robin; credits and owners of its VCs.")
		of := func(field func(Ask) ir.Signal) []ir.Signal {
			var xs []ir.Signal
			for _, a := range io.Ask {
				xs = append(xs, field(a))
			}
			return xs
		}
		arbiter := ir.Inst(m, "arbiter", rtl.RoundRobin(inputs))
		arbiter.Req.Set(ir.CatList(of(func(a Ask) ir.Signal { return a.Wants })...))
		arbiter.Take.Set(m.Const(1, 1))
		grant := arbiter.Grant
		io.Grant.Set(grant)

		first := ir.OneHotMux(grant, of(func(a Ask) ir.Signal { return a.First })...).Named("granted_first")
		last := ir.OneHotMux(grant, of(func(a Ask) ir.Signal { return a.Last })...).Named("granted_last")
		onVC := ir.OneHotMux(grant, of(func(a Ask) ir.Signal { return a.VC })...).Named("on_vc")
		holds := ir.OneHotMux(grant, of(func(a Ask) ir.Signal { return a.Holds })...).Named("granted_holds")
		io.Freed.Set(delay(m, "claimer_took", onVC.And(holds.Repeat(vcs))))
		io.Ended.Set(onVC.And(last.Repeat(vcs)))
		vc := rtl.Encode(onVC)

		over := []ir.Signal{}
		var owned []ir.Signal
		for v := range vcs {
			credit := io.Credit.Bit(v)
			if !slices.Contains(vcsOf(port), v) {
				over = append(over, credit)
				continue
			}
			m.Scope(fmt.Sprintf("vc_%d", v), func() {
				spent := onVC.Bit(v)
				credits := m.Reg("credits", s.credit(v), uint64(s.depth(v)))
				full := credits.EqC(uint64(s.depth(v))).Named("full")
				back := credit.AndNot(full)
				m.When(spent.Xor(back), func() { credits.Set(rtl.UpDown(credits, spent)) })
				io.Credits[len(owned)].Set(credits)
				m.Assert(spent.AndNot(credits.Any()).Not(), "a flit is sent without a credit")
				over = append(over, credit.And(full))

				owner := m.Reg("owned", 1, 0).Doc("a packet is on its way into this buffer")
				m.When(spent, func() { owner.Set(last.Not()) })
				m.Assert(ir.And(spent, first, owner).Not(), "a header takes a buffer that is owned")
				owned = append(owned, owner)
			})
		}
		io.Owned.Set(ir.CatList(owned...))
		io.Over.Set(ir.Or(over...))

		flits := of(func(a Ask) ir.Signal { return a.Sent })
		valid := grant.Any()
		flit := m.Reg("flit_0", s.flit, 0)
		sent, sentVC := delay(m, "valid_0", valid), m.Reg("vc_0", 3, 0)
		m.When(valid, func() {
			flit.Set(rtl.Selected(grant, flits...))
			sentVC.Set(vc)
		}).Else(func() {
			flit.Set(flit.C(0))
			sentVC.Set(sentVC.C(0))
		})
		for k := 1; k < s.LinkLatency; k++ {
			flit, sent, sentVC = delay(m, fmt.Sprintf("flit_%d", k), flit), delay(m, fmt.Sprintf("valid_%d", k), sent), delay(m, fmt.Sprintf("vc_%d", k), sentVC)
		}
		io.Flit.Set(flit)
		io.Valid.Set(sent)
		io.VC.Set(sentVC)
	})
}

// delay is x one cycle later, 0 in reset.
func delay(m *ir.Module, name string, x ir.Signal) ir.Signal {
	r := m.Reg(name, x.Width(), 0)
	r.Set(x)
	return r
}

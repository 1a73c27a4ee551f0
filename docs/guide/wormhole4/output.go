package wormhole4

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// OutputPorts are the ports of an output.
type OutputPorts struct {
	Request ir.Signal             // in, 4: the inputs that ask for this output
	Fronts  []rtl.Lane            // in: the front of each input's queue
	Owner   ir.Signal             // out, 4: one-hot, the input whose packet crosses; 0: nobody's
	Taken   ir.Signal             // out, 4: one-hot or 0, the input whose front is taken in this cycle
	Link    rtl.Stream[ir.Signal] // pins, valid and data from registers
}

// output gives itself to one packet at a time and passes its flits, one a cycle. Spec: Timing, 4
// to 6.
func output(c Config) ir.Component[OutputPorts] {
	w := c.flitWidth()
	io := OutputPorts{Request: ir.In(ports), Owner: ir.Out(ports), Taken: ir.Out(ports), Link: rtl.StreamOut(w)}
	for range ports {
		io.Fronts = append(io.Fronts, rtl.Lane{Valid: ir.In(1), Data: ir.In(w)})
	}
	return ir.Build("wormhole4_output", io, func(m *ir.Module, io OutputPorts) {
		m.SetDoc("Output: arbiter, owner, output register.")
		owner := m.Reg("owned_by", ports, 0).Doc("One-hot: the input whose packet crosses.")
		valid, data := m.Reg("valid", 1, 0), m.Reg("data", w, 0)

		idle := owner.Any().Not().Named("idle")
		arbiter := ir.Inst(m, "arbiter", rtl.RoundRobin(ports))
		arbiter.Req.Set(io.Request.And(idle.Repeat(ports)))
		arbiter.Take.Set(m.Const(1, 1))

		var valids, flits []ir.Signal
		for _, front := range io.Fronts {
			valids, flits = append(valids, front.Valid), append(flits, front.Data)
		}
		flit := ir.OneHotMux(owner, flits...).Named("flit")
		free := valid.Not().Or(io.Link.Ready).Named("free").Doc("The register can take a flit.")
		moves := ir.OneHotMux(owner, valids...).And(free).Named("moves")

		m.When(idle, func() { owner.Set(arbiter.Grant) }).
			ElseWhen(moves.And(isTail(flit)), func() { owner.Set(owner.C(0)) })
		m.When(free, func() {
			valid.Set(moves)
			data.Set(flit.And(moves.Repeat(w)))
		})

		io.Owner.Set(owner)
		io.Taken.Set(owner.And(moves.Repeat(ports)))
		io.Link.Valid.Set(valid)
		io.Link.Data.Set(data)
		m.Assert(owner.And(owner.SubC(1)).Any().Not(), "an output has two owners")
	})
}

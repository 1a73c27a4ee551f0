//go:build tools

package rtl_test

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
	"github.com/flitwright/flitwright/tb"
)

func crossbarPorts(inputs, outputs, width int) rtl.CrossbarPorts {
	var io rtl.CrossbarPorts
	for range inputs {
		io.In = append(io.In, rtl.Lane{Valid: ir.In(1), Data: ir.In(width)})
	}
	for range outputs {
		io.Sel = append(io.Sel, ir.In(inputs))
		io.Out = append(io.Out, rtl.Lane{Valid: ir.Out(1), Data: ir.Out(width)})
	}
	return io
}

// passes says that every output shows the input that it selects, and 0 if it selects none, whatever
// the others select.
func passes(inputs, outputs, width int) *ir.Module {
	return ir.Build("passes", crossbarPorts(inputs, outputs, width), func(m *ir.Module, io rtl.CrossbarPorts) {
		x := ir.Inst(m, "crossbar", rtl.Crossbar(inputs, outputs, width))
		for i, in := range io.In {
			x.In[i].Valid.Set(in.Valid)
			x.In[i].Data.Set(in.Data)
		}
		for o, sel := range io.Sel {
			x.Sel[o].Set(sel)
			io.Out[o].Valid.Set(x.Out[o].Valid)
			io.Out[o].Data.Set(x.Out[o].Data)
			shown := ir.Cat(x.Out[o].Valid, x.Out[o].Data).Named(fmt.Sprintf("shown_%d", o))
			for i, in := range io.In {
				m.Assert(implies(sel.EqC(1<<i), shown.Eq(ir.Cat(in.Valid, in.Data))), "an output does not show what it selects")
			}
			m.Assert(implies(sel.Any().Not(), shown.Any().Not()), "an output shows something and selects nothing")
		}
	}).Module
}

type switchPorts struct {
	In  []switchLane
	Out []rtl.Lane
}

type switchLane struct{ Valid, To, Data, Goes ir.Signal }

// once says of a crossbar whose outputs have an arbiter each, over inputs that ask for one output, that
// what is granted comes out once, at the output asked for, unchanged, and nothing else comes out.
// Of data the first bits are the number of the input and of the output asked for.
func once(inputs, outputs int, arbiter func(int) ir.Component[rtl.ArbiterPorts]) *ir.Module {
	from, to := max(1, ir.Bits(inputs-1)), max(1, ir.Bits(outputs-1))
	width := from + to + 1
	var io switchPorts
	for range inputs {
		io.In = append(io.In, switchLane{Valid: ir.In(1), To: ir.In(to), Data: ir.In(1), Goes: ir.Out(1)})
	}
	for range outputs {
		io.Out = append(io.Out, rtl.Lane{Valid: ir.Out(1), Data: ir.Out(width)})
	}
	return ir.Build("once", io, func(m *ir.Module, io switchPorts) {
		x := ir.Inst(m, "crossbar", rtl.Crossbar(inputs, outputs, width))
		for i, in := range io.In {
			x.In[i].Valid.Set(in.Valid)
			x.In[i].Data.Set(ir.Cat(m.Const(from, uint64(i)), in.To, in.Data))
		}
		goes := m.Const(inputs, 0)
		for o := range outputs {
			var asks []ir.Signal
			for _, in := range io.In {
				asks = append(asks, in.Valid.And(in.To.EqC(uint64(o))))
			}
			a := ir.Inst(m, fmt.Sprintf("arbiter_%d", o), arbiter(inputs))
			a.Req.Set(ir.CatList(asks...))
			a.Take.Set(m.Const(1, 1))
			x.Sel[o].Set(a.Grant)
			io.Out[o].Valid.Set(x.Out[o].Valid)
			io.Out[o].Data.Set(x.Out[o].Data)
			goes = goes.Or(a.Grant)
		}
		for i, in := range io.In {
			in.Goes.Set(goes.Bit(i))
			var at []ir.Signal
			for o, out := range x.Out {
				mine := out.Valid.And(out.Data.Slice(width-1, width-from).EqC(uint64(i)))
				at = append(at, mine)
				same := ir.And(in.Valid, out.Data.Low(1).Eq(in.Data), out.Data.Slice(to, 1).EqC(uint64(o)), in.To.EqC(uint64(o)))
				m.Assert(implies(mine, same), "what comes out is not what was sent there")
			}
			m.Assert(several(ir.CatList(at...)).Not(), "one input comes out twice")
			m.Assert(ir.CatList(at...).Any().Eq(goes.Bit(i)), "what is granted does not come out, or something else does")
		}
		for o, out := range x.Out {
			var asks []ir.Signal
			for _, in := range io.In {
				asks = append(asks, in.Valid.And(in.To.EqC(uint64(o))))
			}
			m.Assert(out.Valid.Eq(ir.Or(asks...)), "an output is idle though asked for, or the other way round")
		}
	}).Module
}

// swapSelects has the first output of a crossbar look at the select of the second.
func swapSelects(crossbar string) func(*ir.Design) error {
	return instead(crossbar, "sel_0", func(e *tb.Editor, _ *ir.Node) *ir.Node { return e.Node("sel_1") })
}

func crossbarClaims() []claim {
	return []claim{
		{
			part: "Crossbar", says: "an output shows the input that it selects, valid and data, and 0 if it selects none",
			small: []proof{{"1x1 of 1 bit", "", passes(1, 1, 1)}, {"3x4 of 3", "", passes(3, 4, 3)}, {"8x8 of 4", "", passes(8, 8, 4)}},
			large: []proof{{"16x16 of 8", "", passes(16, 16, 8)}},
			faults: []fault{{"an output looks at the select of another", passes(3, 2, 2), swapSelects("crossbar_3x2_w2"), "does not show what it selects"},
				{"an output that selects nothing shows what another does", passes(3, 2, 2), swapSelects("crossbar_3x2_w2"), "shows something and selects nothing"}},
		},
		{
			part: "Crossbar, arbiters", says: "with an arbiter at each output, what is granted comes out once, where it asked, unchanged, and nothing else does",
			small: []proof{
				{"3x2 round robin", "", once(3, 2, rtl.RoundRobin)}, {"2x3 matrix", "", once(2, 3, rtl.Matrix)},
				{"4x4 matrix", "", once(4, 4, rtl.Matrix)},
			},
			large: []proof{{"8x8 round robin", "", once(8, 8, rtl.RoundRobin)}, {"8x8 matrix", "", once(8, 8, rtl.Matrix)}},
			faults: []fault{
				{"an output looks at the select of another, and sends what is not for it", once(3, 2, rtl.RoundRobin), swapSelects("crossbar_3x2_w4"), "what comes out is not"},
				{"sends what another sends too", once(3, 2, rtl.RoundRobin), swapSelects("crossbar_3x2_w4"), "comes out twice"},
				{"does not send what is granted", once(3, 2, rtl.RoundRobin), swapSelects("crossbar_3x2_w4"), "what is granted does not come out"},
				{"is idle", once(3, 2, rtl.RoundRobin), swapSelects("crossbar_3x2_w4"), "an output is idle"},
			},
		},
	}
}

//go:build tools

package rtl_test

import (
	"fmt"
	"slices"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
	"github.com/flitwright/flitwright/tb"
)

// A vcSize is an allocator without its way to decide.
type vcSize struct {
	inputs, outputs int
	classes         rtl.ClassGraph
	channel         int // followed by a proof of the bound
}

func (s vcSize) with(a vcArch) rtl.VCAllocator {
	return rtl.VCAllocator{Inputs: s.inputs, Outputs: s.outputs, Classes: s.classes, Arch: a.arch, Arbiter: a.arbiter}
}

func (s vcSize) String() string {
	return fmt.Sprintf("%s %dx%dx%d", s.classes.Name, s.inputs, s.outputs, s.classes.Channels())
}

// vcAround is a module around an allocator that states something of its pins, those of io. legal is, of each request, the
// channels that it wants and may have by the class graph.
func vcAround(name string, c rtl.VCAllocator, states func(m *ir.Module, io, at rtl.VCAllocatorPorts, legal []ir.Signal)) *ir.Module {
	return ir.Build(name, c.Ports(), func(m *ir.Module, io rtl.VCAllocatorPorts) {
		at := ir.Inst(m, "allocator", c.Component())
		table := c.Classes.Table()
		var legal []ir.Signal
		for i, r := range io.Req {
			set(at.Req[i], r)
			io.Gnt[i].Valid.Set(at.Gnt[i].Valid)
			io.Gnt[i].VC.Set(at.Gnt[i].VC)
			var may []ir.Signal
			for _, moves := range table[i%len(table)] {
				may = append(may, ir.Mux(r.Turn, m.Const(1, bit(moves&rtl.Turning != 0)), m.Const(1, bit(moves&rtl.Inside != 0))))
			}
			legal = append(legal, r.VCs.And(ir.CatList(may...)).Named(fmt.Sprintf("legal_%d", i)))
		}
		for o, free := range io.Free {
			at.Free[o].Set(free)
		}
		io.Illegal.Set(at.Illegal)
		states(m, io, at, legal)
	}).Module
}

// asks is 1 where a request is for a port.
func asks(r rtl.VCRequest, port int) ir.Signal { return r.Valid.And(r.Port.EqC(uint64(port))) }

// given are the channels of a port that are granted.
func given(io, at rtl.VCAllocatorPorts, port int) ir.Signal {
	all := io.Free[port].C(0)
	for i, r := range io.Req {
		all = all.Or(at.Gnt[i].VC.And(asks(r, port).Repeat(all.Width())))
	}
	return all.Named(fmt.Sprintf("given_%d", port))
}

// vcGrants states what the pins of an allocator promise in every cycle: a grant is of one channel that is
// wanted, legal and free, no channel is granted twice, a port at which something is open grants something,
// and illegal says what is not legal.
func vcGrants(c rtl.VCAllocator) *ir.Module {
	return vcAround("grants", c, func(m *ir.Module, io, at rtl.VCAllocatorPorts, legal []ir.Signal) {
		for i, r := range io.Req {
			there := r.Port.ZExt(r.Port.Width() + 1).LtC(uint64(c.Outputs))
			wrong := r.VCs.AndNot(legal[i]).Any().Or(there.Not())
			m.Assert(at.Illegal.Bit(i).Eq(r.Valid.And(wrong)), "illegal is wrong")
			m.Assert(at.Gnt[i].Valid.Eq(at.Gnt[i].VC.Any()), "a grant of no channel, or a channel without a grant")
			m.Assert(several(at.Gnt[i].VC).Not(), "two channels are granted to one")
			m.Assert(implies(at.Gnt[i].Valid, r.Valid.And(there)), "who does not ask is granted")
		}
		for o, free := range io.Free {
			vcs := free.Width()
			open := m.Const(vcs, 0)
			var takers []ir.Signal // a word for each request
			for i, r := range io.Req {
				here := asks(r, o).Repeat(vcs)
				takers = append(takers, at.Gnt[i].VC.And(here))
				m.Assert(takers[i].AndNot(legal[i].And(free)).Any().Not(), "what is granted is not wanted, legal and free")
				open = open.Or(ir.And(legal[i], free, here))
			}
			for w := range vcs {
				var takes []ir.Signal
				for _, taker := range takers {
					takes = append(takes, taker.Bit(w))
				}
				m.Assert(several(ir.CatList(takes...)).Not(), "a channel is granted to two")
			}
			m.Assert(implies(open.Any(), given(io, at, o).Any()), "something is open and nothing is granted")
		}
	})
}

// vcMaximal states that a request waits only where all that is open to it is granted to others.
func vcMaximal(c rtl.VCAllocator) *ir.Module {
	return vcAround("maximal", c, func(m *ir.Module, io, at rtl.VCAllocatorPorts, legal []ir.Signal) {
		for o, free := range io.Free {
			taken := given(io, at, o)
			for i, r := range io.Req {
				waits := asks(r, o).AndNot(at.Gnt[i].Valid)
				m.Assert(implies(waits, ir.And(legal[i], free).AndNot(taken).Any().Not()), "something open is left, and a request for it waits")
			}
		}
	})
}

func vcClaims() []claim {
	grants := claim{part: "VC allocator", says: "a grant is of one channel, wanted, legal and free; none is granted twice; a port where something is open grants something; what is illegal is told"}
	maximal := claim{part: "VC allocator, wavefront", says: "a request waits only where all that is open to it is granted to others"}
	bounds := claim{part: "VC allocator", says: "a request that stays is granted within the bound of [its page](spec/vcalloc.md#bounds)"}
	d1, d2, e11, e21, e12 := rtl.DatelineClasses(1), rtl.DatelineClasses(2), rtl.EscapeClasses(1, 1), rtl.EscapeClasses(2, 1), rtl.EscapeClasses(1, 2)
	for _, a := range vcArches {
		add := func(c *claim, of func(vcSize) *ir.Module, small, large []vcSize) {
			for _, s := range small {
				c.small = append(c.small, proof{s.String(), a.name, of(s)})
			}
			for _, s := range large {
				c.large = append(c.large, proof{s.String(), a.name, of(s)})
			}
		}
		add(&grants, func(s vcSize) *ir.Module { return vcGrants(s.with(a)) }, []vcSize{{2, 2, d1, 0}, {2, 1, e11, 0}, {1, 2, e21, 0}},
			[]vcSize{{2, 2, d2, 0}, {2, 3, e11, 0}, {4, 4, d1, 0}, {3, 3, d2, 0}, {2, 2, e21, 0}, {2, 3, e12, 0}})
		if a.arch == rtl.Wavefront {
			add(&maximal, func(s vcSize) *ir.Module { return vcMaximal(s.with(a)) }, []vcSize{{2, 2, d1, 0}, {2, 1, e11, 0}},
				[]vcSize{{2, 2, d2, 0}, {2, 3, e11, 0}})
		}
		add(&bounds, func(s vcSize) *ir.Module { return vcBound(s.with(a), s.channel, 0) },
			[]vcSize{{2, 1, d1, 1}, {2, 2, d1, 0}, {1, 1, e11, 2}},
			[]vcSize{
				{2, 1, d2, 3}, {1, 2, e11, 0}, {3, 1, d1, 2}, {2, 2, d2, 0}, {3, 2, d1, 5}, {1, 2, e21, 1},
			})
	}
	small := func(arch string) rtl.VCAllocator { return vcSize{2, 1, d1, 1}.with(vcArchNamed(arch)) }
	for _, f := range grantFaults() {
		grants.faults = append(grants.faults, fault{f.name, vcGrants(small(f.arch)), f.patch, f.says})
	}
	for _, f := range boundFaults() {
		bounds.faults = append(bounds.faults, fault{f.name, vcBound(small(f.arch), 1, 0), f.patch, f.says})
	}
	for _, name := range []string{"sep-if rr", "sep-if matrix", "sep-of rr", "sep-of matrix"} {
		bounds.faults = append(bounds.faults, fault{"one less than the bound, " + name, vcBound(vcSize{2, 1, d1, 0}.with(vcArchNamed(name)), 0, 1), nil, "is open and goes to others"})
	}
	bounds.faults = append(bounds.faults, fault{"as in iSLIP an output arbiter moves only if its choice comes to it", vcBound(vcSize{2, 1, e11, 0}.with(vcArchNamed("sep-of rr")), 0, 0), likeISLIP(), "is open and goes to others"})
	maximal.faults = []fault{
		{"a separable allocator is not maximal", vcMaximal(small("sep-if rr")), nil, "a request for it waits"},
		{"a column is taken for given away", vcMaximal(small("wavefront")), tb.Force("vc_wavefront_*", "columns_after_0", 0), "a request for it waits"},
	}
	return []claim{grants, maximal, bounds}
}

// likeISLIP has the output arbiters of a sep-of allocator of EscapeClasses(1, 1) move only if their choice comes to
// them, not if it takes another channel: a request may then wait for ever while a channel is open to it.
func likeISLIP() func(*ir.Design) error {
	return tb.Edit("vc_allocator_*", func(e *tb.Editor) {
		for w := range 3 {
			var takes []*ir.Node // the highest input channel first
			for i := 5; i >= 0; i-- {
				took := e.New(ir.OpSlice, 1, e.Node(fmt.Sprintf("input_%d_grant", i)))
				took.Lo = w
				takes = append(takes, took)
			}
			grant := e.Node(fmt.Sprintf("output_0_%d_grant", w))
			comes := e.New(ir.OpReduceOr, 1, e.New(ir.OpAnd, 6, grant, e.New(ir.OpCat, 6, takes...)))
			e.Change(fmt.Sprintf("output_0_%d_take", w), func(*ir.Node) *ir.Node { return comes })
		}
	})
}

func vcArchNamed(name string) vcArch {
	return vcArches[slices.IndexFunc(vcArches, func(a vcArch) bool { return a.name == name })]
}

// A vcFault is one of an allocator of two input ports and an output port, of DatelineClasses(1).
type vcFault struct {
	name, arch string
	patch      func(*ir.Design) error
	says       string
}

// turnIgnored has an allocator take every packet for one that turns.
func turnIgnored() func(*ir.Design) error {
	return tb.Edit("vc_allocator_*", func(e *tb.Editor) {
		e.Change("req_1_turn", func(*ir.Node) *ir.Node { return e.Const(1, 1) })
	})
}

func grantFaults() []vcFault {
	return []vcFault{
		{"a grant is not told", "sep-if rr", tb.Force("vc_allocator_*", "gnt_0_valid", 0), "a channel without a grant"},
		{"a request need not be valid", "sep-if rr", tb.Force("vc_allocator_*", "at_0", 1), "who does not ask is granted"},
		{"an output channel is never granted", "sep-if rr", tb.Force("vc_allocator_*", "output_0_1_grant", 0), "nothing is granted"},
		{"an arbiter grants all that ask", "sep-if rr", tb.Change("round_robin_4", "winner", func(e *tb.Editor, _ *ir.Node) *ir.Node {
			return e.Node("req")
		}), "granted to two"},
		{"a channel goes to all who asked", "sep-if rr", tb.Edit("vc_allocator_*", func(e *tb.Editor) {
			e.Change("output_0_1_grant", func(*ir.Node) *ir.Node { return e.Sets("output_0_1_req")[0].Src })
		}), "granted to two"},
		{"an input channel takes all that is offered", "sep-of matrix", tb.Edit("vc_allocator_*", func(e *tb.Editor) {
			e.Change("input_1_grant", func(*ir.Node) *ir.Node { return e.Node("picked_1") })
		}), "two channels are granted to one"},
		{"what is not wanted is granted", "sep-if rr", tb.Edit("vc_allocator_*", func(e *tb.Editor) {
			e.Change("open_0", func(*ir.Node) *ir.Node { return e.Const(2, 3) })
		}), "is not wanted, legal and free"},
		{"the turn is not looked at", "sep-of rr", turnIgnored(), "illegal is wrong"},
		{"a channel need not be free", "sep-if matrix", tb.Edit("vc_allocator_*", func(e *tb.Editor) {
			e.Change("open_1", func(*ir.Node) *ir.Node { return e.Node("want_1") })
		}), "is not wanted, legal and free"},
		{"a column is given away twice", "wavefront", tb.Edit("vc_wavefront_*", func(e *tb.Editor) {
			e.Change("columns_after_1", func(*ir.Node) *ir.Node { return e.Node("columns_after_0") })
		}), "granted to two"},
		{"a row is given two columns", "wavefront", tb.Force("vc_wavefront_*", "row_1_after_1", 1), "two channels are granted to one"},
	}
}

func boundFaults() []vcFault {
	return []vcFault{
		{"a turn is not needed", "sep-of rr", turnIgnored(), "that is not legal"},
		{"the arbiters of output channels are stuck", "sep-of rr", tb.RemoveSet("round_robin_4", "after", 0), "is open and goes to others"},
		{"a matrix is stuck", "sep-if matrix", tb.Edit("matrix_4", func(e *tb.Editor) {
			e.Force("taken", 0)
		}), "something is open and goes to others"},
		{"the start never moves", "wavefront", tb.Force("vc_wavefront_*", "moves", 0), "round after round"},
		{"the start moves on though some wait", "wavefront", tb.Force("vc_wavefront_*", "left", 0), "round after round"},
	}
}

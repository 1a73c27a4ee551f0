package rtl

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flitwright/flitwright/ir"
)

// A VCAllocator describes the allocator of virtual channels of a router (Dally & Towles, chapter
// 19): it gives output channels that are free to the input channels whose packets want them, each to
// one and one to each. It is sparse (Becker & Dally, *Allocator Implementations for Network-on-Chip
// Routers*, SC 2009): arbiters and wires exist for moves of the class graph alone.
//
// Inputs and Outputs count ports, at least 1; Arbiter makes the arbiters of the separable
// architectures, RoundRobin or Matrix. Priorities, bounds on the wait and all else to the cycle
// stand in docs/spec/vcalloc.md.
type VCAllocator struct {
	Inputs, Outputs int
	Classes         ClassGraph
	Arch            VCArch
	Arbiter         func(n int) ir.Component[ArbiterPorts]
}

// VCArch is how an allocator decides. Of two by two requests the separable ones may leave one without
// grant that a better choice would serve; a wavefront leaves none to which a channel is left.
type VCArch uint8

// The architectures.
const (
	// SeparableInputFirst: each input channel picks one of the free channels it wants, then each
	// output channel one of the input channels that picked it.
	SeparableInputFirst VCArch = iota
	// SeparableOutputFirst: each output channel picks one of the input channels that want it, then
	// each input channel one of the output channels that picked it.
	SeparableOutputFirst
	// Wavefront goes through all requests in the order of diagonals (Tamir & Chi, IEEE TPDS 4(1),
	// 1993). It has no arbiters, is the deepest by far, and grants the most.
	Wavefront
)

func (a VCArch) String() string {
	return [...]string{"sep_if", "sep_of", "wavefront"}[min(a, Wavefront)]
}

// VCAllocatorPorts are the ports of an allocator of v channels a port. Input channel i is channel
// i mod v of input port i/v: req_i_*, gnt_i_*.
//
// Grants are combinational in requests, free and state; state moves at the end of a cycle with
// grants. A granted channel is one that was wanted, legal and free. Illegal is combinational too.
type VCAllocatorPorts struct {
	Req     []VCRequest
	Free    []ir.Signal // in, of each output port: bit w: channel w may be given away
	Gnt     []VCGrant
	Illegal ir.Signal // out: bit i: request i names a port that there is not, or a channel that is not legal
}

// VCRequest is what an input channel wants.
type VCRequest struct {
	Valid ir.Signal
	Port  ir.Signal // binary, of as many bits as it takes to write outputs-1, at least 1
	VCs   ir.Signal `port:"vcs"` // any of these; what is not legal is ignored
	Turn  ir.Signal // the packet enters another dimension
}

// VCGrant is what an input channel gets, at the port that it wants.
type VCGrant struct {
	Valid ir.Signal
	VC    ir.Signal `port:"vc"` // one-hot, 0 while valid is 0
}

// Ports declares the ports of the allocator, for modules around it.
func (c VCAllocator) Ports() VCAllocatorPorts {
	vcs := max(1, c.Classes.Channels())
	inputs, outputs := max(1, c.Inputs), max(1, c.Outputs)
	io := VCAllocatorPorts{Illegal: ir.Out(inputs * vcs)}
	for range inputs * vcs {
		io.Req = append(io.Req, VCRequest{ir.In(1), ir.In(max(1, ir.Bits(outputs-1))), ir.In(vcs), ir.In(1)})
		io.Gnt = append(io.Gnt, VCGrant{ir.Out(1), ir.Out(vcs)})
	}
	for range outputs {
		io.Free = append(io.Free, ir.In(vcs))
	}
	return io
}

// Component is the allocator.
func (c VCAllocator) Component() ir.Component[VCAllocatorPorts] {
	faults := c.faults()
	name := "vc_allocator"
	if len(faults) == 0 {
		name = fmt.Sprintf("vc_allocator_%s_%s_%dx%dx%d", c.Classes.Name, c.kind(), c.Inputs, c.Outputs, c.Classes.Channels())
	}
	return ir.Build(name, c.Ports(), func(m *ir.Module, io VCAllocatorPorts) {
		if len(faults) > 0 {
			for _, fault := range faults {
				m.Errorf("vc allocator: %s", fault)
			}
			io.idle(m)
			return
		}
		m.SetDoc(fmt.Sprintf("VC allocator, %d input and %d output ports of %d channels, classes %s, %s.\n"+
			"Grants are combinational; priorities move at the end of a cycle with grants.",
			c.Inputs, c.Outputs, c.Classes.Channels(), c.Classes.Name, strings.ReplaceAll(c.kind(), "_", " ")))
		a := &vcAllocator{VCAllocatorPorts: io, VCAllocator: c, m: m}
		a.requests()
		switch c.Arch {
		case SeparableInputFirst:
			a.inputFirst()
		case SeparableOutputFirst:
			a.outputFirst()
		default:
			a.wavefront()
		}
		a.grants()
		a.assertions()
	})
}

// idle grants nothing.
func (io VCAllocatorPorts) idle(m *ir.Module) {
	for i, r := range io.Req {
		m.Unused(r.Valid, r.Port, r.VCs, r.Turn)
		io.Gnt[i].Valid.Set(io.Gnt[i].Valid.C(0))
		io.Gnt[i].VC.Set(io.Gnt[i].VC.C(0))
	}
	m.Unused(io.Free...)
	io.Illegal.Set(io.Illegal.C(0))
}

// kind names what decides.
func (c VCAllocator) kind() string {
	if c.Arch == Wavefront {
		return c.Arch.String()
	}
	return c.Arch.String() + "_" + strings.TrimSuffix(c.Arbiter(1).Module.Name, "_1")
}

func (c VCAllocator) faults() []string {
	faults := c.Classes.faults()
	if c.Inputs < 1 || c.Outputs < 1 {
		faults = append(faults, fmt.Sprintf("%d inputs and %d outputs; the least is 1 each", c.Inputs, c.Outputs))
	}
	if c.Arch > Wavefront {
		faults = append(faults, fmt.Sprintf("architecture %d; the last is %d", c.Arch, Wavefront))
	}
	if c.Arbiter == nil && c.Arch < Wavefront {
		faults = append(faults, "no arbiter")
	}
	return faults
}

// A vcAllocator is an allocator being built. What an input channel says of output channels is a
// signal with a bit for each of its successors, the channels it can ever move to.
type vcAllocator struct {
	VCAllocatorPorts
	VCAllocator
	m *ir.Module

	successors   [][]int // of channel v: channels w, ascending
	predecessors [][]int // of channel w: input channels i, ascending

	at    [][]ir.Signal // of input channel i and port o: it asks there
	want  []ir.Signal   // of i: the successors it wants and may have
	grant []ir.Signal   // of i: the successor it gets
}

// channel is the channel of input channel i on its port.
func (a *vcAllocator) channel(i int) int { return i % len(a.successors) }

// path is the place of w among the successors of input channel i, or -1.
func (a *vcAllocator) path(i, w int) int { return slices.Index(a.successors[a.channel(i)], w) }

// freeAt gives the successors of input channel i that are free at port o.
func (a *vcAllocator) freeAt(i, o int) ir.Signal {
	var free []ir.Signal
	for _, w := range a.successors[a.channel(i)] {
		free = append(free, a.Free[o].Bit(w))
	}
	return ir.CatList(free...)
}

// grants drives the pins.
func (a *vcAllocator) grants() {
	for i, grant := range a.grant {
		vc := make([]ir.Signal, len(a.successors))
		for w := range vc {
			vc[w] = a.m.Const(1, 0)
			if k := a.path(i, w); k >= 0 {
				vc[w] = grant.Bit(k)
			}
		}
		a.Gnt[i].VC.Set(ir.CatList(vc...))
		a.Gnt[i].Valid.Set(grant.Any())
	}
}

// assertions state what a grant is, whatever the priorities are.
func (a *vcAllocator) assertions() {
	several := func(x ir.Signal) ir.Signal { return x.And(x.SubC(1)).Any() }
	for i, grant := range a.grant {
		a.m.Assert(several(grant).Not(), fmt.Sprintf("vc allocator: input channel %d is granted two channels", i))
		a.m.Assert(grant.AndNot(a.want[i]).Any().Not(), fmt.Sprintf("vc allocator: input channel %d is granted what it does not want or may not have", i))
	}
	for o, free := range a.Free {
		for w, inputs := range a.predecessors {
			var takers []ir.Signal
			for _, i := range inputs {
				takers = append(takers, a.at[i][o].And(a.grant[i].Bit(a.path(i, w))))
			}
			if len(takers) == 0 {
				continue
			}
			takes := ir.CatList(takers...).Named(fmt.Sprintf("takers_%d_%d", o, w))
			a.m.Assert(several(takes).Not(), fmt.Sprintf("vc allocator: channel %d of port %d is granted twice", w, o))
			a.m.Assert(free.Bit(w).Or(takes.Any().Not()), fmt.Sprintf("vc allocator: channel %d of port %d is granted and not free", w, o))
		}
	}
}

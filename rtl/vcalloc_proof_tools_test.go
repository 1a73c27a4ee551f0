//go:build tools

package rtl_test

import (
	"flag"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog/formal"
	"github.com/flitwright/flitwright/rtl"
	"github.com/flitwright/flitwright/tb"
)

var large = flag.Bool("large", false, "prove larger sizes too")

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

// sizes are small ones, and with -large all.
func sizes(small, more []vcSize) []vcSize {
	if *large {
		return append(small, more...)
	}
	return small
}

// TestVCAllocatorProofs proves that grants are one-hot, wanted, legal, of free channels and of no
// channel twice.
func TestVCAllocatorProofs(t *testing.T) {
	for _, s := range sizes(
		[]vcSize{{2, 2, rtl.DatelineClasses(1), 0}, {2, 2, rtl.DatelineClasses(2), 0}, {1, 2, rtl.EscapeClasses(2, 1), 0}},
		[]vcSize{
			{4, 4, rtl.DatelineClasses(1), 0}, {3, 3, rtl.DatelineClasses(2), 0}, {2, 2, rtl.EscapeClasses(2, 1), 0},
			{2, 3, rtl.EscapeClasses(1, 2), 0},
		}) {
		for _, a := range vcArches {
			t.Run(fmt.Sprintf("%s %s", s, a.name), func(t *testing.T) {
				require.Equal(t, formal.Proved, decide(t, s.with(a).Component().Module).Verdict)
			})
		}
	}
}

// TestVCAllocatorBounds proves the bounds of docs/spec/vcalloc.md.
func TestVCAllocatorBounds(t *testing.T) {
	for _, s := range sizes(
		[]vcSize{
			{2, 2, rtl.DatelineClasses(1), 0}, {2, 1, rtl.DatelineClasses(1), 1}, {2, 1, rtl.DatelineClasses(2), 3},
			{1, 2, rtl.EscapeClasses(1, 1), 0}, {1, 1, rtl.EscapeClasses(1, 1), 2},
		},
		[]vcSize{
			{3, 1, rtl.DatelineClasses(1), 2}, {2, 2, rtl.DatelineClasses(2), 0}, {3, 2, rtl.DatelineClasses(1), 5},
			{1, 2, rtl.EscapeClasses(2, 1), 1},
		}) {
		for _, a := range vcArches {
			t.Run(fmt.Sprintf("%s/%d %s", s, s.channel, a.name), func(t *testing.T) {
				require.Equal(t, formal.Proved, decide(t, vcBound(s.with(a), s.channel, 0)).Verdict)
			})
		}
	}
}

// TestVCAllocatorBoundsAreReached: less than the bound does not hold, but for wavefront, whose bound is
// generous.
func TestVCAllocatorBoundsAreReached(t *testing.T) {
	s := vcSize{2, 1, rtl.DatelineClasses(1), 0}
	for _, a := range vcArches {
		t.Run(a.name, func(t *testing.T) {
			r := decide(t, vcBound(s.with(a), 0, 1))
			if a.arch == rtl.Wavefront {
				require.Equal(t, formal.Proved, r.Verdict)
				return
			}
			require.Equal(t, formal.Refuted, r.Verdict)
			require.Contains(t, r.Counterexample.Failure.Message, "open and goes to others")
		})
	}
}

// TestVCAllocatorProofsCanFail plants faults that each break what is proved.
func TestVCAllocatorProofsCanFail(t *testing.T) {
	s := vcSize{2, 1, rtl.DatelineClasses(1), 1}
	for _, c := range []struct {
		fault, arch string
		patch       func(*ir.Design) error
		says        string
	}{
		{"an arbiter grants all that ask", "sep-if rr", tb.Change("round_robin_4", "winner", func(e *tb.Editor, _ *ir.Node) *ir.Node {
			return e.Node("req")
		}), "is granted twice"},
		{"a channel goes to all who asked", "sep-if rr", tb.Edit("vc_allocator_*", func(e *tb.Editor) {
			e.Change("output_0_1_grant", func(*ir.Node) *ir.Node { return e.Sets("output_0_1_req")[0].Src })
		}), "channel 1 of port 0 is granted twice"},
		{"an input channel takes all that is offered", "sep-of matrix", tb.Edit("vc_allocator_*", func(e *tb.Editor) {
			e.Change("input_1_grant", func(*ir.Node) *ir.Node { return e.Node("picked_1") })
		}), "input channel 1 is granted two channels"},
		{"what is not wanted is granted", "sep-if rr", tb.Edit("vc_allocator_*", func(e *tb.Editor) {
			e.Change("open_0", func(*ir.Node) *ir.Node { return e.Const(2, 3) })
		}), "input channel 0 is granted what it does not want or may not have"},
		{"the turn is not looked at", "sep-of rr", tb.Edit("vc_allocator_*", func(e *tb.Editor) {
			e.Change("req_1_turn", func(*ir.Node) *ir.Node { return e.Const(1, 1) })
		}), "a channel is granted that is not legal"},
		{"a channel need not be free", "sep-if matrix", tb.Edit("vc_allocator_*", func(e *tb.Editor) {
			e.Change("open_1", func(*ir.Node) *ir.Node { return e.Node("want_1") })
		}), "of port 0 is granted and not free"},
		{"a column is given away twice", "wavefront", tb.Edit("vc_wavefront_*", func(e *tb.Editor) {
			e.Change("columns_after_1", func(*ir.Node) *ir.Node { return e.Node("columns_after_0") })
		}), "of port 0 is granted twice"},
		{"a row is given two columns", "wavefront", tb.Force("vc_wavefront_*", "row_1_after_1", 1), "is granted two channels"},
		{"the arbiters of output channels are stuck", "sep-of rr", tb.RemoveSet("round_robin_4", "after", 0), "open and goes to others"},
		{"a matrix is stuck", "sep-if matrix", tb.Edit("matrix_4", func(e *tb.Editor) {
			e.Force("taken", 0)
		}), "something is open and goes to others"},
		{"the start never moves", "wavefront", tb.Force("vc_wavefront_*", "moves", 0), "round after round"},
		{"the start moves on though some wait", "wavefront", tb.Force("vc_wavefront_*", "left", 0), "round after round"},
	} {
		t.Run(c.fault, func(t *testing.T) {
			r := decide(t, vcBound(s.with(vcArchNamed(t, c.arch)), s.channel, 0), c.patch)
			require.Equal(t, formal.Refuted, r.Verdict)
			require.Contains(t, r.Counterexample.String(), c.says)
		})
	}
}

// TestOutputArbitersMustMove: an output arbiter that moves only if its choice comes to it, not if it
// takes another channel, as in iSLIP, lets a request wait for ever while a channel is open to it.
func TestOutputArbitersMustMove(t *testing.T) {
	s := vcSize{2, 1, rtl.EscapeClasses(1, 1), 0}
	r := decide(t, vcBound(s.with(vcArchNamed(t, "sep-of rr")), s.channel, 0), tb.Edit("vc_allocator_*", func(e *tb.Editor) {
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
	}))
	require.Equal(t, formal.Refuted, r.Verdict)
	t.Log(r)
}

func vcArchNamed(t *testing.T, name string) vcArch {
	t.Helper()
	for _, a := range vcArches {
		if a.name == name {
			return a
		}
	}
	t.Fatalf("no architecture %s", name)
	return vcArch{}
}

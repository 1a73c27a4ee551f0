package prover_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/flitwright/flitwright/deadlock"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/prover"
	"github.com/flitwright/flitwright/tb"
	"github.com/flitwright/flitwright/vcallocator"
	"github.com/flitwright/flitwright/vcallocator/config"
	"github.com/stretchr/testify/require"
)

func shapeOf(c config.Config) prover.VCShape {
	return prover.VCShape{Inputs: c.Inputs, Outputs: c.Outputs, VCs: c.VCs}
}

func TestVCAllocators(t *testing.T) {
	for _, x := range []struct {
		classes config.Classes
		ports   int
		vcs     int
		arch    config.Arch
		arb     config.Arb
		read    func(*ir.Design, prover.VCShape) (*prover.Reading, error)
		flow    deadlock.Flow
		verdict deadlock.Verdict
	}{
		{config.Dateline, 7, 4, config.SepIF, config.RR, prover.VCDateline, deadlock.Wormhole, deadlock.Free},
		{config.Dateline, 5, 2, config.SepOF, config.Matrix, prover.VCDateline, deadlock.Wormhole, deadlock.Free},
		{config.Dateline, 3, 4, config.Wavefront, config.RR, prover.VCDateline, deadlock.Wormhole, deadlock.Free},
		{config.Escape, 5, 5, config.SepIF, config.RR, prover.VCEscape, deadlock.VCT, deadlock.FreeByEscape},
		{config.Escape, 5, 3, config.SepOF, config.RR, prover.VCEscape, deadlock.VCT, deadlock.FreeByEscape},
		{config.Escape, 3, 5, config.Wavefront, config.RR, prover.VCEscape, deadlock.VCT, deadlock.FreeByEscape},
	} {
		c := config.Default(x.classes)
		c.Inputs, c.Outputs, c.VCs, c.Arch, c.Arb = x.ports, x.ports, x.vcs, x.arch, x.arb
		d, err := vcallocator.Build(c)
		require.NoError(t, err)
		r, err := x.read(d, shapeOf(c))
		require.NoError(t, err)
		o := outcomeOf(t, r, nil, deadlock.Options{Flow: x.flow, Brief: true})
		require.Empty(t, o.differences)
		require.Equal(t, x.verdict, o.verdict)
	}
}

func TestVCAllocatorMutants(t *testing.T) {
	c := config.Default(config.Dateline)
	c.Inputs, c.Outputs = 3, 3
	for _, m := range []struct {
		tb.Mutant
		fields  string
		verdict deadlock.Verdict
	}{
		{tb.Mutant{Name: "an input VC is deaf", Patch: tb.Force("vc_allocator_*", "want_5", 0)}, "refusal", deadlock.Deadlock},
		{tb.Mutant{Name: "a pair is exchanged", Patch: tb.Change("vcalloc_dateline", "gnt_4_vc", exchanged(0, 1))}, "VC", deadlock.Free},
		{tb.Mutant{Name: "two VCs are granted", Patch: tb.Change("vcalloc_dateline", "gnt_4_vc", func(e *tb.Editor, n *ir.Node) *ir.Node {
			return e.New(ir.OpOr, n.Width, n, exchanged(0, 1)(e, n))
		})}, "VC", deadlock.Free},
		{tb.Mutant{Name: "only the lower VC of a pair is granted", Patch: func(d *ir.Design) error {
			var errs []error
			for i := range 12 {
				errs = append(errs, tb.Change("vcalloc_dateline", fmt.Sprintf("gnt_%d_vc", i), func(e *tb.Editor, n *ir.Node) *ir.Node {
					either := e.New(ir.OpOr, 4, n, exchanged(0, 1)(e, n), exchanged(2, 3)(e, n))
					return e.New(ir.OpAnd, 4, either, e.Const(4, 5))
				})(d))
			}
			return errors.Join(errs...)
		}}, "VC", deadlock.Deadlock},
		{tb.Mutant{Name: "VC 1 is taken to turn", Patch: tb.Force("vcalloc_dateline", "req_9_turn", 1)}, "", deadlock.Free},
	} {
		t.Run(m.Name, func(t *testing.T) {
			d, err := vcallocator.Build(c)
			require.NoError(t, err)
			require.NoError(t, m.Patch(d))
			r, err := prover.VCDateline(d, shapeOf(c))
			require.NoError(t, err)
			o := outcomeOf(t, r, nil, deadlock.Options{Brief: true})
			require.Equal(t, m.fields, o.fields(), "%v", o.differences)
			require.Equal(t, m.verdict, o.verdict)
		})
	}
}

func TestVCAllocatorShapes(t *testing.T) {
	for text, x := range map[string]struct {
		shape prover.VCShape
		read  func(*ir.Design, prover.VCShape) (*prover.Reading, error)
	}{
		"vcs=6: routing has requests and replies: 2 VCs for one class, 4 for two":                     {prover.VCShape{Inputs: 7, Outputs: 7, VCs: 6}, prover.VCDateline},
		"vcs=4: routing has requests and replies and one adaptive VC: 3 VCs for one class, 5 for two": {prover.VCShape{Inputs: 7, Outputs: 7, VCs: 4}, prover.VCEscape},
		"inputs=2, outputs=7: a torus of one dimension needs 3, with the node":                        {prover.VCShape{Inputs: 2, Outputs: 7, VCs: 4}, prover.VCDateline},
	} {
		_, err := x.read(nil, x.shape)
		require.EqualError(t, err, text)
	}
}

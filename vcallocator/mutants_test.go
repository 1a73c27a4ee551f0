package vcallocator_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/target"
	"github.com/flitwright/flitwright/tb"
	"github.com/flitwright/flitwright/vcallocator"
)

// A suite is mutants of one setting of a target.
type suite struct {
	target  target.Target
	set     string
	mutants []tb.Mutant
}

const allocator = "vc_allocator_*"

// by is a patch that puts one node of the allocator in the place of another.
func by(name, other string) func(*ir.Design) error {
	return tb.Change(allocator, name, func(e *tb.Editor, _ *ir.Node) *ir.Node { return e.Node(other) })
}

// suites break the allocators in ways that a builder might.
var suites = []suite{
	{vcallocator.Dateline(), "inputs=3 outputs=3", []tb.Mutant{
		{Name: "in reset requests are heard", Patch: tb.Force("vcalloc_dateline", "heard", 1)},
		{Name: "err_illegal is stuck", Patch: tb.RemoveSet("vcalloc_dateline", "illegal", 0)},
		{Name: "a turn is not looked at", Patch: tb.Force(allocator, "req_1_turn", 1)},
		{Name: "a turn back to bit 0 is not allowed", Patch: tb.Force(allocator, "req_3_turn", 0)},
		{Name: "a request that is not valid is heard", Patch: tb.Force(allocator, "req_2_valid", 1)},
		{Name: "an input channel always asks port 0", Patch: tb.Force(allocator, "req_4_port", 0)},
		{Name: "a port that there is not is no error", Patch: tb.Edit(allocator, func(e *tb.Editor) {
			for _, n := range e.Module.Nodes {
				if n.Op == ir.OpLt {
					n.Args[0] = n.Args[1]
				}
			}
		})},
		{Name: "what is not free is picked", Patch: by("open_5", "want_5")},
		{Name: "what is not wanted is picked", Patch: tb.Force(allocator, "open_5", 3)},
		{Name: "only the first channel is picked", Patch: tb.Edit("round_robin_2", func(e *tb.Editor) {
			e.Change("req", func(n *ir.Node) *ir.Node { return e.New(ir.OpAnd, 2, n, e.Const(2, 1)) })
		})},
		{Name: "input arbiters move without a grant", Patch: tb.Edit(allocator, func(e *tb.Editor) {
			for i := range 12 {
				e.Force(fmt.Sprintf("input_%d_take", i), 1)
			}
		})},
		{Name: "an input arbiter never moves", Patch: tb.Force(allocator, "input_7_take", 0)},
		{Name: "an output arbiter never moves", Patch: tb.Force(allocator, "output_1_2_take", 0)},
		{Name: "output arbiters are stuck", Patch: tb.RemoveSet("round_robin_6", "after", 0)},
		{Name: "an output channel hears one input channel less", Patch: tb.Edit(allocator, func(e *tb.Editor) {
			e.Change("output_2_3_req", func(n *ir.Node) *ir.Node { return e.New(ir.OpAnd, 6, n, e.Const(6, 0b011111)) })
		})},
		{Name: "two output channels change places", Patch: tb.Edit(allocator, func(e *tb.Editor) {
			a, b := e.Sets("output_1_0_req")[0], e.Sets("output_1_1_req")[0]
			a.Src, b.Src = b.Src, a.Src
		})},
		{Name: "a grant is lost", Patch: tb.Force(allocator, "picked_8", 0)},
	}},
	{vcallocator.Dateline(), "inputs=3 outputs=2 arch=sep-of arb=matrix", []tb.Mutant{
		{Name: "an offer is taken twice", Patch: by("input_2_grant", "picked_2")},
		{Name: "an input matrix is stuck", Patch: tb.Force(allocator, "input_6_take", 0)},
		{Name: "output matrices are stuck", Patch: tb.Force("matrix_6", "taken", 0)},
		{Name: "a row of the output matrices is never set", Patch: tb.RemoveSet("matrix_6", "beats_3", 0)},
		{Name: "output matrices begin in another order", Patch: tb.Edit("matrix_6", func(e *tb.Editor) { e.SetValue("beats_4", 0) })},
	}},
	{vcallocator.Escape(), "inputs=2 outputs=2 vcs=5", []tb.Mutant{
		{Name: "an escape of another class is taken", Patch: tb.Edit(allocator, func(e *tb.Editor) {
			e.Change("want_0", func(n *ir.Node) *ir.Node {
				all := e.New(ir.OpSlice, 3, e.Node("req_0_vcs"))
				all.Lo = 1
				return e.New(ir.OpOr, 3, n, all)
			})
		})},
		{Name: "an adaptive channel does not escape", Patch: tb.Edit(allocator, func(e *tb.Editor) {
			e.Change("want_4", func(n *ir.Node) *ir.Node { return e.New(ir.OpAnd, 5, n, e.Const(5, 0b11110)) })
		})},
	}},
	{vcallocator.Escape(), "inputs=2 outputs=2 vcs=4 arch=wavefront", []tb.Mutant{
		{Name: "the start never moves", Patch: tb.Force("vc_wavefront_*", "moves", 0)},
		{Name: "the start does not wait", Patch: tb.Force("vc_wavefront_*", "left", 0)},
		{Name: "the start waits for all on it", Patch: tb.Edit("vc_wavefront_*", func(e *tb.Editor) { e.Force("due", 15) })},
		{Name: "the start moves without a grant", Patch: tb.Edit("vc_wavefront_*", func(e *tb.Editor) {
			e.Change("moves", func(*ir.Node) *ir.Node {
				return e.New(ir.OpNot, 1, e.New(ir.OpReduceOr, 1, e.Node("left")))
			})
		})},
		{Name: "the second lap is missing", Patch: tb.Force("vc_wavefront_*", "step_8", 0)},
		{Name: "a column is given away twice", Patch: tb.Force("vc_wavefront_*", "columns_after_3", 15)},
		{Name: "a row takes two columns", Patch: tb.Force("vc_wavefront_*", "row_2_after_4", 1)},
		{Name: "a diagonal is left out", Patch: tb.Force("vc_wavefront_*", "step_5", 0)},
	}},
}

// run checks the mutants of all suites.
func run(t *testing.T, judges tb.Judges, see func(tb.Verdict)) {
	for _, s := range suites {
		values, err := s.target.Parse(strings.Fields(s.set))
		require.NoError(t, err)
		c := tb.Config{Target: &s.target, Values: values, Engine: tb.Interp(), Cycles: 5_000, Seed: 1, Judges: judges}
		_, err = tb.Check(t.Context(), c)
		require.NoError(t, err, "without a fault")
		verdicts, err := tb.Mutants(t.Context(), c, withoutAssertions(s.mutants))
		require.NoError(t, err)
		for _, v := range verdicts {
			t.Log(v)
			see(v)
		}
	}
}

// withoutAssertions takes the assertions out of the mutants, which would find some before the checks do.
func withoutAssertions(mutants []tb.Mutant) []tb.Mutant {
	list := slices.Clone(mutants)
	for k, m := range list {
		list[k].Patch = func(d *ir.Design) error {
			for _, module := range d.Modules {
				e := &tb.Editor{Module: module}
				if slices.ContainsFunc(module.Body, func(s ir.Stmt) bool { _, ok := s.(*ir.Assert); return ok }) {
					e.RemoveAsserts()
				}
			}
			return m.Patch(d)
		}
	}
	return list
}

func TestMutantsAreCaught(t *testing.T) {
	run(t, tb.All, func(v tb.Verdict) {
		if !v.Caught {
			t.Error(v)
		}
	})
}

// The scoreboard alone knows no priorities: it cannot see another order that keeps the bounds, or that
// breaks them only where free channels conspire.
func TestMutantsTheScoreboardCatchesAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("runs survivors to the end")
	}
	invisible := map[string]bool{
		"input arbiters move without a grant":    true,
		"an input arbiter never moves":           true,
		"an input matrix is stuck":               true,
		"output matrices begin in another order": true,
		"the start does not wait":                true,
		"the start waits for all on it":          true,
		"the start moves without a grant":        true,
	}
	run(t, tb.ScoreboardOnly, func(v tb.Verdict) {
		if v.Caught == invisible[v.Name] {
			t.Errorf("%s; expected otherwise", v)
		}
	})
}

package t3erouter_test

import (
	"slices"
	"testing"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/t3erouter"
	"github.com/flitwright/flitwright/tb"
	"github.com/stretchr/testify/require"
)

// mutants break the router in ways that a builder might.
var mutants = []tb.Mutant{
	{Name: "the dateline is crossed on VC 0", Patch: tb.Change("t3e_route", "vc_bit", func(e *tb.Editor, _ *ir.Node) *ir.Node {
		return e.Const(1, 0)
	})},
	{Name: "the rest of a run is taken never to cross in +x", Patch: tb.Force("t3e_route", "below_x", 0)},
	{Name: "the last hop down is left out", Patch: tb.Force("t3e_route", "last_hop", 0)},
	{Name: "the final hop leads to the destination itself", Patch: tb.Force("t3e_route", "passed_z", 0)},
	{Name: "the initial hop is not taken", Patch: tb.Force("t3e_route", "first_hop", 0)},
	{Name: "a packet passes by its destination", Patch: tb.Force("t3e_route", "at_destination", 0)},
	{Name: "the class is not compared with the VC", Patch: tb.Force("t3e_arrival", "wrong_class", 0)},
	{Name: "a length beyond the longest is taken", Patch: tb.Force("t3e_arrival", "wrong_length", 0)},
	{Name: "an overflow is stored", Patch: tb.Force("t3e_arrival", "overflows", 0)},
	{Name: "a head inside a packet begins a new one", Patch: tb.Force("t3e_arrival", "is_open", 0)},
	{Name: "a packet pulses twice", Patch: tb.Force("t3e_arrival", "packet_told", 0)},
	{Name: "the flits of a bad packet are passed on", Patch: tb.Force("t3e_arrival", "packet_bad", 0)},
	{Name: "an end that is missing is not set", Patch: tb.Force("t3e_arrival", "is_end", 0)},
	{Name: "an adaptive VC is preferred to a claim", Patch: tb.Force("t3e_choice", "claims", 0)},
	{Name: "a header enters where the packet does not fit", Patch: tb.Force("t3e_choice", "escape_room", 1)},
	{Name: "a header enters an escape VC that is owned", Patch: tb.Force("t3e_choice", "escape_open", 1)},
	{Name: "credits do not order the adaptive VCs", Patch: tb.Force("t3e_choice", "beats", 0)},
	{Name: "the tie pointer stands still", Patch: tb.RemoveSet("t3e_ranking", "tie", 0)},
	{Name: "a header always goes before a body flit", Patch: tb.RemoveSet("t3e_input", "header_turn", 0)},
	{Name: "a header that is not granted gives up its slot", Patch: tb.Force("t3e_input", "keep", 0)},
	{Name: "a VC keeps its claim", Patch: tb.Change("t3e_input", "header_leaves", func(e *tb.Editor, _ *ir.Node) *ir.Node {
		return e.Const(5, 0)
	})},
	{Name: "claims are never given", Patch: tb.Force("t3e_claims", "gives", 0)},
	{Name: "marks are never taken off", Patch: tb.Force("t3e_claims", "releases", 0)},
	{Name: "a claim given in vain bars its VC on", Patch: tb.Force("t3e_claims", "in_vain", 0)},
	{Name: "a credit beyond the depth is counted", Patch: tb.Force("t3e_output", "vc_0_full", 0)},
	{Name: "an owner keeps its VC", Patch: tb.Force("t3e_output", "granted_last", 0)},
	{Name: "the arbiter of an output is stuck", Patch: tb.RemoveSet("*round_robin_7", "after", 0)},
}

// stageMutants break what stands between the choice and the switch at three stages.
var stageMutants = []tb.Mutant{
	{Name: "no header lapses that comes into the stage", Patch: tb.Force("t3e_input", "offer_lapses", 0)},
	{Name: "no header lapses in the stage", Patch: tb.Force("t3e_input", "staged_lapses", 0)},
	{Name: "a header lapses whose VC another one takes, spare or not", Patch: tb.Change("t3e_input", "offer_lapses", func(e *tb.Editor, _ *ir.Node) *ir.Node {
		return e.Node("offer_hit")
	})},
	{Name: "the slot is looked at in a void cycle", Patch: tb.Force("t3e_input", "lapsed", 0)},
	{Name: "a staged flit is not thought away", Patch: tb.Change("t3e_buffer", "staged", func(e *tb.Editor, _ *ir.Node) *ir.Node {
		return e.Const(5, 0)
	})},
	{Name: "a header does not follow the flit staged", Patch: tb.Force("t3e_choice", "follows", 0)},
	{Name: "a header takes the claim of the one before it", Patch: tb.Force("t3e_input", "behind", 0)},
	{Name: "a port leaves no credit to others", Patch: tb.Change("t3e_choice", "again", func(e *tb.Editor, _ *ir.Node) *ir.Node {
		return e.Const(4, 0)
	})},
	{Name: "any header ends a claim", Patch: tb.Change("t3e_output", "granted_holds", func(e *tb.Editor, _ *ir.Node) *ir.Node {
		return e.Node("granted_first")
	})},
	{Name: "what is staged is never full", Patch: tb.Force("t3e_input", "stage_empty", 1)},
}

// A torus that is small but has every route makes the design small for the interpreter.
func mutantsOf(t *testing.T, mutants []tb.Mutant, stages string, judges tb.Judges) []tb.Verdict {
	t3e := t3erouter.Target()
	values, err := t3e.Parse([]string{"x=5", "y=4", "z=3", "stages=" + stages})
	require.NoError(t, err)
	c := tb.Config{Target: &t3e, Values: values, Engine: tb.Interp(), Cycles: 40_000, Seed: 1, Judges: judges}
	verdicts, err := tb.Mutants(t.Context(), c, mutants)
	require.NoError(t, err)
	return verdicts
}

func TestMutantsAreCaught(t *testing.T) {
	for _, v := range slices.Concat(mutantsOf(t, mutants, "2", tb.All), mutantsOf(t, stageMutants, "3", tb.All)) {
		t.Log(v)
		if !v.Caught {
			t.Error(v)
		}
	}
}

// Knowing nothing of cycles the scoreboard cannot see who is served first; that a VC is barred for longer than it must be is
// not wrong for it either.
func TestMutantsTheScoreboardCatchesAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("runs survivors to the end")
	}
	invisible := map[string]bool{
		"credits do not order the adaptive VCs":          true,
		"the tie pointer stands still":                   true,
		"a header always goes before a body flit":        true,
		"a header that is not granted gives up its slot": true,
		"claims are never given":                         true,
		"a claim given in vain bars its VC on":           true,
		"the arbiter of an output is stuck":              true,
	}
	for _, v := range mutantsOf(t, mutants, "2", tb.ScoreboardOnly) {
		t.Log(v)
		if v.Caught == invisible[v.Name] {
			t.Errorf("%s; expected otherwise", v)
		}
	}
}

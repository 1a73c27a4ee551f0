package cm5router_test

import (
	"math/big"
	"testing"

	"github.com/flitwright/flitwright/cm5router"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/tb"
	"github.com/stretchr/testify/require"
)

// mutants break the router in ways that a builder might.
var mutants = []tb.Mutant{
	{Name: "an unused token is never returned", Patch: tb.Force("token_receiver_*", "lost", 0)},
	{Name: "a token is raised in the cycle after reset", Patch: tb.Force("token_receiver_*", "live", 1)},
	{Name: "a flit without a token is taken", Patch: tb.Force("token_receiver_*", "paid", 1)},
	{Name: "the input FIFO is one entry short", Patch: tb.Edit("token_receiver_*", func(e *tb.Editor) {
		e.SetValue("claimed", e.Node("claimed").Value.Uint64()+1)
	})},
	{Name: "the output buffer is one entry short", Patch: tb.Edit("fifo_w5_d52_block", func(e *tb.Editor) {
		for _, n := range e.Module.Nodes {
			if n.Op == ir.OpConst && n.Value.Cmp(big.NewInt(51)) == 0 {
				n.Value = big.NewInt(50)
			}
		}
	})},
	{Name: "the CRC of a bad message is not complemented", Patch: tb.Change("cm5_output", "crc_flit", func(_ *tb.Editor, n *ir.Node) *ir.Node {
		return n.Args[0]
	})},
	{Name: "the CRC is not shifted out", Patch: tb.RemoveSet("cm5_output", "crc", 0)},
	{Name: "an output is idle at the first CRC flit", Patch: tb.Change("cm5_output", "done", func(e *tb.Editor, n *ir.Node) *ir.Node {
		return e.New(ir.OpAnd, 1, e.Node("moved"), e.Node("in_crc"))
	})},
	{Name: "a complemented CRC counts as primary", Patch: tb.Force("cm5_receive", "now_uninverted", 1)},
	{Name: "the verdict of a message stays for the next", Patch: tb.RemoveSet("cm5_receive", "unequal", 0)},
	{Name: "a length is not clamped", Patch: tb.Force("cm5_receive", "too_long", 0)},
	{Name: "surplus words are passed on", Patch: tb.RemoveSet("cm5_receive", "room", 1)},
	{Name: "the field of the wrong parity is used", Patch: tb.Change("cm5_route", "field", func(e *tb.Editor, n *ir.Node) *ir.Node {
		return e.New(ir.OpMux, n.Width, n.Args[0], n.Args[2], n.Args[1])
	})},
	{Name: "a message goes back to its own child", Patch: tb.Force("cm5_route", "own_child", 0)},
	{Name: "a message goes down to a disabled child", Patch: tb.Change("cm5_route", "down_to", func(e *tb.Editor, n *ir.Node) *ir.Node {
		return e.New(ir.OpAnd, n.Width, n.Args[0], n.Args[2])
	})},
	{Name: "all-fall-down is ignored", Patch: tb.Force("cm5_route", "config_afd", 0)},
	{Name: "the height is not decremented", Patch: tb.Change("cm5_front", "below", func(e *tb.Editor, _ *ir.Node) *ir.Node {
		return e.Node("height")
	})},
	{Name: "the left field is not cleared", Patch: tb.RemoveSet("cm5_front", "fields", 1)},
	{Name: "a used-up route flit is sent on", Patch: tb.Force("cm5_front", "skip_route", 0)},
	{Name: "falling does not rotate over the children", Patch: tb.RemoveSet("cm5_front", "fall_pointer", 1)},
	{Name: "a swallowed message pulses no err_protocol", Patch: tb.RemoveSet("cm5_front", "protocol", 0)},
	{Name: "the arbiter of a child is stuck", Patch: tb.RemoveSet("round_robin_8", "after", 0)},
	{Name: "the arbiter of the parents is stuck", Patch: tb.RemoveSet("round_robin_4", "after", 0)},
	{Name: "the random number lacks a tap", Patch: tb.Edit("lfsr_*", func(e *tb.Editor) {
		for _, n := range e.Module.Nodes {
			if n.Op == ir.OpXor {
				n.Args = n.Args[:3]
			}
		}
	})},
	{Name: "an output stays with its input after the trailer", Patch: tb.Force("cm5_front", "ended", 0)},
}

func mutantsOf(t *testing.T, judges tb.Judges) []tb.Verdict {
	cm5 := cm5router.Target()
	values, err := cm5.Parse(nil)
	require.NoError(t, err)
	c := tb.Config{Target: &cm5, Values: values, Engine: tb.Interp(), Cycles: 100_000, Seed: 1, Judges: judges}
	verdicts, err := tb.Mutants(t.Context(), c, mutants)
	require.NoError(t, err)
	return verdicts
}

func TestMutantsAreCaught(t *testing.T) {
	for _, v := range mutantsOf(t, tb.All) {
		t.Log(v)
		if !v.Caught {
			t.Error(v)
		}
	}
}

// Knowing nothing of cycles the scoreboard cannot see who is served first, which parent is drawn and how
// many tokens there are.
func TestMutantsTheScoreboardCatchesAlone(t *testing.T) {
	if testing.Short() {
		t.Skip("runs survivors to the end")
	}
	invisible := map[string]bool{
		"an unused token is never returned":   true,
		"the input FIFO is one entry short":   true,
		"the arbiter of a child is stuck":     true,
		"the arbiter of the parents is stuck": true,
		"the random number lacks a tap":       true,
	}
	for _, v := range mutantsOf(t, tb.ScoreboardOnly) {
		t.Log(v)
		if v.Caught == invisible[v.Name] {
			t.Errorf("%s; expected otherwise", v)
		}
	}
}

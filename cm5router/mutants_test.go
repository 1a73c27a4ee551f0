package cm5router_test

import (
	"context"
	"math/big"
	"testing"

	"github.com/flitwright/flitwright/cm5router"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/tb"
	"github.com/stretchr/testify/require"
)

// mutants break the router in ways that a builder might.
var mutants = []tb.Mutant{
	mutant("an unused token is never returned", force("token_receiver_*", "lost", 0)),
	mutant("a token is raised in the cycle after reset", force("token_receiver_*", "live", 1)),
	mutant("a flit without a token is taken", force("token_receiver_*", "paid", 1)),
	mutant("the input FIFO is one entry short", tb.Edit("token_receiver_*", func(e *tb.Editor) {
		e.SetValue("claimed", e.Node("claimed").Value.Uint64()+1)
	})),
	mutant("the output buffer is one entry short", tb.Edit("fifo_w5_d52_block", func(e *tb.Editor) {
		for _, n := range e.Module.Nodes {
			if n.Op == ir.OpConst && n.Value.Cmp(big.NewInt(51)) == 0 {
				n.Value = big.NewInt(50)
			}
		}
	})),
	mutant("the CRC of a bad message is not complemented", change("cm5_output", "crc_flit", func(_ *tb.Editor, n *ir.Node) *ir.Node {
		return n.Args[0]
	})),
	mutant("the CRC is not shifted out", removeSet("cm5_output", "crc", 0)),
	mutant("an output is idle at the first CRC flit", change("cm5_output", "done", func(e *tb.Editor, n *ir.Node) *ir.Node {
		return e.New(ir.OpAnd, 1, e.Node("moved"), e.Node("in_crc"))
	})),
	mutant("a complemented CRC counts as primary", force("cm5_receive", "now_uninverted", 1)),
	mutant("the verdict of a message stays for the next", removeSet("cm5_receive", "unequal", 0)),
	mutant("a length is not clamped", force("cm5_receive", "too_long", 0)),
	mutant("surplus words are passed on", removeSet("cm5_receive", "room", 1)),
	mutant("the field of the wrong parity is used", change("cm5_route", "field", func(e *tb.Editor, n *ir.Node) *ir.Node {
		return e.New(ir.OpMux, n.Width, n.Args[0], n.Args[2], n.Args[1])
	})),
	mutant("a message goes back to its own child", force("cm5_route", "own_child", 0)),
	mutant("a message goes down to a disabled child", change("cm5_route", "down_to", func(e *tb.Editor, n *ir.Node) *ir.Node {
		return e.New(ir.OpAnd, n.Width, n.Args[0], n.Args[2])
	})),
	mutant("all-fall-down is ignored", force("cm5_route", "config_afd", 0)),
	mutant("the height is not decremented", removeSet("cm5_front", "height", 0)),
	mutant("the left field is not cleared", removeSet("cm5_front", "fields", 0)),
	mutant("a used-up route flit is sent on", removeSet("cm5_front", "skip_route", 0)),
	mutant("falling does not rotate over the children", removeSet("cm5_front", "fall_pointer", 1)),
	mutant("a swallowed message pulses no err_protocol", removeSet("cm5_front", "protocol", 0)),
	mutant("the arbiter of a child is stuck", removeSet("round_robin_8", "after", 0)),
	mutant("the arbiter of the parents is stuck", removeSet("round_robin_4", "after", 0)),
	mutant("the random number lacks a tap", tb.Edit("lfsr_*", func(e *tb.Editor) {
		for _, n := range e.Module.Nodes {
			if n.Op == ir.OpXor {
				n.Args = n.Args[:3]
			}
		}
	})),
	mutant("an output stays with its input after the trailer", removeSet("cm5router", "owner_2", 1)),
}

func mutant(name string, patch func(*ir.Design) error) tb.Mutant {
	return tb.Mutant{Name: name, Patch: patch}
}

func force(module, name string, value uint64) func(*ir.Design) error {
	return tb.Edit(module, func(e *tb.Editor) { e.Force(name, value) })
}

func removeSet(module, name string, i int) func(*ir.Design) error {
	return tb.Edit(module, func(e *tb.Editor) { e.RemoveSet(name, i) })
}

func change(module, name string, f func(*tb.Editor, *ir.Node) *ir.Node) func(*ir.Design) error {
	return tb.Edit(module, func(e *tb.Editor) {
		e.Change(name, func(n *ir.Node) *ir.Node { return f(e, n) })
	})
}

var interpreter = tb.Engine{Name: "interp", Open: func(_ context.Context, d *ir.Design) (sim.Engine, error) {
	return sim.NewInterp(d)
}}

func TestMutantsAreCaught(t *testing.T) {
	cm5 := cm5router.Target()
	values, err := cm5.Parse(nil)
	require.NoError(t, err)
	c := tb.Config{Target: &cm5, Values: values, Engine: interpreter, Cycles: 100_000, Seed: 1}
	verdicts, err := tb.Mutants(t.Context(), c, mutants)
	require.NoError(t, err)
	for _, v := range verdicts {
		t.Log(v)
		if !v.Caught {
			t.Error(v)
		}
	}
}

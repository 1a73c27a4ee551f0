package cm5router_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/fpga"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/tb"
)

// selfTestFaults are routers that are broken in ways that a board would be, which the self-test is to show.
var selfTestFaults = []tb.Mutant{
	{Name: "a bit of the crossbar is stuck at 0", Patch: stuck("cross_entry", 2, 0)},
	{Name: "a bit of the crossbar is stuck at 1", Patch: stuck("cross_entry", 1, 1)},
	{Name: "a grant is dropped", Patch: tb.Force("cm5_front", "granted", 0)},
	{Name: "two messages at once on an output", Patch: tb.RemoveSet("cm5_output", "is_idle", 0)},
	{Name: "a token is lost", Patch: tb.Force("token_receiver_*", "lost", 0)},
	{Name: "a token is invented", Patch: tb.Force("token_receiver_*", "raise", 1)},
	{Name: "the CRC is wrong", Patch: tb.Edit("cm5_output", func(e *tb.Editor) { e.SetValue("crc", 1) })},
	{Name: "the CRC is not sent on", Patch: tb.RemoveSet("cm5_output", "crc", 0)},
	{Name: "the height is not decremented", Patch: tb.Change("cm5_front", "below", func(e *tb.Editor, _ *ir.Node) *ir.Node {
		return e.Node("height")
	})},
	{Name: "the left field is not cleared", Patch: tb.RemoveSet("cm5_front", "fields", 1)},
	{Name: "the field of the wrong parity is used", Patch: tb.Change("cm5_route", "field", func(e *tb.Editor, n *ir.Node) *ir.Node {
		return e.New(ir.OpMux, n.Width, n.Args[0], n.Args[2], n.Args[1])
	})},
	{Name: "the output buffer is too short", Patch: tb.Edit("fifo_w5_d52_block", func(e *tb.Editor) {
		for _, n := range e.Module.Nodes {
			if n.Op == ir.OpConst && n.Value.Cmp(big.NewInt(51)) == 0 {
				n.Value = big.NewInt(20)
			}
		}
	})},
	{Name: "an output stays with its input after the trailer", Patch: tb.Force("cm5_front", "ended", 0)},
	{Name: "long messages are cut", Patch: tb.Edit("cm5_receive", func(e *tb.Editor) { e.SetValue("room", 0); e.RemoveSet("room", 0) })},
}

// stuck makes a bit of what an input sends through the crossbar constant.
func stuck(name string, bit int, value uint64) func(*ir.Design) error {
	return tb.Change("cm5_front", name, func(e *tb.Editor, n *ir.Node) *ir.Node {
		mask := uint64(1) << bit
		if value == 1 {
			return e.New(ir.OpOr, n.Width, n, e.Const(n.Width, mask))
		}
		return e.New(ir.OpAnd, n.Width, n, e.Const(n.Width, 1<<n.Width-1-mask))
	})
}

// unchecked takes the assertions out: a board has none.
var unchecked = tb.OnlyAssert("of none")

func TestSelfTestFails(t *testing.T) {
	for _, f := range selfTestFaults {
		outcomes, err := fpga.Simulate(selfTest(t, "", f.Patch, unchecked), 1, 1<<14)
		require.NoError(t, err, f.Name)
		t.Log(f.Name, outcomes)
		require.True(t, outcomes[0].Busy || outcomes[0].Wrong > 0, f.Name)
	}
}

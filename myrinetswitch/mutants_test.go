package myrinetswitch_test

import (
	"math/big"
	"testing"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/myrinetswitch"
	"github.com/flitwright/flitwright/tb"
	"github.com/stretchr/testify/require"
)

// mutants break the switch in ways that a builder might.
var mutants = []tb.Mutant{
	{Name: "STOP is never sent", Patch: tb.Force("myrinet_receive", "starts", 0)},
	{Name: "GO is never sent", Patch: tb.Force("myrinet_receive", "ends", 0)},
	{Name: "STOP is not repeated", Patch: tb.Force("myrinet_receive", "due", 0)},
	{Name: "a queue is one place short", Patch: tb.Edit("myrinet_receive", func(e *tb.Editor) {
		for _, n := range e.Module.Nodes {
			if n.Op == ir.OpConst && n.Value.Cmp(big.NewInt(108)) == 0 {
				n.Value = big.NewInt(107)
			}
		}
	})},
	{Name: "a rollback takes nothing back", Patch: tb.Force("myrinet_receive", "roll_back", 0)},
	{Name: "a rollback forgets the packets before", Patch: tb.Force("myrinet_receive", "has_gap", 0)},
	{Name: "a head that stays is not kept", Patch: tb.RemoveSet("myrinet_receive", "kept", 0)},
	{Name: "an entry that comes behind none goes through the memory", Patch: tb.Force("myrinet_receive", "alone", 0)},
	{Name: "the place behind the head stays in a flush", Patch: tb.RemoveSet("myrinet_receive", "after", 1)},
	{Name: "dropping never ends", Patch: tb.RemoveSet("myrinet_receive", "dropping", 1)},
	{Name: "data behind a lost character is queued", Patch: tb.RemoveSet("myrinet_receive", "dropping", 0)},
	{Name: "a turn out of range is not seen", Patch: tb.Force("myrinet_route", "in_range", 1)},
	{Name: "bit 7 of the lead byte is not looked at", Patch: tb.Force("myrinet_route", "is_route", 1)},
	{Name: "a disabled output is used", Patch: tb.Force("myrinet_route", "config_enable", 0xFF)},
	{Name: "a CRC error is not counted", Patch: tb.Force("myrinet_front", "crc_error", 0)},
	{Name: "the CRC received is never computed", Patch: tb.RemoveSet("myrinet_front", "crc_in", 0)},
	{Name: "the lead byte stays in the CRC sent", Patch: tb.RemoveSet("myrinet_front", "crc_stripped", 0)},
	{Name: "GAP behind a byte is not seen", Patch: tb.Force("myrinet_front", "next_gap", 0)},
	{Name: "an output is not released", Patch: tb.Force("myrinet_grants", "ends", 0)},
	{Name: "the arbiters are stuck", Patch: tb.RemoveSet("round_robin_8", "after", 0)},
	{Name: "the time-out never fires", Patch: tb.Force("myrinet_front", "over", 0)},
	{Name: "the timer is not restarted", Patch: tb.RemoveSet("myrinet_front", "timer", 0)},
	{Name: "a broken worm goes on", Patch: tb.Force("myrinet_front", "grants_holds", 0)},
	{Name: "a marked output takes characters", Patch: tb.Force("myrinet_output", "marks", 0)},
	{Name: "what a flush throws away goes on", Patch: tb.Force("myrinet_front", "flushed", 0)},
	{Name: "a killed worm goes on", Patch: tb.Force("myrinet_front", "killed", 0)},
	{Name: "a killed worm sends no FRES", Patch: tb.Force("myrinet_front", "grants_killed", 0)},
	{Name: "an owed FRES is forgotten", Patch: tb.RemoveSet("myrinet_output", "owed", 0)},
	{Name: "a STOP never expires", Patch: tb.RemoveSet("myrinet_output", "expire", 1)},
	{Name: "GO does not end a STOP", Patch: tb.Force("myrinet_output", "go", 0)},
	{Name: "a pending STOP is not replaced", Patch: tb.RemoveSet("myrinet_output", "pending_stop", 0)},
	{Name: "the output never boots", Patch: tb.RemoveSet("myrinet_output", "boot", 0)},
}

func TestMutantsAreCaught(t *testing.T) {
	myrinet := myrinetswitch.Target()
	values, err := myrinet.Parse(nil)
	require.NoError(t, err)
	c := tb.Config{Target: &myrinet, Values: values, Engine: tb.Interp(), Cycles: 100_000, Seed: 1}
	verdicts, err := tb.Mutants(t.Context(), c, mutants)
	require.NoError(t, err)
	for _, v := range verdicts {
		t.Log(v)
		if !v.Caught {
			t.Error(v)
		}
	}
}

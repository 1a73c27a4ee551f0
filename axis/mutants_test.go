package axis_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/axis"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/tb"
)

var myrinetMutants = []tb.Mutant{
	{Name: "STOP is not heeded", Patch: tb.Force("myrinet_axis_send", "stopped", 0)},
	{Name: "the CRC does not begin anew", Patch: tb.RemoveSet("myrinet_axis_send", "crc", 1)},
	{Name: "the CRC is left out", Patch: tb.RemoveSet("myrinet_axis_send", "state", 0)},
	{Name: "GAP is left out", Patch: tb.RemoveSet("myrinet_axis_send", "state", 1)},
	{Name: "STOP and GO go before FRES after reset", Patch: tb.Force("myrinet_axis_send", "booting", 0)},
	{Name: "the CRC received is not looked at", Patch: tb.Force("myrinet_axis_receive", "crc_wrong", 0)},
	{Name: "FRES ends nothing", Patch: tb.Force("myrinet_axis_receive", "cuts", 0)},
	{Name: "a cut packet is called whole", Patch: tb.Force("myrinet_axis_receive", "cut", 0)},
	{Name: "a packet that is too soon is not told", Patch: tb.Force("myrinet_axis_receive", "soon", 0)},
	{Name: "STOP is never sent", Patch: tb.Force("myrinet_axis_receive", "starts", 0)},
	{Name: "GO is never sent", Patch: tb.Force("myrinet_axis_receive", "ends_stop", 0)},
	{Name: "STOP is not sent anew", Patch: tb.Force("myrinet_axis_receive", "due", 0)},
	{Name: "the rest of a packet that overflowed is kept", Patch: tb.Force("myrinet_axis_receive", "dropping", 0)},
	{Name: "a frame does not end where the buffer does", Patch: tb.Force("myrinet_axis_receive", "breaks", 0)},
	{Name: "tlast is on every beat", Patch: tb.Force("myrinet_axis_receive", "last", 1)},
	{Name: "a beat does not stay", Patch: tb.Force("myrinet_axis_receive", "beat_load", 1)},
}

var t3eMutants = []tb.Mutant{
	{Name: "a frame is sent before its end", Patch: tb.Force("t3e_axis_send", "ends", 1)},
	{Name: "frames too long are sent", Patch: tb.Force("t3e_axis_send", "fits", 1)},
	{Name: "a third packet is taken", Patch: tb.Force("t3e_axis_send", "is_ready", 1)},
	{Name: "the header is left out", Patch: tb.Force("t3e_axis_send", "first", 0)},
	{Name: "the tail is left out", Patch: tb.Force("t3e_axis_send", "last_flit", 0)},
	{Name: "credits are not heeded", Patch: tb.Change("t3e_axis", "credits_req", func(e *tb.Editor, _ *ir.Node) *ir.Node { return e.Const(3, 5) })},
	{Name: "credits do not come back", Patch: tb.RemoveSet("t3e_axis", "credits_rep", 0)},
	{Name: "credits are not given", Patch: tb.Force("t3e_axis", "credit", 0)},
	{Name: "replies go with requests", Patch: tb.Change("t3e_axis", "requests", func(e *tb.Editor, _ *ir.Node) *ir.Node { return e.Node("wants_req") })},
	{Name: "a beat does not stay", Patch: tb.Force("t3e_axis_receive", "beat_load", 1)},
	{Name: "every length is wrong", Patch: tb.Force("t3e_axis_receive", "length_wrong", 1)},
	{Name: "every packet has the first header", Patch: tb.RemoveSet("t3e_axis_receive", "header_low", 0)},
}

// Each fault is found by the properties, some of them in short tests.
func TestMutants(t *testing.T) {
	onMyrinet, onT3E := myrinetMutants, t3eMutants
	if testing.Short() {
		onMyrinet, onT3E = onMyrinet[:2], onT3E[:2]
	}
	for _, m := range onMyrinet {
		net, err := buildSwitchNet(smallSwitch())
		require.NoError(t, err)
		require.NoError(t, m.Patch(net), m.Name)
		end, err := axis.BuildMyrinet(smallSwitch())
		require.NoError(t, err)
		require.NoError(t, m.Patch(end), m.Name)
		err = endpointProperty(t, end)
		for seed := uint64(0); seed < 8 && err == nil; seed++ {
			err = switchProperty(t, net, seed)
		}
		if err == nil {
			t.Errorf("survived: %s", m.Name)
		}
	}
	for _, m := range onT3E {
		net, err := buildRing(smallRing(2))
		require.NoError(t, err)
		if err = m.Patch(net); err != nil {
			t.Errorf("%s: %v", m.Name, err)
			continue
		}
		for seed := uint64(0); seed < 8 && err == nil; seed++ {
			err = ringProperty(t, net, 2, seed)
		}
		if err == nil {
			t.Errorf("survived: %s", m.Name)
		}
	}
}

package cm5router_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/cm5router"
	"github.com/flitwright/flitwright/fpga"
	"github.com/flitwright/flitwright/ir"
)

func selfTest(t *testing.T, set string, patches ...func(*ir.Design) error) *ir.Design {
	t.Helper()
	cm5 := cm5router.Target()
	values, err := cm5.Parse(strings.Fields(set))
	require.NoError(t, err)
	d, err := cm5.SelfTest(values)
	require.NoError(t, err)
	for _, patch := range patches {
		require.NoError(t, patch(d))
	}
	return d
}

// settings are routers of all shapes.
var settings = []string{
	"", "words=1", "words=18", "words=16 link=1", "link=3", "parents=2", "crc_width=4", "crc_width=32 words=15",
}

func TestSelfTestPasses(t *testing.T) {
	for _, set := range settings {
		outcomes, err := fpga.Simulate(selfTest(t, set), 3, 20_000)
		require.NoError(t, err)
		t.Log(set, outcomes)
		var before uint64
		for _, o := range outcomes {
			require.True(t, o.Passed(), "%s: %v", set, o)
			require.Greater(t, o.Sent, before+200, "%s", set)
			before = o.Sent
		}
	}
}

package myrinetswitch_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/fpga"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/myrinetswitch"
	"github.com/flitwright/flitwright/tb"
	"github.com/stretchr/testify/require"
)

func selfTest(t *testing.T, set string, patches ...func(*ir.Design) error) *ir.Design {
	t.Helper()
	myrinet := myrinetswitch.Target()
	values, err := myrinet.Parse(strings.Fields(set))
	require.NoError(t, err)
	require.NoError(t, myrinet.Rules(values))
	d, err := myrinet.SelfTest(values)
	require.NoError(t, err)
	for _, patch := range patches {
		require.NoError(t, patch(d))
	}
	return d
}

// selfTests are switches of all sizes, with queues, watermarks, symbols and CRCs at their bounds.
var selfTests = []string{
	"", "ports=2", "ports=3 crc_poly=31", "ports=5 crc_poly=80", "ports=16",
	"ports=4 depth=18 ks=10 kg=9 link_latency=0 refresh=2 stop_expire=8",
	"ports=7 depth=1024 ks=1000 kg=999 refresh=1023 stop_expire=65535 link_latency=3",
	"sym_idle=ff sym_go=f0 sym_gap=0f sym_stop=aa sym_fres=55",
}

func TestSelfTestPasses(t *testing.T) {
	for _, set := range selfTests {
		outcomes, err := fpga.Simulate(selfTest(t, set), 2, 50_000)
		require.NoError(t, err)
		t.Log(set, outcomes)
		for i, o := range outcomes {
			require.True(t, o.Passed(), "%s: %v", set, o)
			require.Greater(t, o.Sent, uint64(1500*(i+1)), "%s", set)
		}
	}
}

// Every port sends to every port and is sent STOP, and has STOP sent, again and again.
func TestSelfTestReachesEveryPort(t *testing.T) {
	const ports = 8
	e, err := sim.NewInterp(selfTest(t, ""))
	require.NoError(t, err)
	probes := map[string]int{}
	for i, p := range e.Signals() {
		probes[p.Path] = i
	}
	peek := func(format string, port int, name string) uint64 {
		path := fmt.Sprintf("myrinet_selftest."+format+".%s", port, name)
		i, ok := probes[path]
		require.True(t, ok, path)
		return e.Peek(i)[0]
	}
	var sent, came, right, stopped, stops [ports]int
	var pairs [ports][ports]int
	var want [ports]uint64
	b := sim.NewBench(e)
	b.Reset(1)
	e.OnCycle(func() {
		for p := range ports {
			sent[p] += int(peek("source_%d", p, "has_begun"))
			stopped[p] += int(peek("source_%d", p, "stopped"))
			stops[p] += int(peek("sink_%d", p, "silent"))
			right[p] += int(peek("sink_%d", p, "was_right"))
			state := peek("sink_%d", p, "state")
			if state == 2 && want[p] == 1 { // the origin has just come
				pairs[peek("sink_%d", p, "last")][p]++
				came[p]++
			}
			want[p] = state
		}
	})
	b.Set("run", 1)
	b.Steps(20_000)
	require.NoError(t, b.Err())
	t.Log("sent", sent, "right", right, "cycles stopped", stopped, "cycles under STOP", stops)
	for p := range ports {
		require.Greater(t, sent[p], 150, "source %d", p)
		require.Greater(t, right[p], 150, "sink %d", p)
		require.Greater(t, stopped[p], 500, "source %d", p)
		require.Greater(t, stops[p], 500, "sink %d", p)
		for q := range ports {
			require.Greater(t, pairs[p][q], 4, "from %d to %d", p, q)
		}
	}
}

// flip inverts one bit of a node.
func flip(module, name string, bit int) func(*ir.Design) error {
	return tb.Change(module, name, func(e *tb.Editor, n *ir.Node) *ir.Node {
		return e.New(ir.OpXor, n.Width, n, e.Const(n.Width, 1<<bit))
	})
}

// stuck keeps one bit of a node at 0.
func stuck(module, name string, bit int) func(*ir.Design) error {
	return tb.Change(module, name, func(e *tb.Editor, n *ir.Node) *ir.Node {
		return e.New(ir.OpAnd, n.Width, n, e.Const(n.Width, 1<<n.Width-1-1<<bit))
	})
}

// boardFaults are faults of the switch that show on a board.
var boardFaults = []tb.Mutant{
	{Name: "a data bit is stuck in the crossbar", Patch: stuck("myrinet_output", "cross_char", 4)},
	{Name: "a data bit is stuck behind the pins", Patch: stuck("myrinet_receive", "rx_byte", 7)},
	{Name: "GAPs cross as bytes", Patch: stuck("myrinet_output", "cross_char", 8)},
	{Name: "GAP is not seen", Patch: tb.Force("myrinet_receive", "rx_gap", 0)},
	{Name: "a symbol in a packet is taken for a byte", Patch: tb.Force("myrinet_receive", "rx_data", 1)},
	{Name: "STOP is taken for GO", Patch: tb.Change("myrinet_output", "stop", func(e *tb.Editor, _ *ir.Node) *ir.Node { return e.Const(1, 0) })},
	{Name: "STOP is never sent", Patch: tb.Force("myrinet_receive", "starts", 0)},
	{Name: "GO is never sent", Patch: tb.Force("myrinet_receive", "ends", 0)},
	{Name: "requests for an output are lost", Patch: tb.Force("myrinet_grants", "free_1", 0)},
	{Name: "an output is not released", Patch: tb.Force("myrinet_grants", "ends", 0)},
	{Name: "a turn is wrong by one", Patch: flip("myrinet_route", "turn", 0)},
	{Name: "turns have no sign", Patch: tb.Change("myrinet_route", "turn", func(e *tb.Editor, n *ir.Node) *ir.Node {
		return e.New(ir.OpAnd, n.Width, n, e.Const(n.Width, 7))
	})},
	{Name: "the CRC sent is inverted", Patch: flip("myrinet_front", "crc_error", 7)},
	{Name: "the CRC received is wrong", Patch: tb.RemoveSet("myrinet_front", "crc_in", 0)},
	{Name: "packets go one port further", Patch: tb.Change("myrinet_route", "to", func(e *tb.Editor, n *ir.Node) *ir.Node {
		return e.New(ir.OpShl, n.Width, n, e.Const(1, 1))
	})},
	{Name: "a bit is stuck on the pins", Patch: stuck("myrinet_output", "pins", 0)},
	{Name: "what arrives is not stored", Patch: tb.Edit("myrinet_receive", func(e *tb.Editor) {
		e.Remove(func(s ir.Stmt) bool { _, ok := s.(*ir.Write); return ok })
	})},
	{Name: "forward resets are sent", Patch: tb.Force("myrinet_output", "owe", 1)},
}

// unchecked takes the assertions out: a board has none.
var unchecked = tb.OnlyAssert("no assertion says this")

func TestSelfTestSeesFaults(t *testing.T) {
	for _, fault := range boardFaults {
		outcomes, err := fpga.Simulate(selfTest(t, "", unchecked, fault.Patch), 1, 50_000)
		require.NoError(t, err, fault.Name)
		t.Log(fault.Name, outcomes)
		if o := outcomes[0]; o.Wrong == 0 && !o.Busy {
			t.Errorf("%s: %v", fault.Name, o)
		}
	}
}

// The sinks' verdicts count: one that calls all right passes a fault that it should see, one that never says
// right or never says wrong does not.
func TestSelfTestListensToItsSinks(t *testing.T) {
	const sink = "myrinet_selftest_sink"
	damaged := boardFaults[0].Patch
	for _, test := range []struct {
		name   string
		passes bool
		set    string
		value  uint64
	}{
		{"all is right", true, "good", 1}, {"all is wrong", false, "good", 0},
		{"never right", false, "was_right", 0}, {"never wrong", false, "was_wrong", 0},
	} {
		outcomes, err := fpga.Simulate(selfTest(t, "", unchecked, damaged, tb.Force(sink, test.set, test.value)), 1, 20_000)
		require.NoError(t, err)
		require.Equal(t, test.passes, outcomes[0].Passed(), "%s: %v", test.name, outcomes)
	}
}

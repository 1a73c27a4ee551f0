package t3erouter_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/fpga"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/t3erouter"
	"github.com/flitwright/flitwright/tb"
	"github.com/stretchr/testify/require"
)

func selfTest(t *testing.T, set string, patches ...func(*ir.Design) error) *ir.Design {
	t.Helper()
	t3e := t3erouter.Target()
	values, err := t3e.Parse(strings.Fields(set))
	require.NoError(t, err)
	d, err := t3e.SelfTest(values)
	require.NoError(t, err)
	for _, patch := range patches {
		require.NoError(t, patch(d))
	}
	return d
}

// selfTests are routers of all shapes and depths.
var selfTests = []string{
	"x=4 y=1 z=1 stages=3 max_flits=2 adaptive_depth=4 escape_depth=4",
	"x=2 y=2 z=1 stages=3 max_flits=3 adaptive_depth=4 escape_depth=3",
	"x=1 y=1 z=1", "x=1 y=1 z=2 stages=1 max_flits=1 adaptive_depth=1 escape_depth=1",
	"x=3 y=5 z=2 flit=67 stages=1 max_flits=15", "x=32 y=32 z=32 flit=512 link_latency=16 adaptive_depth=64 escape_depth=64",
	"x=3 y=3 z=3 stages=3", "",
}

func TestSelfTestPasses(t *testing.T) {
	for _, set := range selfTests {
		outcomes, err := fpga.Simulate(selfTest(t, set), 2, 50_000)
		require.NoError(t, err)
		t.Log(set, outcomes)
		for i, o := range outcomes {
			require.True(t, o.Passed(), "%s: %v", set, o)
			require.Greater(t, o.Sent, uint64(1000*(i+1)), "%s", set)
		}
	}
}

// smallTorus has two dimensions, so that packets turn.
const smallTorus = "x=3 y=3 z=1 stages=3 max_flits=4 adaptive_depth=6 escape_depth=4"

// smallPorts are its ports.
var smallPorts = []int{0, 1, 2, 3, 6}

// Every port sends and is sent packets on each of its VCs, at each place of the torus.
func TestSelfTestReachesEveryVC(t *testing.T) {
	e, err := sim.NewInterp(selfTest(t, smallTorus))
	require.NoError(t, err)
	probes := map[string]int{}
	for i, p := range e.Signals() {
		probes[p.Path] = i
	}
	peek := func(path string) uint64 {
		i, ok := probes["t3erouter_selftest."+path]
		require.True(t, ok, path)
		return e.Peek(i)[0]
	}
	var sent, came [7][5]int
	places := map[[2]uint64]int{}
	b := sim.NewBench(e)
	b.Reset(1)
	e.OnCycle(func() {
		places[[2]uint64{peek("own_x"), peek("own_y")}]++
		for _, p := range smallPorts {
			if peek(fmt.Sprintf("source_%d.sent_head", p)) == 1 {
				sent[p][peek("drafts.vc_past")]++
			}
			sink := fmt.Sprintf("sink_%d.", p)
			if peek(sink+"valid_before") == 1 && peek(sink+"tail") == 1 {
				came[p][peek(sink+"vc_before")]++
			}
		}
	})
	b.Set("run", 1)
	b.Steps(42_000)
	require.NoError(t, b.Err())
	require.Zero(t, b.Get("wrong"))
	t.Log("sent", sent, "came", came, "cycles at each place", places)
	require.Len(t, places, 9)
	for _, p := range smallPorts {
		for v := range 5 {
			if p < 6 || v == 0 || v == 2 {
				require.Greater(t, sent[p][v], 100, "port %d, VC %d", p, v)
				require.Greater(t, came[p][v], 40, "port %d, VC %d", p, v)
			}
		}
	}
}

// inverted inverts one bit of what drives a wire, or of what a node shows.
func inverted(module, name string, bit int) func(*ir.Design) error {
	return tb.Change(module, name, func(e *tb.Editor, n *ir.Node) *ir.Node {
		return e.New(ir.OpXor, n.Width, n, e.Const(n.Width, 1<<bit))
	})
}

// cleared clears bits.
func cleared(module, name string, bits uint64) func(*ir.Design) error {
	return tb.Change(module, name, func(e *tb.Editor, n *ir.Node) *ir.Node {
		return e.New(ir.OpAnd, n.Width, n, e.New(ir.OpNot, n.Width, e.Const(n.Width, bits)))
	})
}

// boardFaults are faults of the router that show on a board.
var boardFaults = []tb.Mutant{
	{Name: "a data bit is stuck behind the crossbar", Patch: cleared("t3e_output", "flit", 1<<40)},
	{Name: "a bit of headers is lost in arrival", Patch: cleared("t3e_arrival", "stored", 1<<22)},
	{Name: "user bits are wrong at the node", Patch: tb.Change("t3e_output_node", "flit", func(e *tb.Editor, n *ir.Node) *ir.Node {
		return e.New(ir.OpShl, n.Width, n, e.Const(1, 1))
	})},
	{Name: "VCs are swapped at an output", Patch: inverted("t3e_output", "vc", 0)},
	{Name: "packets change class as they eject", Patch: inverted("t3e_output_node", "vc", 1)},
	{Name: "credits of a VC are lost at outputs", Patch: cleared("t3e_output", "credit", 1)},
	{Name: "credits of a VC are not sent back", Patch: cleared("t3e_input", "credit", 1<<3)},
	{Name: "a credit comes back for each that does not", Patch: tb.Change("t3e_input", "credit", func(e *tb.Editor, n *ir.Node) *ir.Node {
		return e.New(ir.OpNot, n.Width, n)
	})},
	{Name: "the dateline is crossed on VC 0", Patch: cleared("t3e_route", "vc_bit", 1)},
	{Name: "the rest of a run is taken never to cross in +x", Patch: tb.Force("t3e_route", "below_x", 0)},
	{Name: "a packet passes by its destination", Patch: tb.Force("t3e_route", "at_destination", 0)},
	{Name: "adaptive packets go the other way round", Patch: inverted("t3e_route", "minus", 0)},
	{Name: "all packets are adaptive", Patch: tb.Force("t3e_route", "may", 1)},
	{Name: "the class is not that of the VC", Patch: tb.Force("t3e_arrival", "wrong_class", 1)},
	{Name: "one input is never granted", Patch: cleared("t3e_output", "grant", 1)},
	{Name: "an owner keeps its VC", Patch: tb.Force("t3e_output", "granted_last", 0)},
	{Name: "a header enters an escape VC that is owned", Patch: tb.Force("t3e_choice", "escape_open", 1)},
	{Name: "a header enters where the packet does not fit", Patch: tb.Force("t3e_choice", "escape_room", 1)},
	{Name: "no header lapses", Patch: tb.Force("t3e_input", "lapsed", 0)},
	{Name: "an end that is missing is not set", Patch: tb.Force("t3e_arrival", "is_end", 0)},
}

// unchecked takes the assertions out: a board has none.
var unchecked = tb.OnlyAssert("no assertion says this")

func TestSelfTestSeesFaults(t *testing.T) {
	for _, fault := range boardFaults {
		outcomes, err := fpga.Simulate(selfTest(t, smallTorus, unchecked, fault.Patch), 1, 50_000)
		require.NoError(t, err, fault.Name)
		t.Log(fault.Name, outcomes)
		if o := outcomes[0]; o.Wrong == 0 && !o.Busy {
			t.Errorf("%s: %v", fault.Name, o)
		}
	}
}

// The sinks' verdicts count: ones that call all right pass a fault that they should see, ones that never say
// right or never say wrong do not.
func TestSelfTestListensToItsSinks(t *testing.T) {
	for _, test := range []struct {
		name   string
		passes bool
		set    string
		value  uint64
	}{
		{"all is right", true, "bad", 0}, {"all is wrong", false, "bad", 1},
		{"never right", false, "was_right", 0}, {"never wrong", false, "was_wrong", 0},
	} {
		patches := []func(*ir.Design) error{unchecked, boardFaults[0].Patch}
		for _, p := range smallPorts {
			patches = append(patches, tb.Force(fmt.Sprintf("t3e_selftest_sink_%d", p), test.set, test.value))
		}
		outcomes, err := fpga.Simulate(selfTest(t, smallTorus, patches...), 1, 20_000)
		require.NoError(t, err)
		require.Equal(t, test.passes, outcomes[0].Passed(), "%s: %v", test.name, outcomes)
	}
}

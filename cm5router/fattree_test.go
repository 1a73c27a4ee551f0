package cm5router_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/cm5router"
	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/target"
	"github.com/flitwright/flitwright/tb"
)

func tree(levels, networks, link int) cm5router.Tree {
	return cm5router.Tree{Levels: levels, Networks: networks, Config: config.Default(link)}
}

// TestTreeOfThePage holds the wiring to the numbers of the specification.
func TestTreeOfThePage(t *testing.T) {
	for i, want := range []int{2, 4, 8, 32, 128, 512, 2048} {
		require.Equal(t, want, 2*cm5router.GroupChips(i+1), "chips a group at level %d, both networks", i+1)
	}
	big := tree(6, 2, 0)
	topology, chips := big.Topology(), big.Chips()
	require.NoError(t, topology.Validate())
	linksOut := map[int]int{} // by level: links from its first group up, both networks
	for _, c := range topology.Channels {
		from, to := chips[c.From.Router], chips[c.To.Router]
		require.Equal(t, from.Network, to.Network, "left and right never meet")
		if to.Level > from.Level && from.Group == 0 {
			linksOut[from.Level]++
		}
		if to.Level > from.Level {
			require.Equal(t, from.Number*cm5router.ParentsAt(from.Level)+c.From.Port-4, to.Number)
			require.Equal(t, from.Group%4, c.To.Port)
			require.Equal(t, from.Group/4, to.Group)
		}
	}
	const rate = 20 // MB/s a link and direction
	require.Equal(t, 160, rate*linksOut[2], "MB/s out of 16 nodes")
	require.Equal(t, 10_240, rate*linksOut[5], "MB/s out of 1024 nodes")
	for i, x := range topology.Terminals {
		node := i % big.Nodes()
		want := cm5router.Chip{Network: i / big.Nodes(), Level: 1, Group: node / 4}
		require.Equal(t, want, chips[x.Router])
		require.Equal(t, node%4, x.Port)
	}
}

// traffics fill the orders of nodes, one count for each terminal.
var traffics = map[string]func(*nodes, int, int) int{"random": (*nodes).random, "permutation": (*nodes).permute}

// checkTree runs the emitted tree in lockstep with the tree of golden models, with nodes that n sets
// up, and holds that every message arrives.
func checkTree(t *testing.T, tree cm5router.Tree, engine tb.Engine, cycles int, setUp func(*nodes) (total int)) *postmaster {
	t.Helper()
	p := newPostmaster(tree)
	total := 0
	net := target.Target{
		Name:   "cm5-tree",
		Build:  func(target.Values) (*ir.Design, error) { return tree.Build() },
		Golden: func(target.Values) (target.Model, error) { return tree.Golden() },
		Traffic: []target.Profile{{Name: "nodes", New: func(_ target.Values, seed uint64) target.Stimulus {
			n := newNodes(tree, seed)
			total = setUp(n)
			return n
		}}},
		Scoreboard: func(target.Values) target.Scoreboard { return p },
	}
	seed := rand.Uint64()
	report, err := tb.Check(t.Context(), tb.Config{Target: &net, Engine: engine, Cycles: cycles, Seed: seed})
	if m, ok := err.(*tb.Mismatch); ok {
		t.Fatal(m.Details())
	}
	require.NoError(t, err)
	require.Empty(t, p.underWay, "lost; seed %d", seed)
	require.Equal(t, total, p.arrived, "seed %d", seed)
	t.Logf("%d messages, the last in cycle %d of %d; %.0f cycles/s", p.arrived, p.lastArrival, cycles, report.Speed)
	return p
}

// TestTreeOfRouters runs the left and right networks of 16 nodes on emitted routers.
func TestTreeOfRouters(t *testing.T) {
	for name, fill := range traffics {
		for link := range 4 {
			if testing.Short() && (link == 1 || link == 2) {
				continue
			}
			t.Run(fmt.Sprintf("%s, link %d", name, link), func(t *testing.T) {
				p := checkTree(t, tree(2, 2, link), tb.Interp(), 1000, func(n *nodes) int {
					if link%2 == 1 {
						n.use = 0.7
					}
					return fill(n, 0, 4)
				})
				for h := 1; h <= 2; h++ {
					require.NotZero(t, p.heights[h], "height %d", h)
				}
			})
		}
	}
}

// TestTreeOfRoutersFalls raises all-fall-down while messages are under way, and lowers it when they are
// out.
func TestTreeOfRoutersFalls(t *testing.T) {
	p := checkTree(t, tree(2, 2, 1), tb.Interp(), 1500, func(n *nodes) int {
		n.fall = fall{150, 600}
		return n.random(0, 5)
	})
	require.NotZero(t, p.fallen)
}

// TestTreeOfTwoVariants has chips of two and of four parents in one design.
func TestTreeOfTwoVariants(t *testing.T) {
	three := tree(3, 1, 0)
	d, err := three.Build()
	require.NoError(t, err)
	var names []string
	for _, m := range d.Modules {
		names = append(names, m.Name)
	}
	require.Subset(t, names, []string{"cm5router_parents_2", "cm5router_parents_4", "cm5_grants_parents_2", "cm5_grants_parents_4",
		"cm5_receive", "cm5_output", "cm5_link", "cm5_tree"})
	require.NotContains(t, names, "cm5router")
	if testing.Short() {
		return
	}
	p := checkTree(t, three, tb.Interp(), 1000, func(n *nodes) int { return n.random(0, 4) })
	require.NotZero(t, p.heights[3])
}

// runTree runs a tree of golden models until all is quiet.
func runTree(t testing.TB, tree cm5router.Tree, n *nodes, total, most int) *postmaster {
	t.Helper()
	net, err := tree.Golden()
	require.NoError(t, err)
	ins, outs := 0, 0
	for range net.Inputs() {
		ins++
	}
	for range net.Outputs() {
		outs++
	}
	in, out := make([]uint64, ins), make([]uint64, outs)
	p := newPostmaster(tree)
	start := time.Now()
	for p.arrived < total && p.cycle < most {
		n.Next(out, in)
		net.Step(in, out)
		require.NoError(t, p.Observe(in, out), "cycle %d", p.cycle)
	}
	taken := time.Since(start).Seconds()
	require.Empty(t, p.underWay)
	require.Equal(t, total, p.arrived)
	t.Logf("%d nodes: %d messages in %d cycles, %d fell; %.0f messages/s, %.0f cycles/s",
		tree.Nodes(), p.arrived, p.cycle, p.fallen, float64(p.arrived)/taken, float64(p.cycle)/taken)
	return p
}

// TestTreeOf1024 runs the five levels of 1024 nodes on golden models; in short tests four of 256.
func TestTreeOf1024(t *testing.T) {
	levels, networks := 5, 2
	if testing.Short() {
		levels, networks = 4, 1
	}
	for name, fill := range traffics {
		t.Run(name, func(t *testing.T) {
			five := tree(levels, networks, 1)
			n := newNodes(five, 1)
			total := fill(n, 0, 3)
			p := runTree(t, five, n, total, 20_000)
			for h := 1; h <= levels; h++ {
				require.NotZero(t, p.heights[h], "height %d", h)
			}
		})
	}
	t.Run("all fall down", func(t *testing.T) {
		five := tree(levels, networks, 0)
		n := newNodes(five, 2)
		n.fall = fall{120, 1200}
		total := n.random(0, 4)
		p := runTree(t, five, n, total, 20_000)
		require.NotZero(t, p.fallen)
		require.Greater(t, p.lastArrival, n.fall.to)
	})
}

// TestTreeRefuses reports all that is out of range.
func TestTreeRefuses(t *testing.T) {
	bad := tree(0, 3, 4)
	for _, f := range []func() error{
		bad.Validate,
		func() error { _, err := bad.Build(); return err },
		func() error { _, err := bad.Golden(); return err },
	} {
		err := f()
		require.ErrorContains(t, err, "levels: 0 is not in 1..7")
		require.ErrorContains(t, err, "networks: 3 is not 1 or 2")
		require.ErrorContains(t, err, "link: 4 is not in 0..3")
	}
}

// BenchmarkTreeOf1024 is a cycle of 1152 golden models under full load.
func BenchmarkTreeOf1024(b *testing.B) {
	five := tree(5, 2, 0)
	net, err := five.Golden()
	require.NoError(b, err)
	n := newNodes(five, 1)
	in, out := make([]uint64, 2+3*2048), make([]uint64, 3*2048+3*len(five.Chips()))
	p := newPostmaster(five)
	id := 0
	for b.Loop() {
		if len(n.orders[0]) == 0 {
			id = n.random(id, 3)
		}
		n.Next(out, in)
		net.Step(in, out)
		if err := p.Observe(in, out); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(p.arrived)/b.Elapsed().Seconds(), "messages/s")
	b.ReportMetric(float64(p.arrived)/float64(b.N), "messages/cycle")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "cycles/s")
}

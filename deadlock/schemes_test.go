package deadlock

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/routing"
	"github.com/flitwright/flitwright/topology"
	"github.com/stretchr/testify/require"
)

// The sweeps of the turn model, and the least number of turns.
func TestTurns(t *testing.T) {
	g := graphOf(t, "mesh", 5, 5)
	for sweep, want := range map[string][2]int{"cycles": {12, 16}, "pairs": {12, 28}, "single": {0, 8}} {
		for _, minimal := range []string{"0", "1"} {
			free := 0
			proofs := brief(t, g, "turn", "sweep="+sweep, "minimal="+minimal)
			for _, p := range proofs {
				if !p.Cyclic {
					free++
				} else if sweep == "cycles" {
					from, to, _ := strings.Cut(strings.TrimPrefix(p.Relation, "turn without "), ",")
					require.Equal(t, from[2:3]+">"+from[:1], to, "only reverse pairs have cycles")
				}
			}
			require.Equal(t, want, [2]int{free, len(proofs)}, "%s minimal=%s", sweep, minimal)
		}
	}
	p := brief(t, g, "turn", "remove=N>E,E>N")[0]
	require.True(t, p.Cyclic)
}

// In n dimensions at least n(n-1) turns must go: there are as many abstract cycles, no two
// with a turn in common, and each makes a cycle if it is left whole. With negative-first so many are
// enough.
func TestTurnsOfDimensions(t *testing.T) {
	for n := 2; n <= 3; n++ {
		g, err := topology.Mesh(make3(n)...)
		require.NoError(t, err)
		require.Equal(t, Free, brief(t, g, "negative-first", "minimal=0")[0].Verdict)
		used := map[string]bool{}
		cycles := 0
		for i := range n {
			for j := range n {
				if i == j {
					continue
				}
				cycles++
				keep := map[string]bool{}
				square := []string{topology.Heading(i, 1), topology.Heading(j, 1), topology.Heading(i, -1), topology.Heading(j, -1)}
				for k := range 4 {
					turn := square[k] + ">" + square[(k+1)%4]
					require.False(t, used[turn], "no turn is in two cycles")
					used[turn], keep[turn] = true, true
				}
				require.True(t, brief(t, g, "turn", "remove="+others(n, keep))[0].Cyclic, "%v alone", square)
			}
		}
		require.Equal(t, n*(n-1), cycles)
	}
}

// others lists the turns of n dimensions that are not kept.
func others(n int, keep map[string]bool) string {
	var list []string
	for a := range 2 * n {
		for b := range 2 * n {
			turn := topology.Heading(a/2, int8(1-2*(a&1))) + ">" + topology.Heading(b/2, int8(1-2*(b&1)))
			if a/2 != b/2 && !keep[turn] {
				list = append(list, turn)
			}
		}
	}
	return strings.Join(list, ",")
}

func make3(n int) []int {
	k := make([]int, n)
	for i := range k {
		k[i] = 3
	}
	return k
}

// abilene is the research network of that name in the Topology Zoo: 11 places, 14 links.
func abilene(t testing.TB) *topology.Graph {
	b := topology.NewBuilder("Abilene")
	index := map[string]int{}
	for _, link := range strings.Fields("NewYork-Chicago NewYork-WashingtonDC Chicago-Indianapolis WashingtonDC-Atlanta " +
		"Seattle-Sunnyvale Seattle-Denver Sunnyvale-LosAngeles Sunnyvale-Denver LosAngeles-Houston Denver-KansasCity " +
		"KansasCity-Houston KansasCity-Indianapolis Houston-Atlanta Atlanta-Indianapolis") {
		var ends [2]topology.End
		for i, name := range strings.Split(link, "-") {
			if _, known := index[name]; !known {
				index[name] = b.Node(topology.Node{Name: name, Terminal: true, Switch: true})
			}
			ends[i] = topology.End{Node: index[name], Port: topology.AnyPort}
		}
		b.Link(ends[0], ends[1])
	}
	g, err := b.Graph()
	require.NoError(t, err)
	require.Len(t, g.Nodes, 11)
	require.Len(t, g.Channels, 28)
	return g
}

// Tables that do not tell a switch's inputs apart send packets up again. Abilene shows it.
func TestTablesByInput(t *testing.T) {
	g := abilene(t)
	cyclic := 0
	for _, n := range g.Nodes {
		p := prove(t, g, Wormhole, false, "updown", "root="+n.Name)[0]
		require.Equal(t, Free, p.Verdict, n.Name)
		if p := prove(t, g, Wormhole, false, "updown", "state=switch", "root="+n.Name)[0]; p.Cyclic {
			cyclic++
			require.NotEqual(t, Free, p.Verdict)
		}
	}
	t.Logf("cyclic with %d roots of %d", cyclic, len(g.Nodes))
	require.NotZero(t, cyclic)
}

// up*/down*, and what is built on it, is free on any connected multigraph with any root.
func TestGraphSchemes(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for range 60 {
		g := randomGraph(t, r)
		root := "root=" + g.Nodes[switchOf(g)].Name
		for _, scheme := range [][]string{{"updown", root}, {"updown"}, {"shortest", root}, {"search", root}, {"distance"}} {
			p := prove(t, g, Wormhole, false, scheme[0], scheme[1:]...)[0]
			require.Equal(t, Free, p.Verdict, "%v %+v", scheme, g.Channels)
		}
		p := prove(t, g, VCT, false, "duato", "minimal=0")[0]
		require.True(t, p.Verdict.Holds())
	}
}

func switchOf(g *topology.Graph) int {
	for n := range g.Nodes {
		if g.Nodes[n].Switch {
			return n
		}
	}
	return 0
}

// randomGraph joins up to 12 switches, with parallel links and links of a switch to itself, and some hosts.
func randomGraph(t testing.TB, r *rand.Rand) *topology.Graph {
	b := topology.NewBuilder("random")
	switches := 1 + r.IntN(12)
	end := func(n int) topology.End { return topology.End{Node: n, Port: topology.AnyPort} }
	for i := range switches {
		b.Node(topology.Node{Name: fmt.Sprintf("s%d", i), Switch: true, Terminal: r.IntN(2) == 0})
		if i > 0 {
			b.Link(end(i), end(r.IntN(i)))
		}
	}
	for range r.IntN(2 * switches) {
		b.Link(end(r.IntN(switches)), end(r.IntN(switches)))
	}
	for i := range 1 + r.IntN(4) {
		b.Link(end(b.Node(topology.Node{Name: fmt.Sprintf("h%d", i), Terminal: true})), end(r.IntN(switches)))
	}
	g, err := b.Graph()
	require.NoError(t, err)
	return g
}

// Verdicts of the other schemes.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		kind, k, scheme string
		flow            Flow
		protocol        bool
		want            Verdict
	}{
		{"torus", "4", "overlap", Wormhole, false, FreeByEscape},
		{"torus", "4", "overlap wait=commit", Wormhole, false, Deadlock},
		{"torus", "5 5", "duato", Wormhole, false, FreeByEscape},
		{"torus", "4 4", "duato escape=direction-order", VCT, false, FreeByEscape},
		{"mesh", "4 4", "duato escape=west-first", VCT, false, FreeByEscape},
		{"torus", "4 4", "quadrant", Wormhole, false, FreeByEscape},
		{"torus", "5 4", "quadrant", Wormhole, false, FreeByEscape},
		{"mesh", "4 4", "misroute", VCT, false, FreeByEscape},
		{"torus", "4 4", "misroute misroutes=3", VCT, false, FreeByEscape},
		{"torus", "4 4", "timeout", Wormhole, false, FreeByRecovery},
		{"mesh", "4 4", "compressionless", Wormhole, false, FreeByRecovery},
		{"torus", "4 4", "disha", Wormhole, false, FreeByRecovery},
		{"torus", "4 4", "chaos priority=age", Wormhole, false, FreeByRecovery},
		{"mesh", "3 3", "dor", Circuit, false, Free},
		{"torus", "4 4", "dor", Circuit, false, Deadlock},
		{"torus", "4 4", "dor-dateline", Circuit, false, Deadlock}, // circuits take channels, not buffers
		{"torus", "4 4", "dor", SAF, false, Deadlock},
		{"mesh", "3 3", "dor", VCT, true, Deadlock},
		{"mesh", "3 3", "dor classes=2", VCT, true, Free},
		{"mesh", "3 3", "duato classes=2", Wormhole, true, FreeByEscape},
		{"fattree", "4 4 4", "fattree-updown", VCT, true, Deadlock},
		{"fattree", "4 4 4", "fattree-updown classes=2", VCT, true, Free},
		{"fattree", "2 2 2", "duato", Wormhole, false, Free},
	} {
		words := strings.Fields(c.scheme)
		p := prove(t, graphOf(t, c.kind, sizesOf(t, c.k)...), c.flow, c.protocol, words[0], words[1:]...)[0]
		require.Equal(t, c.want, p.Verdict, "%s %s", c.scheme, p)
	}
}

// A lane that leads nowhere is no recovery.
func TestLaneCanFail(t *testing.T) {
	g := graphOf(t, "mesh", 3, 3)
	r, err := routing.New(g, "disha")
	require.NoError(t, err)
	round, err := routing.New(g, "chaos")
	require.NoError(t, err)
	r[0].Lane = round[0]
	p, err := Prove(t.Context(), r[0], Options{})
	require.NoError(t, err)
	require.Equal(t, Unproven, p.Verdict)
}

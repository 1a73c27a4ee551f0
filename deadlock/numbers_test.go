package deadlock

import (
	"strings"
	"testing"

	"github.com/flitwright/flitwright/routing"
	"github.com/flitwright/flitwright/topology"
	"github.com/stretchr/testify/require"
)

// graphOf makes the graph of -topology and -k.
func graphOf(t testing.TB, kind string, k ...int) *topology.Graph {
	t.Helper()
	var g *topology.Graph
	var err error
	switch kind {
	case "ring":
		g, err = topology.Ring(k[0])
	case "mesh":
		g, err = topology.Mesh(k...)
	case "torus":
		g, err = topology.Torus(k...)
	case "fattree":
		g, err = topology.FatTree(k[0], len(k))
	}
	require.NoError(t, err)
	return g
}

func brief(t testing.TB, g *topology.Graph, scheme string, set ...string) []*Proof {
	t.Helper()
	relations, err := routing.New(g, scheme, set...)
	require.NoError(t, err)
	var list []*Proof
	for _, r := range relations {
		p, err := Prove(t.Context(), r, Options{Brief: true})
		require.NoError(t, err)
		list = append(list, p)
	}
	return list
}

func prove(t testing.TB, g *topology.Graph, flow Flow, protocol bool, scheme string, set ...string) []*Proof {
	t.Helper()
	relations, err := routing.New(g, scheme, set...)
	require.NoError(t, err)
	var list []*Proof
	for _, r := range relations {
		p, err := Prove(t.Context(), r, Options{Flow: flow, Protocol: protocol})
		require.NoError(t, err)
		list = append(list, p)
	}
	return list
}

const whatever = -1

// TestNumbers has the rows of docs/spec/deadlock.md.
func TestNumbers(t *testing.T) {
	mesh2, mesh33, torus4, torus5 := []int{2, 2}, []int{3, 3}, []int{4, 4}, []int{5, 5}
	mesh333, mesh444 := []int{3, 3, 3}, []int{4, 4, 4}
	for _, row := range []struct {
		kind                  string
		k                     []int
		routing, set          string
		flow                  Flow
		channels, dependences int
		verdict               Verdict
		deadlockSet, packets  int
	}{
		{"ring", []int{4}, "any", "vcs=1", Wormhole, 4, 4, Deadlock, 4, whatever},
		{"ring", []int{4}, "any", "vcs=2 wait=class", Wormhole, 8, 16, Deadlock, 8, 4},
		{"ring", []int{4}, "any", "vcs=2 wait=commit", Wormhole, 8, 16, Deadlock, 8, 2},
		{"ring", []int{4}, "dateline", "", Wormhole, 6, 5, Free, 0, whatever},
		{"ring", []int{4}, "distance", "", Wormhole, 12, 8, Free, 0, whatever},
		{"mesh", mesh33, "dor", "", Wormhole, 24, 28, Free, 0, whatever},
		{"mesh", mesh33, "adaptive", "vcs=1", Wormhole, 24, 44, Deadlock, 24, whatever},
		{"torus", torus4, "dor", "vcs=1", Wormhole, 64, 96, Deadlock, 48, whatever},
		{"torus", torus5, "dor", "vcs=1", Wormhole, 100, 200, Deadlock, 100, whatever},
		{"torus", []int{3, 3}, "dor", "vcs=1", Wormhole, whatever, whatever, Free, 0, whatever},
		{"torus", torus4, "dor-dateline", "", Wormhole, 72, 104, Free, 0, whatever},
		{"torus", torus5, "dor-dateline", "", Wormhole, 120, 220, Free, 0, whatever},
		{"torus", torus4, "dor-dateline", "restart=0", Wormhole, 87, 113, Deadlock, 53, whatever},
		{"torus", torus5, "dor-dateline", "restart=0", Wormhole, 144, 252, Deadlock, 132, whatever},
		{"torus", torus4, "dor-dateline", "select=any", Wormhole, 112, 244, Free, 0, whatever},
		{"torus", torus5, "dor-dateline", "select=any", Wormhole, 180, 484, Free, 0, whatever},
		{"torus", torus4, "dor-two-dateline", "", Wormhole, 96, 176, Free, 0, whatever},
		{"torus", torus5, "dor-two-dateline", "", Wormhole, 160, 376, Free, 0, whatever},
		{"mesh", []int{5, 5}, "west-first", "", Wormhole, whatever, whatever, Free, 0, whatever},
		{"mesh", []int{5, 5}, "north-last", "", Wormhole, whatever, whatever, Free, 0, whatever},
		{"mesh", []int{5, 5}, "negative-first", "", Wormhole, whatever, whatever, Free, 0, whatever},
		{"mesh", []int{5, 5}, "west-first", "minimal=0", Wormhole, whatever, whatever, Free, 0, whatever},
		{"mesh", []int{5, 5}, "north-last", "minimal=0", Wormhole, whatever, whatever, Free, 0, whatever},
		{"mesh", []int{5, 5}, "negative-first", "minimal=0", Wormhole, whatever, whatever, Free, 0, whatever},
		{"mesh", []int{4, 4}, "planar-adaptive", "", Wormhole, 72, 120, Free, 0, whatever},
		{"mesh", mesh333, "planar-adaptive", "", Wormhole, 192, 392, Free, 0, whatever},
		{"mesh", mesh2, "duato-text", "", Wormhole, 16, 28, Deadlock, 16, 8},
		{"mesh", mesh2, "duato", "", Wormhole, 16, 24, FreeByEscape, 0, whatever},
		{"mesh", mesh33, "duato", "", Wormhole, 48, 144, FreeByEscape, 0, whatever},
		{"mesh", mesh33, "duato", "minimal=0", Wormhole, whatever, whatever, Unproven, whatever, whatever},
		{"mesh", mesh33, "duato", "minimal=0", VCT, whatever, whatever, FreeByEscape, 0, whatever},
		{"mesh", mesh333, "direction-order", "", Wormhole, 108, 198, Free, 0, whatever},
		{"mesh", mesh444, "direction-order", "", Wormhole, 288, 624, Free, 0, whatever},
		{"mesh", mesh333, "direction-order", "initial=+x+y+z final=-z", Wormhole, 108, 288, Free, 0, whatever},
		{"mesh", mesh333, "direction-order", "initial=-y", Wormhole, 108, 252, Deadlock, 76, whatever},
		{"torus", mesh444, "direction-order", "tie=both", Wormhole, 480, 1344, Free, 0, whatever},
		{"torus", mesh444, "direction-order", "tie=both initial=+x+y+z initial_vc=0", Wormhole, whatever, whatever, Free, 0, whatever},
		{"torus", mesh444, "direction-order", "tie=both initial=+x+y+z initial_vc=dateline", Wormhole, whatever, whatever, Deadlock, whatever, whatever},
		{"torus", mesh444, "t3e", "classes=1 tie=both", VCT, 1056, 10128, FreeByEscape, 0, whatever},
		{"torus", mesh444, "t3e", "classes=1 tie=both escape=0", VCT, whatever, whatever, Deadlock, 384, whatever},
		{"fattree", mesh444, "fattree-updown", "", Wormhole, whatever, whatever, Free, 0, whatever},
		{"fattree", mesh444, "fattree-updown", "parent_turns=1", Wormhole, whatever, whatever, Deadlock, whatever, whatever},
	} {
		t.Run(row.kind+" "+row.routing+" "+row.set, func(t *testing.T) {
			relations, err := routing.New(graphOf(t, row.kind, row.k...), row.routing, strings.Fields(row.set)...)
			require.NoError(t, err)
			p, err := Prove(t.Context(), relations[0], Options{Flow: row.flow, Brief: row.packets == whatever})
			require.NoError(t, err)
			t.Logf("%s: %d / %d cyclic %v set %d min %v escape %+v", p.Verdict, p.Channels, p.Dependences, p.Cyclic, p.DeadlockSet, p.MinPackets, p.Escape)
			number := func(name string, want, got int) {
				if want != whatever && want != got {
					t.Errorf("%s: %d, not %d", name, got, want)
				}
			}
			if p.Verdict != row.verdict {
				t.Errorf("verdict %s, not %s", p.Verdict, row.verdict)
			}
			number("channels", row.channels, p.Channels)
			number("dependences", row.dependences, p.Dependences)
			number("deadlock set", row.deadlockSet, p.DeadlockSet)
			if row.packets != whatever {
				require.NotNil(t, p.MinPackets)
				number("packets", row.packets, *p.MinPackets)
			}
		})
	}
}

// The least deadlock of a torus of 12x12 without datelines: three packets, each of which holds
// five channels of a ring but the last, and waits for the sixth.
func TestLeast(t *testing.T) {
	p := prove(t, graphOf(t, "torus", 12, 12), Wormhole, false, "dor")[0]
	require.NotNil(t, p.MinPackets)
	require.Equal(t, 3, *p.MinPackets)
	require.Len(t, p.Witness, 3)
}

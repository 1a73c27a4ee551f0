package topology_test

import (
	"testing"

	"github.com/flitwright/flitwright/cm5router"
	"github.com/flitwright/flitwright/topology"
	"github.com/stretchr/testify/require"
)

// The fat tree of arity 4 is the left network that the emitted CM-5 has.
func TestFatTreeIsTheEmittedOne(t *testing.T) {
	for levels := 1; levels <= 4; levels++ {
		g := made(topology.FatTree(4, levels))
		checkGraph(t, g)
		tree := cm5router.Tree{Levels: levels, Networks: 1}
		want := tree.Topology()
		leaves := len(want.Terminals)
		require.Len(t, g.Nodes, leaves+len(want.Routers))
		links := map[[4]int]bool{}
		for n, x := range want.Terminals {
			links[[4]int{n, 0, leaves + x.Router, x.Port}] = true
			links[[4]int{leaves + x.Router, x.Port, n, 0}] = true
		}
		for _, c := range want.Channels {
			links[[4]int{leaves + c.From.Router, c.From.Port, leaves + c.To.Router, c.To.Port}] = true
		}
		require.Len(t, g.Channels, len(links))
		for _, c := range g.Channels {
			require.Contains(t, links, [4]int{c.From, c.FromPort, c.To, c.ToPort})
			require.Equal(t, g.Nodes[c.From].Level+int(c.Sign), g.Nodes[c.To].Level)
		}
	}
}

// A switch serves the leaves of its group, whatever the arity.
func TestFatTreeServes(t *testing.T) {
	for _, size := range [][2]int{{1, 3}, {2, 5}, {3, 4}, {4, 4}, {5, 3}} {
		g := made(topology.FatTree(size[0], size[1]))
		checkGraph(t, g)
		for n, node := range g.Nodes {
			if node.Level == 0 {
				continue
			}
			for _, c := range g.Out(n) {
				to := g.Nodes[g.Channels[c].To]
				if g.Channels[c].Sign > 0 {
					require.Equal(t, node.Coord[0]/size[0], to.Coord[0])
				} else {
					require.Equal(t, node.Coord[0]*size[0]+g.Channels[c].FromPort, to.Coord[0])
				}
			}
		}
	}
}

func TestFatTree16384(t *testing.T) {
	g := made(topology.FatTree(4, 7))
	require.Len(t, g.Nodes, 16384+11264)
	checkGraph(t, g)
}

func BenchmarkFatTree16384(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		made(topology.FatTree(4, 7))
	}
}

func BenchmarkTorus8x32x8(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		made(topology.Torus(8, 32, 8))
	}
}

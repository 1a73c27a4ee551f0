package topology_test

import (
	"fmt"
	"testing"

	"github.com/flitwright/flitwright/topology"
	"github.com/stretchr/testify/require"
)

// made turns the results of a generator into one, for tables.
func made(g *topology.Graph, err error) *topology.Graph {
	if err != nil {
		panic(err)
	}
	return g
}

// checkGraph holds what is true of every graph: names are unique, the lists of channels agree with
// the channels, and links are mutual.
func checkGraph(t *testing.T, g *topology.Graph) {
	t.Helper()
	names := map[string]bool{}
	out, in := 0, 0
	for n, node := range g.Nodes {
		if node.Name == "" || names[node.Name] {
			t.Fatalf("%s: node %d: name %q", g.Name, n, node.Name)
		}
		names[node.Name] = true
		last := -1
		for _, c := range g.Out(n) {
			if ch := g.Channels[c]; c != out || ch.From != n || ch.FromPort <= last {
				t.Fatalf("%s: Out(%d) has %d: %+v", g.Name, n, c, ch)
			}
			last = g.Channels[c].FromPort
			out++
		}
		last = -1
		for _, c := range g.In(n) {
			if ch := g.Channels[c]; ch.To != n || ch.ToPort <= last {
				t.Fatalf("%s: In(%d) has %d: %+v", g.Name, n, c, ch)
			}
			last = g.Channels[c].ToPort
			in++
		}
	}
	if out != len(g.Channels) || in != len(g.Channels) {
		t.Fatalf("%s: %d channels, %d out, %d in", g.Name, len(g.Channels), out, in)
	}
	for i, c := range g.Channels {
		if c.Reverse < 0 {
			continue
		}
		back := topology.Channel{
			From: c.To, FromPort: c.ToPort, To: c.From, ToPort: c.FromPort,
			Reverse: i, Dim: c.Dim, Sign: -c.Sign, Wrap: c.Wrap,
		}
		if i == c.Reverse || g.Channels[c.Reverse] != back {
			t.Fatalf("%s: %+v has the reverse %+v", g.Name, c, g.Channels[c.Reverse])
		}
	}
}

func TestKAry(t *testing.T) {
	tests := []struct {
		graph           *topology.Graph
		nodes, channels int
		wraps           int
	}{
		{made(topology.Ring(1)), 1, 0, 0},
		{made(topology.Ring(2)), 2, 2, 1},
		{made(topology.Ring(4)), 4, 4, 1},
		{made(topology.Mesh(1)), 1, 0, 0},
		{made(topology.Mesh(3, 3)), 9, 24, 0},
		{made(topology.Mesh(4, 1, 2)), 8, 20, 0},
		{made(topology.Torus(1, 1)), 1, 0, 0},
		{made(topology.Torus(2)), 2, 4, 2},
		{made(topology.Torus(4, 4)), 16, 64, 16},
		{made(topology.Torus(2, 3, 1)), 6, 24, 10},
		{made(topology.Torus(8, 32, 8)), 2048, 12288, 2*8*8 + 2*2*8*32},
	}
	for _, test := range tests {
		t.Run(test.graph.Name, func(t *testing.T) {
			g := test.graph
			require.Len(t, g.Nodes, test.nodes)
			require.Len(t, g.Channels, test.channels)
			wraps := 0
			for _, c := range g.Channels {
				from, to := g.Nodes[c.From].Coord, g.Nodes[c.To].Coord
				for d, k := range g.K {
					step := 0
					if d == c.Dim {
						step = int(c.Sign)
					}
					require.Equal(t, (from[d]+step+k)%k, to[d])
				}
				if c.Wrap {
					wraps++
				}
				require.Equal(t, from[c.Dim]+int(c.Sign) != to[c.Dim], c.Wrap)
			}
			require.Equal(t, test.wraps, wraps)
			checkGraph(t, g)
		})
	}
}

// A torus of two nodes in a dimension has two links between them, one of which wraps.
func TestTorusOfTwo(t *testing.T) {
	g := made(topology.Torus(2))
	var channels []string
	for i, c := range g.Channels {
		channels = append(channels, fmt.Sprint(g.ChannelName(i), " to ", g.Nodes[c.To].Name, " wrap ", c.Wrap, " back ", g.ChannelName(c.Reverse)))
	}
	require.Equal(t, []string{
		"0+x to 1 wrap false back 1-x", "0-x to 1 wrap true back 1+x",
		"1+x to 0 wrap true back 0-x", "1-x to 0 wrap false back 0+x",
	}, channels)
}

func TestSizesOutOfRange(t *testing.T) {
	_, err := topology.Torus(4, 0, -1)
	require.EqualError(t, err, "torus 4x0x-1: size 0 of dimension 1 is not in 1..1048576\n"+
		"torus 4x0x-1: size -1 of dimension 2 is not in 1..1048576")
	_, err = topology.Mesh()
	require.EqualError(t, err, "mesh: there are no dimensions")
	_, err = topology.Mesh(1<<20, 1<<20, 1<<20, 1<<20)
	require.ErrorContains(t, err, "nodes; the limit is 1048576")
	_, err = topology.Torus(64, 64, 64, 4)
	require.EqualError(t, err, "torus 64x64x64x4: 8388608 channels; the limit is 4194304")
	_, err = topology.FatTree(0, 21)
	require.EqualError(t, err, "fattree 0^21: arity 0 is not in 1..1048576\nfattree 0^21: 21 levels are not in 1..20")
	_, err = topology.FatTree(4, 12)
	require.EqualError(t, err, "fattree 4^12: more than 1048576 leaves")
}

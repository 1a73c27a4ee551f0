package topology_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/flitwright/flitwright/topology"
	"github.com/stretchr/testify/require"
)

// A census is what distinguishes graphs at a glance.
type census struct{ nodes, links, parallel, loops, parts int }

func count(g *topology.Graph) census {
	c := census{nodes: len(g.Nodes), links: len(g.Channels) / 2}
	joined := map[[2]int]bool{}
	part := make([]int, len(g.Nodes))
	for n := range part {
		part[n] = n
	}
	var root func(n int) int
	root = func(n int) int {
		if part[n] != n {
			part[n] = root(part[n])
		}
		return part[n]
	}
	for i, ch := range g.Channels {
		pair := [2]int{ch.From, ch.To}
		switch {
		case i > ch.Reverse:
		case ch.From == ch.To:
			c.loops++
		case joined[pair] || joined[[2]int{ch.To, ch.From}]:
			c.parallel++
		}
		joined[pair] = true
		part[root(ch.From)] = root(ch.To)
	}
	for n := range part {
		if root(n) == n {
			c.parts++
		}
	}
	return c
}

func TestTopologyZoo(t *testing.T) {
	for name, want := range map[string]census{
		"Abilene":   {nodes: 11, links: 14, parts: 1},
		"Heanet":    {nodes: 7, links: 13, parallel: 2, parts: 1},
		"Nsfcnet":   {nodes: 10, links: 10, parts: 2},
		"Interoute": {nodes: 110, links: 158, parallel: 10, loops: 2, parts: 1},
	} {
		t.Run(name, func(t *testing.T) {
			file, err := os.Open(filepath.Join("testdata", "zoo", name+".gml"))
			require.NoError(t, err)
			defer file.Close()
			g, err := topology.Read(file.Name(), file)
			require.NoError(t, err)
			checkGraph(t, g)
			require.Equal(t, want, count(g))
		})
	}
}

func BenchmarkZooInteroute(b *testing.B) {
	for b.Loop() {
		file, err := os.Open(filepath.Join("testdata", "zoo", "Interoute.gml"))
		require.NoError(b, err)
		_, err = topology.Read(file.Name(), file)
		require.NoError(b, err)
		file.Close()
	}
}

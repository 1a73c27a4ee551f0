package topology_test

import (
	"fmt"
	"testing"

	"github.com/flitwright/flitwright/topology"
	"github.com/stretchr/testify/require"
)

func ExampleBuilder() {
	b := topology.NewBuilder("triangle")
	var nodes []int
	for _, name := range []string{"a", "b", "c"} {
		nodes = append(nodes, b.Node(topology.Node{Name: name, Terminal: true, Switch: true}))
	}
	end := func(n int) topology.End { return topology.End{Node: nodes[n], Port: topology.AnyPort} }
	b.Link(end(0), end(1))
	b.Link(end(1), end(0))
	b.Channel(end(1), end(2))
	b.Channel(end(2), end(0))
	g, err := b.Graph()
	if err != nil {
		fmt.Println(err)
		return
	}
	for c := range g.Channels {
		fmt.Println(g.ChannelName(c))
	}
	// Output:
	// a[0]>b
	// a[1]>b
	// b[0]>a
	// b[1]>a
	// b>c
	// c>a
}

// Ends with any port leave those that others name.
func TestPorts(t *testing.T) {
	b := topology.NewBuilder("ports")
	n := b.Node(topology.Node{Name: "n"})
	m := b.Node(topology.Node{Name: "m"})
	b.Link(topology.End{Node: n, Port: topology.AnyPort}, topology.End{Node: n, Port: topology.AnyPort})
	b.Channel(topology.End{Node: n, Port: 1}, topology.End{Node: m, Port: 4})
	b.Channel(topology.End{Node: m, Port: 3}, topology.End{Node: n, Port: 1})
	b.Channel(topology.End{Node: m, Port: topology.AnyPort}, topology.End{Node: n, Port: topology.AnyPort})
	g, err := b.Graph()
	require.NoError(t, err)
	checkGraph(t, g)
	require.Equal(t, "n/terminal/switch m/terminal/switch | n[0]--n[2] n[1]->m[4] m[0]->n[3] m[3]->n[1]", describe(g))
	require.Equal(t, []int{4, 5}, []int{g.Ports(n), g.Ports(m)})
	require.Equal(t, []int{1, -1}, []int{g.Find("m"), g.Find("o")})
}

func TestBuilderFaults(t *testing.T) {
	b := topology.NewBuilder("faults")
	n := b.Node(topology.Node{Name: "n"})
	for range 3 {
		b.Channel(topology.End{Node: n, Port: 2}, topology.End{Node: n, Port: 7})
	}
	_, err := b.Graph()
	require.EqualError(t, err, "node \"n\": two channels leave from port 2\nnode \"n\": two channels lead to port 7")

	b.Node(topology.Node{Name: "n"})
	b.Node(topology.Node{})
	b.Link(topology.End{Node: 3}, topology.End{Node: n, Port: -2})
	b.Channel(topology.End{Node: n, Port: -2}, topology.End{Node: n})
	_, err = b.Graph()
	require.EqualError(t, err, "node \"n\": two channels leave from port 2\nnode \"n\": two channels lead to port 7\n"+
		"there is no node 3 among 3\nnode \"n\": port -2 is below 0\ntwo nodes are called \"n\"\nnode 2 has no name")

	_, err = topology.NewBuilder("void").Graph()
	require.EqualError(t, err, "there are no nodes")
}

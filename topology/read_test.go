package topology_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/topology"
	"github.com/stretchr/testify/require"
)

// describe writes a graph as its nodes, those that are not both terminal and switch marked, and
// its channels: a[0]--b[1] a link between these ports, a[0]->b[1] a one-way channel.
func describe(g *topology.Graph) string {
	var words []string
	for _, n := range g.Nodes {
		word := n.Name
		if !n.Switch {
			word += "/terminal"
		}
		if !n.Terminal {
			word += "/switch"
		}
		words = append(words, word)
	}
	words = append(words, "|")
	for i, c := range g.Channels {
		edge := "--"
		switch {
		case c.Reverse < 0:
			edge = "->"
		case c.Reverse < i:
			continue
		}
		words = append(words, fmt.Sprintf("%s[%d]%s%s[%d]", g.Nodes[c.From].Name, c.FromPort, edge, g.Nodes[c.To].Name, c.ToPort))
	}
	return strings.Join(words, " ")
}

func ExampleRead() {
	file := strings.NewReader(`graph square {
		a -- b -- c -- d -- a
		a -- c; a -- c
	}`)
	g, err := topology.Read("square.dot", file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s, %v: %d nodes, %d channels\n", g.Name, g.Format, len(g.Nodes), len(g.Channels))
	for _, c := range g.Out(g.Find("a")) {
		fmt.Println(g.ChannelName(c))
	}
	_, err = topology.Read("bad.dot", strings.NewReader("graph {\n a -> b\n c -> d\n}"))
	fmt.Println(err)
	// Output:
	// square, Graphviz DOT: 4 nodes, 12 channels
	// a>b
	// a>d
	// a[2]>c
	// a[3]>c
	// bad.dot:2: -> in a graph
	// bad.dot:3: -> in a graph
}

// An importCase is a file, and the graph it has or the faults.
type importCase struct{ name, file, want string }

// testImport runs cases; name is that of the file.
func testImport(t *testing.T, name string, format topology.Format, cases []importCase) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			g, err := topology.Read(name, strings.NewReader(c.file))
			if err != nil {
				require.Equal(t, c.want, err.Error())
				return
			}
			checkGraph(t, g)
			require.Equal(t, c.want, describe(g))
			require.Equal(t, format, g.Format)
		})
	}
}

// fuzzImport checks that a file makes a sound graph, or faults with its name in front.
func fuzzImport(f *testing.F, name string, cases []importCase) {
	for _, c := range cases {
		f.Add(c.file)
	}
	f.Fuzz(func(t *testing.T, file string) {
		g, err := topology.Read(name, strings.NewReader(file))
		if err == nil {
			checkGraph(t, g)
			return
		}
		for line := range strings.Lines(err.Error()) {
			if !strings.HasPrefix(line, name+":") {
				t.Fatalf("no file in %q", line)
			}
		}
	})
}

func TestFormat(t *testing.T) {
	tests := []struct {
		name, file string
		want       topology.Format
	}{
		{"a.txt", "# comment\n/* and\nanother */ Strict Graph { a -- b }", topology.DOT},
		{"a.txt", "digraph { graph [rankdir=LR] a -> b }", topology.DOT},
		{"a.dot", "Creator \"x\"\ngraph [ node [ id 1 ] ]", topology.GML},
		{"a", "# comment\n\ngraph\n[ node [ id 1 ] ]", topology.GML},
		{"a", "router 0 node 0", topology.AnyNet},
		{"a", "\ufeffrouter 0 node 0", topology.AnyNet},
		{"a", "#\nvendid=0x0\nSwitch\t4 \"S\"\n", topology.IBNetDiscover},
	}
	for _, test := range tests {
		g, err := topology.Read(test.name, strings.NewReader(test.file))
		require.NoError(t, err, test.file)
		require.Equal(t, test.want, g.Format, test.file)
	}
}

// Where the content says nothing the extension tells of which format to complain.
func TestRefused(t *testing.T) {
	tests := []struct{ name, file, want string }{
		{"a.txt", "hello", "a.txt: neither Graphviz DOT, GML, BookSim anynet nor InfiniBand ibnetdiscover"},
		{"a.GV", "hello", "a.GV:1: found \"hello\" instead of graph or digraph"},
		{"a.gml", "hello", "a.gml:1: key \"hello\" has no value"},
		{"a.gml", "<xml>", "a.gml:1: key \"<xml>\" has no value"},
		{"a.net", "hello", "a.net:1: \"hello\" is not understood"},
		{"a.anynet", "hello", "a.anynet:1: found \"hello\" instead of router or node"},
		{"a.dot", "", "a.dot:1: found the end of the file instead of graph or digraph"},
		{"a.dot", "graph {\n\xff}", "a.dot:2: byte 0xff is not UTF-8"},
	}
	for _, test := range tests {
		_, err := topology.Read(test.name, strings.NewReader(test.file))
		require.EqualError(t, err, test.want)
	}
}

// zeros never ends.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestEndlessFile(t *testing.T) {
	_, err := topology.Read("a.dot", zeros{})
	require.EqualError(t, err, "a.dot: longer than 64 MiB, the limit")
}

func TestReadError(t *testing.T) {
	_, err := topology.Read("a.dot", io.MultiReader(strings.NewReader("graph {"), broken{}))
	require.EqualError(t, err, "a.dot: the cable is out")
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, fmt.Errorf("the cable is out") }

func TestFaultsAreCounted(t *testing.T) {
	_, err := topology.Read("a.dot", strings.NewReader("graph {\n"+strings.Repeat("a -> b\n", 50)+"}"))
	require.Len(t, strings.Split(err.Error(), "\n"), 21)
	require.ErrorContains(t, err, "a.dot:2: -> in a graph\n")
	require.ErrorContains(t, err, "a.dot:21: -> in a graph\n")
	require.True(t, strings.HasSuffix(err.Error(), "\na.dot: 30 more faults"))
}

package draw

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/topology"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func made(g *topology.Graph, err error) *topology.Graph {
	if err != nil {
		panic(err)
	}
	return g
}

// text makes a graph from a file.
func text(name, file string) *topology.Graph {
	return made(topology.Read(name, strings.NewReader(file)))
}

// along marks the channels of names, all of one virtual channel.
func along(t *testing.T, g *topology.Graph, vc int, names ...string) []Resource {
	var list []Resource
	for _, name := range names {
		found := false
		for c := range g.Channels {
			if g.ChannelName(c) == name {
				list = append(list, Resource{Name: fmt.Sprintf("%s%d", name, vc), Channel: c, VC: vc})
				found = true
			}
		}
		require.True(t, found, name)
	}
	return list
}

// random is a connected graph with long names.
func random(seed uint64, nodes, more int) *topology.Graph {
	dice := rand.New(rand.NewPCG(seed, 0))
	b := topology.NewBuilder(fmt.Sprintf("random %d of seed %d", nodes, seed))
	for n := range nodes {
		b.Node(topology.Node{Name: fmt.Sprintf("node number %d", n), Terminal: true, Switch: true})
	}
	link := func(x, y int) {
		b.Link(topology.End{Node: x, Port: topology.AnyPort}, topology.End{Node: y, Port: topology.AnyPort})
	}
	for n := 1; n < nodes; n++ {
		link(n, dice.IntN(n))
	}
	for range more {
		link(dice.IntN(nodes), dice.IntN(nodes))
	}
	return made(b.Graph())
}

// graphs are of every kind, and odd ones.
func graphs(t *testing.T) []*topology.Graph {
	list := []*topology.Graph{
		made(topology.Ring(1)), made(topology.Ring(2)), made(topology.Ring(9)),
		made(topology.Torus(2)), made(topology.Torus(64)), made(topology.Torus(2, 2)), made(topology.Torus(8, 8)),
		made(topology.Torus(4, 4, 4)), made(topology.Torus(2, 2, 2, 2)), made(topology.Torus(1, 5, 1, 2)), made(topology.Torus(8, 32, 8)),
		made(topology.Mesh(1)), made(topology.Mesh(8, 8)), made(topology.Mesh(3, 3, 3)), made(topology.Mesh(64)),
		made(topology.FatTree(4, 3)), made(topology.FatTree(1, 3)), made(topology.FatTree(2, 4)), made(topology.FatTree(4, 7)),
		text("a.dot", `digraph { a -> b -> c -> a; b -> a; c -> c }`),
		text("a.dot", `graph { a -- b; a -- b; a -- b; a -- a; b -- b; b -- b; c -- d; e }`),
		text("a.dot", `graph "<&\"> x" { "<b>" -- "x & y"; "\"quoted\"" -- "北京 and more of it"; "a
line" -- "ends in \\" }`),
		text("a.net", "Switch 4 \"S0\"\n[1] \"S1\"[1]\n[2] \"H\"[1]\nSwitch 4 \"S1\"\nHca 1 \"H\"\n"),
		random(1, 64, 20), random(2, 100, 30), random(3, 101, 0),
	}
	files, err := filepath.Glob("../testdata/zoo/*.gml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, name := range files {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		list = append(list, text(name, string(data)))
	}
	return list
}

// marked is a picture with marks on some channels.
func marked(g *topology.Graph) *Picture {
	p := &Picture{Graph: g, Title: "all of " + g.Name, VCs: 2, Notes: []string{"a note <&>"}}
	for c := range min(len(g.Channels), 12) {
		r := Resource{Name: g.ChannelName(c), Channel: c, VC: c % 2}
		if c%3 == 0 {
			p.Cycle = append(p.Cycle, r)
		} else {
			p.Set = append(p.Set, r)
		}
	}
	p.Cycle = append(p.Cycle, Resource{Name: g.Nodes[0].Name + " injection", Channel: -1, Node: 0})
	return p
}

// Every picture is well-formed, shows every node and channel of its view by name, and is the same
// each time.
func TestPictures(t *testing.T) {
	for _, g := range graphs(t) {
		p := marked(g)
		t.Run(g.Name, func(t *testing.T) {
			var first, second bytes.Buffer
			require.NoError(t, SVG(&first, p))
			require.NoError(t, SVG(&second, p))
			require.Equal(t, first.String(), second.String())
			require.NotContains(t, first.String(), "NaN")
			require.NotContains(t, first.String(), "Inf")
			titles := map[string]int{}
			d := xml.NewDecoder(&first)
			for {
				token, err := d.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				require.NoError(t, err)
				if e, ok := token.(xml.StartElement); ok && e.Name.Local == "title" {
					var title string
					require.NoError(t, d.DecodeElement(&title, &e))
					titles[title]++
				}
			}
			v := newView(p)
			require.LessOrEqual(t, len(v.nodes), MaxNodes)
			for _, n := range v.nodes {
				if titles[g.Nodes[n].Name] == 0 {
					t.Errorf("no node %s", g.Nodes[n].Name)
				}
			}
			for _, c := range v.channels {
				if titles[g.ChannelName(c)] == 0 {
					t.Errorf("no channel %s", g.ChannelName(c))
				}
			}
		})
	}
}

// The DOT of a picture has its graph.
func TestDOTIsRead(t *testing.T) {
	for _, g := range graphs(t) {
		t.Run(g.Name, func(t *testing.T) {
			var out bytes.Buffer
			require.NoError(t, DOT(&out, &Picture{Graph: g, Title: "t"}))
			v := newView(&Picture{Graph: g})
			back, err := topology.Read("t.dot", &out)
			require.NoError(t, err)
			require.Len(t, back.Nodes, len(v.nodes))
			require.Len(t, back.Channels, len(v.channels))
			require.Equal(t, topology.DOT, back.Format)
		})
	}
}

// Nodes and the names beside them do not touch. An arrow begins at the edge of its first node and
// ends at that of its last, and passes through no other node of a regular graph.
func TestLegible(t *testing.T) {
	for _, g := range graphs(t) {
		t.Run(g.Name, func(t *testing.T) {
			v := newView(marked(g))
			v.place()
			require.False(t, touching(v.boxes))
			for _, c := range v.channels {
				ch := g.Channels[c]
				p, whole := v.route(c)
				if !whole {
					continue
				}
				p = v.trim(p, ch.From, ch.To)
				name := g.ChannelName(c)
				first, last := p[0], p[len(p)-1]
				if p.length() < 4 || v.within(ch.From, 0)(first) || !v.within(ch.From, 3)(first) ||
					v.within(ch.To, 0)(last) || !v.within(ch.To, 3)(last) {
					t.Fatalf("%s goes from %v to %v", name, first, last)
				}
				if g.Kind == topology.Irregular || g.Kind == topology.FatTreeKind {
					continue
				}
				for d := 0.0; d < p.length(); d += 2 {
					q, _ := p.along(d)
					for _, n := range v.nodes {
						if v.within(n, 0)(q) {
							t.Fatalf("%s passes through %s", name, g.Nodes[n].Name)
						}
					}
				}
			}
		})
	}
}

// What is too large is summed up.
func TestSummary(t *testing.T) {
	torus := made(topology.Torus(8, 32, 8))
	long := &Picture{Graph: made(topology.Torus(200)), VCs: 1}
	for c := range 200 {
		long.Cycle = append(long.Cycle, Resource{Name: "c", Channel: 2 * c})
	}
	for _, test := range []struct {
		picture *Picture
		nodes   int
		notes   []string
	}{
		{&Picture{Graph: torus}, 7, []string{
			"torus 8x32x8: 2048 nodes and 12288 channels, too many to draw. The first node is shown with all 6 neighbours.",
			"x, 8 nodes: 4096 channels, 512 of them wrap", "y, 32 nodes: 4096 channels, 128 of them wrap",
			"z, 8 nodes: 4096 channels, 512 of them wrap"}},
		{&Picture{Graph: torus, Cycle: along(t, torus, 0, "0.0.0+x", "1.0.0+y", "1.1.0-x", "0.1.0-y"), Set: along(t, torus, 1, "0.0.0+x"), Notes: []string{"n"}}, 20, []string{
			"torus 8x32x8: 2048 nodes and 12288 channels, too many to draw. The nodes of the cycle are shown with all 16 neighbours.",
			"x, 8 nodes: 4096 channels, 512 of them wrap; in the cycle: 2; in the set: 1 virtual channels",
			"y, 32 nodes: 4096 channels, 128 of them wrap; in the cycle: 2; in the set: 0 virtual channels",
			"z, 8 nodes: 4096 channels, 512 of them wrap; in the cycle: 0; in the set: 0 virtual channels", "n"}},
		{&Picture{Graph: made(topology.FatTree(4, 4)), Set: []Resource{{Channel: 0}}}, 7, []string{
			"fattree 4^4: 384 nodes and 1024 channels, too many to draw. The nodes of the set are shown with all 5 neighbours.",
			"levels 0-1: 512 channels; in the set: 1 virtual channels", "levels 1-2: 256 channels; in the set: 0 virtual channels",
			"levels 2-3: 128 channels; in the set: 0 virtual channels", "levels 3-4: 128 channels; in the set: 0 virtual channels"}},
		{long, MaxNodes, []string{
			"torus 200: 200 nodes and 400 channels, too many to draw. Of 200 nodes the first 100 nodes of the cycle are shown.",
			"x, 200 nodes: 400 channels, 2 of them wrap; in the cycle: 200"}},
	} {
		v := newView(test.picture)
		require.Len(t, v.nodes, test.nodes)
		require.Equal(t, test.notes, v.notes)
	}
}

func TestGolden(t *testing.T) {
	ring := made(topology.Ring(3))
	p := &Picture{Graph: ring, Title: "ring", VCs: 2, Cycle: along(t, ring, 1, "0+x", "1+x", "2+x"), Set: along(t, ring, 0, "0+x")}
	var a txtar.Archive
	for name, write := range map[string]func(io.Writer, *Picture) error{"ring.dot": DOT, "ring.svg": SVG} {
		var out bytes.Buffer
		require.NoError(t, write(&out, p))
		a.Files = append(a.Files, txtar.File{Name: name, Data: out.Bytes()})
	}
	if a.Files[0].Name > a.Files[1].Name {
		a.Files[0], a.Files[1] = a.Files[1], a.Files[0]
	}
	const file = "testdata/ring.txtar"
	if *update {
		require.NoError(t, os.WriteFile(file, txtar.Format(&a), 0o666))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), string(txtar.Format(&a)))
}

func BenchmarkSVG(b *testing.B) {
	for _, g := range []*topology.Graph{made(topology.Torus(8, 8)), random(1, 64, 20), made(topology.FatTree(4, 7))} {
		b.Run(g.Name, func(b *testing.B) {
			for b.Loop() {
				require.NoError(b, SVG(io.Discard, marked(g)))
			}
		})
	}
}

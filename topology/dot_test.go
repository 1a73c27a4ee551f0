package topology_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/topology"
	"github.com/stretchr/testify/require"
)

var dotCases = []importCase{
	{"chain", "graph { a -- b -- c; d }", "a b c d | a[0]--b[0] b[1]--c[0]"},
	{"digraph", "digraph { a -> b -> a }", "a b | a[0]->b[0] b[1]->a[1]"},
	{"parallel", "graph { a -- b; a -- b; b -- a }", "a b | a[0]--b[0] a[1]--b[1] a[2]--b[2]"},
	{"strict", "strict graph { a -- b; b -- a; a -- a; a -- a }", "a b | a[0]--b[0] a[1]--a[2]"},
	{"strict digraph", "strict digraph { a -> b; b -> a; a -> b }", "a b | a[0]->b[0] b[1]->a[1]"},
	{"loop", "graph { a -- a }", "a | a[0]--a[1]"},
	{"loop one way", "digraph { a -> a }", "a | a[0]->a[1]"},
	{"apart", "graph { a -- b c -- d e }", "a b c d e | a[0]--b[0] c[0]--d[0]"},
	{"sets", "graph { a -- {b c} -- d }", "a b c d | a[0]--b[0] a[1]--c[0] b[1]--d[0] c[1]--d[1]"},
	{"nested sets", "graph { {a {b c} b} -- {d} }", "a b c d | a[0]--d[0] b[0]--d[1] c[0]--d[2]"},
	{"named sets", "graph { subgraph s {a b} c -- subgraph s; subgraph s {d} e -- subgraph s }",
		"a b c d e | a[0]--c[0] a[1]--e[0] b[0]--c[1] b[1]--e[1] d[0]--e[2]"},
	{"set in itself", "graph { subgraph s { a subgraph s } -- b }", "a b | a[0]--b[0]"},
	{"edges in sets", "graph { subgraph cluster_1 { label=x; a -- b } -- c }", "a b c | a[0]--b[0] a[1]--c[0] b[1]--c[1]"},
	{"ports", `graph { a:p1:ne -- b:"port 2"; a:s -- b }`, "a b | a[0]--b[0] a[1]--b[1]"},
	{"attributes", `graph G { rankdir=LR; node [shape=box, label="a -- b"]; a -- b [w=1; x = "2"][on]; a [label=<<b>x</b>>] }`,
		"a b | a[0]--b[0]"},
	{"names", `graph { "new york" -- 北京 -- "say \"hi\"" -- -1.5 -- .3; "a\\" -- "1" -- 1; "x\
y" -- "p" + "q" }`, `new york 北京 say "hi" -1.5 .3 a\\ 1 xy pq | new york[0]--北京[0] 北京[1]--say "hi"[0] say "hi"[1]---1.5[0] ` +
		`-1.5[1]--.3[0] a\\[0]--1[0] 1[1]--1[2] xy[0]--pq[0]`},
	{"keywords", `GRAPH { "node" -- "Graph"; Node [x=y] EDGE [z=1] }`, "node Graph | node[0]--Graph[0]"},
	{"html", `graph { <a <b> c> -- d }`, "<a <b> c> d | <a <b> c>[0]--d[0]"},
	{"comments", "# one\n// two\n/* three\n*/ graph { a\n# four -- x\n -- /* five */ b // six\n}", "a b | a[0]--b[0]"},
	{"no newline after comment", "graph { a } // end", "a |"},
	{"CRLF", "graph {\r\n a -- \"b\\\r\nc\"\r\n}\r\n", "a bc | a[0]--bc[0]"},

	{"wrong edges", "graph {\n a -> b\n b -- c -> d\n}", "t.dot:2: -> in a graph\nt.dot:3: -> in a graph"},
	{"wrong edges both ways", "digraph {\n a -- b }", "t.dot:2: -- in a digraph"},
	{"empty", "graph { }", "t.dot: there are no nodes"},
	{"empty name", "graph {\n\"\" -- a }", "t.dot:2: this node has an empty name"},
	{"no end", "graph {\n a -- b\n", "t.dot:3: found the end of the file instead of a node or a subgraph"},
	{"no end of string", "graph {\n a -- \"b\n}", "t.dot:2: this string has no end"},
	{"no end of string behind escape", `graph { "a\`, "t.dot:1: this string has no end"},
	{"no end of comment", "graph { a\n /* b", "t.dot:2: this comment has no end"},
	{"no end of html", "graph { a\n <b", "t.dot:2: this < has no >"},
	{"no end of list", "graph { a [x=y }", "t.dot:1: found \"}\" instead of a name"},
	{"no value", "graph { a [x=] }", "t.dot:1: found \"]\" instead of a name"},
	{"half an edge", "graph {\n a --\n}", "t.dot:3: found \"}\" instead of a node or a subgraph"},
	{"number and letters", "graph { 1a -- b }", `t.dot:1: "1a" is neither a number nor a name: write it in quotes`},
	{"two points", "graph { 1.2.3 }", `t.dot:1: "1.2.3" is not a number: write it in quotes`},
	{"minus", "graph { - }", `t.dot:1: "-" is not a number: write it in quotes`},
	{"character", "graph { a\n & b }", "t.dot:2: '&' is not part of the language"},
	{"keyword as node", "graph { node -- b }", "t.dot:1: found \"--\" instead of ["},
	{"strict alone", "strict { a }", "t.dot:1: found \"{\" instead of graph or digraph"},
	{"joined names", `graph { "a" + b }`, "t.dot:1: found \"b\" instead of a string"},
	{"two graphs", "graph { a }\ngraph { b }", "t.dot:2: found \"graph\" instead of the end of the file: a file holds one graph"},
	{"colon", "graph { a: -- b }", "t.dot:1: found \"--\" instead of a name"},
}

func TestDOT(t *testing.T) { testImport(t, "t.dot", topology.DOT, dotCases) }

func FuzzDOT(f *testing.F) { fuzzImport(f, "t.dot", dotCases) }

func TestDOTName(t *testing.T) {
	for file, want := range map[string]string{`graph "big one" { a }`: "big one", `graph { a }`: "t", `graph "" { a }`: "t"} {
		g, err := topology.Read("dir/t.dot", strings.NewReader(file))
		require.NoError(t, err)
		require.Equal(t, want, g.Name)
	}
}

// What a short file can ask for is bounded.
func TestDOTLimits(t *testing.T) {
	names := func(prefix string, n int) string {
		var s strings.Builder
		for i := range n {
			fmt.Fprintf(&s, "%s%d ", prefix, i)
		}
		return s.String()
	}
	tests := []struct{ name, file, want string }{
		{"edges", "graph {\n {" + names("a", 2000) + "} -- {" + names("b", 2000) + "}\n}", "t.dot:2: more than 4194304 channels"},
		{"nesting", "graph {\n" + strings.Repeat("{", 1000) + "a" + strings.Repeat("}", 1000) + "}",
			"t.dot:2: braces nest deeper than 100"},
		{"sets", "graph {\n subgraph s {" + names("a", 10000) + "}\n" + strings.Repeat("subgraph t { subgraph s }\n", 1000) + "}",
			"t.dot:421: the subgraphs list more than 8388608 nodes"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := topology.Read("t.dot", strings.NewReader(test.file))
			require.EqualError(t, err, test.want)
		})
	}
}

package topology_test

import (
	"strings"
	"testing"

	"github.com/flitwright/flitwright/topology"
	"github.com/stretchr/testify/require"
)

var gmlCases = []importCase{
	{"link", "graph [\n node [ id 0 label \"a\" ]\n node [ id 7 label \"b\" ]\n edge [ source 0 target 7 ]\n]", "a b | a[0]--b[0]"},
	{"directed", "graph [ directed 1 node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 ] ]", "0 1 | 0[0]->1[0]"},
	{"parallel and loop", "graph [ node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 ] edge [ source 1 target 0 ] edge [ source 1 target 1 ] ]",
		"0 1 | 0[0]--1[0] 0[1]--1[1] 1[2]--1[3]"},
	{"apart", "graph [ node [ id 0 ] node [ id 1 ] ]", "0 1 |"},
	{"edge first", "graph [ edge [ source 0 target 1 ] node [ id 0 ] node [ id 1 ] ]", "0 1 | 0[0]--1[0]"},
	{"labels", `graph [ node [ id 1 label "?" ] node [ id 2 label "?" ] node [ id 3 label "" ] node [ id 4 label "?#1" ] node [ id 5 label 6 ] node [ id -6 ] ]`,
		"?#1#1 ?#2 3 ?#1 6 -6 |"},
	{"entities", `graph [ node [ id 1 label "&quot;A &amp; B&quot; &#252;" ] ]`, `"A & B" ü |`},
	{"other keys", "Creator \"me\"\nVersion 1\n# comment\ngraph [ x 1.5 y -2e-3 z [ a [ b 1 ] id 5 ] node [ id 0 graphics [ x 1 label \"no\" ] ] ]\nend 1", "0 |"},
	{"lines in strings", "graph [ comment \"one\ntwo\" node [ id 0 ] ]", "0 |"},
	{"tight", `graph[node[id 0 label"a"]]`, "a |"},

	{"no ids", "graph [\n node [ label \"a\" ]\n node [ ]\n edge [ ]\n]",
		"t.gml:2: this node has no id\nt.gml:3: this node has no id\nt.gml:4: this edge has no source\nt.gml:4: this edge has no target"},
	{"unknown ends", "graph [\n node [ id 1 ]\n node [ id 1 ]\n edge [ source 1 target 2 ]\n edge [\n source 3 target 4 ]\n]",
		"t.gml:3: node id 1 is taken by line 2\nt.gml:4: target 2 is not a node\nt.gml:5: source 3 is not a node\nt.gml:5: target 4 is not a node"},
	{"not integers", "graph [\n node [ id \"1\" ]\n node [ id 1.5 ]\n node [ id [ x 1 ] ] node 3 directed x\n]",
		"t.gml:2: id \"1\" is not an integer\nt.gml:3: id \"1.5\" is not an integer\nt.gml:4: id is not an integer\n" +
			"t.gml:4: node is followed by \"3\" instead of [\nt.gml:4: key \"directed\" has no value"},
	{"two graphs", "graph [ node [ id 0 ] ]\ngraph [ ]", "t.gml:2: a second graph: a file holds one"},
	{"no graph", "node [ id 0 ]", "t.gml: there is no graph"},
	{"empty", "graph [ ]", "t.gml: there are no nodes"},
	{"open", "graph [\n node [ id 0 ]\n", "t.gml:1: this [ is not closed"},
	{"open node", "graph [\n node [ id 0\n", "t.gml:2: this [ is not closed"},
	{"closed twice", "graph [ node [ id 0 ] ]\n]", "t.gml:2: this ] closes nothing"},
	{"no key", "graph [\n 5 ]", "t.gml:2: found \"5\" instead of a key"},
	{"no value", "graph [\n node [ id ] ]", "t.gml:2: key \"id\" has no value"},
	{"string", "graph [\n label \"x\n ]", "t.gml:2: this string has no end"},
	{"nesting", "graph " + strings.Repeat("[ a ", 200), "t.gml:1: brackets nest deeper than 100"},
}

func TestGML(t *testing.T) { testImport(t, "t.gml", topology.GML, gmlCases) }

func FuzzGML(f *testing.F) { fuzzImport(f, "t.gml", gmlCases) }

func TestGMLName(t *testing.T) {
	g, err := topology.Read("t.gml", strings.NewReader(`graph [ label "Big &amp; small" node [ id 0 ] ]`))
	require.NoError(t, err)
	require.Equal(t, "Big & small", g.Name)
}

package prover_test

import (
	"testing"

	"github.com/flitwright/flitwright/deadlock"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/myrinetswitch"
	"github.com/flitwright/flitwright/myrinetswitch/config"
	"github.com/flitwright/flitwright/prover"
	"github.com/flitwright/flitwright/routing"
	"github.com/flitwright/flitwright/tb"
	"github.com/flitwright/flitwright/topology"
	"github.com/stretchr/testify/require"
)

func myrinetOutcome(t *testing.T, g *topology.Graph, scheme string, ports int, patch func(*ir.Design) error) outcome {
	t.Helper()
	c := config.Default()
	c.Ports = ports
	d, err := myrinetswitch.Build(c)
	require.NoError(t, err)
	if patch != nil {
		require.NoError(t, patch(d))
	}
	rules, err := routing.New(g, scheme)
	require.NoError(t, err)
	r, err := prover.Myrinet(d, ports, rules[0])
	require.NoError(t, err)
	return outcomeOf(t, r, nil, deadlock.Options{})
}

// Up*/down* is free on every network, and stays so through turns; dimension order in a torus is not.
func TestMyrinet(t *testing.T) {
	torus, err := topology.Torus(4, 4)
	require.NoError(t, err)
	tree, err := topology.FatTree(4, 2)
	require.NoError(t, err)
	line, err := topology.Mesh(3)
	require.NoError(t, err)
	for _, x := range []struct {
		graph   *topology.Graph
		scheme  string
		ports   int
		verdict deadlock.Verdict
	}{
		{torus, "updown", 5, deadlock.Free},
		{torus, "updown", 16, deadlock.Free},
		{torus, "dor", 8, deadlock.Deadlock},
		{tree, "updown", 8, deadlock.Free},
		{line, "updown", 3, deadlock.Free},
	} {
		o := myrinetOutcome(t, x.graph, x.scheme, x.ports, nil)
		require.Empty(t, o.differences)
		require.NotZero(t, o.states)
		require.Equal(t, x.verdict, o.verdict, "%s on %s", x.scheme, x.graph.Name)
	}
}

func TestMyrinetPorts(t *testing.T) {
	g, err := topology.Torus(4, 4)
	require.NoError(t, err)
	d, err := myrinetswitch.Build(config.Default())
	require.NoError(t, err)
	rules, err := routing.New(g, "dor-dateline")
	require.NoError(t, err)
	_, err = prover.Myrinet(d, 8, rules[0])
	require.EqualError(t, err, "dor-dateline has 2 virtual channels, and a Myrinet link has one")
	rules, err = routing.New(g, "updown")
	require.NoError(t, err)
	_, err = prover.Myrinet(d, 4, rules[0])
	require.ErrorContains(t, err, "ports=4: node 00 of torus 4x4 needs 5")
}

func TestMyrinetMutants(t *testing.T) {
	g, err := topology.Torus(3, 3)
	require.NoError(t, err)
	for _, m := range []struct {
		tb.Mutant
		fields string
	}{
		{tb.Mutant{Name: "turns are not negative", Patch: tb.Change("myrinet_route", "turn", func(e *tb.Editor, n *ir.Node) *ir.Node {
			return e.New(ir.OpAnd, n.Width, n, e.Const(n.Width, 31))
		})}, "refusal"},
		{tb.Mutant{Name: "outputs 0 and 2 are exchanged", Patch: tb.Change("myrinet_route", "to", exchanged(0, 2))}, "hop"},
		{tb.Mutant{Name: "the turn is taken the other way", Patch: tb.Change("myrinet_route", "turn", func(e *tb.Editor, n *ir.Node) *ir.Node {
			return e.New(ir.OpSub, n.Width, e.Const(n.Width, 0), n)
		})}, "refusal"},
		{tb.Mutant{Name: "port 3 is never enabled", Patch: tb.Change("myrinet_route", "config_enable", func(e *tb.Editor, n *ir.Node) *ir.Node {
			return e.New(ir.OpAnd, n.Width, n, e.Const(n.Width, 0xf7))
		})}, "refusal, hop"},
	} {
		t.Run(m.Name, func(t *testing.T) {
			o := myrinetOutcome(t, g, "updown", 8, m.Patch)
			require.Equal(t, m.fields, o.fields(), "%v", o.differences)
			require.Equal(t, deadlock.Deadlock, o.verdict)
		})
	}
}

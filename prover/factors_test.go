package prover

import (
	"testing"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/t3erouter"
	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/tb"
	"github.com/stretchr/testify/require"
)

// factorsOf compares a torus by factors, whatever its size.
func factorsOf(t *testing.T, x, y, z int, patch func(*ir.Design) error) []Difference {
	t.Helper()
	c := config.Default(3)
	c.AdaptiveDepth, c.EscapeDepth = 4, 3
	c.X, c.Y, c.Z = x, y, z
	d, err := ir.Elaborate(t3erouter.Router(c, config.Variant{}).Module)
	require.NoError(t, err)
	require.NoError(t, patch(d))
	r, _, err := T3E(t.Context(), d, c, "initial=", "final=")
	require.NoError(t, err)
	r.factors = nil
	whole, err := newT3E(d, c, "initial=", "final=")
	require.NoError(t, err)
	differences, n, err := whole.factors(t.Context(), r, func(int, int) {})
	require.NoError(t, err)
	require.NotZero(t, n)
	return differences
}

// What a change does at a few nodes of a large torus is seen by factors.
func TestFactors(t *testing.T) {
	t.Parallel()
	unchanged := func(*ir.Design) error { return nil }
	require.Empty(t, factorsOf(t, 9, 7, 1, unchanged))
	require.Empty(t, factorsOf(t, 3, 1, 3, unchanged))

	eq := func(e *tb.Editor, input string, value uint64) *ir.Node {
		n := e.Node(input)
		return e.New(ir.OpEq, 1, n, e.Const(n.Width, value))
	}
	for name, c := range map[string]struct {
		output, field string
		other         func(e *tb.Editor, n *ir.Node) *ir.Node
	}{
		"the VC bit is wrong in one place for one destination": {"vc_bit", "VC", func(e *tb.Editor, n *ir.Node) *ir.Node {
			where := e.New(ir.OpAnd, 1, eq(e, "own_0", 7), eq(e, "dst_0", 3), eq(e, "own_1", 5), eq(e, "dst_1", 5))
			return e.New(ir.OpXor, 1, n, where)
		}},
		"the dateline of x is in one row only": {"vc_bit", "VC", func(e *tb.Editor, n *ir.Node) *ir.Node {
			where := e.New(ir.OpAnd, 1, eq(e, "own_0", 8), eq(e, "hop", 1), e.New(ir.OpReduceOr, 1, e.Node("own_1")))
			return e.New(ir.OpMux, 1, where, e.Const(1, 0), n)
		}},
		"the hop is none at one node": {"hop", "refusal", func(e *tb.Editor, n *ir.Node) *ir.Node {
			where := e.New(ir.OpAnd, 1, eq(e, "own_0", 4), eq(e, "own_1", 6))
			return e.New(ir.OpMux, 7, where, e.Const(7, 0), n)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			differences := factorsOf(t, 9, 7, 1, tb.Change("t3e_route", c.output, c.other))
			require.Len(t, differences, 1)
			require.Equal(t, c.field, differences[0].Field, "%v", differences)
		})
	}
}

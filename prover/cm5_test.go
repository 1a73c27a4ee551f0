package prover_test

import (
	"testing"

	"github.com/flitwright/flitwright/cm5router"
	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/deadlock"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/prover"
	"github.com/flitwright/flitwright/tb"
	"github.com/stretchr/testify/require"
)

func cm5Outcome(t *testing.T, levels int, fall bool, patch func(*ir.Design) error) outcome {
	t.Helper()
	c := config.Default(0)
	d, err := cm5router.Build(c)
	require.NoError(t, err)
	if patch != nil {
		require.NoError(t, patch(d))
	}
	r, err := prover.CM5(d, c.Parents, levels, fall)
	require.NoError(t, err)
	return outcomeOf(t, r, nil, deadlock.Options{})
}

func TestCM5(t *testing.T) {
	for levels := 1; levels <= 4; levels++ {
		for _, fall := range []bool{false, true} {
			o := cm5Outcome(t, levels, fall, nil)
			require.Empty(t, o.differences)
			require.Equal(t, deadlock.Free, o.verdict)
		}
	}
}

func TestCM5Parents(t *testing.T) {
	c := config.Default(0)
	c.Parents = 2
	d, err := cm5router.Build(c)
	require.NoError(t, err)
	_, err = prover.CM5(d, c.Parents, 3, false)
	require.NoError(t, err)
	_, err = prover.CM5(d, c.Parents, 4, false)
	require.EqualError(t, err, "levels=4: routers of level 3 have 4 parents, and this one has ports for 2")
}

func TestCM5Mutants(t *testing.T) {
	for _, m := range []struct {
		tb.Mutant
		fall    bool
		fields  string
		verdict deadlock.Verdict
	}{
		{tb.Mutant{Name: "the field of the wrong parity is used", Patch: tb.Change("cm5_route", "field", func(e *tb.Editor, n *ir.Node) *ir.Node {
			return e.New(ir.OpMux, n.Width, n.Args[0], n.Args[2], n.Args[1])
		})}, false, "hop, refusal", deadlock.Deadlock},
		{tb.Mutant{Name: "nothing falls", Patch: tb.Force("cm5_route", "falls", 0)}, true, "hop", deadlock.Free},
		{tb.Mutant{Name: "a falling message tries one child", Patch: tb.Force("cm5_route", "pointer", 2)}, true, "hop", deadlock.Free},
		{tb.Mutant{Name: "messages from parents climb", Patch: tb.Change("cm5_route", "request_climb", func(e *tb.Editor, n *ir.Node) *ir.Node {
			return e.New(ir.OpOr, 1, n, e.New(ir.OpAnd, 1, e.Node("config_is_parent"), e.Node("config_parents")))
		})}, false, "hop, refusal", deadlock.Deadlock},
		{tb.Mutant{Name: "messages climb at their level", Patch: tb.Change("cm5_route", "above_level", func(e *tb.Editor, n *ir.Node) *ir.Node {
			return e.New(ir.OpNot, 1, e.New(ir.OpLt, 1, e.Node("height"), e.Node("config_level")))
		})}, false, "hop, refusal", deadlock.Deadlock},
		{tb.Mutant{Name: "children 0 and 1 are exchanged", Patch: tb.Change("cm5_route", "down_to", exchanged(0, 1))}, false, "hop", deadlock.Free},
		{tb.Mutant{Name: "messages never climb", Patch: tb.Force("cm5_route", "request_climb", 0)}, false, "refusal", deadlock.Deadlock},
	} {
		t.Run(m.Name, func(t *testing.T) {
			o := cm5Outcome(t, 3, m.fall, m.Patch)
			require.Equal(t, m.fields, o.fields(), "%v", o.differences)
			require.Equal(t, m.verdict, o.verdict)
		})
	}
}

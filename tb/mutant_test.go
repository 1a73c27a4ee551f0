package tb

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
)

func stageRun(t *testing.T) Config {
	c := config(t, fault{})
	c.Engine = Interp()
	return c
}

func TestInterpHolds(t *testing.T) {
	for _, width := range []string{"1", "8", "65"} {
		c := stageRun(t)
		c.Values, _ = c.Target.Parse([]string{"width=" + width})
		report, err := Check(context.Background(), c)
		require.NoError(t, err)
		require.Equal(t, 4, report.Coverage.Hit)
	}
}

// mutants of the stage, with what catches each: in lockstep, and with the scoreboard alone.
var mutants = []struct {
	Mutant
	all, scoreboard Kind
}{
	{Mutant{"lost flit", Edit("stage", func(e *Editor) { e.RemoveSet("port_1_full", 1) })}, Lockstep, Scoreboard},
	{Mutant{"token too many", Edit("stage", func(e *Editor) { e.Change("port_0_token", e.either("port_0_raised")) })}, Lockstep, Assertion},
	{Mutant{"token too many, no assertions", func(d *ir.Design) error {
		if err := Edit("stage", func(e *Editor) { e.Change("port_0_token", e.either("port_0_raised")) })(d); err != nil {
			return err
		}
		return Edit("st*", (*Editor).RemoveAsserts)(d)
	}}, Lockstep, Scoreboard},
	{Mutant{"wrong data", Edit("stage", func(e *Editor) { e.Invert("out_1_data") })}, Lockstep, Scoreboard},
	{Mutant{"reset value", Edit("stage", func(e *Editor) { e.SetValue("port_0_valid", 1) })}, Lockstep, Scoreboard},
	{Mutant{"no flag", Edit("stage", func(e *Editor) { e.Force("port_0_stray", 0) })}, Lockstep, ""},
	{Mutant{"always leaves", Edit("stage", func(e *Editor) { e.Force("port_0_leaves", 1) })}, Lockstep, Scoreboard},
	{Mutant{"nothing", Edit("stage", func(*Editor) {})}, "", ""},
}

// either is a patch of one bit: it or another.
func (e *Editor) either(other string) func(*ir.Node) *ir.Node {
	return func(n *ir.Node) *ir.Node { return e.New(ir.OpOr, 1, n, e.Node(other)) }
}

func TestMutants(t *testing.T) {
	c := stageRun(t)
	var list []Mutant
	for _, m := range mutants {
		list = append(list, m.Mutant)
	}
	for _, judges := range []Judges{All, ScoreboardOnly} {
		c.Judges = judges
		verdicts, err := Mutants(context.Background(), c, list)
		require.NoError(t, err)
		require.Len(t, verdicts, len(mutants))
		for i, v := range verdicts {
			want := mutants[i].all
			if judges == ScoreboardOnly {
				want = mutants[i].scoreboard
			}
			require.Equal(t, want != "", v.Caught, "%s", v)
			if v.Caught {
				require.Equal(t, want, v.Mismatch.Kind, "%s", v)
			}
			t.Log(v)
		}
	}
}

func TestAssertionNamesItsPlace(t *testing.T) {
	c := stageRun(t)
	c.Design, _ = c.Target.Build(c.Values)
	require.NoError(t, Edit("stage", func(e *Editor) { e.Invert("port_0_comes") })(c.Design))
	c.Judges = ScoreboardOnly
	m := wrong(t, c)
	require.Equal(t, Assertion, m.Kind)
	require.Equal(t, "stage", m.Path)
	require.Contains(t, m.Message, "a flit comes on top of another")
	require.Contains(t, m.Source, "stage_test.go:")
}

func TestEditFaults(t *testing.T) {
	for want, patch := range map[string]func(*ir.Design) error{
		"module none: 0 of the design match":                     Edit("none", func(*Editor) {}),
		"module [: syntax error in pattern":                      Edit("[", func(*Editor) {}),
		"stage: no node is called gone":                          Edit("stage", func(e *Editor) { e.Force("gone", 0) }),
		"stage: port_0_full has 2 statements, not 4":             Edit("stage", func(e *Editor) { e.RemoveSet("port_0_full", 3) }),
		"stage: port_0_comes is neither a constant nor a":        Edit("stage", func(e *Editor) { e.SetValue("port_0_comes", 0) }),
		"port_0_full: 2 does not fit in 1 bits":                  Edit("stage", func(e *Editor) { e.SetValue("port_0_full", 2) }),
		"a node of 2 bits cannot stand for port_0_comes of 1":    Edit("stage", func(e *Editor) { e.Change("port_0_comes", func(*ir.Node) *ir.Node { return e.Const(2, 0) }) }),
		"stage: no statement to remove":                          Edit("stage", func(e *Editor) { e.Remove(func(ir.Stmt) bool { return false }) }),
		"stage: a node reads itself: or port_0_comes":            Edit("stage", loop),
		"stage: no node is called a\nstage: no node is called b": Edit("stage", func(e *Editor) { e.Invert("a"); e.Invert("b") }),
	} {
		d, err := buildStage(stageRun(t).Values)
		require.NoError(t, err)
		require.ErrorContains(t, patch(d), want)
	}
}

// loop makes a signal depend on itself.
func loop(e *Editor) {
	comes := e.Node("port_0_comes")
	comes.Op, comes.Args = ir.OpOr, append(comes.Args, e.New(ir.OpNot, 1, comes))
}

func TestVCD(t *testing.T) {
	for engine, signal := range map[string]string{"interp": "port_0_full", "faulty": "in_0_data [7:0]"} {
		var text strings.Builder
		c := stageRun(t)
		if engine == "faulty" {
			c = config(t, fault{cycle: -1})
		}
		c.Cycles, c.VCD = 300, &text
		_, err := Check(context.Background(), c)
		require.NoError(t, err)
		require.Contains(t, text.String(), signal+" $end\n")
		require.Contains(t, text.String(), "$scope module golden $end\n")
		require.Contains(t, text.String(), "\n#598\n")
		require.NotContains(t, text.String(), "\n#602\n")
	}
}

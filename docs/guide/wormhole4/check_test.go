package wormhole4_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/docs/guide/wormhole4"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/tb"
	"github.com/stretchr/testify/require"
)

// config is a run in the interpreter with given parameters.
func config(t *testing.T, set ...string) tb.Config {
	target := wormhole4.Target()
	values, err := target.Parse(set)
	require.NoError(t, err)
	return tb.Config{Target: &target, Values: values, Engine: tb.Interp(), Cycles: 20000, Seed: 1}
}

// speed is the part of a report that differs from run to run.
var speed = regexp.MustCompile(` \(.* a second\)`)

func TestCheck(t *testing.T) {
	report, err := tb.Check(t.Context(), config(t))
	require.NoError(t, err)
	require.Empty(t, report.Coverage.Missed)
	show(t, speed.ReplaceAllString(report.String(), ""))
}

func TestParameters(t *testing.T) {
	for _, set := range [][]string{{"depth=2"}, {"depth=16", "width=62"}} {
		for _, traffic := range []string{"uniform", "hotspot"} {
			c := config(t, set...)
			c.Cycles = 5000
			c.Traffic = traffic
			_, err := tb.Check(t.Context(), c)
			require.NoError(t, err, "%v %s", set, traffic)
		}
	}
}

// mutants break the switch in ways that a builder might.
var mutants = []tb.Mutant{
	mutant("an output keeps its owner after the tail", "wormhole4_output", func(e *tb.Editor) { e.RemoveSet("owned_by", 1) }),
	mutant("a flit that waits is overwritten", "wormhole4_output", func(e *tb.Editor) { e.Force("free", 1) }),
	mutant("a packet is sent the other way", "wormhole4_route", func(e *tb.Editor) {
		e.Change("header", func(n *ir.Node) *ir.Node { return e.New(ir.OpNot, 2, n) })
	}),
	mutant("the arbiter always begins at input 0", "round_robin_4", func(e *tb.Editor) { e.RemoveSet("after", 0) }),
}

func mutant(name, module string, change func(*tb.Editor)) tb.Mutant {
	return tb.Mutant{Name: name, Patch: tb.Edit(module, change)}
}

func TestMutants(t *testing.T) {
	c := config(t)
	verdicts, err := tb.Mutants(t.Context(), c, mutants)
	require.NoError(t, err)
	c.Judges = tb.ScoreboardOnly
	alone, err := tb.Mutants(t.Context(), c, mutants)
	require.NoError(t, err)
	var text strings.Builder
	for i, v := range verdicts {
		require.True(t, v.Caught, v.Name)
		fmt.Fprintf(&text, "%s\n    scoreboard alone: %s\n", v, strings.TrimPrefix(alone[i].String(), v.Name+": "))
	}
	show(t, text.String())
}

func TestRed(t *testing.T) {
	design := build(t)
	require.NoError(t, mutants[0].Patch(design))
	c := config(t)
	c.Design = design
	_, err := tb.Check(t.Context(), c)
	var mismatch *tb.Mismatch
	require.ErrorAs(t, err, &mismatch)
	show(t, mismatch.Details())
}

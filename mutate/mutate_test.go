package mutate

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/target"
)

var update = flag.Bool("update", false, "rewrite testdata")

// golden compares text with a file of testdata/small.txtar.
func golden(t *testing.T, name, got string) {
	const file = "testdata/small.txtar"
	archive, err := txtar.ParseFile(file)
	require.NoError(t, err)
	for i, f := range archive.Files {
		if f.Name != name {
			continue
		}
		if *update {
			archive.Files[i].Data = []byte(got)
			require.NoError(t, os.WriteFile(file, txtar.Format(archive), 0o666))
		} else if diff := cmp.Diff(string(f.Data), got); diff != "" {
			t.Error(diff)
		}
		return
	}
	t.Errorf("%s has no %s", file, name)
}

// All mutants of the small design are listed, by every operator, in one order.
func TestEnumerate(t *testing.T) {
	var text strings.Builder
	of := map[string]int{}
	for _, m := range Enumerate(small(t)) {
		fmt.Fprintln(&text, m)
		of[m.Operator]++
	}
	golden(t, "mutants", text.String())
	for _, op := range Operators {
		require.NotZero(t, of[op], op)
	}
	require.Len(t, of, len(Operators))
}

// A mutant is a valid design of its own and leaves the one that it comes from as it was.
func TestApply(t *testing.T) {
	d := small(t)
	dump := func(d *ir.Design) (text string) {
		for _, m := range d.Modules {
			text += m.Dump()
		}
		return text
	}
	before := dump(d)
	require.Equal(t, before, dump(copyDesign(d)))
	for _, m := range Enumerate(d) {
		mutated, err := m.Apply(d)
		require.Equal(t, before, dump(d), "%s", m)
		if err != nil {
			require.ErrorIs(t, err, ErrSame, "%s", m)
			continue
		}
		for _, module := range mutated.Modules {
			for i, n := range module.Nodes {
				require.Equal(t, i, n.ID, "%s", m)
				require.Same(t, module, n.Mod, "%s", m)
				for _, a := range n.Args {
					require.Less(t, a.ID, i, "%s", m)
					require.Same(t, a, module.Nodes[a.ID], "%s", m)
				}
			}
		}
		for _, e := range errorsOf(mutated) {
			require.Regexp(t, "is not read|is never set|overwritten|is never written", e.Message, "%s", m)
		}
	}
}

// errorsOf are the faults that elaboration finds in a mutant.
func errorsOf(d *ir.Design) ir.Errors {
	_, err := ir.Elaborate(copyDesign(d).Top)
	return ir.AsErrors(err)
}

type loopPorts struct{ A, B, Out ir.Signal }

// Exchanged pins can close a loop.
func TestLoop(t *testing.T) {
	pair := ir.Build("pair", struct{ A, B, X, Y ir.Signal }{ir.In(1), ir.In(1), ir.Out(1), ir.Out(1)}, func(m *ir.Module, io struct{ A, B, X, Y ir.Signal }) {
		io.X.Set(io.A.Not())
		io.Y.Set(io.B.Not())
	})
	d, err := ir.Elaborate(ir.Build("loop", loopPorts{ir.In(1), ir.In(1), ir.Out(1)}, func(m *ir.Module, io loopPorts) {
		p := ir.Inst(m, "p", pair)
		p.A.Set(io.A.Xor(io.B))
		p.B.Set(p.X)
		io.Out.Set(p.Y)
	}).Module)
	require.NoError(t, err)
	found := 0
	for _, m := range Enumerate(d) {
		if m.Operator == "port" {
			_, err := m.Apply(d)
			require.ErrorIs(t, err, ErrLoop, "%s", m)
			found++
		}
	}
	require.Equal(t, 2, found)
}

func run1(t *testing.T, c Config) *Report {
	r, err := Run(t.Context(), c)
	require.NoError(t, err)
	return r
}

// The traffic of the small design kills all that is not redundant in it.
func TestRun(t *testing.T) {
	r := run1(t, Config{Target: smallTarget("random"), Seed: 1})
	var text strings.Builder
	for _, v := range r.Verdicts {
		if v.Outcome != Killed {
			fmt.Fprintf(&text, "%s: %s\n", v.Mutant, v.Outcome)
		}
	}
	golden(t, "survivors", text.String())
	again := run1(t, Config{Target: smallTarget("random"), Seed: 1})
	again.Seconds, again.Rate = r.Seconds, r.Rate
	require.Equal(t, r.String(), again.String())
	for i, v := range r.Verdicts {
		require.Equal(t, v.Kill, again.Verdicts[i].Kill, "%s", v.Mutant)
	}
}

// Traffic that does not enable the counter leaves mutants alive.
func TestWeakTraffic(t *testing.T) {
	few := func(m Mutant) bool { return m.Operator == "drop" || m.Operator == "swap" }
	c := Config{Target: smallTarget("quiet"), Seed: 1, Keep: few}
	require.Greater(t, run1(t, c).Survived, 5)
	c.Target = smallTarget("quiet", "random")
	require.Zero(t, run1(t, c).Survived)
}

func TestSample(t *testing.T) {
	c := Config{Target: smallTarget("random"), Seed: 3, N: 20}
	r := run1(t, c)
	require.Equal(t, 20, r.Drawn)
	require.Greater(t, r.Possible, 100)
	c.Seed = 4
	other := run1(t, c)
	names := func(r *Report) (list []string) {
		for _, v := range r.Verdicts {
			list = append(list, v.Mutant.String())
		}
		return list
	}
	require.NotEqual(t, names(r), names(other))
	c.Keep = func(m Mutant) bool { return m.Operator == "reset" }
	for _, v := range run1(t, c).Verdicts {
		require.Equal(t, "reset", v.Operator)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Run(ctx, Config{Target: smallTarget("random"), Progress: func(done, total int) {
		if done == total/2 {
			cancel()
		}
	}})
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorContains(t, err, "mutants decided")
}

// A model that disagrees with the design kills everything: that is no measure of traffic.
func TestDesignMustHold(t *testing.T) {
	c := Config{Target: smallTarget("random")}
	build := c.Target.Build
	c.Target.Build = func(v target.Values) (*ir.Design, error) {
		d, err := build(v)
		if err != nil {
			return nil, err
		}
		return Enumerate(d)[0].Apply(d)
	}
	_, err := Run(t.Context(), c)
	require.ErrorContains(t, err, "the design itself differs from its golden model")
}

// A cut design has the pins of what is taken out, and none of its logic.
func TestIsolate(t *testing.T) {
	d := small(t)
	top := len(d.Modules) - 1
	whole := isolate(d, top, func(int) bool { return true })
	require.Equal(t, sim.NewLayout(d.Top), sim.NewLayout(whole.Top))
	alone := isolate(d, top, func(i int) bool { return i == top })
	var names []string
	for _, p := range alone.Top.Ports[len(d.Top.Ports):] {
		names = append(names, p.Name)
	}
	require.Equal(t, []string{"cut_add_a", "cut_add_b", "cut_add_sum", "cut_add_carry"}, names)
	require.Empty(t, errorsOf(alone))
}

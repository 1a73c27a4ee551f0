//go:build tools

package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/fpga"
	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/ir/verilog/lint"
	"github.com/flitwright/flitwright/mutate"
	"github.com/flitwright/flitwright/tb"
	"github.com/stretchr/testify/require"
)

// Verilator, Icarus Verilog and Yosys have nothing to say of any self-test.
func TestSelfTestsAreClean(t *testing.T) {
	t.Parallel()
	eachSetting(t, func(t *testing.T, j *job) {
		if j.target.SelfTest == nil {
			return
		}
		design, err := j.target.SelfTest(j.values)
		require.NoError(t, err)
		files, err := verilog.Emit(design, verilog.Options{})
		require.NoError(t, err)
		require.NoError(t, lint.Lint(t.TempDir(), design.Top.Name, files))
	})
}

// Of small faults all over a router its self-test shows most. The others are in what it does not look at: who is served
// first, counters, time-outs and resets, initial and final hops, and what is done about damaged messages. How many it shows is exact for one text
// of the router, against the figures of the last change: another text has other faults drawn.
func TestSelfTestsShowMutants(t *testing.T) {
	t.Parallel()
	const count, cycles, seed = 100, 20_000, 1
	var b strings.Builder
	fmt.Fprintf(&b, "# Of %d faults, seed %d, those shown in %d cycles.\n", count, seed, cycles)
	for _, c := range []struct{ target, set string }{
		{"cm5", ""},
		{"myrinet", ""},
		{"t3e", "x=3 y=3 z=1 stages=3 max_flits=4 adaptive_depth=6 escape_depth=4"},
	} {
		j := (&command{targets: targets()}).job(&options{target: c.target, set: strings.Fields(c.set)})
		design, err := j.target.SelfTest(j.values)
		require.NoError(t, err)
		router, err := j.target.Build(j.values)
		require.NoError(t, err)
		inRouter := map[string]bool{}
		for _, m := range router.Modules {
			inRouter[m.Name] = true
		}
		mutants := mutate.Enumerate(design)
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(mutants), func(i, j int) { mutants[i], mutants[j] = mutants[j], mutants[i] })
		made, shown := 0, 0
		for _, m := range mutants {
			if made == count || !inRouter[m.Module] {
				continue
			}
			broken, err := m.Apply(design)
			if err != nil {
				continue // as it was, or a loop
			}
			made++
			require.NoError(t, tb.OnlyAssert("no assertion says this")(broken))
			outcomes, err := fpga.Simulate(broken, 1, cycles)
			if err != nil || outcomes[0].Busy || outcomes[0].Wrong > 0 {
				shown++
			} else {
				t.Log(m)
			}
		}
		require.Equal(t, count, made)
		fmt.Fprintf(&b, "%s %d\n", strings.Join(append([]string{c.target}, strings.Fields(c.set)...), " "), shown)
	}
	requireRecord(t, "testdata/selftest.txt", b.String())
}

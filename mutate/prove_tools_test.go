//go:build tools

package mutate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog/formal"
)

// What good traffic leaves of the small design is proved equal to it. After weak traffic the very same are: a
// mutant that is no equal, but was not shown, is not proved.
func TestProofs(t *testing.T) {
	few := func(m Mutant) bool { return m.Operator == "operator" || m.Operator == "port" }
	equal := func(profile string) (list []string) {
		r := run1(t, Config{Target: smallTarget(profile), Seed: 1, Prove: true, Keep: few})
		for _, v := range r.Verdicts {
			if v.Outcome == Equivalent {
				list = append(list, v.Mutant.String())
			}
		}
		if profile == "random" {
			require.Zero(t, r.Survived)
			require.Equal(t, 1.0, r.Score)
		} else {
			require.NotZero(t, r.Survived)
		}
		return list
	}
	good := equal("random")
	require.Len(t, good, 3)
	require.Equal(t, good, equal("quiet"))
}

// What is equal in every step, or in every run, is equal from reset on, too, by other tools.
func TestStepsAgree(t *testing.T) {
	for _, x := range []struct {
		design      *ir.Design
		steps, runs int
	}{{small(t), 10, 10}, {phases(t), 0, 4}} {
		d, all := x.design, func(int) bool { return true }
		top := len(d.Modules) - 1
		steps, runs := 0, 0
		for _, m := range Enumerate(d) {
			mutated, err := m.Apply(d)
			if err != nil {
				continue
			}
			a, b, err := netlists(d, mutated, top, all)
			require.NoError(t, err)
			if sameStep(a, b) {
				steps++
			}
			if sameRuns(a, b, reach(a)) {
				verdict, err := equal(t.Context(), d, mutated, top, all)
				require.NoError(t, err)
				require.Equal(t, formal.Proved, verdict, "%s", m)
				runs++
			}
		}
		require.Equal(t, [2]int{x.steps, x.runs}, [2]int{steps, runs})
	}
}

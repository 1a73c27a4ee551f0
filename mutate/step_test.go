package mutate

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A mutant that a trace kills is not equal in every step, nor in every run; one that is equal in every step is so in every run.
func TestSameStep(t *testing.T) {
	d := small(t)
	r := run1(t, Config{Target: smallTarget("random"), Seed: 1})
	same, runs := 0, 0
	for _, v := range r.Verdicts {
		if v.Outcome != Killed && v.Outcome != Survived {
			continue
		}
		mutated, err := v.Apply(d)
		require.NoError(t, err)
		a, b, err := netlists(d, mutated, len(d.Modules)-1, func(int) bool { return true })
		require.NoError(t, err)
		steps, inRuns := sameStep(a, b), sameRuns(a, b, reach(a))
		if inRuns {
			require.Equal(t, Survived, v.Outcome, "%s", v.Mutant)
			runs++
		}
		if steps {
			require.True(t, inRuns, "%s", v.Mutant)
			same++
		}
	}
	t.Logf("%d in every step, %d in every run", same, runs)
	require.NotZero(t, same)
}

package mutate

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A mutant that a trace kills is not equal in every step.
func TestSameStep(t *testing.T) {
	d := small(t)
	r := run1(t, Config{Target: smallTarget("random"), Seed: 1})
	same := 0
	for _, v := range r.Verdicts {
		if v.Outcome != Killed && v.Outcome != Survived {
			continue
		}
		mutated, err := v.Apply(d)
		require.NoError(t, err)
		a, b, err := netlists(d, mutated, len(d.Modules)-1, func(int) bool { return true })
		require.NoError(t, err)
		if sameStep(a, b) {
			require.Equal(t, Survived, v.Outcome, "%s", v.Mutant)
			same++
		}
	}
	require.NotZero(t, same)
}

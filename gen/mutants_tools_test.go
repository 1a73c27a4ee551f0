//go:build tools

package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/mutate"
)

// sampled is the number of mutants of each target whose verdicts are on record.
const sampled = 60

// What becomes of a sample of the mutants of each target under short traces is as it was. The scores of all that
// docs/trust.md gives take hours; this is to see that they still mean the same.
func TestMutants(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for _, target := range targets() {
		values, err := target.Parse(nil)
		require.NoError(t, err)
		r, err := mutate.Run(t.Context(), mutate.Config{Target: &target, Values: values, Seed: 1, N: sampled, Longest: 300})
		require.NoError(t, err)
		fmt.Fprintf(&text, "%s: %d of %d killed in 300 cycles\n", target.Name, r.Killed, r.Mutants)
		for _, v := range r.Survivors {
			fmt.Fprintf(&text, "  %s\n", v.Mutant)
		}
	}
	requireRecord(t, "testdata/mutants.txt", text.String())
}

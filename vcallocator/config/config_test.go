package config

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDefaultsAreValid(t *testing.T) {
	require.NoError(t, Default(Dateline).Validate())
	require.NoError(t, Default(Escape).Validate())
}

func TestValidateReportsEverything(t *testing.T) {
	err := Config{Inputs: 0, Outputs: 9, VCs: 5, Arch: 3, Arb: -1}.Validate()
	require.EqualError(t, err, `inputs: 0, want 1..8
outputs: 9, want 1..8
vcs: 5, want 2..8 in steps of 2
arch: 3, want sep-if|sep-of|wavefront
arb: -1, want rr|matrix`)
	require.EqualError(t, Config{Classes: 2}.Validate(), "classes: 2 is neither dateline nor escape")
	require.Error(t, Config{Classes: Escape, Inputs: 1, Outputs: 1, VCs: 2}.Validate())
}

func TestPortBits(t *testing.T) {
	for outputs, want := range map[int]int{1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 8: 3} {
		require.Equal(t, want, Config{Outputs: outputs}.PortBits(), outputs)
	}
}

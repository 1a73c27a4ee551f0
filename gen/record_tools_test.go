//go:build tools

package main

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// requireRecord requires that figures are those of the last change, which a file has. The test writes it anew with -update.
func requireRecord(t *testing.T, file, figures string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(figures), 0o666))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	if diff := cmp.Diff(string(want), figures); diff != "" {
		t.Errorf("%s has other figures; if they are meant to change, run go test -tags tools -run %s ./gen -update\n%s", file, t.Name(), diff)
	}
}

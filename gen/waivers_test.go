package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Every file of waivers is one of a target, and can be read.
func TestWaivers(t *testing.T) {
	entries, err := waiverFiles.ReadDir("waivers")
	require.NoError(t, err)
	known := []string{"parts.txt"}
	for _, target := range targets() {
		list, err := waivers(target.Name)
		require.NoError(t, err)
		known = append(known, target.Name+".txt")
		for _, w := range list {
			require.NotEmpty(t, w.reason)
		}
	}
	for _, e := range entries {
		require.Contains(t, known, e.Name())
	}
}

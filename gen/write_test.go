package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir/verilog"
)

// Processes that emit into one directory at once leave the set of one of them.
func TestEmittedAtOnce(t *testing.T) {
	rounds := 8
	if testing.Short() {
		rounds = 2
	}
	for range rounds {
		dir := t.TempDir()
		var runs []*exec.Cmd
		for i := range 6 {
			width := fmt.Sprintf("width=%d", 8+2*i)
			runs = append(runs, gen(t.Context(), dir, os.Environ(), "-target", "toy", "-set", width, "-out", "out"))
		}
		for _, cmd := range runs {
			require.NoError(t, cmd.Start())
		}
		for _, cmd := range runs {
			require.NoError(t, cmd.Wait())
		}
		requireOneSet(t, filepath.Join(dir, "out"))
	}
}

// requireOneSet wants a directory to hold what its manifest says and nothing else.
func requireOneSet(t *testing.T, dir string) {
	text, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	require.NoError(t, err)
	m, err := verilog.ParseManifest(text)
	require.NoError(t, err)
	want := map[string]string{"manifest.json": digest(text), m.FileList().Name: digest(m.FileList().Text), m.Core().Name: digest(m.Core().Text)}
	for _, f := range m.Files {
		want[f.Name] = f.SHA256
	}
	got := map[string]string{}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		got[e.Name()] = digest(text)
	}
	require.Equal(t, want, got)
}

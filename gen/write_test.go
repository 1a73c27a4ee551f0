package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

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

// What killed runs have left goes when it is old; what only looks like it stays.
func TestLeftoversAreRemoved(t *testing.T) {
	dir := t.TempDir()
	files := []verilog.File{{Name: "a.v", Text: []byte("a")}}
	for name, age := range map[string]time.Duration{".a.v.1": 2 * writingTime, ".a.v.2": 0, ".b.v.3": 2 * writingTime, ".a.v.x": 2 * writingTime} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, nil, 0o666))
		require.NoError(t, os.Chtimes(path, time.Now().Add(-age), time.Now().Add(-age)))
	}
	_, err := write(t.Context(), dir, files)
	require.NoError(t, err)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	require.Equal(t, []string{".a.v.2", ".a.v.x", ".b.v.3", "a.v"}, names)
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

package main

import (
	"context"
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

// A run that was stopped before it wrote writes nothing.
func TestStoppedBeforeWriting(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err := write(ctx, dir, []verilog.File{{Name: "a.v", Text: []byte("module a; endmodule\n")}})
	require.ErrorIs(t, err, context.Canceled)
	require.NoFileExists(t, filepath.Join(dir, "a.v"))
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

// A file that another version of gen wrote in another way was not changed by the user; one with other
// bytes than its manifest says was.
func TestReplacedOfAnotherVersion(t *testing.T) {
	dir := t.TempDir()
	set := func(core string) []verilog.File {
		module, description := verilog.File{Name: "toy.v", Text: []byte("v")}, verilog.File{Name: "toy.core", Text: []byte(core)}
		m := verilog.Manifest{
			Target: "toy", Files: []verilog.FileDigest{module.Digest()}, Descriptions: []verilog.FileDigest{description.Digest()},
		}
		manifest, err := m.File()
		require.NoError(t, err)
		return []verilog.File{module, description, manifest}
	}
	for i, core := range []string{"one", "two", "three"} {
		w, err := write(t.Context(), dir, set(core))
		require.NoError(t, err)
		require.Empty(t, w.replaced, i)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "toy.core"), []byte("mine"), 0o666))
	w, err := write(t.Context(), dir, set("four"))
	require.NoError(t, err)
	require.Equal(t, []string{"toy.core"}, w.replaced)
}

// requireOneSet wants a directory to hold what its manifest says and nothing else.
func requireOneSet(t *testing.T, dir string) {
	text, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	require.NoError(t, err)
	m, err := verilog.ParseManifest(text)
	require.NoError(t, err)
	want := append(append(m.Files, m.Descriptions...), verilog.File{Name: "manifest.json", Text: text}.Digest())
	var got []verilog.FileDigest
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		got = append(got, verilog.File{Name: e.Name(), Text: text}.Digest())
	}
	require.ElementsMatch(t, want, got)
}

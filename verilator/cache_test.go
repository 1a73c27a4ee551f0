package verilator

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir/verilog"
)

// script is a build by a shell, which needs no simulator.
func script(text string) *build {
	return &build{
		files:   []verilog.File{{Name: "a.v", Text: []byte("text")}},
		steps:   [][]string{{"sh", "-c", text}},
		product: "model",
		scratch: "obj",
	}
}

// marked is a script whose builds differ in the file mark.
var marked = script("mkdir obj && cp a.v model && chmod +x model && date +%N >mark")

func TestCached(t *testing.T) {
	c := &cache{root: filepath.Join(t.TempDir(), "new")}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if dir, err := c.find(t.Context(), marked); err != nil || !whole(dir, marked) {
				t.Error(dir, err)
			}
		})
	}
	wg.Wait()
	dir, err := c.find(t.Context(), marked)
	require.NoError(t, err)
	mark, err := os.ReadFile(filepath.Join(dir, "mark"))
	require.NoError(t, err)
	require.NoDirExists(t, filepath.Join(dir, "obj"))
	entries, err := os.ReadDir(c.root)
	require.NoError(t, err)
	require.Len(t, entries, 1, "no rest of the builds that lost")

	_, err = c.find(t.Context(), marked)
	require.NoError(t, err)
	again, err := os.ReadFile(filepath.Join(dir, "mark"))
	require.NoError(t, err)
	require.Equal(t, mark, again, "found, not made")
}

// A build that is not as it was made is made anew.
func TestDamagedIsMended(t *testing.T) {
	c := &cache{root: t.TempDir()}
	dir, err := c.find(t.Context(), marked)
	require.NoError(t, err)
	in := func(name string) string { return filepath.Join(dir, name) }
	for what, damage := range map[string]func() error{
		"program gone":     func() error { return os.Remove(in("model")) },
		"program empty":    func() error { return os.Truncate(in("model"), 0) },
		"program cut":      func() error { return os.Truncate(in("model"), 3) },
		"program not to x": func() error { return os.Chmod(in("model"), 0o644) },
		"file changed":     func() error { return os.WriteFile(in("a.v"), []byte("test"), 0o666) },
		"file gone":        func() error { return os.Remove(in("a.v")) },
		"seal gone":        func() error { return os.Remove(in(sealName)) },
		"all gone":         func() error { return os.RemoveAll(dir) },
	} {
		require.NoError(t, damage(), what)
		require.False(t, whole(dir, marked), what)
		_, err := c.find(t.Context(), marked)
		require.NoError(t, err, what)
		require.True(t, whole(dir, marked), what)
	}
}

// A build that does not start is made anew once, and then named.
func TestDoesNotStart(t *testing.T) {
	c := &cache{root: t.TempDir()}
	var marks []string
	start := func(fail int) error {
		marks = nil
		return c.start(t.Context(), marked, func(dir string) error {
			text, err := os.ReadFile(filepath.Join(dir, "mark"))
			require.NoError(t, err)
			if marks = append(marks, string(text)); len(marks) <= fail {
				return errors.New("other libraries")
			}
			return nil
		})
	}
	require.NoError(t, start(0))
	require.Len(t, marks, 1)
	require.NoError(t, start(1))
	require.Len(t, marks, 2)
	require.NotEqual(t, marks[0], marks[1])
	err := start(9)
	require.Len(t, marks, 2)
	require.ErrorContains(t, err, "delete "+filepath.Join(c.root, marked.digest()))
	require.ErrorContains(t, err, ": other libraries")
}

func TestBuildFails(t *testing.T) {
	c := &cache{root: t.TempDir()}
	_, err := c.find(t.Context(), script("echo chatter; echo '%Error: a.v:3: wrong'; exit 3"))
	require.EqualError(t, err, "sh: exit status 3\n%Error: a.v:3: wrong")
	requireEmpty(t, c.root)
}

// The context ends a build with the processes below it, and leaves nothing.
func TestBuildStopped(t *testing.T) {
	c := &cache{root: t.TempDir()}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_, err := c.find(ctx, script("sh -c 'sleep 20; echo late >late'; exit 3"))
	require.ErrorIs(t, err, context.DeadlineExceeded)
	requireEmpty(t, c.root)
}

// What a killed build has left goes when it is old.
func TestSwept(t *testing.T) {
	c := &cache{root: t.TempDir()}
	for _, name := range []string{"building-1", "building-2", "other"} {
		require.NoError(t, os.MkdirAll(filepath.Join(c.root, name, "obj"), 0o777))
	}
	for _, name := range []string{"building-1", "other"} {
		old := time.Now().Add(-2 * buildTime)
		require.NoError(t, os.Chtimes(filepath.Join(c.root, name), old, old))
	}
	_, err := c.find(t.Context(), marked)
	require.NoError(t, err)
	require.NoDirExists(t, filepath.Join(c.root, "building-1"))
	require.DirExists(t, filepath.Join(c.root, "building-2"))
	require.DirExists(t, filepath.Join(c.root, "other"))
}

func TestSpaceInCache(t *testing.T) {
	t.Setenv("FLITWRIGHT_CACHE", filepath.Join(t.TempDir(), "a b"))
	_, err := verilatorCache(Options{})
	require.ErrorContains(t, err, "has a space: set FLITWRIGHT_CACHE to a folder without")
	require.NotContains(t, err.Error(), "\n")
}

func requireEmpty(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, entries)
}

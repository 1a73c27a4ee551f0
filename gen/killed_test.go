package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// writers are lines of every verb that writes files, with the two sets of arguments that make old files and new ones of the same
// names, or partly the same.
var writers = []struct {
	name     string
	line     []string
	old, new []string
}{
	{"emit", []string{"-target", "cm5", "-out", "out"}, nil, []string{"-set", "words=18", "-set", "crc_width=8"}},
	{"routes", []string{"routes", "-target", "t3e", "-set", "z=1", "-out", "out"},
		[]string{"-set", "x=3", "-set", "y=3"}, []string{"-set", "x=4", "-set", "y=2", "-seed", "2"}},
	{"check", []string{"check", "-target", "toy", "-cycles", "2000", "-vcd", "out/waves.vcd"}, []string{"-seed", "2"}, []string{"-seed", "3"}},
	{"prove", []string{"prove", "-topology", "torus", "-k", "3", "-routing", "dor-dateline",
		"-certificate", "out/c.json", "-dot", "out/p.dot", "-svg", "out/p.svg"}, []string{"-n", "1"}, []string{"-n", "2"}},
}

// A run that is killed leaves each file whole, old or new, and the next one leaves what it makes and nothing else, whether it
// is the same again or the one before.
func TestKilled(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	moments := 12
	if testing.Short() {
		moments = 3
	}
	for _, w := range writers {
		t.Run(w.name, func(t *testing.T) {
			dir := t.TempDir()
			out := filepath.Join(dir, "out")
			run := func(args []string) (set map[string]string, took time.Duration) {
				require.NoError(t, os.MkdirAll(out, 0o777))
				start := time.Now()
				text, err := gen(t.Context(), dir, os.Environ(), slices.Concat(w.line, args)...).CombinedOutput()
				require.NoError(t, err, "%s", text)
				return readAll(t, out), time.Since(start)
			}
			fresh := func(args []string) (map[string]string, time.Duration) {
				require.NoError(t, os.RemoveAll(out))
				return run(args)
			}
			new, whole := fresh(w.new)
			old, _ := fresh(w.old)
			require.NotEqual(t, old, new)
			midst := 0
			for i := range moments {
				fresh(w.old)
				cmd := gen(t.Context(), dir, os.Environ(), slices.Concat(w.line, w.new)...)
				require.NoError(t, cmd.Start())
				if i%3 == 0 {
					time.Sleep(time.Duration(r.Int64N(int64(whole))))
				} else { // soon after it has begun to write
					for start := time.Now(); time.Since(start) < whole && sameNames(out, old); {
					}
					time.Sleep(time.Duration(r.Int64N(int64(2 * time.Millisecond))))
				}
				cmd.Process.Kill()
				cmd.Wait()
				left := readAll(t, out)
				for name, text := range left {
					if hidden(name) {
						midst++
						age(t, filepath.Join(out, name))
						continue
					}
					require.True(t, text == old[name] || text == new[name], "%s is neither old nor new", name)
				}
				for name := range old {
					if _, ok := new[name]; ok {
						require.Contains(t, left, name)
					}
				}
				next := [][]string{w.new, w.old}[i%2]
				want := []map[string]string{new, old}[i%2]
				got, _ := run(next)
				require.Equal(t, want, got, "after the next run")
			}
			t.Logf("%d temporary files were left", midst)
		})
	}
}

func hidden(name string) bool { return strings.HasPrefix(name, ".") }

// age makes a file look as if a process that is long dead had left it.
func age(t *testing.T, path string) {
	then := time.Now().Add(-2 * writingTime)
	require.NoError(t, os.Chtimes(path, then, then))
}

func sameNames(dir string, set map[string]string) bool {
	entries, _ := os.ReadDir(dir)
	return len(entries) == len(set) && !slices.ContainsFunc(entries, func(e os.DirEntry) bool { _, ok := set[e.Name()]; return !ok })
}

func readAll(t *testing.T, dir string) map[string]string {
	set := map[string]string{}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		set[e.Name()] = string(text)
	}
	return set
}

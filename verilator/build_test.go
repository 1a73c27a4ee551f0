package verilator

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir/verilog"
)

// script is a build by a shell, which needs no simulator.
func script(text string) build {
	return build{
		files:   []verilog.File{{Name: "a.v", Text: []byte("text")}},
		steps:   [][]string{{"sh", "-c", text}},
		product: "model",
		scratch: "obj",
	}
}

func TestCached(t *testing.T) {
	root := filepath.Join(t.TempDir(), "new")
	b := script("mkdir obj && cp a.v model && echo $$ >mark")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if dir, err := b.cached(root); err != nil || !b.done(dir) {
				t.Error(dir, err)
			}
		})
	}
	wg.Wait()
	dir, err := b.cached(root)
	require.NoError(t, err)
	mark, err := os.ReadFile(filepath.Join(dir, "mark"))
	require.NoError(t, err)
	require.NoDirExists(t, filepath.Join(dir, "obj"))
	entries, err := os.ReadDir(root)
	require.NoError(t, err)
	require.Len(t, entries, 1, "no rest of the builds that lost")

	_, err = b.cached(root)
	require.NoError(t, err)
	again, err := os.ReadFile(filepath.Join(dir, "mark"))
	require.NoError(t, err)
	require.Equal(t, mark, again, "found, not made")

	require.NoError(t, os.Remove(filepath.Join(dir, "model")))
	_, err = b.cached(root)
	require.NoError(t, err)
	require.FileExists(t, filepath.Join(dir, "model"), "mended")
}

func TestCachedFails(t *testing.T) {
	root := t.TempDir()
	b := script("echo chatter; echo '%Error: a.v:3: wrong'; exit 3")
	_, err := b.cached(root)
	require.EqualError(t, err, "sh: exit status 3\n%Error: a.v:3: wrong")
	entries, err := os.ReadDir(root)
	require.NoError(t, err)
	require.Empty(t, entries)
}

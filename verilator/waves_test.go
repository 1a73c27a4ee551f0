//go:build tools

package verilator

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir/sim"
)

// TestTraceFailure is about what waves are for.
func TestTraceFailure(t *testing.T) {
	for engine, open := range openers {
		t.Run(engine, func(t *testing.T) {
			for _, name := range []string{"assertion", "unknown"} {
				if name == "unknown" && engine == "verilator" {
					continue
				}
				files, m := design(t, name)
				path := filepath.Join(t.TempDir(), "waves.fst")
				e, err := open(files, m, Options{CacheDir: cacheDir, Trace: path})
				require.NoError(t, err)
				err = e.Run([]uint64{1, 0, 0, 1, 0, 0}, make([]uint64, 9), 3)
				_, ok := errors.AsType[*sim.Failure](err)
				require.True(t, ok, "%v", err)
				require.NoError(t, e.Close())
				info, err := os.Stat(path)
				require.NoError(t, err)
				require.NotZero(t, info.Size())
			}
		})
	}
}

func TestTrace(t *testing.T) {
	for engine, open := range openers {
		t.Run(engine, func(t *testing.T) {
			files, m := design(t, "counter")
			path := filepath.Join(t.TempDir(), "waves.fst")
			e, err := open(files, m, Options{CacheDir: cacheDir, Trace: path})
			require.NoError(t, err)
			run(t, e, []uint64{1, 0, 0}, []uint64{0, 1, 3})
			require.NoError(t, e.Reset(1))
			run(t, e, []uint64{1, 0, 0}, []uint64{0, 1, 3})
			require.NoError(t, e.Close())
			info, err := os.Stat(path)
			require.NoError(t, err)
			require.NotZero(t, info.Size())
		})
	}
}

func TestCoverage(t *testing.T) {
	files, m := design(t, "counter")
	path := filepath.Join(t.TempDir(), "coverage.dat")
	e, err := Open(files, m, Options{CacheDir: cacheDir, Coverage: path})
	require.NoError(t, err)
	run(t, e, []uint64{1, 0, 0}, []uint64{0, 1, 3}, []uint64{0, 1, 3})
	require.NoError(t, e.Reset(1))
	run(t, e, []uint64{1, 0, 0}, []uint64{0, 1, 3})
	require.NoError(t, e.Close())
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(text), "# SystemC::Coverage-3\n"))
	var lines []string
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, "v_line") {
			lines = append(lines, line[strings.LastIndex(line, " ")+1:])
		}
	}
	require.Contains(t, lines, "3\n", "cycles of both runs after their resets")

	_, err = OpenIcarus(files, m, Options{CacheDir: cacheDir, Coverage: path})
	require.EqualError(t, err, "iverilog: measures no coverage")
}

func TestBareLoop(t *testing.T) {
	files, m := design(t, "assertion")
	e, err := Open(files, m, Options{CacheDir: cacheDir})
	require.NoError(t, err)
	defer e.Close()
	d, err := e.BareLoop([]uint64{1, 0}, 1000)
	require.NoError(t, err)
	require.Positive(t, d)
	run(t, e, []uint64{1, 0}, []uint64{0, 0})
}

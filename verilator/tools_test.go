//go:build tools

package verilator

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/verilog"
)

// opener is one of Open and OpenIcarus.
type opener func([]verilog.File, verilog.Manifest, Options) (sim.Engine, error)

var openers = map[string]opener{
	"verilator": func(f []verilog.File, m verilog.Manifest, o Options) (sim.Engine, error) { return Open(f, m, o) },
	"icarus":    func(f []verilog.File, m verilog.Manifest, o Options) (sim.Engine, error) { return OpenIcarus(f, m, o) },
}

// cacheDir is shared by the tests of one run of the test binary.
var cacheDir string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "flitwright-test-")
	if err != nil {
		panic(err)
	}
	cacheDir = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// both runs a test with each engine on a design of testdata.
func both(t *testing.T, name string, test func(t *testing.T, e sim.Engine)) {
	for engine, open := range openers {
		t.Run(engine, func(t *testing.T) {
			files, m := design(t, name)
			e, err := open(files, m, Options{CacheDir: cacheDir})
			require.NoError(t, err)
			test(t, e)
			require.NoError(t, e.Close())
			require.NoError(t, e.Close(), "twice")
		})
	}
}

// run advances by the given rows of inputs and returns the outputs.
func run(t *testing.T, e sim.Engine, rows ...[]uint64) []uint64 {
	t.Helper()
	var in []uint64
	for _, row := range rows {
		in = append(in, row...)
	}
	out := make([]uint64, len(rows)*e.Layout().OutWords)
	require.NoError(t, e.Run(in, out, len(rows)))
	return out
}

func TestCounter(t *testing.T) {
	both(t, "counter", func(t *testing.T, e sim.Engine) {
		run(t, e, []uint64{1, 0, 0})
		// Outputs are those before the edge; bits above a port's width are ignored.
		out := run(t, e, []uint64{0, 1, 7}, []uint64{0, 1, 0x1ff}, []uint64{0, 0, 1}, []uint64{1, 1, 1}, []uint64{0, 0, 0})
		require.Equal(t, []uint64{0, 0, 7, 7, 6, 262, 6, 262, 0, 0}, out)
		require.NoError(t, e.Run(nil, nil, 0))
		require.ErrorContains(t, e.Run(make([]uint64, 5), make([]uint64, 4), 2), "Run of 2 cycles with 5 words in and 4 out")
	})
}

func TestWide(t *testing.T) {
	both(t, "wide", func(t *testing.T, e sim.Engine) {
		l := e.Layout()
		row := make([]uint64, l.InWords)
		for i := range row {
			row[i] = 0x0123456789abcdef * uint64(i+1)
		}
		reset := make([]uint64, l.InWords)
		reset[0] = 1
		row[0], row[l.InWords-1] = 0, ^uint64(0)
		out := run(t, e, reset, row, row)[2*l.OutWords:]
		want := []uint64{^row[1], ^row[2] & 0x3f}       // p
		want = append(want, row[3:11]...)               // q
		want = append(want, row[11], row[12]&(1<<32-1)) // r
		want = append(want, row[13])                    // s
		want = append(want, 0, 1)                       // t
		require.Equal(t, want, out)
	})
}

func TestMemory(t *testing.T) {
	both(t, "memory", func(t *testing.T, e sim.Engine) {
		out := run(t, e, []uint64{0, 1, 3, 0xbeef}, []uint64{0, 1, 4, 0xcafe}, []uint64{0, 0, 3, 0}, []uint64{0, 0, 4, 0})
		require.Equal(t, []uint64{0xbeef, 0xcafe}, out[2:])
	})
}

func TestCombinational(t *testing.T) {
	both(t, "combinational", func(t *testing.T, e sim.Engine) {
		require.Equal(t, []uint64{3, 1 << 40}, run(t, e, []uint64{1, 2}, []uint64{1<<40 - 1, 1}))
	})
}

// TestNoPorts is about designs without outputs, and without inputs.
func TestNoPorts(t *testing.T) {
	both(t, "silent", func(t *testing.T, e sim.Engine) {
		run(t, e, []uint64{1, 0}, []uint64{0, 0})
		require.Equal(t, &sim.Failure{Cycle: 3, Path: "silent", Message: "heard"}, e.Run([]uint64{0, 0, 0, 1, 0, 0}, nil, 3))
	})
	both(t, "constant", func(t *testing.T, e sim.Engine) {
		out := make([]uint64, 3)
		require.NoError(t, e.Run(nil, out, 3))
		require.Equal(t, []uint64{5, 5, 5}, out)
	})
}

// TestBatches runs the same inputs in batches of many sizes.
func TestBatches(t *testing.T) {
	const cycles = 700
	both(t, "counter", func(t *testing.T, e sim.Engine) {
		r := rand.New(rand.NewPCG(1, 2))
		in := make([]uint64, cycles*3)
		for c := range cycles {
			in[c*3] = 0
			in[c*3+1], in[c*3+2] = r.Uint64()&1, r.Uint64()
		}
		in[0] = 1
		var want []uint64
		for _, size := range []int{1, cycles, 3, 64, 256, 257} {
			require.NoError(t, e.Reset(1))
			out := make([]uint64, cycles*2)
			for c := 0; c < cycles; c += size {
				n := min(size, cycles-c)
				require.NoError(t, e.Run(in[c*3:][:n*3], out[c*2:][:n*2], n))
			}
			if want == nil {
				want = out
			}
			require.Equal(t, want, out, size)
		}
	})
}

func TestAssertion(t *testing.T) {
	both(t, "assertion", func(t *testing.T, e sim.Engine) {
		for mode, want := range map[uint64]*sim.Failure{
			1: {Path: "assertion.part", Message: "mode is 1: never do that"},
			2: {Path: "assertion"}, // whatever the simulator says of $finish
			3: {Path: "assertion.part", Message: "first"},
			4: {Path: "assertion.part", Message: "gone on"},
		} {
			require.NoError(t, e.Reset(0))
			rows := make([]uint64, 2*600)
			rows[0] = 1
			rows[2*3+1], rows[2*400+1] = 7, mode
			out := make([]uint64, 600)
			err := e.Run(rows, out, 600)
			f, ok := errors.AsType[*sim.Failure](err)
			require.True(t, ok, "%v", err)
			require.Equal(t, 400, f.Cycle)
			require.Equal(t, want.Path, f.Path)
			if want.Message != "" {
				require.Equal(t, want.Message, f.Message)
			}
			require.Equal(t, uint64(7), out[4], "outputs before the failure")
			require.Equal(t, err, e.Run(rows, out, 600), "it stays failed")
		}
	})
}

func TestNoAssert(t *testing.T) {
	for engine, open := range openers {
		t.Run(engine, func(t *testing.T) {
			files, m := design(t, "assertion")
			e, err := open(files, m, Options{CacheDir: cacheDir, NoAssert: true})
			require.NoError(t, err)
			defer e.Close()
			run(t, e, []uint64{1, 0}, []uint64{0, 1}, []uint64{0, 2})
		})
	}
}

func TestUnknown(t *testing.T) {
	files, m := design(t, "unknown")
	e, err := OpenIcarus(files, m, Options{CacheDir: cacheDir})
	require.NoError(t, err)
	defer e.Close()

	out := run(t, e, []uint64{0, 0}, []uint64{0, 0}, []uint64{1, 0}) // not judged yet
	require.Equal(t, make([]uint64, 9), out)
	f, ok := errors.AsType[*sim.Failure](e.Run([]uint64{0, 0}, out, 1))
	require.True(t, ok)
	require.Equal(t, &sim.Failure{Cycle: 3, Path: "unknown",
		Message: "unknown after reset: bad = 68'b" + strings.Repeat("0", 66) + "xx"}, f)

	require.NoError(t, e.Reset(0))
	out = run(t, e, []uint64{1, 1}, []uint64{0, 0}, []uint64{0, 0})
	require.Equal(t, []uint64{0, 3, 0, 1, 3, 0}, out[3:])
}

func TestSeed(t *testing.T) {
	files, m := design(t, "memory")
	e, err := Open(files, m, Options{CacheDir: cacheDir})
	require.NoError(t, err)
	defer e.Close()
	contents := func(seed uint64) []uint64 {
		require.NoError(t, e.Reset(seed))
		rows := make([][]uint64, 16)
		for i := range rows {
			rows[i] = []uint64{0, 0, uint64(i), 0}
		}
		return run(t, e, rows...)
	}
	first := contents(0)
	seen := map[uint64]bool{}
	for seed := range uint64(8) {
		got := contents(seed << (8 * seed))
		require.False(t, seen[got[3]<<16|got[7]], "seeds differ")
		seen[got[3]<<16|got[7]] = true
	}
	require.Equal(t, first, contents(0))

	again, err := Open(files, m, Options{CacheDir: cacheDir})
	require.NoError(t, err)
	defer again.Close()
	e = again
	require.Equal(t, first, contents(0), "in another process")
}

func TestBuildError(t *testing.T) {
	for engine, open := range openers {
		t.Run(engine, func(t *testing.T) {
			files, m := design(t, "broken")
			dir := t.TempDir()
			_, err := open(files, m, Options{CacheDir: dir})
			require.ErrorContains(t, err, "broken.v:7")
			require.NotContains(t, err.Error(), dir)
			left, err := filepath.Glob(filepath.Join(dir, "*", "*"))
			require.NoError(t, err)
			require.Empty(t, left, "nothing is left of a failed build")
		})
	}
}

// pid is the process below an engine.
func pid(t *testing.T, e sim.Engine) int {
	switch e := e.(type) {
	case *Engine:
		return e.model.child.cmd.Process.Pid
	case *Icarus:
		return e.sim.(*vvp).child.cmd.Process.Pid
	}
	t.Fatalf("engine %T", e)
	return 0
}

func TestKilled(t *testing.T) {
	both(t, "loop", func(t *testing.T, e sim.Engine) {
		run(t, e, []uint64{1, 0})
		child := pid(t, e)
		time.AfterFunc(200*time.Millisecond, func() { syscall.Kill(child, syscall.SIGKILL) })
		err := e.Run([]uint64{0, 0, 0, 1}, make([]uint64, 2), 2)
		require.ErrorContains(t, err, "the simulator ended: signal: killed")
		_, failed := errors.AsType[*sim.Failure](err)
		require.False(t, failed)
		require.Equal(t, syscall.ESRCH, syscall.Kill(child, 0), "no zombie")
		require.Equal(t, err, e.Run([]uint64{0, 0}, make([]uint64, 1), 1))

		require.NoError(t, e.Reset(0), "starts another")
		run(t, e, []uint64{1, 0})
		syscall.Kill(pid(t, e), syscall.SIGKILL)
		require.Error(t, e.Run(make([]uint64, 2000), make([]uint64, 1000), 1000), "killed between runs")
	})
}

// TestCloseHung ends a run that would go on for ever.
func TestCloseHung(t *testing.T) {
	both(t, "loop", func(t *testing.T, e sim.Engine) {
		run(t, e, []uint64{1, 0})
		child := pid(t, e)
		time.AfterFunc(200*time.Millisecond, func() { e.Close() })
		require.ErrorContains(t, e.Run([]uint64{0, 1}, make([]uint64, 1), 1), "the engine is closed")
		require.Equal(t, syscall.ESRCH, syscall.Kill(child, 0), "no zombie")
		require.ErrorContains(t, e.Reset(0), "the engine is closed")
	})
}

// TestStopped ends a simulator that hangs, stopped or not, by its context, even where it is given
// time to write waves.
func TestStopped(t *testing.T) {
	for _, trace := range []string{"", "waves.fst"} {
		for engine, open := range map[string]func(context.Context, []verilog.File, verilog.Manifest, Options) (sim.Engine, error){
			"verilator": func(ctx context.Context, f []verilog.File, m verilog.Manifest, o Options) (sim.Engine, error) {
				return OpenContext(ctx, f, m, o)
			},
			"icarus": func(ctx context.Context, f []verilog.File, m verilog.Manifest, o Options) (sim.Engine, error) {
				return OpenIcarusContext(ctx, f, m, o)
			},
		} {
			t.Run(engine+trace, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				files, m := design(t, "counter")
				opt := Options{CacheDir: cacheDir}
				if trace != "" {
					opt.Trace = filepath.Join(t.TempDir(), trace)
				}
				e, err := open(ctx, files, m, opt)
				require.NoError(t, err)
				run(t, e, []uint64{1, 0, 0})
				child := pid(t, e)
				require.NoError(t, syscall.Kill(child, syscall.SIGSTOP))
				time.AfterFunc(100*time.Millisecond, cancel)
				require.ErrorIs(t, e.Run(make([]uint64, 3), make([]uint64, 2), 1), context.Canceled)
				require.ErrorIs(t, e.Reset(0), context.Canceled)
				e.Close()
				require.Equal(t, syscall.ESRCH, syscall.Kill(child, 0), "no zombie")
				_, err = open(ctx, files, m, Options{CacheDir: t.TempDir()})
				require.ErrorIs(t, err, context.Canceled)
			})
		}
	}
}

func TestCache(t *testing.T) {
	for engine, open := range openers {
		t.Run(engine, func(t *testing.T) {
			files, m := design(t, "counter")
			opt := Options{CacheDir: t.TempDir()}
			var wg sync.WaitGroup
			for range 3 {
				wg.Go(func() {
					e, err := open(files, m, opt)
					if err == nil {
						err = e.Close()
					}
					if err != nil {
						t.Error(err)
					}
				})
			}
			wg.Wait()
			entries, err := filepath.Glob(filepath.Join(opt.CacheDir, engine, "*"))
			require.NoError(t, err)
			require.Len(t, entries, 1)

			e, err := open(files, m, opt)
			require.NoError(t, err)
			require.NoError(t, e.Close())

			// An entry that lost its program, or a part of it, is made again.
			program := filepath.Join(entries[0], map[string]string{"verilator": "model", "icarus": "model.vvp"}[engine])
			for _, damage := range []func() error{
				func() error { return os.Remove(program) },
				func() error { return os.Truncate(program, 0) },
				func() error { return os.Truncate(program, 3000) },
				func() error { return os.Chmod(program, 0o600) },
			} {
				require.NoError(t, damage())
				e, err = open(files, m, opt)
				require.NoError(t, err)
				run(t, e, []uint64{1, 0, 0})
				require.NoError(t, e.Close())
			}
		})
	}
}

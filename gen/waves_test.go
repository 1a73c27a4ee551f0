package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/target"
)

// A simulator that writes no waves is told from one that does, also where there are old ones.
func TestWavesAreMissed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "toy.fst")
	design, err := buildToy(target.Values{"width": 8})
	require.NoError(t, err)
	run := func(write func() error) error {
		w, err := openWaves(name)
		require.NoError(t, err)
		e, err := w.after(func(_ context.Context, d *ir.Design) (sim.Engine, error) {
			require.NoError(t, write())
			return sim.NewInterp(d)
		})(t.Context(), design)
		require.NoError(t, err)
		require.NoError(t, e.Close())
		return w.close()
	}
	nothing := func() error { return nil }
	something := func() error {
		time.Sleep(20 * time.Millisecond) // that clocks of files tell
		return os.WriteFile(name, []byte("waves"), 0o666)
	}
	require.ErrorContains(t, run(nothing), "toy.fst: the simulator wrote no waves")
	require.NoError(t, run(something))
	require.ErrorContains(t, run(nothing), "toy.fst: the simulator wrote no waves")
}

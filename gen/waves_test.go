package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

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
	run := func(text string) error {
		w, err := openWaves(name)
		require.NoError(t, err)
		e, err := w.after(func(_ context.Context, d *ir.Design) (sim.Engine, error) {
			require.NoError(t, os.WriteFile(w.fst(), []byte(text), 0o666))
			return sim.NewInterp(d)
		})(t.Context(), design)
		require.NoError(t, err)
		require.NoError(t, e.Close())
		return w.close()
	}
	require.ErrorContains(t, run(""), "toy.fst: the simulator wrote no waves")
	require.NoFileExists(t, name)
	require.NoError(t, run("waves"))
	require.ErrorContains(t, run(""), "toy.fst: the simulator wrote no waves")
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, "waves", string(text))
}

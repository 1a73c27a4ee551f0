package main

import (
	"context"
	"os"
	"os/exec"
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
	whole := fstOf(fstHeader, 8, fstGeometry, fstLZ4)
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
	require.NoError(t, run(whole))
	require.ErrorContains(t, run(""), "toy.fst: the simulator wrote no waves")
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, whole, string(text))
	for n := 1; n < len(whole); n++ {
		require.ErrorContains(t, run(whole[:n]), "toy.fst: the simulator wrote a part of the waves only")
	}
	text, err = os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, whole, string(text))
}

// fstOf is a file of blocks of these kinds, each of which holds one byte.
func fstOf(kinds ...byte) string {
	var text []byte
	for _, kind := range kinds {
		text = append(text, kind, 0, 0, 0, 0, 0, 0, 0, 9, 'x')
	}
	return string(text)
}

// Where not all waves can be written the old file stays, no other is left, and the check fails.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"old.vcd", "new.vcd"} {
		old := map[string]string{}
		if name == "old.vcd" {
			old[name] = "waves of an earlier run"
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(old[name]), 0o666))
		}
		line := gen(t.Context(), dir, os.Environ(), "check", "-target", "toy", "-cycles", "3000", "-vcd", name)
		// No file may be larger than 8 KiB; the signal would end the process, and is not sent on a full disk.
		cmd := exec.CommandContext(t.Context(), "sh", append([]string{"-c", `trap "" XFSZ; ulimit -f 16; exec "$@"`, "sh"}, line.Args...)...)
		cmd.Dir, cmd.Env = line.Dir, line.Env
		text, err := cmd.CombinedOutput()
		require.Error(t, err)
		require.Equal(t, misuse, cmd.ProcessState.ExitCode(), "%s", text)
		require.Equal(t, "gen: waves: write "+name+": file too large\n", string(text))
		require.Equal(t, old, readAll(t, dir))
		require.NoError(t, os.RemoveAll(filepath.Join(dir, name)))
	}
}

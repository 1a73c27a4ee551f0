package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A run that is killed at any moment leaves each file whole, old or new.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	emit := func(out string, set ...string) []string {
		args := []string{"-target", "cm5", "-out", out}
		for _, s := range set {
			args = append(args, "-set", s)
		}
		return args
	}
	old, fresh := filepath.Join(dir, "old"), filepath.Join(dir, "new")
	require.NoError(t, gen(t.Context(), dir, os.Environ(), emit(old)...).Run())
	start := time.Now()
	require.NoError(t, gen(t.Context(), dir, os.Environ(), emit(fresh, "words=18", "crc_width=8")...).Run())
	whole := time.Since(start)
	moments := 20
	if testing.Short() {
		moments = 4
	}
	for i := range moments {
		out := filepath.Join(dir, "out")
		require.NoError(t, os.RemoveAll(out))
		require.NoError(t, os.CopyFS(out, os.DirFS(old)))
		cmd := gen(t.Context(), dir, os.Environ(), emit(out, "words=18", "crc_width=8")...)
		require.NoError(t, cmd.Start())
		time.Sleep(whole * time.Duration(i) / time.Duration(moments))
		cmd.Process.Kill()
		cmd.Wait()
		names, err := filepath.Glob(filepath.Join(old, "*"))
		require.NoError(t, err)
		for _, name := range names {
			got, err := os.ReadFile(filepath.Join(out, filepath.Base(name)))
			if os.IsNotExist(err) {
				require.NoFileExists(t, filepath.Join(fresh, filepath.Base(name)))
				continue
			}
			require.NoError(t, err)
			before, _ := os.ReadFile(name)
			after, _ := os.ReadFile(filepath.Join(fresh, filepath.Base(name)))
			require.True(t, bytes.Equal(got, before) || bytes.Equal(got, after), "%s is neither old nor new", name)
		}
	}
}

// Stopping a check is not a check that held.
func TestInterrupted(t *testing.T) {
	var stdout, stderr bytes.Buffer
	cmd := gen(t.Context(), t.TempDir(), os.Environ(), "check", "-target", "toy", "-cycles", "1000000000")
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	require.NoError(t, cmd.Start())
	time.Sleep(300 * time.Millisecond)
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	require.Error(t, cmd.Wait())
	require.Equal(t, failed, cmd.ProcessState.ExitCode())
	require.Regexp(t, `^gen: stopped after \d+ of 1000000000 cycles: `, stderr.String())
	require.Empty(t, stdout.String())
}

// Nor is a proof that was stopped one that held.
func TestInterruptedProof(t *testing.T) {
	var stdout, stderr bytes.Buffer
	cmd := gen(t.Context(), t.TempDir(), os.Environ(), "prove", "-topology", "torus", "-k", "64", "-n", "2", "-routing", "duato", "-flow", "vct")
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	require.NoError(t, cmd.Start())
	time.Sleep(300 * time.Millisecond)
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	require.Error(t, cmd.Wait())
	require.Equal(t, failed, cmd.ProcessState.ExitCode())
	require.Equal(t, "gen: stopped before it was done: context canceled\n", stderr.String())
	require.Empty(t, stdout.String())
}

// BenchmarkEmit is a whole process that emits the CM-5 router; go run adds the go command's own time.
func BenchmarkEmit(b *testing.B) {
	for b.Loop() {
		require.NoError(b, gen(b.Context(), b.TempDir(), os.Environ(), "-target", "cm5").Run())
	}
}

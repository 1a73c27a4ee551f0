package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Stopping a check is not a check that held.
func TestInterrupted(t *testing.T) {
	var stdout, stderr bytes.Buffer
	cmd := gen(t.Context(), t.TempDir(), os.Environ(), "check", "-target", "toy", "-cycles", "1000000000")
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	require.NoError(t, cmd.Start())
	underWay(t, cmd.Process.Pid)
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
	underWay(t, cmd.Process.Pid)
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	require.Error(t, cmd.Wait())
	require.Equal(t, failed, cmd.ProcessState.ExitCode())
	require.Equal(t, "gen: stopped before it was done: context canceled\n", stderr.String())
	require.Empty(t, stdout.String())
}

// underWay waits until a process has had a second of a processor, however loaded the machine is; where the system does not tell, ten seconds.
func underWay(t *testing.T, pid int) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		time.Sleep(10 * time.Second)
		return
	}
	for {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		require.NoError(t, err)
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		require.NotEqual(t, "Z", fields[0], "it has ended")
		user, err := strconv.Atoi(fields[11])
		require.NoError(t, err)
		if user >= 100 { // in hundredths
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// BenchmarkEmit is a whole process that emits the CM-5 router; go run adds the go command's own time.
func BenchmarkEmit(b *testing.B) {
	for b.Loop() {
		require.NoError(b, gen(b.Context(), b.TempDir(), os.Environ(), "-target", "cm5").Run())
	}
}

//go:build tools

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/regress"
)

// TestTools runs the scripts that need Verilator and Icarus Verilog.
func TestTools(t *testing.T) { runScripts(t, "testdata/tools/*.txt") }

// A check can be stopped though its simulator hangs.
func TestInterruptedThoughHung(t *testing.T) {
	for _, engine := range []string{"verilator", "iverilog"} {
		var stderr bytes.Buffer
		cmd := gen(t.Context(), t.TempDir(), os.Environ(), "check", "-target", "toy", "-cycles", "1000000000", "-engine", engine)
		cmd.Stderr = &stderr
		require.NoError(t, cmd.Start())
		var child int
		require.Eventually(t, func() bool {
			child = childOf(cmd.Process.Pid, map[string]string{"verilator": "model", "iverilog": "vvp"}[engine])
			return child > 0
		}, time.Minute, 10*time.Millisecond)
		require.NoError(t, syscall.Kill(child, syscall.SIGSTOP))
		time.Sleep(100 * time.Millisecond)
		require.NoError(t, cmd.Process.Signal(os.Interrupt))
		kill := time.AfterFunc(10*time.Second, func() { cmd.Process.Kill() })
		require.Error(t, cmd.Wait())
		require.True(t, kill.Stop(), "still running")
		require.Equal(t, failed, cmd.ProcessState.ExitCode(), stderr.String())
		require.Regexp(t, `^gen: (stopped after|.*context canceled)`, stderr.String())
		require.ErrorIs(t, syscall.Kill(child, 0), syscall.ESRCH)
	}
}

// A simulator that hangs is killed, and its run is an error in the journal.
func TestHungSimulatorIsAnError(t *testing.T) {
	for engine, program := range map[string]string{"verilator": "model", "iverilog": "vvp"} {
		dir := filepath.Join(t.TempDir(), "regression")
		var stderr bytes.Buffer
		cmd := gen(t.Context(), t.TempDir(), os.Environ(), "regress", "-target", "toy", "-params", "default", "-traffic", "random",
			"-cycles", "1000000000", "-engine", engine, "-jobs", "1", "-silence", "3", "-out", dir)
		cmd.Stderr = &stderr
		require.NoError(t, cmd.Start())
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		var child int
		for running := true; running; {
			select {
			case err := <-ended:
				require.Error(t, err)
				running = false
			case <-time.After(10 * time.Millisecond): // a simulator that a reset ends is followed by another
				if worker := childOf(cmd.Process.Pid, "exe"); worker > 0 {
					if now := childOf(worker, program); now > 0 {
						child = now
						syscall.Kill(child, syscall.SIGSTOP)
					}
				}
			}
		}
		require.Positive(t, child, "no simulator was seen")
		require.Equal(t, failed, cmd.ProcessState.ExitCode(), stderr.String())
		require.ErrorIs(t, syscall.Kill(child, 0), syscall.ESRCH)
		made := records(t, dir)
		require.Len(t, made, 1)
		require.Equal(t, regress.Errors, made[0].Outcome)
		require.Equal(t, engine+": no cycle in 3 s: killed", made[0].Error)
		require.Contains(t, stderr.String(), "no cycle in 3 s: killed")
	}
}

// childOf is the process of a name below another, 0 if there is none.
func childOf(parent int, name string) int {
	threads, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", parent))
	for _, thread := range threads {
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", parent, thread.Name()))
		for _, field := range strings.Fields(string(text)) {
			if comm, _ := os.ReadFile("/proc/" + field + "/comm"); strings.TrimSpace(string(comm)) == name {
				pid, _ := strconv.Atoi(field)
				return pid
			}
		}
	}
	return 0
}

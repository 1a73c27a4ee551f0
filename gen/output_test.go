package main

import (
	"bytes"
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/target"
)

// full is an output that takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// A run that held does not pass when its report is lost.
func TestLostOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	for line, status := range map[string]int{
		"-list": failed, "-list -json": failed, "-h": failed, "-target toy": failed, "-target toy -json": failed,
		"check -target toy -cycles 9": failed, "check -target toy -cycles 9 -json": failed,
		"check -target toy -cycles 0 -json": misuse,
	} {
		var stderr bytes.Buffer
		c := &command{ctx: t.Context(), stdout: full{}, stderr: &stderr, targets: []target.Target{toy()}}
		require.Equal(t, status, c.run(strings.Fields(line)), line)
		require.Contains(t, stderr.String(), "gen: the output is lost: no space left\n", line)
	}
}

// The same with a device that is full.
func TestFullDevice(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has a device that is always full")
	}
	device, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	require.NoError(t, err)
	defer device.Close()
	var stderr bytes.Buffer
	cmd := gen(t.Context(), t.TempDir(), os.Environ(), "-list", "-json")
	cmd.Stdout, cmd.Stderr = device, &stderr
	require.Error(t, cmd.Run())
	require.Equal(t, failed, cmd.ProcessState.ExitCode())
	require.Contains(t, stderr.String(), "gen: the output is lost: ")
}

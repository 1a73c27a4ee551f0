package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// Every command of docs/deadlock.md prints what the page shows; -update rewrites it.
func TestDeadlockPage(t *testing.T) {
	const page = "../docs/deadlock.md"
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	dir := t.TempDir()
	graphs, err := filepath.Abs("../topology")
	require.NoError(t, err)
	require.NoError(t, os.Symlink(graphs, filepath.Join(dir, "topology")))
	runs := 0
	got := regexp.MustCompile("(?s)```console\n.*?```\n").ReplaceAllStringFunc(string(text), func(block string) string {
		b := "```console\n"
		for line := range strings.Lines(block) {
			args, found := strings.CutPrefix(line, "$ go run ./gen ")
			if !found {
				continue
			}
			runs++
			var stdout bytes.Buffer
			cmd := gen(t.Context(), dir, os.Environ(), strings.Fields(args)...)
			cmd.Stdout = &stdout
			cmd.Run()
			require.Contains(t, []int{held, failed}, cmd.ProcessState.ExitCode(), line)
			b += line + stdout.String()
		}
		return b + "```\n"
	})
	require.Greater(t, runs, 20)
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(got), 0o666))
		return
	}
	require.Empty(t, cmp.Diff(strings.Split(string(text), "\n"), strings.Split(got, "\n")))
}

package main

import (
	"bytes"
	"fmt"
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

// The relation that docs/deadlock.md shows is that of the example, and its picture is what the line above it
// writes; -update rewrites both.
func TestDeadlockPageShowsTheTruth(t *testing.T) {
	const page = "../docs/deadlock.md"
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	source, err := os.ReadFile("../deadlock/example_test.go")
	require.NoError(t, err)
	code := regexp.MustCompile(`(?ms)^// o1turn is .*?^}\n`).Find(source)
	require.NotNil(t, code)
	block := regexp.MustCompile("(?s)<!-- o1turn -->\n\n```go\n.*?```")
	require.Len(t, block.FindAll(text, -1), 1)
	want := block.ReplaceAllLiteral(text, fmt.Appendf(nil, "<!-- o1turn -->\n\n```go\n%s```", code))

	line := regexp.MustCompile(`(?m)^    go run \./gen (prove .* -svg )(docs/\S+\.svg)$`).FindSubmatch(text)
	require.NotNil(t, line)
	drawn := filepath.Join(t.TempDir(), "drawn.svg")
	cmd := gen(t.Context(), t.TempDir(), os.Environ(), append(strings.Fields(string(line[1])), drawn)...)
	cmd.Run() // whose status is that of the verdict
	svg, err := os.ReadFile(drawn)
	require.NoError(t, err)
	picture := filepath.Join("..", string(line[2]))
	if *update {
		require.NoError(t, os.WriteFile(page, want, 0o666))
		require.NoError(t, os.WriteFile(picture, svg, 0o666))
		return
	}
	require.Empty(t, cmp.Diff(string(want), string(text)))
	shown, err := os.ReadFile(picture)
	require.NoError(t, err)
	require.Equal(t, string(svg), string(shown))
}

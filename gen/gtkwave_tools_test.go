//go:build tools

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// traces loads waves with their view into GTKWave, on a display that nobody sees, and lists the traces that it shows.
func traces(t *testing.T, dir, waves string) []string {
	const script = "for {set i 0} {$i < [gtkwave::getTotalNumTraces]} {incr i} {puts \"TRACE [gtkwave::getTraceNameFromIndex $i]\"}\nflush stdout\nexit\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "list.tcl"), []byte(script), 0o666))
	cmd := exec.CommandContext(t.Context(), "xvfb-run", "-a", "gtkwave", "-S", "list.tcl", waves, viewOf(waves))
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+dir)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "(is it there? apt-get install -y --no-install-recommends gtkwave xvfb xauth)\n%s", out)
	var list []string
	for _, m := range regexp.MustCompile(`(?m)^TRACE (.*)$`).FindAllStringSubmatch(string(out), -1) {
		list = append(list, m[1])
	}
	return list
}

// GTKWave finds every signal of a view in the waves of every engine, and shows nothing for one that is not there.
func TestViews(t *testing.T) {
	t.Parallel()
	for _, x := range []struct{ engine, waves string }{{"wasm", "w.vcd"}, {"interp", "i.vcd"}, {"iverilog", "s.fst"}, {"verilator", "v.fst"}} {
		dir := t.TempDir()
		out, err := gen(t.Context(), dir, os.Environ(), "check", "-target", "toy", "-engine", x.engine, "-cycles", "50", "-vcd", x.waves).CombinedOutput()
		require.NoError(t, err, string(out))
		view, err := os.ReadFile(filepath.Join(dir, viewOf(x.waves)))
		require.NoError(t, err)
		want := shown(string(view))
		require.Contains(t, want, "out_1_flit[7:0]")
		require.Equal(t, want, traces(t, dir, x.waves), x.engine)

		wrong := bytes.Replace(view, []byte("out_1_flit[7:0]"), []byte("out_7_flit[7:0]"), 1)
		require.NoError(t, os.WriteFile(filepath.Join(dir, viewOf(x.waves)), wrong, 0o666))
		require.NotEqual(t, want, traces(t, dir, x.waves), x.engine)
	}
}

// shown lists the traces and comments of a view as GTKWave names them.
func shown(view string) []string {
	var list []string
	for _, line := range strings.Split(strings.TrimSpace(view), "\n") {
		switch {
		case strings.HasPrefix(line, "["), strings.HasPrefix(line, "@"):
		case strings.HasPrefix(line, "-"):
			list = append(list, line[1:])
		default:
			_, name, _ := strings.Cut(line, ".")
			list = append(list, name[strings.LastIndex(name, ".")+1:])
		}
	}
	return list
}

// So does it for every target, of which vectors have other names and widths.
func TestViewsOfTargets(t *testing.T) {
	t.Parallel()
	for _, target := range targets() {
		dir := t.TempDir()
		args := []string{"check", "-target", target.Name, "-cycles", "20", "-vcd", "w.vcd"}
		for _, set := range strings.Fields(compact[target.Name]) {
			args = append(args, "-set", set)
		}
		out, err := gen(t.Context(), dir, os.Environ(), args...).CombinedOutput()
		require.NoError(t, err, string(out))
		view, err := os.ReadFile(filepath.Join(dir, "w.gtkw"))
		require.NoError(t, err)
		require.Equal(t, shown(string(view)), traces(t, dir, "w.vcd"), fmt.Sprint(target.Name))
	}
}

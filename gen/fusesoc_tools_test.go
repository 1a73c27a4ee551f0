//go:build tools && unix

package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/verilator/pyvenv"
)

// fusesoc runs a target of the core in a folder and gives what was printed.
func fusesoc(ctx context.Context, e *pyvenv.Env, dir, target, core string) (string, error) {
	cmd := e.Command(ctx, "fusesoc", "--cores-root", ".", "run", "--build-root", filepath.Join(dir, "fusesoc"), "--target", target, core)
	cmd.Dir = dir
	cmd.Env = append(cmd.Env, "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_CACHE_HOME="+dir, "XDG_DATA_HOME="+dir)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// FuseSoC lints, simulates and synthesizes every emitted target, and fails when something is wrong with the core, with the text or
// with what the design does.
func TestFuseSoC(t *testing.T) {
	t.Parallel()
	e, err := pyvenv.Open(t.Context())
	require.NoError(t, err)
	for _, target := range targets() {
		dir := t.TempDir()
		args := []string{"-target", target.Name, "-out", dir}
		set := compact[target.Name]
		if target.Name == "t3e" { // Yosys takes a minute for the links of more than one dimension
			set = settings["t3e"][1]
		}
		for _, set := range strings.Fields(set) {
			args = append(args, "-set", set)
		}
		out, err := gen(t.Context(), dir, os.Environ(), args...).CombinedOutput()
		require.NoError(t, err, string(out))
		core := coreName(t, filepath.Join(dir, target.Name+".core"))
		for _, run := range []string{"lint", "sim", "synth"} {
			out, err := fusesoc(t.Context(), e, dir, run, core)
			require.NoError(t, err, "%s %s:\n%s", target.Name, run, out)
			if run == "sim" {
				require.Contains(t, out, "PASS: 128 cycles")
			}
		}
		if target.Endpoint == nil {
			continue
		}
		dir = t.TempDir()
		out, err = gen(t.Context(), dir, os.Environ(), "axis", "-target", target.Name, "-out", dir).CombinedOutput()
		require.NoError(t, err, string(out))
		core = coreName(t, filepath.Join(dir, target.Name+"-axis.core"))
		for _, run := range []string{"lint", "synth"} {
			out, err := fusesoc(t.Context(), e, dir, run, core)
			require.NoError(t, err, "endpoint of %s %s:\n%s", target.Name, run, out)
		}
	}
}

// coreName is the name that a core gives itself.
func coreName(t *testing.T, file string) string {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	_, rest, _ := strings.Cut(string(text), "name: \"")
	name, _, _ := strings.Cut(rest, "\"")
	return name
}

// Each fault is seen in the run in which it must be, and the run before it is clean.
func TestFuseSoCSeesFaults(t *testing.T) {
	t.Parallel()
	e, err := pyvenv.Open(t.Context())
	require.NoError(t, err)
	for _, fault := range []struct{ run, file, old, new, told string }{
		{"lint", "toy.core", `toplevel: "toy"`, `toplevel: "other"`, "other"},
		{"lint", "toy.core", "      - \"toy_delay_w8.v\"\n", "", "toy_delay_w8"},
		{"lint", "toy_delay_w8.v", "in_valid", "in_valid1", "in_valid1"},
		{"sim", "toy.core", "flow: sim", "flow: simulate", "simulate"},
		{"sim", "toy_delay_w8.v", "flit <= 8'd0", "flit <= 8'd1", "out_0_flit is 1, not 0"},
		{"synth", "toy.core", "tool: yosys", "tool: yosis", "yosis"},
		{"synth", "toy.core", "arch: xilinx", "arch: xilinks", "xilinks"},
	} {
		dir := t.TempDir()
		out, err := gen(t.Context(), dir, os.Environ(), "-target", "toy", "-out", dir).CombinedOutput()
		require.NoError(t, err, string(out))
		text, err := os.ReadFile(filepath.Join(dir, fault.file))
		require.NoError(t, err)
		changed := strings.ReplaceAll(string(text), fault.old, fault.new)
		require.NotEqual(t, string(text), changed, fault)
		require.NoError(t, os.WriteFile(filepath.Join(dir, fault.file), []byte(changed), 0o666))
		printed, err := fusesoc(t.Context(), e, dir, fault.run, "flitwright:generated:toy:0")
		require.Error(t, err, "%v\n%s", fault, printed)
		require.Contains(t, printed, fault.told, fault)
		require.NotContains(t, printed, "PASS")
	}
}

//go:build tools

package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/ir/verilog/lint"
	"github.com/flitwright/flitwright/tb"
	"github.com/flitwright/flitwright/verilator"
	"github.com/stretchr/testify/require"
)

// eachSetting runs a test for every corner of every target.
func eachSetting(t *testing.T, test func(t *testing.T, j *job)) {
	for _, target := range targets() {
		require.NotEmpty(t, settings[target.Name], target.Name)
		for _, set := range settings[target.Name] {
			t.Run(target.Name+" "+set, func(t *testing.T) {
				values, err := target.Parse(strings.Fields(set))
				require.NoError(t, err)
				test(t, &job{&target, values})
			})
		}
	}
}

// Verilator, Icarus Verilog and Yosys have nothing to say of any emitted router.
func TestEmittedTextIsClean(t *testing.T) {
	t.Parallel()
	eachSetting(t, func(t *testing.T, j *job) {
		design, err := j.target.Build(j.values)
		require.NoError(t, err)
		files, err := verilog.Emit(design, verilog.Options{})
		require.NoError(t, err)
		require.NoError(t, lint.Lint(t.TempDir(), design.Top.Name, files))
	})
}

// So have they of the endpoints, of which no module has the name of one of the router.
func TestEndpointsAreClean(t *testing.T) {
	t.Parallel()
	eachSetting(t, func(t *testing.T, j *job) {
		if j.target.Endpoint == nil || j.target.Name == "t3e" && j.values["max_flits"] < 2 {
			return
		}
		design, err := j.target.Endpoint(j.values)
		require.NoError(t, err)
		files, err := verilog.Emit(design, verilog.Options{})
		require.NoError(t, err)
		require.NoError(t, lint.Lint(t.TempDir(), design.Top.Name, files))
		router, err := j.target.Build(j.values)
		require.NoError(t, err)
		for _, m := range router.Modules {
			for _, f := range files {
				require.NotEqual(t, m.Name+".v", f.Name)
			}
		}
	})
}

// The instantiation template is a statement that stands in a module which has nets of the ports' names; a port that is missing in it or
// has another width is seen.
func TestTemplatesAreClean(t *testing.T) {
	t.Parallel()
	for _, target := range targets() {
		j := compactJob(t, target)
		design, err := j.target.Build(j.values)
		require.NoError(t, err)
		files, manifest, err := j.emit(design)
		require.NoError(t, err)
		in := func(template string) error {
			var ports []string
			for _, p := range manifest.Ports {
				ports = append(ports, fmt.Sprintf("%s [%d:0] %s", p.Direction, p.Width-1, p.Name))
			}
			text := fmt.Sprintf("module user (%s);\n%s\nendmodule\n", strings.Join(ports, ", "), template)
			return lint.Lint(t.TempDir(), "user", append(files, verilog.File{Name: "user.v", Text: []byte(text)}))
		}
		template := string(manifest.Template().Text)
		require.NoError(t, in(template))
		pin := fmt.Sprintf(".%[1]s(%[1]s)", manifest.Ports[len(manifest.Ports)-1].Name)
		require.Contains(t, template, pin)
		require.Error(t, in(strings.Replace(template, pin, ".no_such_port()", 1)))
		require.Error(t, in(strings.Replace(template, pin, strings.Replace(pin, ")", "[0])", 1), 1)))
	}
}

// In four states no output is unknown after the first reset cycle, and all agree with the model.
func TestEmittedTextInFourStates(t *testing.T) {
	t.Parallel()
	eachSetting(t, func(t *testing.T, j *job) {
		checkOn(t, j, "iverilog", 600)
	})
}

// The emitted text agrees with the model in Verilator, with default parameters.
func TestEmittedTextInVerilator(t *testing.T) {
	t.Parallel()
	for _, target := range targets() {
		values, err := target.Parse(nil)
		require.NoError(t, err)
		checkOn(t, &job{&target, values}, "verilator", 100_000)
	}
}

func checkOn(t *testing.T, j *job, engine string, cycles int) {
	for _, e := range engines() {
		if e.name != engine {
			continue
		}
		_, err := tb.Check(t.Context(), tb.Config{
			Target: j.target, Values: j.values, Engine: tb.Engine{Name: e.name, Open: e.open(j, verilator.Options{})}, Cycles: cycles, Seed: 1,
		})
		require.NoError(t, err)
		return
	}
	t.Fatalf("no engine %s", engine)
}

//go:build tools

package main

import (
	"strings"
	"testing"

	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/ir/verilog/lint"
	"github.com/flitwright/flitwright/tb"
	"github.com/stretchr/testify/require"
)

// settings are corners of the parameters of each target, the default among them.
var settings = map[string][]string{
	"cm5": {
		"", "words=1 crc_width=4", "words=15 depth=2 crc_width=32", "words=16 link=3", "words=18 parents=2 depth=64",
	},
	"myrinet": {
		"", "ports=2", "ports=3 sym_stop=f0 crc_poly=31", "ports=16", "link_latency=0 depth=18 ks=10 kg=9 refresh=2 stop_expire=8",
	},
	"t3e": {
		"", "x=1 y=1 z=2 max_flits=1 escape_depth=1 adaptive_depth=1 stages=1", "x=2 y=5 z=3 stages=3 flit=65 link_latency=4",
		"x=32 y=32 z=32 max_flits=15 adaptive_depth=64 escape_depth=15 stages=1", "x=3 y=1 z=1 max_flits=2 adaptive_depth=2 escape_depth=3",
	},
	"vcalloc-dateline": {
		"", "inputs=1 outputs=1 vcs=2", "arch=sep-of arb=matrix inputs=3 outputs=5", "arch=wavefront inputs=2 outputs=3",
		"inputs=8 outputs=2 vcs=8", "arch=wavefront inputs=1 outputs=8 vcs=6",
	},
	"vcalloc-escape": {
		"", "inputs=1 outputs=1 vcs=3", "arch=sep-of arb=matrix inputs=3 outputs=5 vcs=4", "arch=wavefront inputs=2 outputs=3",
		"arb=matrix inputs=4 outputs=2 vcs=6", "arch=wavefront inputs=3 outputs=2 vcs=8",
	},
}

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
	eachSetting(t, func(t *testing.T, j *job) {
		design, err := j.target.Build(j.values)
		require.NoError(t, err)
		files, err := verilog.Emit(design, verilog.Options{})
		require.NoError(t, err)
		require.NoError(t, lint.Lint(t.TempDir(), design.Top.Name, files))
	})
}

// In four states no output is unknown after the first reset cycle, and all agree with the model.
func TestEmittedTextInFourStates(t *testing.T) {
	eachSetting(t, func(t *testing.T, j *job) {
		checkOn(t, j, "iverilog", 600)
	})
}

// The emitted text agrees with the model in Verilator, with default parameters.
func TestEmittedTextInVerilator(t *testing.T) {
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
			Target: j.target, Values: j.values, Engine: tb.Engine{Name: e.name, Open: e.open(j, "")}, Cycles: cycles, Seed: 1,
		})
		require.NoError(t, err)
		return
	}
	t.Fatalf("no engine %s", engine)
}

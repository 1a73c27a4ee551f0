package wormhole4_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/docs/guide/wormhole4"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/stretchr/testify/require"
)

// build makes the switch with its default parameters.
func build(t *testing.T) *ir.Design {
	design, err := wormhole4.Build(wormhole4.Config{Width: 8, Depth: 4})
	require.NoError(t, err)
	return design
}

func TestDump(t *testing.T) {
	for _, m := range build(t).Modules {
		if m.Name == "wormhole4_route" {
			show(t, m.Dump())
		}
	}
}

func TestWave(t *testing.T) {
	engine, err := sim.NewInterp(build(t))
	require.NoError(t, err)
	b := sim.NewBench(engine)
	wave := sim.NewWave(engine.Layout(),
		"in_0_valid", "in_0_data", "in_1_valid", "in_1_data", "out_2_valid", "out_2_data", "err_stray")
	b.Watch(wave)
	b.Reset(1)
	const head, tail = 0x200, 0x100
	b.Set("out_2_ready", 1)
	for _, pins := range []struct{ in0, in1 uint64 }{
		{head | 0x02, head | 0x12}, // both for output 2
		{0x55, tail | 0x66},
		{tail | 0x77, 0x99}, // input 1: no head after a tail, a stray flit
	} {
		b.Set("in_0_valid", 1)
		b.Set("in_0_data", pins.in0)
		b.Set("in_1_valid", 1)
		b.Set("in_1_data", pins.in1)
		b.Step()
	}
	b.Set("in_0_valid", 0)
	b.Set("in_1_valid", 0)
	b.Steps(8)
	require.NoError(t, b.Err())
	show(t, wave.String())
}

func TestEmit(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "wormhole4") // yours: build/wormhole4
	files, err := verilog.Emit(build(t), verilog.Options{Header: []string{"target: wormhole4"}})
	require.NoError(t, err)
	require.NoError(t, verilog.WriteFiles(dir, files))
	text, err := os.ReadFile(filepath.Join(dir, "wormhole4_output.v"))
	require.NoError(t, err)
	logic, _, _ := strings.Cut(string(text), "\n`ifdef") // the assertions follow
	show(t, logic)
}

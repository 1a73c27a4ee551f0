//go:build tools

package wormhole4_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/flitwright/flitwright/docs/guide/wormhole4"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/ir/verilog/lint"
	"github.com/flitwright/flitwright/ir/verilog/synth"
	"github.com/flitwright/flitwright/tb"
	"github.com/flitwright/flitwright/verilator"
	"github.com/stretchr/testify/require"
)

func TestLint(t *testing.T) {
	for _, size := range [][2]int{{8, 4}, {9, 7}, {8, 16}, {62, 2}} {
		design, err := wormhole4.Build(wormhole4.Config{Width: size[0], Depth: size[1]})
		require.NoError(t, err)
		files, err := verilog.Emit(design, verilog.Options{})
		require.NoError(t, err)
		require.NoError(t, lint.Lint(t.TempDir(), "wormhole4", files), "%v", size)
	}
}

func TestArea(t *testing.T) {
	files, err := verilog.Emit(build(t), verilog.Options{})
	require.NoError(t, err)
	f, err := synth.Measure("wormhole4", files)
	require.NoError(t, err)
	show(t, fmt.Sprintf("gates  %4d  flip-flops %4d  depth %2d\nxilinx %4d  flip-flops %4d  depth %2d\n",
		f.Gates, f.GateFF, f.GateDepth, f.XilinxLUT, f.XilinxFF, f.XilinxDepth))
}

func TestIcarus(t *testing.T) {
	c := config(t)
	c.Cycles = 2000
	c.Engine = tb.Engine{Name: "iverilog", Open: func(_ context.Context, d *ir.Design) (sim.Engine, error) {
		files, err := verilog.Emit(d, verilog.Options{})
		if err != nil {
			return nil, err
		}
		return verilator.OpenIcarus(files, *verilog.NewManifest("wormhole4", "", nil, d, files), verilator.Options{})
	}}
	_, err := tb.Check(t.Context(), c)
	require.NoError(t, err)
}

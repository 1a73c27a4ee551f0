//go:build tools

package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/ir/verilog/synth"
	"github.com/stretchr/testify/require"
)

// largeMemories are targets that are measured with LUT RAM only.
var largeMemories = map[string]bool{"t3e": true}

// TestArea holds the size and depth of every target, exact for one version of Yosys, against
// the figures of the last change. A design that grows has to say so.
func TestArea(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("# Yosys 0.23, flows of ir/verilog/synth, default parameters.\n")
	for _, target := range targets() {
		values, err := target.Parse(nil)
		require.NoError(t, err)
		design, err := target.Build(values)
		require.NoError(t, err)
		files, err := verilog.Emit(design, verilog.Options{})
		require.NoError(t, err)
		measure := synth.Measure
		if largeMemories[target.Name] {
			measure = synth.MeasureXilinx
		}
		f, err := measure(design.Top.Name, files)
		require.NoError(t, err)
		fmt.Fprintf(&b, "%s\n", target.Name)
		if largeMemories[target.Name] {
			fmt.Fprintf(&b, "  xilinx  %6d  ff %5d  ram %2d  depth %3d\n", f.XilinxLUT, f.XilinxFF, f.XilinxRAM, f.XilinxDepth)
			continue
		}
		fmt.Fprintf(&b, "  gates   %6d  ff %5d         depth %3d\n", f.Gates, f.GateFF, f.GateDepth)
		fmt.Fprintf(&b, "  ice40   %6d  ff %5d  ram %2d  depth %3d\n", f.Ice40LUT, f.Ice40FF, f.Ice40RAM, f.Ice40Depth)
		fmt.Fprintf(&b, "  xilinx  %6d  ff %5d  ram %2d  depth %3d\n", f.XilinxLUT, f.XilinxFF, f.XilinxRAM, f.XilinxDepth)
	}
	requireRecord(t, "testdata/area.txt", b.String())
}

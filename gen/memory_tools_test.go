//go:build tools

package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/fpga"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/ir/verilog/synth"
	"github.com/flitwright/flitwright/rtl"
)

// boardOf has the rule of a family's devices.
func boardOf(f synth.Family) fpga.Board {
	return fpga.Board{Name: string(f), Room: fpga.Room{LUTRAM: f != synth.FamilyIce40}}
}

// A queue is made of what was asked for, or of what is the rule of the device, and of nothing else; in flip-flops it has one
// for each bit.
func TestMemoryOfQueues(t *testing.T) {
	t.Parallel()
	const width, small, large = 8, 12, 40
	type styles = map[ir.MemStyle]ir.MemStyle // asked for: what it is to be
	always := func(auto ir.MemStyle) styles {
		return styles{ir.MemAuto: auto, ir.MemBlock: ir.MemBlock, ir.MemLUT: ir.MemLUT, ir.MemFlipFlops: ir.MemFlipFlops}
	}
	for _, c := range []struct {
		family  synth.Family
		storage rtl.Storage
		depth   int
		styles  styles
	}{
		{synth.FamilyIce40, rtl.BlockRAM, large, styles{ir.MemAuto: ir.MemBlock, ir.MemBlock: ir.MemBlock, ir.MemFlipFlops: ir.MemFlipFlops}},
		{synth.FamilyIce40, rtl.BlockRAM, small, styles{ir.MemAuto: ir.MemFlipFlops, ir.MemBlock: ir.MemBlock}},
		{synth.FamilyIce40, rtl.LUTRAM, large, styles{ir.MemAuto: ir.MemFlipFlops}},
		{synth.FamilyECP5, rtl.BlockRAM, large, always(ir.MemBlock)},
		{synth.FamilyECP5, rtl.BlockRAM, small, styles{ir.MemAuto: ir.MemLUT, ir.MemBlock: ir.MemBlock}},
		{synth.FamilyECP5, rtl.LUTRAM, large, styles{ir.MemAuto: ir.MemLUT, ir.MemFlipFlops: ir.MemFlipFlops}},
		{synth.FamilyXilinx, rtl.BlockRAM, large, always(ir.MemBlock)},
		{synth.FamilyXilinx, rtl.BlockRAM, small, styles{ir.MemAuto: ir.MemLUT, ir.MemBlock: ir.MemBlock}},
		{synth.FamilyXilinx, rtl.LUTRAM, large, styles{ir.MemAuto: ir.MemLUT, ir.MemFlipFlops: ir.MemFlipFlops}},
	} {
		for asked, want := range c.styles {
			t.Run(fmt.Sprintf("%s/storage %d/depth %d/%v", c.family, c.storage, c.depth, asked), func(t *testing.T) {
				d, err := ir.Elaborate(rtl.FIFO(width, c.depth, c.storage).Module)
				require.NoError(t, err)
				require.NoError(t, d.Prefer(asked))
				require.NoError(t, boardOf(c.family).Place(d))
				files, err := verilog.Emit(d, verilog.Options{})
				require.NoError(t, err)
				m, err := synth.MapWhole(d.Top.Name, files, c.family)
				require.NoError(t, err)
				t.Logf("%+v", m)
				require.Equal(t, want == ir.MemBlock, m.BlockRAMs > 0)
				require.Equal(t, want == ir.MemLUT, m.LUTRAMs > 0)
				require.Equal(t, want == ir.MemFlipFlops, m.FlipFlops >= width*c.depth)
				require.Zero(t, m.Left)
			})
		}
	}
}

// So are the memories of routers: there are cells of each style that is asked for or the rule, and of no other.
func TestMemoryOfRouters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		target, set string
		asked       ir.MemStyle
		family      synth.Family
		styles      []ir.MemStyle
	}{
		{"cm5", compact["cm5"], ir.MemAuto, synth.FamilyIce40, []ir.MemStyle{ir.MemFlipFlops, ir.MemBlock}},
		{"cm5", compact["cm5"], ir.MemBlock, synth.FamilyECP5, []ir.MemStyle{ir.MemBlock, ir.MemLUT}},
		{"cm5", compact["cm5"], ir.MemLUT, synth.FamilyXilinx, []ir.MemStyle{ir.MemLUT}},
		{"cm5", compact["cm5"], ir.MemFlipFlops, synth.FamilyXilinx, []ir.MemStyle{ir.MemFlipFlops}},
		{"myrinet", compact["myrinet"], ir.MemBlock, synth.FamilyIce40, []ir.MemStyle{ir.MemBlock}},
		{"myrinet", compact["myrinet"], ir.MemBlock, synth.FamilyXilinx, []ir.MemStyle{ir.MemBlock}},
		{"myrinet", compact["myrinet"], ir.MemLUT, synth.FamilyECP5, []ir.MemStyle{ir.MemLUT}},
		{"myrinet", compact["myrinet"], ir.MemFlipFlops, synth.FamilyECP5, []ir.MemStyle{ir.MemFlipFlops}},
		{"t3e", "x=3 y=1 z=1 max_flits=2 adaptive_depth=2 escape_depth=2 stages=3", ir.MemBlock, synth.FamilyIce40, []ir.MemStyle{ir.MemFlipFlops, ir.MemBlock}},
		{"t3e", "x=3 y=1 z=1 max_flits=2 adaptive_depth=2 escape_depth=2 stages=3", ir.MemFlipFlops, synth.FamilyECP5, []ir.MemStyle{ir.MemFlipFlops}},
	} {
		t.Run(fmt.Sprintf("%s/%s/%v", c.target, c.family, c.asked), func(t *testing.T) {
			o := &options{target: c.target, set: strings.Fields(c.set), memory: c.asked}
			j := (&command{targets: targets()}).job(o)
			require.Empty(t, o.faults)
			d, err := j.target.Build(j.values)
			require.NoError(t, err)
			require.NoError(t, boardOf(c.family).Place(d))
			files, err := verilog.Emit(d, verilog.Options{})
			require.NoError(t, err)
			m, err := synth.MapMemories(d.Top.Name, files, c.family)
			require.NoError(t, err)
			t.Logf("%+v", m)
			var got []ir.MemStyle
			for _, is := range []struct {
				style ir.MemStyle
				cells int
			}{{ir.MemFlipFlops, m.Left}, {ir.MemBlock, m.BlockRAMs}, {ir.MemLUT, m.LUTRAMs}} {
				if is.cells > 0 {
					got = append(got, is.style)
				}
			}
			require.Equal(t, c.styles, got)
		})
	}
}

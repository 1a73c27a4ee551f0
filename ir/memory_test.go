package ir_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
)

// storing has a memory for each letter: s is read in the same cycle, r through a register, b both ways.
func storing(t *testing.T, kinds string) *ir.Design {
	d, err := ir.Elaborate(dut("dut", func(m *ir.Module, io pins) {
		y := io.A
		for _, kind := range kinds {
			name := "mem_" + string(kind)
			mem := m.Mem(name, 4, 16)
			mem.Write(io.A, io.B)
			if kind != 's' {
				y = y.Xor(mem.ReadReg(name+"_word", io.B, io.C))
			}
			if kind != 'r' {
				y = y.Xor(mem.Read(io.B))
			}
		}
		io.Y.Set(y)
	}).Module)
	require.NoError(t, err)
	return d
}

func TestPrefer(t *testing.T) {
	for _, c := range []struct {
		kinds  string
		style  ir.MemStyle
		want   []ir.MemStyle
		refuse string
	}{
		{kinds: "srb", style: ir.MemAuto, want: []ir.MemStyle{0, 0, 0}},
		{kinds: "srb", style: ir.MemBlock, want: []ir.MemStyle{ir.MemAuto, ir.MemBlock, ir.MemAuto}},
		{kinds: "srb", style: ir.MemLUT, want: []ir.MemStyle{ir.MemLUT, ir.MemLUT, ir.MemLUT}},
		{kinds: "sr", style: ir.MemFlipFlops, want: []ir.MemStyle{ir.MemFlipFlops, ir.MemFlipFlops}},
		{kinds: "sb", style: ir.MemBlock, want: []ir.MemStyle{0, 0},
			refuse: "block RAM is read through a register, and dut reads all its memories in the same cycle: want lut or ff"},
		{kinds: "", style: ir.MemAuto},
		{kinds: "", style: ir.MemFlipFlops, refuse: "dut has no memory"},
	} {
		d := storing(t, c.kinds)
		if err := d.Prefer(c.style); c.refuse != "" {
			require.EqualError(t, err, c.refuse)
		} else {
			require.NoError(t, err)
		}
		var got []ir.MemStyle
		for _, mem := range d.Mems() {
			got = append(got, mem.Style)
		}
		require.Equal(t, c.want, got, "%s in %v", c.kinds, c.style)
	}
}

// A style that a builder gave stays, and is a part of the module.
func TestPreferLeavesStyles(t *testing.T) {
	d := storing(t, "sr")
	auto := d.Dump()
	d.Mems()[0].In(ir.MemFlipFlops)
	require.NoError(t, d.Prefer(ir.MemLUT))
	require.Equal(t, ir.MemFlipFlops, d.Mems()[0].Style)
	require.Equal(t, ir.MemLUT, d.Mems()[1].Style)
	require.NotEqual(t, auto, d.Dump())
	require.Contains(t, d.Dump(), "mem mem_s[4] of 16 in ff\n")
}

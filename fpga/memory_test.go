package fpga_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/fpga"
	"github.com/flitwright/flitwright/ir"
)

// keep is a module with a memory of so many bits and words, read through a register or in the same cycle.
func keep(t *testing.T, width, depth int, registered bool) *ir.Design {
	io := holdPorts{ir.In(1), ir.Out(1)}
	d, err := ir.Elaborate(ir.Build("keep", io, func(m *ir.Module, io holdPorts) {
		mem := m.Mem("mem", width, depth)
		at := io.X.Repeat(mem.AddrWidth())
		mem.Write(at, io.X.Repeat(width))
		if registered {
			io.Y.Set(mem.ReadReg("word", at, io.X).Any())
		} else {
			io.Y.Set(mem.Read(at).Any())
		}
	}).Module)
	require.NoError(t, err)
	return d
}

func TestPlace(t *testing.T) {
	without, with := fpga.Board{Name: "small"}, fpga.Board{Name: "large", Room: fpga.Room{LUTRAM: true}}
	for _, c := range []struct {
		board        fpga.Board
		width, depth int
		registered   bool
		want         ir.MemStyle
	}{
		{without, 8, 16, true, ir.MemBlock},
		{without, 127, 1, true, ir.MemFlipFlops},
		{without, 64, 512, false, ir.MemFlipFlops},
		{with, 1, 33, true, ir.MemBlock},
		{with, 64, 32, true, ir.MemLUT},
		{with, 64, 512, false, ir.MemLUT},
	} {
		d := keep(t, c.width, c.depth, c.registered)
		require.NoError(t, c.board.Place(d))
		require.Equal(t, c.want, d.Mems()[0].Style, "%+v", c)
	}
}

// What was asked for stays, and room is counted for it.
func TestPlaceLeavesStyles(t *testing.T) {
	b := fpga.Board{Name: "small", Room: fpga.Room{FlipFlops: 100, BlockRAMs: 1, RAM: fpga.RAM{Depth: 256, Width: 16}}}
	d := keep(t, 8, 32, true)
	require.NoError(t, b.Fits(d))
	require.NoError(t, d.Prefer(ir.MemFlipFlops))
	require.NoError(t, b.Place(d))
	require.EqualError(t, b.Fits(d), "small has 100 flip-flops, and keep needs about 256")
}

func TestPlaceRefuses(t *testing.T) {
	b := fpga.Board{Name: "small"}
	for _, c := range []struct {
		design *ir.Design
		want   string
	}{
		{keep(t, 8, 16, true), "small has no LUT RAM: want ff or block"},
		{keep(t, 8, 16, false), "small has no LUT RAM: want ff, as all memories are read in the same cycle"},
		{hold(t, 1, 4, 4), "small has no LUT RAM: want ff, or block for 1 of 2 memories, those that are read through a register"},
	} {
		require.NoError(t, c.design.Prefer(ir.MemLUT))
		require.EqualError(t, b.Place(c.design), c.want)
	}
}

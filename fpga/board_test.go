package fpga_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/fpga"
	"github.com/flitwright/flitwright/ir"
)

// Every board names a clock that its PLL makes, or has none, and pins of its own for all that it has.
func TestBoards(t *testing.T) {
	names := map[string]bool{}
	for _, b := range fpga.Boards() {
		require.False(t, names[b.Name], b.Name)
		names[b.Name] = true
		pins := map[string]bool{b.ClockPin: true, b.TXPin: true}
		for _, led := range b.LEDs {
			pins[led] = true
		}
		require.Len(t, pins, 2+len(b.LEDs), b.Name)
		require.Positive(t, b.Room.FlipFlops, b.Name)
		if b.Clock == b.Oscillator {
			continue
		}
		p, err := b.PLL()
		require.NoError(t, err, b.Name)
		require.Equal(t, b.Clock, p.MHz, b.Name)
	}
}

// The vendors' rules, put the other way round.
func TestPLLs(t *testing.T) {
	for _, c := range []struct {
		family     fpga.Family
		oscillator float64
		clock      float64
		want       fpga.PLL
	}{
		{fpga.Ice40, 12, 80, fpga.PLL{Divide: 1, Multiply: 53, Output: 8, MHz: 79.5}},
		{fpga.Ice40, 100, 80, fpga.PLL{Divide: 5, Multiply: 32, Output: 8, MHz: 80}},
		{fpga.ECP5, 25, 50, fpga.PLL{Divide: 1, Multiply: 24, Output: 12, MHz: 50}},
		{fpga.ECP5, 25, 80, fpga.PLL{Divide: 5, Multiply: 112, Output: 7, MHz: 80}},
		{fpga.ECP5, 12, 60, fpga.PLL{Divide: 1, Multiply: 50, Output: 10, MHz: 60}},
		{fpga.Artix7, 100, 80, fpga.PLL{Divide: 1, Multiply: 8, Output: 10, MHz: 80}},
	} {
		p, err := fpga.Board{Family: c.family, Oscillator: c.oscillator, Clock: c.clock}.PLL()
		require.NoError(t, err)
		require.Equal(t, c.want, p)
	}
	_, err := fpga.Board{Name: "toy", Family: fpga.Ice40, Oscillator: 1, Clock: 80}.PLL()
	require.EqualError(t, err, "toy: no PLL makes 80 MHz of 1 MHz")
}

// A clock that is asked for is at least met, by the lowest that the PLL makes.
func TestClocks(t *testing.T) {
	boards := map[string]fpga.Board{}
	for _, b := range fpga.Boards() {
		boards[b.Name] = b
		same, err := b.At(b.Clock)
		require.NoError(t, err)
		require.Equal(t, b.Clock, same.Clock, b.Name)
	}
	for _, c := range []struct {
		board     string
		asked, is float64
	}{
		{"hx8k", 16, 16.125}, {"hx8k", 60, 60}, {"hx8k", 60.1, 60.75}, {"hx8k", 79.5, 79.5}, {"hx8k", 80, 81}, {"hx8k", 270, 270},
		{"up5k", 12, 12}, {"ulx3s", 60, 60}, {"ulx3s", 400, 400}, {"arty-a7-35", 120.5, 120.83333333333333},
	} {
		b, err := boards[c.board].At(c.asked)
		require.NoError(t, err, c)
		require.InDelta(t, c.is, b.Clock, 1e-9, c)
		if b.Clock != b.Oscillator {
			p, err := b.PLL()
			require.NoError(t, err)
			require.Equal(t, b.Clock, p.MHz)
		}
	}
	for _, c := range []struct {
		board string
		asked float64
		want  string
	}{
		{"hx8k", 15.9, "want 16 to 270 MHz on hx8k"}, {"hx8k", 271, "want 16 to 270 MHz on hx8k"}, {"hx8k", math.NaN(), "want 16 to 270 MHz on hx8k"},
		{"up5k", 24, "want 12 MHz, as up5k runs without PLL"}, {"ulx3s", 3, "want 3.125 to 400 MHz on ulx3s"}, {"arty-a7-35", 465, "want 4.69 to 462.5 MHz on arty-a7-35"},
	} {
		_, err := boards[c.board].At(c.asked)
		require.EqualError(t, err, c.want)
	}
}

type holdPorts struct{ X, Y ir.Signal }

// hold is a module that holds x in so many bits of registers, memory read in the same cycle, and memory
// read through a register.
func hold(t *testing.T, registers, same, block int) *ir.Design {
	io := holdPorts{ir.In(1), ir.Out(1)}
	part := ir.Build("part", io, func(m *ir.Module, io holdPorts) {
		r := m.Reg("r", registers, 0)
		r.Set(io.X.Repeat(registers))
		s, b := m.Mem("same", same, 2), m.Mem("block", block, 300)
		s.Write(io.X, io.X.Repeat(same))
		b.Write(io.X.ZExt(9), io.X.Repeat(block))
		io.Y.Set(ir.Xor(r.Any(), s.Read(io.X).Any(), b.ReadReg("word", io.X.ZExt(9), io.X).Any()))
	})
	d, err := ir.Elaborate(ir.Build("pair", io, func(m *ir.Module, io holdPorts) {
		a, b := ir.Inst(m, "a", part), ir.Inst(m, "b", part)
		a.X.Set(io.X)
		b.X.Set(a.Y)
		io.Y.Set(b.Y)
	}).Module)
	require.NoError(t, err)
	return d
}

func TestRAM(t *testing.T) {
	for _, c := range []struct{ depth, width, ice40, artix7 int }{
		{64, 70, 5, 1}, {96, 70, 5, 1}, {300, 32, 4, 1}, {512, 8, 1, 1}, {1024, 73, 19, 3},
	} {
		require.Equal(t, c.ice40, fpga.RAM{Depth: 256, Width: 16}.For(c.depth, c.width))
		require.Equal(t, c.artix7, fpga.RAM{Depth: 512, Width: 72}.For(c.depth, c.width))
	}
}

func TestFits(t *testing.T) {
	b := fpga.Board{Name: "toy", Room: fpga.Room{FlipFlops: 1000, BlockRAMs: 8, RAM: fpga.RAM{Depth: 256, Width: 16}}}
	require.NoError(t, b.Fits(hold(t, 400, 50, 32)))
	require.EqualError(t, b.Fits(hold(t, 401, 50, 33)),
		"toy has 1000 flip-flops, and pair needs about 1002\ntoy has 8 block RAMs, and pair needs about 10")
	b.Room.LUTRAM = true
	require.NoError(t, b.Fits(hold(t, 500, 500, 1)))
}

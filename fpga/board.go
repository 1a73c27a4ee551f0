package fpga

import (
	"errors"
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

// Family is a kind of FPGA: the tools that make its bitstream, its primitives and its constraints.
type Family string

// The families.
const (
	Ice40  Family = "ice40"  // Yosys, nextpnr-ice40, IceStorm
	ECP5   Family = "ecp5"   // Yosys, nextpnr-ecp5, Trellis
	Artix7 Family = "artix7" // Vivado
)

// A Board is what a router is put on.
type Board struct {
	Name, Help string
	Family     Family
	Device     string // as its tools name it: hx8k, 85k, xc7a35ticsg324-1L
	Package    string // likewise, if the device does not say it

	Oscillator float64 // MHz
	Clock      float64 // MHz that the router is to run at; without PLL that of the oscillator

	// Pins. LEDs are those of heartbeat, pass, fail and activity, in this order; a board may have fewer.
	ClockPin, TXPin string
	LEDs            []string
	RGB             bool // LEDs hang on SB_RGBA_DRV: pass green, fail red, heartbeat blue; others are 1 when lit

	Room Room
	Prog string // puts the bitstream, $<, on the board
	Note string // what a user has to know about its pins
}

// Room is what a device has: cells, each with one flip-flop at least, and block RAMs; LUTRAM says that its LUTs can be
// memories. By Style it decides what memories become.
type Room struct {
	FlipFlops, BlockRAMs int
	RAM                  RAM // each of them
	LUTRAM               bool
}

// RAM is the widest shape of a block RAM with a read and a write port: Depth words of Width bits. It can be twice as deep and half
// as wide, and so on.
type RAM struct{ Depth, Width int }

// The block RAMs of the families: SB_RAM40, DP16KD or PDPW16KD, RAMB36.
var (
	ice40RAM  = RAM{256, 16}
	ecp5RAM   = RAM{512, 36}
	artix7RAM = RAM{512, 72}
)

// For is the least number of block RAMs that a memory takes; those of an iCE40 are 2 bits wide at least, which is not looked at.
func (r RAM) For(depth, width int) int {
	least := 0
	for d, w := r.Depth, r.Width; w > 0; d, w = 2*d, w/2 {
		if n := (depth + d - 1) / d * ((width + w - 1) / w); least == 0 || n < least {
			least = n
		}
	}
	return least
}

// Boards are those that there are projects for.
func Boards() []Board {
	return []Board{
		{
			Name: "hx8k", Help: "Lattice iCE40HX8K-B-EVN breakout board",
			Family: Ice40, Device: "hx8k", Package: "ct256", Oscillator: 12, Clock: 79.5,
			ClockPin: "J3", TXPin: "B12", LEDs: []string{"B5", "B4", "A2", "A1"},
			Room: Room{FlipFlops: 7680, BlockRAMs: 32, RAM: ice40RAM}, Prog: "iceprog -S $<",
			Note: "The serial line is that of the USB port. The bitstream goes to the SRAM: set J6 for that.",
		},
		{
			Name: "up5k", Help: "Lattice iCE40UP5K-B-EVN breakout board",
			Family: Ice40, Device: "up5k", Package: "sg48", Oscillator: 12, Clock: 12,
			ClockPin: "35", TXPin: "4", LEDs: []string{"39", "40", "41"}, RGB: true,
			Room: Room{FlipFlops: 5280, BlockRAMs: 30, RAM: ice40RAM}, Prog: "iceprog $<",
			Note: "The USB port has no serial line to the FPGA: connect a 3.3 V adapter to pin 4, IOB_8A of header C.",
		},
		{
			Name: "ulx3s", Help: "ULX3S with LFE5U-85F",
			Family: ECP5, Device: "85k", Package: "CABGA381", Oscillator: 25, Clock: 80,
			ClockPin: "G2", TXPin: "L4", LEDs: []string{"B2", "C2", "C1", "D2"},
			Room: Room{FlipFlops: 83640, BlockRAMs: 208, RAM: ecp5RAM, LUTRAM: true}, Prog: "openFPGALoader -b ulx3s $<",
			Note: "The serial line is that of the USB port US1.",
		},
		{
			Name: "arty-a7-35", Help: "Digilent Arty A7-35T",
			Family: Artix7, Device: "xc7a35ticsg324-1L", Oscillator: 100, Clock: 80,
			ClockPin: "E3", TXPin: "D10", LEDs: []string{"H5", "J5", "T9", "T10"},
			Room: Room{FlipFlops: 41600, BlockRAMs: 50, RAM: artix7RAM, LUTRAM: true}, Prog: "openFPGALoader -b arty $<",
			Note: "The serial line is that of the USB port.",
		},
	}
}

// Synthesis are the commands of Yosys that make a netlist for the board, to which -top is added; "" where another program
// synthesizes. For an iCE40, ABC9 spends time on depth, and a clock enable of fewer than 8 flip-flops goes through their LUTs, as the net of an enable is slow.
func (b Board) Synthesis() string {
	switch b.Family {
	case Ice40:
		speed := "hx"
		if b.Device == "up5k" {
			speed = "u"
		}
		return "scratchpad -copy abc9.script.flow3 abc9.script; synth_ice40 -abc9 -device " + speed + " -dffe_min_ce_use 8"
	case ECP5:
		return "synth_ecp5"
	}
	return ""
}

// Fits says what of a design is certainly more than the board has; nil is no promise, as only the tools
// know the number of LUTs.
func (b Board) Fits(d *ir.Design) error {
	var flipFlops, rams int
	counts := map[*ir.Module]int{d.Top: 1}
	for i := len(d.Modules) - 1; i >= 0; i-- { // those placed in another stand before it
		m := d.Modules[i]
		n := counts[m]
		for _, inst := range m.Insts {
			counts[named(d, inst.Of.Name)] += n
		}
		f, r := b.Room.storage(m)
		flipFlops, rams = flipFlops+n*f, rams+n*r
	}
	var errs []error
	tell := func(what string, needs, has int) {
		if needs > has {
			errs = append(errs, fmt.Errorf("%s has %d %s, and %s needs about %d", b.Name, has, what, d.Top.Name, needs))
		}
	}
	tell("flip-flops", flipFlops, b.Room.FlipFlops)
	tell("block RAMs", rams, b.Room.BlockRAMs)
	return errors.Join(errs...)
}

// named finds the module of a name, of which a design has one.
func named(d *ir.Design, name string) *ir.Module {
	for _, m := range d.Modules {
		if m.Name == name {
			return m
		}
	}
	return nil
}

// storage is what the registers and memories of a module take, those below it aside.
func (r Room) storage(m *ir.Module) (flipFlops, rams int) {
	for _, n := range m.Nodes {
		if n.Op == ir.OpReg {
			flipFlops += n.Width
		}
	}
	for _, mem := range m.Mems {
		style := mem.Style
		if style == ir.MemAuto {
			style = r.Style(mem)
		}
		switch style {
		case ir.MemBlock:
			rams += r.RAM.For(mem.Depth, mem.Width)
		case ir.MemFlipFlops:
			flipFlops += mem.Width * mem.Depth
		}
	}
	return flipFlops, rams
}

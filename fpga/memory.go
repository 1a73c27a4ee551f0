package fpga

import (
	"errors"
	"fmt"
	"slices"

	"github.com/flitwright/flitwright/ir"
)

// The sizes from which on a memory that is read through a register is worth a block RAM: words where there is LUT RAM, else bits, each
// of which would be a flip-flop.
const (
	blockWords = 33
	blockBits  = 128
)

// Style is what a memory becomes by the rule of the device. A memory that is read in the same cycle cannot be block RAM.
func (r Room) Style(mem *ir.Mem) ir.MemStyle {
	block := mem.Registered()
	if r.LUTRAM {
		if block && mem.Depth >= blockWords {
			return ir.MemBlock
		}
		return ir.MemLUT
	}
	if block && mem.Width*mem.Depth >= blockBits {
		return ir.MemBlock
	}
	return ir.MemFlipFlops
}

// Place gives each memory of a design without a style that of the rule of the board's device. It is an error if one is to
// be LUT RAM and the device has none.
func (b Board) Place(d *ir.Design) error {
	mems := d.Mems()
	if !b.Room.LUTRAM && slices.ContainsFunc(mems, func(mem *ir.Mem) bool { return mem.Style == ir.MemLUT }) {
		return b.noLUTRAM(d)
	}
	for _, mem := range mems {
		if mem.Style == ir.MemAuto {
			mem.Style = b.Room.Style(mem)
		}
	}
	return nil
}

// noLUTRAM says what the memories of a design can be instead.
func (b Board) noLUTRAM(d *ir.Design) error {
	registered := 0
	for _, mem := range d.Mems() {
		if mem.Registered() {
			registered++
		}
	}
	text := fmt.Sprintf("%s has no LUT RAM: want ff", b.Name)
	switch {
	case registered == len(d.Mems()):
		text += " or block"
	case registered > 0:
		text += fmt.Sprintf(", or block for %d of %d memories, those that are read through a register", registered, len(d.Mems()))
	default:
		text += ", as all memories are read in the same cycle"
	}
	return errors.New(text)
}

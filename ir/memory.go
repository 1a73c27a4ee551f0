package ir

import "fmt"

// MemStyle is what a memory is to be made of. It changes no bit in any cycle: it is for the tools that place it.
type MemStyle uint8

// The styles.
const (
	MemAuto      MemStyle = iota // as the tools like
	MemBlock                     // block RAM, which is read through a register
	MemLUT                       // LUTs of an FPGA that can be memories
	MemFlipFlops                 // flip-flops and multiplexers
)

var memStyles = [...]string{MemAuto: "auto", MemBlock: "block", MemLUT: "lut", MemFlipFlops: "ff"}

// MemStyles are the names of all styles, in the order of their constants.
func MemStyles() []string { return memStyles[:] }

// String is the name: auto, block, lut or ff.
func (s MemStyle) String() string { return memStyles[s] }

// In asks for a style. A memory in block RAM must not be read with Read.
func (mem *Mem) In(s MemStyle) *Mem {
	if s > MemFlipFlops {
		mem.Mod.errorf(nil, "memory %v: there is no style %d", mem, uint8(s))
		s = MemAuto
	}
	mem.Style = s
	return mem
}

// same is a read of the memory in the same cycle, nil if all go through registers.
func (mem *Mem) same() *Node {
	for _, n := range mem.Mod.Nodes {
		if n.Op == OpMemRead && n.Mem == mem {
			return n
		}
	}
	return nil
}

// Registered says that the memory is only read through registers.
func (mem *Mem) Registered() bool { return mem.same() == nil }

// styles finds memories that are to be block RAM and cannot.
func styles(e *elaboration, m *Module) {
	for _, mem := range m.Mems {
		if read := mem.same(); mem.Style == MemBlock && read != nil {
			e.fault(m, mem.caller, "memory %v: block RAM is read through a register, and here is %v", mem, read)
		}
	}
}

// Mems are the memories of all modules, those of a module placed in another before it.
func (d *Design) Mems() []*Mem {
	var mems []*Mem
	for _, m := range d.Modules {
		mems = append(mems, m.Mems...)
	}
	return mems
}

// Prefer gives a style to each memory that has none of its own. Block RAM is only for those that are read through
// registers; the others stay as they are. It is an error if no memory can have the style.
func (d *Design) Prefer(s MemStyle) error {
	mems := d.Mems()
	if s == MemAuto {
		return nil
	}
	if len(mems) == 0 {
		return fmt.Errorf("%s has no memory", d.Top.Name)
	}
	able := 0
	for _, mem := range mems {
		if s == MemBlock && !mem.Registered() {
			continue
		}
		able++
		if mem.Style == MemAuto {
			mem.Style = s
		}
	}
	if able == 0 {
		return fmt.Errorf("block RAM is read through a register, and %s reads all its memories in the same cycle: want lut or ff", d.Top.Name)
	}
	return nil
}

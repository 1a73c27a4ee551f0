package synth

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/flitwright/flitwright/ir/verilog"
)

// Memories count the cells that the memories of a design become on an FPGA.
type Memories struct {
	BlockRAMs int
	LUTRAMs   int // cells of several bits each
	Left      int // memories that become flip-flops
	FlipFlops int // all of the design; counted by MapWhole only
}

// Family is an FPGA that Memories are counted for.
type Family string

// The families.
const (
	FamilyIce40  Family = "ice40"
	FamilyECP5   Family = "ecp5"
	FamilyXilinx Family = "xilinx" // 7 series
)

// families are the synthesis of the whole design, and that part of it which maps memories to RAM.
var families = map[Family]struct{ whole, part string }{
	FamilyIce40:  {"synth_ice40 -top %s", "synth_ice40 -run map_ram:map_ffram"},
	FamilyECP5:   {"synth_ecp5 -top %s", "synth_ecp5 -run map_ram:map_ffram"},
	FamilyXilinx: {"synth_xilinx -flatten -noiopad -noclkbuf -top %s", "synth_xilinx -run map_memory:map_ffram"},
}

// MapWhole synthesizes a design. A memory that can't be what its attribute says is an error of Yosys.
func MapWhole(top string, files []verilog.File, f Family) (Memories, error) {
	return mapMemories(top, files, fmt.Sprintf(families[f].whole, top))
}

// MapMemories maps the memories of a design and nothing else, which takes a fraction of the time.
func MapMemories(top string, files []verilog.File, f Family) (Memories, error) {
	return mapMemories(top, files, "proc; opt; memory -nomap; opt_clean; "+families[f].part+"; flatten")
}

func mapMemories(top string, files []verilog.File, script string) (Memories, error) {
	dir, err := os.MkdirTemp("", "synth")
	if err != nil {
		return Memories{}, err
	}
	defer os.RemoveAll(dir)
	read, err := reads(dir, top, files)
	if err != nil {
		return Memories{}, err
	}
	if _, err := yosys(dir, "-q", "-p", strings.Join([]string{read, script, "tee -o stat.json stat -json"}, "; ")); err != nil {
		return Memories{}, err
	}
	cells, err := readStat(filepath.Join(dir, "stat.json"))
	return Memories{
		BlockRAMs: count(cells, "SB_RAM40", "RAMB", "DP16KD", "PDPW16KD"),
		LUTRAMs:   count(cells, "RAM32", "RAM64", "RAM128", "RAM256", "TRELLIS_DPR16X4"),
		Left:      count(cells, "$mem"),
		FlipFlops: count(cells, "SB_DFF", "FD", "TRELLIS_FF"),
	}, err
}

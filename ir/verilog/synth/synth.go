// Package synth measures the area and logic depth of emitted Verilog with Yosys. The flow is
// fixed, so for one Yosys version and one text the figures are exact and can be compared
// by equality.
package synth

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/flitwright/flitwright/ir/verilog"
	"golang.org/x/sync/errgroup"
)

// Figures are the size of a design in three technologies. Depth counts the cells on the longest
// path between flip-flops, memories and pins.
type Figures struct {
	Gates       int // two-input gates and inverters (abc -g gates)
	GateFF      int // flip-flops beside them; memories are made of these
	GateDepth   int
	Ice40LUT    int // 4-input
	Ice40FF     int
	Ice40RAM    int // 4-kbit block RAMs
	Ice40Depth  int
	XilinxLUT   int // 6-input and smaller, and those that make up memories: 4 for each RAM32M or RAM64M
	XilinxFF    int
	XilinxRAM   int // block RAMs
	XilinxDepth int
}

// A flow is one synthesis: a script that follows the reading of the design, up to where cells are counted, and
// what is deleted from the netlist before the longest path is taken.
type flow struct{ name, script, ltp string }

var flows = []flow{
	{"gates", "synth -flatten -top %[1]s; abc -g gates; opt_clean", "ltp -noff"},
	{"ice40", "synth_ice40 -top %[1]s", "delete t:SB_DFF* t:SB_RAM*; ltp"},
	{"xilinx", "synth_xilinx -flatten -noiopad -noclkbuf -top %[1]s", "delete t:FD* t:RAM*; ltp"},
}

// Measure synthesizes the files of a design. A warning of the reader, such as one of a resized
// port, is an error.
func Measure(top string, files []verilog.File) (Figures, error) {
	results, err := synthesize(top, files, flows)
	if err != nil {
		return Figures{}, err
	}
	f := results[0].gates()
	i := results[1].cells
	f.Ice40LUT, f.Ice40FF, f.Ice40RAM = count(i, "SB_LUT4"), count(i, "SB_DFF"), count(i, "SB_RAM40")
	f.Ice40Depth = results[1].depth
	results[2].xilinx(&f)
	return f, nil
}

// MeasureXilinx is Measure for Xilinx alone: without LUT RAM every memory that is read in the same cycle becomes
// flip-flops, of which a large one makes more than Yosys gets through in minutes. The other figures are 0.
func MeasureXilinx(top string, files []verilog.File) (Figures, error) {
	results, err := synthesize(top, files, flows[2:])
	if err != nil {
		return Figures{}, err
	}
	var f Figures
	results[0].xilinx(&f)
	return f, nil
}

// MeasureGates is Measure for gates alone, which takes a third of the time; the other figures are 0.
func MeasureGates(top string, files []verilog.File) (Figures, error) {
	results, err := synthesize(top, files, flows[:1])
	if err != nil {
		return Figures{}, err
	}
	return results[0].gates(), nil
}

// reads puts the files of a design in dir. Its result is the script by which Yosys, run there, reads them.
func reads(dir, top string, files []verilog.File) (string, error) {
	if _, err := exec.LookPath("yosys"); err != nil {
		return "", fmt.Errorf("yosys is not installed: apt-get install -y --no-install-recommends yosys")
	}
	if err := verilog.WriteFiles(dir, files); err != nil {
		return "", err
	}
	var names []string
	for _, file := range files {
		names = append(names, file.Name)
	}
	return fmt.Sprintf("read_verilog %s; hierarchy -check -top %s", strings.Join(names, " "), top), nil
}

// synthesize takes a design through some flows at once.
func synthesize(top string, files []verilog.File, flows []flow) ([]result, error) {
	dir, err := os.MkdirTemp("", "synth")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	read, err := reads(dir, top, files)
	if err != nil {
		return nil, err
	}
	read += "; proc; check -assert; flatten; opt_clean; write_rtlil design.il"
	if _, err := yosys(dir, "-e", ".", "-p", read); err != nil {
		return nil, err
	}
	results := make([]result, len(flows))
	var group errgroup.Group
	for k, flow := range flows {
		group.Go(func() (err error) {
			results[k], err = flow.run(dir, top)
			return err
		})
	}
	return results, group.Wait()
}

// A result is what a flow leaves: cells by type, and the longest path.
type result struct {
	cells map[string]int
	depth int
}

// gates are the figures of the flow for gates.
func (r result) gates() Figures {
	f := Figures{GateFF: count(r.cells, "$_DFF", "$_SDFF", "$_DFFE", "$_SDFFE"), GateDepth: r.depth}
	f.Gates = count(r.cells, "$_") - f.GateFF
	return f
}

// xilinx sets the figures of the flow for Xilinx.
func (r result) xilinx(f *Figures) {
	x := r.cells
	f.XilinxLUT = count(x, "LUT") + 4*count(x, "RAM32M", "RAM64M", "RAM128X1D") + 2*count(x, "RAM32X1D", "RAM64X1D")
	f.XilinxFF, f.XilinxRAM, f.XilinxDepth = count(x, "FD"), count(x, "RAMB"), r.depth
}

func (f flow) run(dir, top string) (result, error) {
	script := fmt.Sprintf("read_rtlil design.il; "+f.script+"; tee -o %[2]s.json stat -json; "+f.ltp, top, f.name)
	log, err := yosys(dir, "-p", script)
	if err != nil {
		return result{}, err
	}
	cells, err := readStat(filepath.Join(dir, f.name+".json"))
	if err != nil {
		return result{}, err
	}
	depth, err := readDepth(log)
	return result{cells, depth}, err
}

func yosys(dir string, args ...string) (string, error) {
	cmd := exec.Command("yosys", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		tail := out[max(0, len(out)-2000):]
		return "", fmt.Errorf("yosys %s: %w\n%s", args[len(args)-1], err, tail)
	}
	return string(out), nil
}

// readStat reads the cells by type of the one module in a stat -json report.
func readStat(file string) (map[string]int, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var report struct {
		Design struct {
			Cells map[string]int `json:"num_cells_by_type"`
		} `json:"design"`
	}
	if err := json.Unmarshal(data, &report); err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(file), err)
	}
	return report.Design.Cells, nil
}

var lengthOf = regexp.MustCompile(`Longest topological path in \S+ \(length=(\d+)\)`)

func readDepth(log string) (int, error) {
	m := lengthOf.FindStringSubmatch(log)
	if m == nil {
		return 0, fmt.Errorf("yosys: no longest path in its report")
	}
	return strconv.Atoi(m[1])
}

// count adds up the cells whose type starts with one of the prefixes.
func count(cells map[string]int, prefixes ...string) int {
	n := 0
	for kind, k := range cells {
		for _, p := range prefixes {
			if strings.HasPrefix(kind, p) {
				n += k
				break
			}
		}
	}
	return n
}

// Package boardsim runs projects of package fpga in simulators, as they stand on disk: the top of
// the board with models of its primitives, and a testbench that reads the serial line and two LEDs.
package boardsim

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/flitwright/flitwright/fpga"
	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/ir/verilog/synth"
)

// Simulator is what runs a project.
type Simulator string

// The simulators.
const (
	Icarus    Simulator = "iverilog"
	Verilator Simulator = "verilator"
)

// Options of Run. Rounds are short, so that a line takes thousands of cycles.
type Options struct {
	Simulator Simulator
	Lines     int // to wait for
	Run, Wait int // cycles of a round, and that it may take to end
	Bit       int // cycles of a bit on the serial line

	// Netlist has Yosys synthesize the top first, by the commands of the project, which is for an iCE40; Icarus runs what it makes, with
	// Yosys' models of the cells.
	Netlist bool
}

// A Line is one that the serial line showed, without its end, and the LEDs at that time.
type Line struct {
	Text       string
	Pass, Fail bool
}

// Write puts the files of a project in a folder.
func Write(dir string, p *fpga.Project) error {
	if err := verilog.WriteFiles(dir, p.Files); err != nil {
		return err
	}
	return verilog.WriteFiles(filepath.Join(dir, "rtl"), p.RTL)
}

// Run puts a project in a folder and runs it. Its error is that of a tool, whose words it has, or that the serial line fell silent.
func Run(ctx context.Context, dir string, p *fpga.Project, o Options) ([]Line, error) {
	if err := Write(dir, p); err != nil {
		return nil, err
	}
	sources := []string{"top.v"}
	for _, f := range p.RTL {
		sources = append(sources, filepath.Join("rtl", f.Name))
	}
	r := runner{ctx, dir, o}
	var err error
	if o.Netlist {
		if sources, err = r.netlist(p.Synthesis, sources); err != nil {
			return nil, err
		}
	}
	return r.simulate(sources)
}

// Again runs the netlist that Run has left in a folder, netlist.v, which may have been changed meanwhile. o is that of Run.
func Again(ctx context.Context, dir string, o Options) ([]Line, error) {
	models, err := synth.Ice40Models()
	if err != nil {
		return nil, err
	}
	return runner{ctx, dir, o}.simulate([]string{netlistFile, models.Name})
}

// simulate runs sources with the testbench.
func (r runner) simulate(sources []string) ([]Line, error) {
	sources = append([]string{"sim.v", "models.v"}, sources...)
	var out string
	var err error
	switch r.Simulator {
	case Verilator:
		out, err = r.verilator(sources)
	case Icarus:
		out, err = r.icarus(sources)
	default:
		return nil, fmt.Errorf("no simulator %s", r.Simulator)
	}
	if err != nil {
		return nil, err
	}
	return readLines(out)
}

type runner struct {
	ctx context.Context
	dir string
	Options
}

// parameters are those of the testbench, each after a flag.
func (r runner) parameters(flag string) (args []string) {
	for _, p := range []struct {
		name  string
		value int
	}{{"LINES", r.Lines}, {"RUN", r.Run}, {"WAIT", r.Wait}, {"BIT", r.Bit}} {
		args = append(args, fmt.Sprintf("%s%s=%d", flag, p.name, p.value))
	}
	return args
}

func (r runner) icarus(sources []string) (string, error) {
	args := append([]string{"-g2005", "-s", "sim", "-o", "sim.vvp"}, r.parameters("-Psim.")...)
	if _, err := r.tool("iverilog", "iverilog", append(args, sources...)...); err != nil {
		return "", err
	}
	return r.tool("vvp", "iverilog", "-n", "sim.vvp")
}

func (r runner) verilator(sources []string) (string, error) {
	args := append([]string{"--binary", "-Wno-fatal", "-fno-const-bit-op-tree", "--top-module", "sim"}, r.parameters("-G")...)
	if _, err := r.tool("verilator", "verilator", append(args, sources...)...); err != nil {
		return "", err
	}
	return r.tool("obj_dir/Vsim", "verilator")
}

// netlist synthesizes the top; what it returns stands in the place of its sources.
func (r runner) netlist(synthesis string, sources []string) ([]string, error) {
	script := fmt.Sprintf("read_verilog %s; chparam -set RUN %d -set WAIT %d -set BIT %d top; %s -top top; write_verilog -noattr %s",
		strings.Join(sources, " "), r.Run, r.Wait, r.Bit, synthesis, netlistFile)
	if _, err := r.tool("yosys", "yosys", "-q", "-p", script); err != nil {
		return nil, err
	}
	bench := filepath.Join(r.dir, "sim.v")
	text, err := os.ReadFile(bench)
	if err != nil {
		return nil, err
	}
	text = topParameters.ReplaceAll(text, []byte("top board")) // it has none any more
	if err := os.WriteFile(bench, text, 0o666); err != nil {
		return nil, err
	}
	models, err := r.cellModels()
	if err != nil {
		return nil, err
	}
	return []string{netlistFile, models}, nil
}

const netlistFile = "netlist.v"

var topParameters = regexp.MustCompile(`top #\([^;]*\) board`)

// cellModels copies Yosys' models of the cells, without those that models.v has.
func (r runner) cellModels() (string, error) {
	models, err := synth.Ice40Models()
	if err != nil {
		return "", err
	}
	own, err := os.ReadFile(filepath.Join(r.dir, "models.v"))
	if err != nil {
		return "", err
	}
	for _, m := range moduleName.FindAllSubmatch(own, -1) {
		models.Text = regexp.MustCompile(`(?s)\nmodule `+string(m[1])+`\b.*?\nendmodule`).ReplaceAll(models.Text, nil)
	}
	return models.Name, verilog.WriteFiles(r.dir, []verilog.File{models})
}

var moduleName = regexp.MustCompile(`(?m)^module (\w+)`)

// tool runs a program in the folder and returns what it printed.
func (r runner) tool(program, pkg string, args ...string) (string, error) {
	cmd := exec.CommandContext(r.ctx, program, args...)
	if strings.Contains(program, "/") {
		cmd.Path = filepath.Join(r.dir, program)
	} else if _, err := exec.LookPath(program); err != nil {
		return "", fmt.Errorf("%s is not installed: apt-get install -y --no-install-recommends %s", program, pkg)
	}
	cmd.Dir = r.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", program, err, out[max(0, len(out)-2000):])
	}
	return string(out), nil
}

var lineOf = regexp.MustCompile(`^(.*) \| lights: pass ([01xz]) fail ([01xz])$`)

// readLines reads what the testbench printed.
func readLines(out string) ([]Line, error) {
	var lines []Line
	for text := range strings.Lines(out) {
		text = strings.TrimRight(text, "\n")
		switch m := lineOf.FindStringSubmatch(text); {
		case m != nil:
			lines = append(lines, Line{m[1], m[2] == "1", m[3] == "1"})
		case strings.HasPrefix(text, "the serial line"):
			return lines, fmt.Errorf("after %d lines %s", len(lines), text)
		}
	}
	return lines, nil
}

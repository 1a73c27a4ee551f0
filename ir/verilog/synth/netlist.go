package synth

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/flitwright/flitwright/ir/verilog"
)

// Cells are what a netlist is made of.
type Cells string

const (
	// Gates are and, or, xor, not, choices of two, and flip-flops without reset or enable, written as Verilog
	// expressions and always blocks; memories are made of these.
	Gates Cells = "gates"
	// Ice40 are LUTs, carries, flip-flops and block RAMs of the iCE40, as Yosys models them for simulation.
	Ice40 Cells = "ice40"
)

// netlists are the scripts that follow the reading of the design. A module of the design is one of the netlist, which keeps
// a part that is placed many times small.
var netlists = map[Cells]string{
	Gates: "synth -top %[1]s; dfflegalize -cell $_DFF_P_ x; abc -g simple; opt_clean",
	Ice40: "synth_ice40 -noflatten -top %[1]s",
}

// Netlist synthesizes a design. The files that it returns are those of a design with the same top module and
// pins. At power-up all state of gates is unknown, of an iCE40 that of memories: its flip-flops are 0.
func Netlist(top string, files []verilog.File, cells Cells) ([]verilog.File, error) {
	dir, err := os.MkdirTemp("", "netlist")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	script, err := reads(dir, top, files)
	if err != nil {
		return nil, err
	}
	script += "; " + fmt.Sprintf(netlists[cells], top) + "; check -assert; write_verilog -noattr netlist.v"
	if _, err := yosys(dir, "-p", script); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(dir, "netlist.v"))
	if err != nil {
		return nil, err
	}
	netlist := []verilog.File{{Name: "netlist.v", Text: text}}
	if cells == Ice40 {
		models, err := Ice40Models()
		if err != nil {
			return nil, err
		}
		netlist = append(netlist, models)
	}
	return netlist, nil
}

// Ice40Models are the models of cells that come with Yosys, as Verilog-2005: without defaults of inputs, which a netlist connects. It is
// an error if there is no Yosys.
func Ice40Models() (verilog.File, error) {
	program, err := exec.LookPath("yosys")
	if err != nil {
		return verilog.File{}, err
	}
	text, err := os.ReadFile(filepath.Join(filepath.Dir(program), "../share/yosys/ice40/cells_sim.v"))
	if err != nil {
		return verilog.File{}, err
	}
	return verilog.File{Name: "cells_sim.v", Text: append([]byte("`define NO_ICE40_DEFAULT_ASSIGNMENTS\n"), text...)}, nil
}

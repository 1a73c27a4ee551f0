package verilog

import (
	"bytes"
	"fmt"
)

// Core is target.core, which makes the files a core of FuseSoC (CAPI2, flow API of Edalize). Its name has
// the parameters that are not at their defaults, so that one library can hold several. Its targets are
// default and lint (Verilator), synth (Yosys) and, if there is a testbench, sim (Icarus Verilog).
func (m *Manifest) Core(testbench *File) File {
	name := m.Target
	for _, p := range m.Parameters {
		if p.Changed {
			name += "_" + p.Name + "_" + p.Value
		}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "CAPI=2:\n\nname: \"flitwright:generated:%s:0\"\n", name)
	fmt.Fprintf(&b, "description: %q\n", m.Command)
	fmt.Fprint(&b, "\nfilesets:\n  rtl:\n    files:\n")
	for _, f := range m.Files {
		fmt.Fprintf(&b, "      - %q\n", f.Name)
	}
	fmt.Fprint(&b, "    file_type: verilogSource-2005\n")
	if testbench != nil {
		fmt.Fprintf(&b, "  tb:\n    files:\n      - %q\n    file_type: systemVerilogSource\n", testbench.Name)
	}
	fmt.Fprint(&b, "\ntargets:\n")
	target := func(name, filesets, top, flow string) {
		fmt.Fprintf(&b, "  %s:\n    filesets: [%s]\n    toplevel: %q\n%s", name, filesets, top, flow)
	}
	target("default", "rtl", m.Top, lintFlow)
	target("lint", "rtl", m.Top, lintFlow)
	if testbench != nil {
		target("sim", "rtl, tb", testbenchOf(m.Top), simFlow)
	}
	target("synth", "rtl", m.Top, synthFlow)
	return File{m.Target + ".core", b.Bytes()}
}

// What the targets of a core say of their tools. Icarus Verilog takes the files of a run in one language, that of the testbench. Yosys
// synthesizes for the FPGAs of Xilinx, which have the LUT RAM that routers are made for.
const (
	lintFlow = `    flow: lint
    flow_options:
      tool: verilator
      verilator_options: ["-Wall"]
`
	simFlow = `    flow: sim
    flow_options:
      tool: icarus
      iverilog_options: ["-g2012", "-Wall"]
`
	synthFlow = `    flow: generic
    flow_options:
      tool: yosys
      arch: xilinx
      output_format: json
`
)

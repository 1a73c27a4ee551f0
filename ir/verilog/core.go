package verilog

import (
	"bytes"
	"fmt"
)

// Core is target.core, which makes the files a core of FuseSoC. Its name has the parameters that are
// not at their defaults, so that one library can hold several. Its targets are default and lint
// (Verilator), synth (Yosys) and sim (Icarus Verilog).
func (m *Manifest) Core() File {
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
	fmt.Fprint(&b, "    file_type: verilogSource-2005\n\ntargets:\n")
	for i, t := range coreTargets {
		if i > 0 {
			fmt.Fprintln(&b)
		}
		fmt.Fprintf(&b, "  %s:\n    filesets: [rtl]\n    toplevel: %q\n%s", t.name, m.Top, t.tool)
	}
	return File{m.Target + ".core", b.Bytes()}
}

// coreTargets are the targets of a core with what each says of its tool.
var coreTargets = [...]struct{ name, tool string }{
	{"default", lint},
	{"lint", lint},
	{"sim", `    default_tool: icarus
    tools:
      icarus:
        iverilog_options: ["-g2005", "-Wall"]
`},
	{"synth", `    default_tool: yosys
    tools:
      yosys:
        arch: ice40
        output_format: json
`},
}

const lint = `    default_tool: verilator
    tools:
      verilator:
        mode: lint-only
        verilator_options: ["-Wall"]
`

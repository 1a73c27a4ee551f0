package verilog

import "github.com/flitwright/flitwright/ir"

// ramStyles are the attributes of memories: ram_style is that of Vivado, syn_ramstyle that of Synplify and the other tools of
// Lattice. Yosys reads both, the first before the second.
var ramStyles = map[ir.MemStyle]string{
	ir.MemBlock:     `(* ram_style = "block", syn_ramstyle = "block_ram" *)`,
	ir.MemLUT:       `(* ram_style = "distributed", syn_ramstyle = "distributed" *)`,
	ir.MemFlipFlops: `(* ram_style = "registers", syn_ramstyle = "registers" *)`,
}

// style writes what the memory behind it is to be made of, if that is not left to the tools.
func (p *printer) style(s ir.MemStyle) {
	if text := ramStyles[s]; text != "" {
		p.put(text)
	}
}

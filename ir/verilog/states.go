package verilog

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/flitwright/flitwright/ir"
)

// StatesFile is the name of the file that States makes. A module of it that counts the states of module x is called x_states.
const StatesFile = "states.sv"

// States prints modules of SystemVerilog, bound to those that Emit prints, with a cover property for each state of a
// register, labelled with the state's name: it is met when the register takes the value from another one, but not by reset. Without any
// state the text is nil.
func States(d *ir.Design) File {
	var out bytes.Buffer
	for _, m := range d.Modules {
		bindStates(&out, m)
	}
	return File{Name: StatesFile, Text: out.Bytes()}
}

func bindStates(out *bytes.Buffer, m *ir.Module) {
	var registers []*ir.Node
	for _, n := range m.Nodes {
		if len(n.States) > 0 {
			registers = append(registers, n)
		}
	}
	if registers == nil {
		return
	}
	line := func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }
	ports, pins := []string{"input clk", "input rst"}, []string{".clk(clk)", ".rst(rst)"}
	for i, n := range registers {
		ports = append(ports, fmt.Sprintf("input [%d:0] now_%d", n.Width-1, i))
		pins = append(pins, fmt.Sprintf(".now_%d(%s)", i, n.Name))
	}
	line("module %s_states(%s);", m.Name, strings.Join(ports, ", "))
	line("    reg runs;")
	line("    always @(posedge clk) runs <= !rst;")
	for i, n := range registers {
		line("    reg [%d:0] before_%d; // %s", n.Width-1, i, n.Name)
		line("    always @(posedge clk) before_%d <= now_%[1]d;", i)
		for _, s := range n.States {
			line("    %s: cover property (@(posedge clk) runs && before_%d != now_%[2]d && now_%[2]d == %d'h%x);", s.Name, i, n.Width, s.Value)
		}
	}
	line("endmodule")
	line("bind %s %[1]s_states states_of_registers(%s);", m.Name, strings.Join(pins, ", "))
}

package verilog

import (
	"bytes"
	"fmt"
)

// Template is top.veo: the instantiation of the top module, to be copied into a design, with the width and direction of every port in
// a comment. Between its two lines stands one Verilog statement.
func (m *Manifest) Template() File {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Instantiation template of %s. Copy what stands between the lines into a design\n", m.Top)
	fmt.Fprint(&b, "// and put its own names for the instance and for the nets in parentheses.\n")
	fmt.Fprintf(&b, "// made by: %s\n\n", m.Command)
	fmt.Fprint(&b, "//----------- Begin Cut here for INSTANTIATION Template ---// INST_TAG\n")
	fmt.Fprintf(&b, "%s your_instance_name (\n", m.Top)
	names := 0
	for _, p := range m.Ports {
		names = max(names, len(p.Name))
	}
	for i, p := range m.Ports {
		end := "),"
		if i == len(m.Ports)-1 {
			end = ")"
		}
		text := fmt.Sprintf("    .%s(%s%s", p.Name, p.Name, end)
		note := p.Direction
		if v := vectorOf(p.Width); v != "" {
			note += " " + v[:len(v)-1]
		}
		fmt.Fprintf(&b, "%-*s // %s\n", 2*names+8, text, note)
	}
	fmt.Fprint(&b, ");\n//----------- End INSTANTIATION Template ------------------// INST_TAG_END\n")
	return File{m.Top + ".veo", b.Bytes()}
}

package verilog

import (
	"bytes"
	"fmt"
	"math/big"
	"strings"

	"github.com/flitwright/flitwright/ir/sim"
)

// Vectors are the pins of a design in the cycles of a run, as sim.Engine packs them: in and out of a cycle are
// Layout.InWords and Layout.OutWords words. Outputs before cycle First are not known.
type Vectors struct {
	In, Out []uint64
	First   int
}

// Testbench is top_tb.sv: a module without ports that plays the vectors to the top module, compares every output in every cycle
// from First on and ends with PASS, or with each difference and a failure of the simulator ($fatal). It is SystemVerilog for $fatal
// alone, and for simulation only.
func (m *Manifest) Testbench(v Vectors) File {
	l := m.Layout
	cycles := len(v.In) / l.InWords
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Smoke test of %s: %d cycles of the target's own traffic, with the outputs of its golden model.\n", m.Top, cycles)
	fmt.Fprintf(&b, "`timescale 1ns / 1ps\n\nmodule %s;\n", testbenchOf(m.Top))
	if m.Clock != "" {
		fmt.Fprintf(&b, "    reg %s = 1'b0;\n", m.Clock)
	}
	declare(&b, "reg", l.Inputs)
	declare(&b, "wire", l.Outputs)
	fmt.Fprintf(&b, "    integer tb_cycle, tb_faults = 0;\n\n    %s dut (\n%s    );\n\n", m.Top, m.connections())

	in, out := bitsOf(l.Inputs), bitsOf(l.Outputs)
	fmt.Fprintf(&b, "    reg [%d:0] tb_pins [0:%d];\n    reg [%d:0] tb_wants [0:%d];\n    reg [%d:0] tb_want;\n\n", in-1, cycles-1, out-1, cycles-1, out-1)
	widest := 0
	for _, p := range l.Outputs {
		widest = max(widest, p.Width)
	}
	fmt.Fprintf(&b, "    task fault(input [%d:0] name, input [%d:0] got, input [%d:0] good);\n        begin\n", 8*64-1, widest-1, widest-1)
	b.WriteString("            $display(\"cycle %0d: %0s is %0h, not %0h\", tb_cycle, name, got, good);\n")
	fmt.Fprint(&b, "            tb_faults = tb_faults + 1;\n        end\n    endtask\n\n    initial begin\n")
	for t := range cycles {
		fmt.Fprintf(&b, "        tb_pins[%d] = %d'h%x; tb_wants[%d] = %d'h%x;\n",
			t, in, pack(l.Inputs, v.In[t*l.InWords:][:l.InWords]), t, out, pack(l.Outputs, v.Out[t*l.OutWords:][:l.OutWords]))
	}
	fmt.Fprintf(&b, "        for (tb_cycle = 0; tb_cycle < %d; tb_cycle = tb_cycle + 1) begin\n", cycles)
	fmt.Fprintf(&b, "            {%s} = tb_pins[tb_cycle];\n            tb_want = tb_wants[tb_cycle];\n            #5;\n            if (tb_cycle >= %d) begin\n", joined(l.Inputs), v.First)
	low := 0
	for _, p := range l.Outputs {
		fmt.Fprintf(&b, "                if (%s !== tb_want[%d:%d]) fault(%q, %s, tb_want[%d:%d]);\n", p.Name, low+p.Width-1, low, p.Name, p.Name, low+p.Width-1, low)
		low += p.Width
	}
	fmt.Fprint(&b, "            end\n")
	if m.Clock != "" {
		fmt.Fprintf(&b, "            %s = 1'b1;\n            #5 %s = 1'b0;\n", m.Clock, m.Clock)
	}
	b.WriteString("        end\n        if (tb_faults != 0) $fatal(1, \"FAIL: %0d differences\", tb_faults);\n")
	fmt.Fprintf(&b, "        else $display(\"PASS: %d cycles\");\n        $finish;\n    end\nendmodule\n", cycles)
	return File{testbenchOf(m.Top) + ".sv", b.Bytes()}
}

func testbenchOf(top string) string { return top + "_tb" }

func declare(b *bytes.Buffer, kind string, pins []sim.Pin) {
	for _, p := range pins {
		fmt.Fprintf(b, "    %s %s%s;\n", kind, vectorOf(p.Width), p.Name)
	}
}

// vectorOf is the range of a declaration with the space behind it, nothing for one bit.
func vectorOf(width int) string {
	if width == 1 {
		return ""
	}
	return fmt.Sprintf("[%d:0] ", width-1)
}

// connections lead every port to a net of its name, a line each.
func (m *Manifest) connections() string {
	var b strings.Builder
	for i, p := range m.Ports {
		comma := ","
		if i == len(m.Ports)-1 {
			comma = ""
		}
		fmt.Fprintf(&b, "        .%s(%s)%s\n", p.Name, p.Name, comma)
	}
	return b.String()
}

func bitsOf(pins []sim.Pin) (bits int) {
	for _, p := range pins {
		bits += p.Width
	}
	return bits
}

// pack puts the pins of a cycle side by side, the first lowest.
func pack(pins []sim.Pin, words []uint64) *big.Int {
	packed, low := new(big.Int), uint(0)
	for _, p := range pins {
		packed.Or(packed, new(big.Int).Lsh(p.Value(words), low))
		low += uint(p.Width)
	}
	return packed
}

// joined is the concatenation that takes what pack makes.
func joined(pins []sim.Pin) string {
	names := make([]string, len(pins))
	for i, p := range pins {
		names[len(pins)-1-i] = p.Name
	}
	return strings.Join(names, ", ")
}

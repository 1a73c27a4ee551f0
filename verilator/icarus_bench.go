package verilator

import (
	"fmt"
	"strings"

	"github.com/flitwright/flitwright/ir/verilog"
)

// benchName is the module that drives a design in Icarus Verilog.
const benchName = "flitwright_bench"

// IcarusScope is the scope in which the top module stands in waves of Icarus Verilog.
const IcarusScope = benchName

// bench is Verilog that reads inputs from its standard input and prints outputs, a batch at a
// time, so that it needs neither files nor VPI. All its numbers are big endian, as $fread
// and %h have it.
//
// A request is a count of cycles of 64 bits and for each cycle all input words as one number,
// word 0 last. The answer is a line a cycle, "@h" and all output words as one hexadecimal
// number, or if a bit of it is not known "@b" and the same in binary; and then "@.". Any
// other line is the design's own.
func bench(m verilog.Manifest) verilog.File {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	inWords, outWords := m.Layout.InWords, m.Layout.OutWords

	line("// Drives module %s.", m.Top)
	line("module %s;", benchName)
	line("    localparam STDIN = 32'h8000_0000, STDOUT = 32'h8000_0001;")
	line("    reg clk;")
	line("    reg [63:0] cycles;")
	line("    reg [8191:0] trace;")
	line("    integer got;")
	line("    reg [%d:0] in;", 64*max(1, inWords)-1)
	line("    wire [%d:0] out;", 64*max(1, outWords)-1)
	line("")
	var ports []string
	if m.Clock != "" {
		ports = append(ports, fmt.Sprintf("        .%s(clk)", m.Clock))
	}
	for _, p := range m.Layout.Inputs {
		ports = append(ports, fmt.Sprintf("        .%s(in[%d:%d])", p.Name, 64*p.Word+p.Width-1, 64*p.Word))
	}
	for _, p := range m.Layout.Outputs {
		ports = append(ports, fmt.Sprintf("        .%s(out[%d:%d])", p.Name, 64*p.Word+p.Width-1, 64*p.Word))
	}
	line("    %s %[1]s(\n%s\n    );", m.Top, strings.Join(ports, ",\n"))
	for _, p := range m.Layout.Outputs {
		if high := 64 * (p.Word + p.Words()); p.Width%64 != 0 {
			line("    assign out[%d:%d] = 0;", high-1, 64*p.Word+p.Width)
		}
	}
	if outWords == 0 {
		line("    assign out = 0;")
	}
	line("")
	line("    initial begin")
	line("        if ($value$plusargs(\"trace=%%s\", trace)) begin")
	line("            $dumpfile(trace);")
	line("            $dumpvars(0, %s);", m.Top)
	line("        end")
	line("        clk = 0;")
	line("        while ($fread(cycles, STDIN) == 8) begin")
	line("            while (cycles != 0) begin")
	if inWords > 0 {
		line("                got = $fread(in, STDIN);")
	}
	line("                #1;")
	line("                if (^out === 1'bx) $fdisplay(STDOUT, \"@b%%b\", out);")
	line("                else $fdisplay(STDOUT, \"@h%%h\", out);")
	line("                clk = 1;")
	line("                #1;")
	line("                clk = 0;")
	line("                cycles = cycles - 1;")
	line("            end")
	line("            $fdisplay(STDOUT, \"@.\");")
	line("            $fflush(STDOUT);")
	line("        end")
	line("        $finish(0);")
	line("    end")
	line("endmodule")
	return verilog.File{Name: benchName + ".v", Text: []byte(b.String())}
}

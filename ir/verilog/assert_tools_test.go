//go:build tools

package verilog_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir/verilog"
)

// A failed assertion prints its message with the path of its instance and ends the run with
// a status that tells; before the first reset and on X nothing fails.
func TestAssertionsInIcarus(t *testing.T) {
	const head = `module bench;
  reg clk = 1'b0, rst = 1'b0;
  reg [3:0] req = 4'd0, grant = 4'd0;
  wire out;
  assertions dut (.clk(clk), .rst(rst), .req(req), .grant(grant), .mode(2'd1), .out(out));
  always #1 clk = ~clk;
  initial begin
    grant = 4'b0001; #4 rst = 1'b1; #4 rst = 1'b0;
    req = 4'bx; #4 `
	for _, c := range []struct{ name, play, want string }{
		{"holds", "req = 4'b0001; #4", "done\n"},
		{"fails", "req = 4'b0010; #4", "bench.dut: 100% of \"grants\" answer requests\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			files := append(emit(t, design{name: "assertions", top: assertions}),
				verilog.File{Name: "bench.v", Text: []byte(head + c.play + " $display(\"done\"); $finish;\n  end\nendmodule\n")})
			require.NoError(t, verilog.WriteFiles(dir, files))
			build := exec.Command("iverilog", "-g2005", "-DFLITWRIGHT_ASSERT", "-o", "sim", "assertions.v", "bench.v")
			build.Dir = dir
			out, err := build.CombinedOutput()
			require.NoError(t, err, "%s", out)
			run := exec.Command("vvp", "-N", "sim")
			run.Dir = dir
			run.Env = append(os.Environ(), "LC_ALL=C")
			out, err = run.CombinedOutput()
			require.Equal(t, c.want, string(out))
			require.Equal(t, c.name == "fails", err != nil, "%v", err)
		})
	}
}

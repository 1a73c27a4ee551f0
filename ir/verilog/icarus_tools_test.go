//go:build tools

package verilog_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/verilog"
)

// TestMeaning runs every golden design in Icarus Verilog and in the interpreter.
func TestMeaning(t *testing.T) {
	for _, d := range designs() {
		if d.name != "assertions" { // they fail on random inputs
			t.Run(d.name, func(t *testing.T) { sameMeaning(t, d, 200) })
		}
	}
}

// sameMeaning runs a design in both on the same random inputs. A bit that is X in Icarus may
// be anything.
func sameMeaning(t *testing.T, d design, cycles int) {
	t.Helper()
	e := d.elaborate(t)
	engine, err := sim.NewInterp(e)
	require.NoError(t, err)
	l := engine.Layout()
	in, out := randomInputs(l, cycles), make([]uint64, cycles*l.OutWords)
	require.NoError(t, engine.Run(in, out, cycles))

	got := icarus(t, emit(t, d), bench(e.Top, l, in, cycles))
	require.Len(t, got, cycles, "%s", got)
	unknown := 0
	for c, line := range got {
		if c < 2 && e.Top.Clocked() { // not yet reset: an X may choose any branch
			continue
		}
		want := bits(l.Outputs, out[c*l.OutWords:])
		require.Len(t, line, len(want))
		for i := range want {
			if line[i] == 'x' {
				unknown++
			} else if line[i] != want[i] {
				t.Fatalf("cycle %d:%s", c, difference(l.Outputs, line, want))
			}
		}
	}
	if unknown*4 > cycles*len(got[0]) {
		t.Errorf("%d of %d bits are X: this says little", unknown, cycles*len(got[0]))
	}
}

// difference lists the pins on which the engines differ.
func difference(pins []sim.Pin, icarus, interpreter string) string {
	var b strings.Builder
	for _, p := range pins {
		if icarus[:p.Width] != interpreter[:p.Width] {
			fmt.Fprintf(&b, "\n%s: Icarus %s, interpreter %s", p.Name, icarus[:p.Width], interpreter[:p.Width])
		}
		icarus, interpreter = icarus[p.Width:], interpreter[p.Width:]
	}
	return b.String()
}

// randomInputs draws inputs, small and large alike, with rst 1 at first and now and then.
func randomInputs(l *sim.Layout, cycles int) []uint64 {
	r := rand.New(rand.NewPCG(1, 2))
	in := make([]uint64, cycles*l.InWords)
	for c := range cycles {
		for _, p := range l.Inputs {
			words := in[c*l.InWords+p.Word:][:p.Words()]
			kind := r.IntN(4)
			for i := range words {
				switch {
				case kind == 0 && i == 0:
					words[i] = r.Uint64N(8)
				case kind == 1:
					words[i] = ^uint64(0)
				case kind > 1:
					words[i] = r.Uint64()
				}
			}
			if p.Name == "rst" {
				words[0] = 0
				if c < 2 || c%97 == 96 {
					words[0] = 1
				}
			}
			if rest := p.Width % 64; rest > 0 {
				words[len(words)-1] &= 1<<rest - 1
			}
		}
	}
	return in
}

// bits prints pins in binary, the first pin first.
func bits(pins []sim.Pin, words []uint64) string {
	var b strings.Builder
	for _, p := range pins {
		for i := p.Width - 1; i >= 0; i-- {
			b.WriteByte('0' + byte(words[p.Word+i/64]>>(i%64)&1))
		}
	}
	return b.String()
}

// bench is a module that plays the inputs and prints the outputs of each cycle.
func bench(top *ir.Module, l *sim.Layout, in []uint64, cycles int) string {
	var b strings.Builder
	var ins, outs, ports []string
	fmt.Fprintln(&b, "module bench;\n  reg clk = 1'b0;")
	if top.Clocked() {
		ports = append(ports, ".clk(clk)")
	}
	declare := func(kind string, pins []sim.Pin, list *[]string) {
		for _, p := range pins {
			fmt.Fprintf(&b, "  %s [%d:0] \\pin_%s ;\n", kind, p.Width-1, p.Name)
			*list = append(*list, "pin_"+p.Name)
			ports = append(ports, fmt.Sprintf(".%s(pin_%s)", p.Name, p.Name))
		}
	}
	declare("reg", l.Inputs, &ins)
	declare("wire", l.Outputs, &outs)
	width := len(bits(l.Inputs, in))
	fmt.Fprintf(&b, "  reg [%d:0] vectors [0:%d];\n  integer i;\n", width-1, cycles-1)
	fmt.Fprintf(&b, "  %s dut (%s);\n", top.Name, strings.Join(ports, ", "))
	fmt.Fprintf(&b, "  initial begin\n    $readmemb(\"vectors\", vectors);\n    for (i = 0; i < %d; i = i + 1) begin\n", cycles)
	fmt.Fprintf(&b, "      {%s} = vectors[i]; #1 $display(\"%%b\", {%s}); clk = 1'b1; #1 clk = 1'b0;\n    end\n  end\nendmodule\n",
		strings.Join(ins, ", "), strings.Join(outs, ", "))
	for c := range cycles {
		fmt.Fprintf(&b, "// %s\n", bits(l.Inputs, in[c*l.InWords:]))
	}
	return b.String()
}

// icarus compiles files and a bench, whose comments are the vectors, and returns the lines
// that it prints.
func icarus(t *testing.T, files []verilog.File, bench string, options ...string) []string {
	t.Helper()
	code, comments, _ := strings.Cut(bench, "endmodule\n")
	vectors := strings.ReplaceAll(comments, "// ", "")
	files = append(files, verilog.File{Name: "bench.v", Text: []byte(code + "endmodule\n")}, verilog.File{Name: "vectors", Text: []byte(vectors)})
	dir := t.TempDir()
	require.NoError(t, verilog.WriteFiles(dir, files))
	args := append([]string{"-g2005", "-o", "sim", "-s", "bench"}, options...)
	for _, f := range files {
		if filepath.Ext(f.Name) == ".v" {
			args = append(args, f.Name)
		}
	}
	run := func(name string, args ...string) string {
		if _, err := exec.LookPath(name); err != nil {
			t.Fatalf("%s is missing: apt-get install -y --no-install-recommends iverilog", name)
		}
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "LC_ALL=C")
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return string(out)
	}
	run("iverilog", args...)
	return strings.Fields(run("vvp", "-N", "sim"))
}

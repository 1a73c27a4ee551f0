//go:build tools

package rtl_test

import (
	"fmt"
	"os/exec"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/ir/verilog/lint"
	"github.com/flitwright/flitwright/rtl"
)

func emit(t *testing.T, m *ir.Module) []verilog.File {
	t.Helper()
	d, err := ir.Elaborate(m)
	require.NoError(t, err)
	files, err := verilog.Emit(d, verilog.Options{})
	require.NoError(t, err)
	return files
}

// TestLint: no tool has a word to say about any part, at usual and at odd sizes.
func TestLint(t *testing.T) {
	modules := []*ir.Module{
		rtl.LFSR(1, 0).Module, rtl.LFSR(16, 15, 13, 12, 10).Module,
		rtl.CRC{Width: 1, Poly: 1}.Register(3, 1).Module, rtl.CRC{Width: 8, Poly: 0x06}.Register(3, 0).Module,
		rtl.CRC{Width: 16, Poly: 0x1021}.Register(4, 0).Module, rtl.CRC{Width: 64, Poly: 0x42f0e1eba9ea3693}.Register(100, 0).Module,
		rtl.Crossbar(1, 1, 1).Module, rtl.Crossbar(3, 5, 9).Module,
		rtl.TokenSender(1).Module, rtl.TokenSender(4).Module,
		rtl.Pauses(1).Module, rtl.Pauses(14).Module, rtl.UARTSender(1).Module, rtl.UARTSender(10).Module,
	}
	for _, storage := range storages {
		for _, depth := range []int{1, 2, 3, 4, 7, 17} {
			modules = append(modules, rtl.FIFO(depth%4+1, depth, storage).Module)
		}
	}
	for _, n := range []int{1, 2, 3, 8} {
		modules = append(modules, rtl.RoundRobin(n).Module, rtl.Matrix(n).Module)
	}
	for _, rt := range []int{1, 3} {
		for _, places := range []int{1, 2, 6, 8} {
			modules = append(modules, rtl.TokenReceiver(rt, places).Module)
		}
	}
	for _, a := range vcArches {
		for _, classes := range []rtl.ClassGraph{pool, rtl.DenseClasses(1), rtl.DenseClasses(3)} {
			modules = append(modules, rtl.VCAllocator{
				Inputs: 2, Outputs: 3, Classes: classes, Arch: a.arch, Arbiter: a.arbiter,
			}.Component().Module)
		}
	}
	for n := 1; n <= 5; n++ {
		w := max(1, ir.Bits(n-1))
		type ports struct{ X, From, One, Rotated, Index, Line, Count ir.Signal }
		io := ports{ir.In(n), ir.In(w), ir.Out(n), ir.Out(n), ir.Out(w), ir.Out(n), ir.Out(ir.Bits(n))}
		modules = append(modules, ir.Build(fmt.Sprintf("gates_%d", n), io, func(m *ir.Module, io ports) {
			io.One.Set(rtl.FirstOne(io.X))
			io.Rotated.Set(rtl.FirstFrom(io.X, io.From))
			io.Index.Set(rtl.Encode(io.X))
			io.Line.Set(rtl.Decode(io.From, n))
			io.Count.Set(rtl.PopCount(io.X))
			if n == 1 {
				m.Unused(io.From)
			}
		}).Module)
	}
	for _, m := range modules {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			require.NoError(t, lint.Lint(t.TempDir(), m.Name, emit(t, m)))
		})
	}
}

// TestRAMInference: what Yosys makes of the storage of a queue.
func TestRAMInference(t *testing.T) {
	for _, c := range []struct {
		module *ir.Module
		synth  string
		want   string // cells and their number
	}{
		{rtl.FIFO(8, 16, rtl.LUTRAM).Module, "synth_xilinx -flatten -noiopad -noclkbuf", `RAM32M +2\n`},
		{rtl.FIFO(5, 56, rtl.LUTRAM).Module, "synth_xilinx -flatten -noiopad -noclkbuf", `RAM64M +2\n`},
		{rtl.FIFO(5, 56, rtl.HeadRAM).Module, "synth_xilinx -flatten -noiopad -noclkbuf", `RAM64M +2\n`},
		{rtl.FIFO(5, 56, rtl.BlockRAM).Module, "synth_ice40", `SB_RAM40_4K +1\n`},
		{rtl.FIFO(36, 512, rtl.BlockRAM).Module, "synth_xilinx -flatten -noiopad -noclkbuf", `RAMB18E1 +1\n`},
	} {
		t.Run(c.module.Name+"/"+c.synth[:len("synth_ice")], func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			require.NoError(t, verilog.WriteFiles(dir, emit(t, c.module)))
			out := yosys(t, dir, fmt.Sprintf("read_verilog *.v; %s -top %s; stat", c.synth, c.module.Name))
			require.Regexp(t, regexp.MustCompile(c.want), out)
		})
	}
}

// TestReadAndWriteNeverMeet: no gates stand in for a read port that a write at the same place
// must not disturb; 56 bits of storage beside the RAM are the way round it, 12 the pointers,
// flags and count.
func TestReadAndWriteNeverMeet(t *testing.T) {
	m := rtl.FIFO(56, 5, rtl.BlockRAM).Module
	dir := t.TempDir()
	require.NoError(t, verilog.WriteFiles(dir, emit(t, m)))
	out := yosys(t, dir, "read_verilog *.v; synth_ice40 -top "+m.Name+"; select -assert-max 68 t:SB_DFF*; stat")
	require.Contains(t, out, "SB_RAM40_4K")
}

// yosys runs a script in a directory and gives what it said.
func yosys(t *testing.T, dir, script string) string {
	t.Helper()
	cmd := exec.Command("yosys", "-p", script)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

//go:build tools

package vcallocator_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/ir/verilog/synth"
	"github.com/flitwright/flitwright/rtl"
	"github.com/flitwright/flitwright/vcallocator"
	"github.com/flitwright/flitwright/vcallocator/config"
)

var update = flag.Bool("update", false, "rewrite testdata/area.txt")

// TestSparseWins holds the size and depth of sparse allocators, exact for one version of Yosys, against
// those of the last change, and each against the dense one: the same with every move legal. They are
// small ones of all kinds and one as large as the specification has it.
func TestSparseWins(t *testing.T) {
	var list []config.Config
	for _, classes := range []config.Classes{config.Dateline, config.Escape} {
		c := config.Default(classes)
		c.Inputs, c.Outputs = 2, 2
		for _, c.Arb = range []config.Arb{config.RR, config.Matrix} {
			for _, c.Arch = range []config.Arch{config.SepIF, config.SepOF} {
				list = append(list, c)
			}
		}
		c.Arch, c.Arb = config.Wavefront, config.RR
		list = append(list, c)
	}
	list = append(list, config.Default(config.Dateline))

	var b strings.Builder
	b.WriteString("# Yosys 0.23, flow for gates of ir/verilog/synth: two-input gates, flip-flops, depth.\n")
	fmt.Fprintf(&b, "%-29s %27s %27s %12s\n", "# inputs x outputs x vcs", "sparse", "dense", "gates")
	for _, c := range list {
		part := vcallocator.Part(c)
		sparse := gates(t, part)
		part.Classes = rtl.DenseClasses(c.VCs)
		dense := gates(t, part)
		name := fmt.Sprintf("%s %dx%dx%d %s", c.Classes, c.Inputs, c.Outputs, c.VCs, c.Arch)
		if c.Arch != config.Wavefront {
			name += " " + c.Arb.String()
		}
		fmt.Fprintf(&b, "%-29s %6d  ff %5d  depth %3d %6d  ff %5d  depth %3d %10.0f %%\n", name,
			sparse.Gates, sparse.GateFF, sparse.GateDepth, dense.Gates, dense.GateFF, dense.GateDepth,
			100*float64(sparse.Gates)/float64(dense.Gates))
		if sparse.Gates >= dense.Gates || sparse.GateFF > dense.GateFF || sparse.GateDepth > dense.GateDepth {
			t.Errorf("%s: sparse does not win: %+v, dense %+v", name, sparse, dense)
		}
	}
	const file = "testdata/area.txt"
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o777))
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o666))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("area or depth changed; if it is meant to, run go test -tags tools -run TestSparseWins ./vcallocator -update\n%s", diff)
	}
}

func gates(t *testing.T, a rtl.VCAllocator) synth.Figures {
	t.Helper()
	d, err := ir.Elaborate(a.Component().Module)
	require.NoError(t, err)
	files, err := verilog.Emit(d, verilog.Options{})
	require.NoError(t, err)
	f, err := synth.MeasureGates(d.Top.Name, files)
	require.NoError(t, err)
	return f
}

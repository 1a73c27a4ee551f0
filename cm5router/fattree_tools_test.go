//go:build tools

package cm5router_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/ir/verilog/lint"
	"github.com/flitwright/flitwright/tb"
	"github.com/flitwright/flitwright/verilator"
)

// simulators run the emitted text.
var simulators = map[string]func([]verilog.File, verilog.Manifest) (sim.Engine, error){
	"verilator": func(files []verilog.File, m verilog.Manifest) (sim.Engine, error) {
		return verilator.Open(files, m, verilator.Options{})
	},
	"iverilog": func(files []verilog.File, m verilog.Manifest) (sim.Engine, error) {
		return verilator.OpenIcarus(files, m, verilator.Options{})
	},
}

// TestTreeInSimulators runs the left and right networks of 16 nodes as emitted text.
func TestTreeInSimulators(t *testing.T) {
	for name, open := range simulators {
		t.Run(name, func(t *testing.T) {
			engine := tb.Engine{Name: name, Open: func(_ context.Context, d *ir.Design) (sim.Engine, error) {
				files, err := verilog.Emit(d, verilog.Options{})
				if err != nil {
					return nil, err
				}
				return open(files, *verilog.NewManifest("cm5-tree", "", nil, d, files))
			}}
			p := checkTree(t, tree(2, 2, 2), engine, 3000, func(n *nodes) int {
				n.fall = fall{500, 1500}
				return n.random(0, 12)
			})
			require.NotZero(t, p.fallen)
		})
	}
}

// TestTreesPleaseTools: no tool has a word to say about a tree, with links that are wires or not, and of
// chips of one kind or of two.
func TestTreesPleaseTools(t *testing.T) {
	for _, size := range []struct{ levels, link int }{{2, 0}, {3, 1}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			d, err := tree(size.levels, 1, size.link).Build()
			require.NoError(t, err)
			files, err := verilog.Emit(d, verilog.Options{})
			require.NoError(t, err)
			require.True(t, slices.ContainsFunc(files, func(f verilog.File) bool { return f.Name == "cm5_link.v" }))
			require.NoError(t, lint.Lint(t.TempDir(), d.Top.Name, files))
		})
	}
}

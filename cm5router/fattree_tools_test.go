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

var verilated = tb.Engine{Name: "verilator", Open: func(_ context.Context, d *ir.Design) (sim.Engine, error) {
	files, err := verilog.Emit(d, verilog.Options{})
	if err != nil {
		return nil, err
	}
	return verilator.Open(files, *verilog.NewManifest("cm5-tree", "", nil, d, files), verilator.Options{})
}}

// TestTreeInVerilator runs the left and right networks of 16 nodes as emitted text.
func TestTreeInVerilator(t *testing.T) {
	p := checkTree(t, tree(2, 2, 2), verilated, 6000, func(n *nodes) int {
		n.fall = fall{1000, 2500}
		return n.random(0, 40)
	})
	require.NotZero(t, p.fallen)
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

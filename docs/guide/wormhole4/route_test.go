package wormhole4_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/stretchr/testify/require"
)

// TestRoute reads the routing relation out of the built design, header by header.
func TestRoute(t *testing.T) {
	modules := build(t).Modules
	i := slices.IndexFunc(modules, func(m *ir.Module) bool { return m.Name == "wormhole4_route" })
	design, err := ir.Elaborate(modules[i])
	require.NoError(t, err)
	engine, err := sim.NewInterp(design)
	require.NoError(t, err)
	b := sim.NewBench(engine)
	var table strings.Builder
	for header := range uint64(4) {
		b.Set("header", header)
		b.Step()
		fmt.Fprintf(&table, "header %d: request %04b\n", header, b.Get("request"))
	}
	require.NoError(t, b.Err())
	show(t, table.String())
}

// Package enginetest holds the tests that every in-process engine has to pass, and designs to
// try engines on.
package enginetest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
)

// Open makes the engine under test.
type Open func(d *ir.Design) (sim.Engine, error)

// Test runs all tests on engines made by open.
func Test(t *testing.T, open Open) {
	for _, test := range []struct {
		name string
		run  func(*testing.T)
	}{
		{"operators", open.operators},
		{"statements", open.statements},
		{"registersMoveAtOnce", open.registersMoveAtOnce},
		{"memories", open.memories},
		{"addressesOutOfRange", open.addressesOutOfRange},
		{"readsOfRegisteredMemoriesAreJudgedWhenEnabled", open.readsOfRegisteredMemoriesAreJudgedWhenEnabled},
		{"writeConflicts", open.writeConflicts},
		{"assertions", open.assertions},
		{"failureInABatch", open.failureInABatch},
		{"batches", open.batches},
		{"wordLoops", open.wordLoops},
		{"wordLoopsThroughOperators", open.wordLoopsThroughOperators},
	} {
		t.Run(test.name, test.run)
	}
}

// engine elaborates a module and makes its engine.
func (open Open) engine(t testing.TB, m *ir.Module) sim.Engine {
	t.Helper()
	d, err := ir.Elaborate(m)
	require.NoError(t, err)
	e, err := open(d)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	return e
}

// bench puts the engine of a module on a bench and resets it.
func (open Open) bench(t testing.TB, m *ir.Module) *sim.Bench {
	t.Helper()
	b := sim.NewBench(open.engine(t, m))
	b.Reset(1)
	require.NoError(t, b.Err())
	return b
}

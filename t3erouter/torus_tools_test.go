//go:build tools

package t3erouter_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/ir/verilog/lint"
)

// TestTorusForAMillionRouterCycles runs emitted routers in lockstep with golden ones at overload, a million
// router-cycles of each pattern, then until all is delivered.
func TestTorusForAMillionRouterCycles(t *testing.T) {
	for _, torus := range tori {
		until := 1_000_000/torus.Routers() + 1
		for _, p := range overloads(until) {
			t.Run(planName(torus, p), func(t *testing.T) {
				t.Parallel()
				// The golden net says how long it takes.
				golden := newTorusRun(t, torus, p).golden(t, 2*until)
				r := newTorusRun(t, torus, p).lockstep(t, golden.cycles+1)
				r.delivered(t)
				slowest, packet := r.ledger.Slowest()
				t.Logf("seed %d, %d cycles: %d packets, %.3f flits a node and cycle; the slowest, %v, took %d cycles",
					p.Seed, r.cycles, r.ledger.Messages(), r.ledger.Throughput(), packet, slowest)
			})
		}
	}
}

// TestEmittedTorusOfAnySizeNeedsItsCures is TestTorusOfAnySizeNeedsItsCures on emitted routers.
func TestEmittedTorusOfAnySizeNeedsItsCures(t *testing.T) {
	for _, d := range epidemics(t) {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			cycles := newTorusRun(t, d.torus, d.plan).golden(t, 40_000).cycles
			newTorusRun(t, d.torus, d.plan).lockstep(t, cycles).deadlocked(t)
		})
	}
}

// TestTorusPleasesTools: no tool has a word to say about the emitted text of a torus.
func TestTorusPleasesTools(t *testing.T) {
	d, err := torus(2, 3, 1).Build()
	require.NoError(t, err)
	files, err := verilog.Emit(d, verilog.Options{})
	require.NoError(t, err)
	require.NoError(t, lint.Lint(t.TempDir(), d.Top.Name, files))
}

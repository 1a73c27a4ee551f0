//go:build tools

package t3erouter_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/ir/verilog/lint"
	"github.com/flitwright/flitwright/t3erouter/config"
)

// TestTorusForAMillionRouterCycles runs emitted routers in lockstep with golden ones at overload, a million
// router-cycles of each pattern and of two with replies in bounded room, then until all is delivered.
func TestTorusForAMillionRouterCycles(t *testing.T) {
	for _, torus := range tori() {
		until := 1_000_000/torus.Routers() + 1
		for _, p := range overloads(until) {
			if p.Replies != nil && p.Pattern.Name != "uniform" && p.Pattern.Name != "hot-spot" {
				continue // golden models run these, in TestTorusDelivers
			}
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
	for _, r := range epidemics(t) {
		if r.torus.Variant == (config.Variant{}) {
			continue // TestTorusForAMillionRouterCycles
		}
		t.Run(fmt.Sprintf("%s, %+v", sizeOf(r.torus), r.torus.Variant), func(t *testing.T) {
			t.Parallel()
			cycles := newTorusRun(t, r.torus, r.plan).golden(t, 40_000).cycles
			r.lockstep(t, cycles).deadlocked(t)
		})
	}
}

// TestLongPacketBesideShortOnesOfMany tries more pairs.
func TestLongPacketBesideShortOnesOfMany(t *testing.T) { worst(t, emittedStep(t), 2, 1000) }

// TestTorusPleasesTools: no tool has a word to say about the emitted text of a torus.
func TestTorusPleasesTools(t *testing.T) {
	d, err := torus(2, 3, 1).Build()
	require.NoError(t, err)
	files, err := verilog.Emit(d, verilog.Options{})
	require.NoError(t, err)
	require.NoError(t, lint.Lint(t.TempDir(), d.Top.Name, files))
}

package t3erouter_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/sim/wasm"
	"github.com/flitwright/flitwright/network"
	"github.com/flitwright/flitwright/t3erouter"
	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/t3erouter/golden"
	"github.com/flitwright/flitwright/t3erouter/nodes"
	"github.com/flitwright/flitwright/t3erouter/table"
	"github.com/flitwright/flitwright/target"
	"github.com/flitwright/flitwright/tb"
)

// tori are the three that the tests run on, in short tests the first.
func tori() []t3erouter.Torus {
	if testing.Short() {
		return []t3erouter.Torus{torus(5, 1, 1)}
	}
	return []t3erouter.Torus{torus(5, 1, 1), torus(4, 4, 1), torus(3, 3, 3)}
}

func torus(x, y, z int) t3erouter.Torus {
	c := config.Default(10)
	c.X, c.Y, c.Z = x, y, z
	return t3erouter.Torus{Config: c}
}

func sizeOf(t t3erouter.Torus) string {
	return fmt.Sprintf("%dx%dx%d", t.Config.X, t.Config.Y, t.Config.Z)
}

// stillness is how many cycles without a flit that moves are a deadlock.
const stillness = 1000

// A torusRun is a torus of golden models among nodes that follow a plan.
type torusRun struct {
	torus    t3erouter.Torus
	plan     nodes.Plan
	models   []*golden.Router
	net      *network.Net
	nodes    *nodes.Nodes
	ledger   *nodes.Ledger
	watchdog *nodes.Watchdog
	in, out  []uint64
	cycles   int
	still    int
}

func newTorusRun(t testing.TB, torus t3erouter.Torus, plan nodes.Plan) *torusRun {
	t.Helper()
	c := torus.Config
	shape, err := table.NewTorus([3]int{c.X, c.Y, c.Z})
	require.NoError(t, err)
	plan.Config = c
	plan.Table, err = table.Build(t.Context(), shape, 1)
	require.NoError(t, err)
	r := &torusRun{torus: torus, plan: plan, watchdog: nodes.NewWatchdog(c)}
	r.models, err = torus.Models()
	require.NoError(t, err)
	r.net, err = torus.Join(r.models)
	require.NoError(t, err)
	r.nodes, r.ledger = nodes.New(&r.plan), nodes.NewLedger(&r.plan)
	pins := nodes.NewPins(c)
	r.in, r.out = make([]uint64, pins.Inputs()), make([]uint64, pins.Outputs())
	return r
}

// Observe judges a cycle.
func (r *torusRun) Observe(in, out []uint64) error {
	r.still = r.watchdog.Still(in, out)
	return r.ledger.Observe(in, out)
}

// Messages counts packets.
func (r *torusRun) Messages() uint64 { return r.ledger.Messages() }

// golden runs the golden models alone up to a cycle, or until all is delivered or nothing moves.
func (r *torusRun) golden(t testing.TB, cycle int) *torusRun {
	t.Helper()
	for ; r.cycles < cycle && r.still < stillness; r.cycles++ {
		r.nodes.Next(r.out, r.in)
		r.net.Step(r.in, r.out)
		require.NoError(t, r.Observe(r.in, r.out), "%s, seed %d", sizeOf(r.torus), r.plan.Seed)
		if r.ledger.UnderWay() == 0 && r.nodes.Idle() {
			break
		}
	}
	return r
}

// lockstep runs emitted routers with the golden models, from the first cycle on; the ledger sees the emitted ones.
func (r *torusRun) lockstep(t testing.TB, cycles int) *torusRun {
	t.Helper()
	net := target.Target{
		Name:       "t3e-torus",
		Build:      func(target.Values) (*ir.Design, error) { return r.torus.Build() },
		Golden:     func(target.Values) (target.Model, error) { return r.net, nil },
		Traffic:    []target.Profile{{Name: "nodes", New: func(target.Values, uint64) target.Stimulus { return r.nodes }}},
		Scoreboard: func(target.Values) target.Scoreboard { return r },
	}
	engine := tb.Engine{Name: "wasm", Open: func(_ context.Context, d *ir.Design) (sim.Engine, error) { return wasm.New(d) }}
	report, err := tb.Check(t.Context(), tb.Config{Target: &net, Engine: engine, Cycles: cycles, Seed: r.plan.Seed})
	if m, ok := err.(*tb.Mismatch); ok {
		t.Fatal(m.Details())
	}
	require.NoError(t, err, "%s, seed %d", sizeOf(r.torus), r.plan.Seed)
	r.cycles = cycles
	t.Logf("%s: %.0f router-cycles/s", sizeOf(r.torus), report.Speed*float64(r.torus.Routers()))
	return r
}

// delivered holds that every packet has arrived.
func (r *torusRun) delivered(t testing.TB) {
	t.Helper()
	where := fmt.Sprintf("%s, %s, seed %d, cycle %d", sizeOf(r.torus), r.plan.Pattern.Name, r.plan.Seed, r.cycles)
	if n := r.ledger.UnderWay(); n > 0 {
		t.Fatalf("%s: %d packets are under way\n%v", where, n, nodes.NewWaits(r.models, r.nodes))
	}
	require.True(t, r.nodes.Idle(), where)
	require.NotZero(t, r.ledger.Messages(), where)
	require.Equal(t, r.ledger.Messages(), r.ledger.Arrived(0)+r.ledger.Arrived(1), where)
	if r.plan.Replies != nil {
		require.Equal(t, r.ledger.Arrived(0), r.ledger.Arrived(1), "a reply for each request: %s", where)
	}
}

package t3erouter_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/t3erouter"
	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/t3erouter/nodes"
)

// overloads are the plans of the patterns, with requests and replies that are sunk at once or with replies
// that answer requests in bounded room. Every fourth packet keeps to its escape VCs.
func overloads(until int) (plans []nodes.Plan) {
	for _, p := range nodes.Patterns() {
		for _, r := range []*nodes.Replies{nil, {Room: 2}} {
			plans = append(plans, nodes.Plan{Pattern: p, Seed: 1, Until: until, Straight: 64, Replies: r})
		}
	}
	return plans
}

func planName(torus t3erouter.Torus, p nodes.Plan) string {
	if p.Replies != nil {
		return fmt.Sprintf("%s/%s, replies", sizeOf(torus), p.Pattern.Name)
	}
	return fmt.Sprintf("%s/%s", sizeOf(torus), p.Pattern.Name)
}

// TestTorusDelivers runs golden models at overload.
func TestTorusDelivers(t *testing.T) {
	for _, torus := range tori() {
		for _, p := range overloads(1200) {
			t.Run(planName(torus, p), func(t *testing.T) {
				r := newTorusRun(t, torus, p).golden(t, 20_000)
				r.delivered(t)
				slowest, packet := r.ledger.Slowest()
				t.Logf("%.2f flits a node and cycle; the slowest, %v, took %d cycles", r.ledger.Throughput(), packet, slowest)
			})
		}
	}
}

// TestTorusDeliversWhateverTheHeader draws all fields of the route: no header breaks the cure.
func TestTorusDeliversWhateverTheHeader(t *testing.T) {
	uniform, err := nodes.PatternOf("uniform")
	require.NoError(t, err)
	sizes := append([]t3erouter.Torus{torus(1, 1, 1), torus(2, 1, 1), torus(1, 3, 2), torus(2, 2, 2)}, tori()...)
	for i, torus := range sizes {
		for stages := 1; stages <= 3; stages++ {
			torus.Config.Stages, torus.Config.LinkLatency = stages, 1+i%3
			t.Run(fmt.Sprintf("%s, stages %d", sizeOf(torus), stages), func(t *testing.T) {
				for _, straight := range []int{0, 128, 256} {
					p := nodes.Plan{Pattern: uniform, Seed: uint64(stages), Until: 800, Straight: straight, Wild: true}
					newTorusRun(t, torus, p).golden(t, 20_000).delivered(t)
				}
			})
		}
	}
}

// TestTorusHasNoDeadlockAtAnyTime looks for packets that wait for each other alone while others move.
func TestTorusHasNoDeadlockAtAnyTime(t *testing.T) {
	for _, torus := range tori() {
		for _, replies := range []*nodes.Replies{nil, {Room: 1}} {
			p := nodes.Plan{Pattern: nodes.Patterns()[4], Seed: 5, Straight: 128, Wild: true, Replies: replies}
			r := newTorusRun(t, torus, p)
			for cycle := 10; cycle < 1000; cycle += 10 {
				waits := nodes.NewWaits(r.golden(t, cycle).models, r.nodes)
				require.Zero(t, waits.Deadlocked(), "%s, cycle %d\n%v", sizeOf(torus), cycle, waits)
			}
		}
	}
}

// TestTorusOfOtherSizes has flits of several words, long links, short and deep buffers.
func TestTorusOfOtherSizes(t *testing.T) {
	hot, err := nodes.PatternOf("hot-spot")
	require.NoError(t, err)
	for _, c := range []config.Config{
		{X: 4, Y: 2, Z: 1, Flit: 512, MaxFlits: 15, AdaptiveDepth: 15, EscapeDepth: 15, LinkLatency: 16, Stages: 3},
		{X: 1, Y: 2, Z: 3, Flit: 65, MaxFlits: 1, AdaptiveDepth: 1, EscapeDepth: 1, LinkLatency: 1, Stages: 1},
		{X: 3, Y: 1, Z: 3, Flit: 122, MaxFlits: 4, AdaptiveDepth: 64, EscapeDepth: 64, LinkLatency: 3, Stages: 3},
		{X: 2, Y: 3, Z: 2, Flit: 125, MaxFlits: 7, AdaptiveDepth: 7, EscapeDepth: 20, LinkLatency: 1, Stages: 2},
	} {
		torus := t3erouter.Torus{Config: c}
		t.Run(sizeOf(torus), func(t *testing.T) {
			for _, wild := range []bool{false, true} {
				p := nodes.Plan{Pattern: hot, Seed: 3, Until: 1000, Straight: 64, Wild: wild, Replies: &nodes.Replies{Room: 1}}
				newTorusRun(t, torus, p).golden(t, 40_000).delivered(t)
			}
		})
	}
}

// TestTorusInLockstep runs emitted routers.
func TestTorusInLockstep(t *testing.T) {
	for i, torus := range []t3erouter.Torus{torus(5, 1, 1), torus(2, 2, 2)} {
		p := overloads(300)[3*i+1]
		p.Wild = i == 1
		t.Run(planName(torus, p), func(t *testing.T) {
			newTorusRun(t, torus, p).lockstep(t, 1500).delivered(t)
		})
	}
}

// BenchmarkTorus is a cycle of golden models among nodes, uniform traffic at overload.
func BenchmarkTorus(b *testing.B) {
	for _, torus := range append(tori(), torus(8, 8, 8)) {
		b.Run(sizeOf(torus), func(b *testing.B) {
			r := newTorusRun(b, torus, nodes.Plan{Pattern: nodes.Patterns()[0], Seed: 1, Straight: 64})
			b.ResetTimer()
			r.golden(b, b.N)
			b.ReportMetric(float64(b.N*torus.Routers())/b.Elapsed().Seconds(), "router-cycles/s")
		})
	}
}

// BenchmarkTorusThroughput is a million router-cycles of golden models at overload. The throughput does not
// depend on the machine.
func BenchmarkTorusThroughput(b *testing.B) {
	for _, torus := range tori() {
		for _, p := range overloads(1_000_000/torus.Routers() + 1) {
			b.Run(planName(torus, p), func(b *testing.B) {
				for b.Loop() {
					r := newTorusRun(b, torus, p).golden(b, p.Until)
					b.ReportMetric(r.ledger.Throughput(), "flits/node-cycle")
				}
			})
		}
	}
}

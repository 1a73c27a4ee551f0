package deadlock

import (
	"testing"

	"github.com/flitwright/flitwright/routing"
	"github.com/stretchr/testify/require"
)

func benchmark(b *testing.B, flow Flow, protocol bool, kind string, k []int, scheme string, set ...string) {
	g := graphOf(b, kind, k...)
	b.ReportAllocs()
	for b.Loop() {
		r, err := routing.New(g, scheme, set...)
		require.NoError(b, err)
		p, err := Prove(b.Context(), r[0], Options{Flow: flow, Protocol: protocol})
		require.NoError(b, err)
		b.ReportMetric(float64(p.States), "states")
	}
}

// The machines at their full sizes.
func BenchmarkT3E2048(b *testing.B) {
	benchmark(b, VCT, true, "torus", []int{8, 32, 8}, "t3e", "tie=both")
}

func BenchmarkCM5(b *testing.B) {
	benchmark(b, VCT, false, "fattree", []int{4, 4, 4, 4, 4, 4, 4}, "fattree-updown")
}

// The least deadlock of a torus without datelines.
func BenchmarkLeastWitness12x12(b *testing.B) {
	benchmark(b, Wormhole, false, "torus", []int{12, 12}, "dor")
}

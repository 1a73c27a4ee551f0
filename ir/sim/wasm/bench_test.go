package wasm_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/cm5router"
	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/sim/internal/enginetest"
	"github.com/flitwright/flitwright/ir/sim/wasm"
)

func router(t testing.TB) *ir.Design {
	t.Helper()
	d, err := cm5router.Build(config.Default(0))
	require.NoError(t, err)
	return d
}

// BenchmarkRun is the time of a cycle of the CM-5 router.
func BenchmarkRun(b *testing.B) {
	p := newPair(b, router(b))
	const batch = 1000
	l := p.wasm.Layout()
	in, out := routerInputs(rand.New(rand.NewPCG(1, 1)), l, batch), make([]uint64, batch*l.OutWords)
	for _, e := range []struct {
		name   string
		engine sim.Engine
	}{{"interp", p.interp}, {"wasm", p.wasm}} {
		b.Run(e.name, func(b *testing.B) {
			for b.Loop() {
				require.NoError(b, e.engine.Run(in, out, batch))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/batch, "ns/cycle")
		})
	}
}

// BenchmarkNew is the time to make an engine of the CM-5 router.
func BenchmarkNew(b *testing.B) {
	d := router(b)
	b.Run("interp", func(b *testing.B) {
		for b.Loop() {
			_, err := sim.NewInterp(d)
			require.NoError(b, err)
		}
	})
	b.Run("module", func(b *testing.B) {
		for b.Loop() {
			m, err := wasm.Compile(d)
			require.NoError(b, err)
			b.ReportMetric(float64(len(m.Binary)), "bytes")
		}
	})
	b.Run("wasm", func(b *testing.B) {
		for b.Loop() {
			e, err := wasm.New(d)
			require.NoError(b, err)
			require.NoError(b, e.Close())
		}
	})
}

// BenchmarkCompile is the time to make engines of designs of several sizes.
func BenchmarkCompile(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			d, err := ir.Elaborate(enginetest.Chain(n))
			require.NoError(b, err)
			for b.Loop() {
				e, err := wasm.New(d)
				require.NoError(b, err)
				require.NoError(b, e.Close())
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/node")
		})
	}
}

package sim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/sim/internal/enginetest"
)

func BenchmarkRun(b *testing.B) {
	for _, width := range []int{64, 128} {
		b.Run(fmt.Sprintf("crossbar_8x%d", width), func(b *testing.B) {
			e := interp(b, enginetest.Crossbar(8, width))
			const batch = 1000
			l := e.Layout()
			in, out := make([]uint64, batch*l.InWords), make([]uint64, batch*l.OutWords)
			r := rand.New(rand.NewPCG(1, 1))
			for i := range in {
				in[i] = r.Uint64()
			}
			for c := range batch {
				in[c*l.InWords] = 0
			}
			in[0] = 1
			for b.Loop() {
				require.NoError(b, e.Run(in, out, batch))
			}
			b.ReportMetric(float64(b.N)*batch/b.Elapsed().Seconds(), "cycles/s")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/batch, "ns/cycle")
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			d, err := ir.Elaborate(enginetest.Chain(n))
			require.NoError(b, err)
			for b.Loop() {
				_, err := sim.NewInterp(d)
				require.NoError(b, err)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/node")
		})
	}
}

// TestLargeDesigns compiles long chains and many instances in time in proportion.
func TestLargeDesigns(t *testing.T) {
	b := bench(t, enginetest.Chain(100_000))
	b.Set("x", 5)
	b.Steps(2)
	require.NoError(t, b.Err())

	type ports struct{ X, Y ir.Signal }
	long := ir.Build("long_chain", ports{ir.In(16), ir.Out(16)}, func(m *ir.Module, io ports) {
		s := io.X
		for range 20_000 {
			s = s.Add(io.X)
		}
		io.Y.Set(s)
	})
	b = bench(t, long.Module)
	b.Set("x", 3)
	b.Step()
	require.EqualValues(t, 3*20_001%65536, b.Get("y"))

	arms := ir.Build("arms", ports{ir.In(16), ir.Out(16)}, func(m *ir.Module, io ports) {
		io.Y.Set(io.X)
		chain := m.When(io.X.EqC(0), func() { io.Y.Set(m.Const(16, 7)) })
		for i := range 5000 {
			chain = chain.ElseWhen(io.X.EqC(uint64(i+1)), func() { io.Y.Set(m.Const(16, uint64(3*i))) })
		}
	})
	b = bench(t, arms.Module)
	b.Set("x", 4001)
	b.Step()
	require.EqualValues(t, 12000, b.Get("y"))
}

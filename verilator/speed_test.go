//go:build tools

package verilator

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir/sim"
)

// inputs are random cycles out of reset but for the first.
func inputs(l *sim.Layout, cycles int) []uint64 {
	r := rand.New(rand.NewPCG(1, 1))
	in := make([]uint64, cycles*l.InWords)
	for i := range in {
		in[i] = r.Uint64()
	}
	for c := range cycles {
		in[c*l.InWords] = 0
	}
	return in
}

// BenchmarkVerilatorRun is the time of a cycle at several batch sizes, and that of the bare
// loop to compare with.
func BenchmarkVerilatorRun(b *testing.B) {
	files, m := design(b, "mixer")
	e, err := Open(files, m, Options{})
	require.NoError(b, err)
	defer e.Close()
	for _, batch := range []int{1, 64, 256} {
		b.Run(fmt.Sprintf("batch=%d", batch), func(b *testing.B) {
			require.NoError(b, e.Reset(1))
			in, out := inputs(m.Layout, batch), make([]uint64, batch*m.Layout.OutWords)
			b.ResetTimer()
			for done := 0; done < b.N; done += batch {
				if err := e.Run(in, out, batch); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "cycles/s")
		})
	}
	b.Run("bare", func(b *testing.B) {
		d, err := e.BareLoop(inputs(m.Layout, 256), b.N)
		require.NoError(b, err)
		b.ReportMetric(float64(d.Nanoseconds())/float64(b.N), "ns/op")
		b.ReportMetric(float64(b.N)/d.Seconds(), "cycles/s")
	})
}

func BenchmarkIcarusRun(b *testing.B) {
	files, m := design(b, "mixer")
	e, err := OpenIcarus(files, m, Options{})
	require.NoError(b, err)
	defer e.Close()
	const batch = 256
	in, out := inputs(m.Layout, batch), make([]uint64, batch*m.Layout.OutWords)
	in[0] = 1
	b.ResetTimer()
	for done := 0; done < b.N; done += batch {
		if err := e.Run(in, out, batch); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "cycles/s")
}

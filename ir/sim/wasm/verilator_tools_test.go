//go:build tools

package wasm_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/sim/wasm"
	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/verilator"
)

// BenchmarkAgainstVerilator reports, of the CM-5 router, times in nanoseconds and how many of
// Verilator's a second are of this engine: builds, and cycles of the bare loop and of Run. Each
// time is the least of several, taken in turn, as the machine may be busy. For a build without
// the help of ccache set CCACHE_DISABLE=1.
func BenchmarkAgainstVerilator(b *testing.B) {
	d := router(b)
	files, err := verilog.Emit(d, verilog.Options{})
	require.NoError(b, err)
	manifest := verilog.NewManifest("cm5", "", nil, d, files)
	const never = time.Duration(1<<63 - 1)
	least := func(best *time.Duration, f func()) {
		start := time.Now()
		f()
		*best = min(*best, time.Since(start))
	}
	build := map[string]*time.Duration{}
	run := map[string]*time.Duration{}
	for _, name := range []string{"verilator", "wasm"} {
		first, second := never, never
		build[name], run[name] = &first, &second
	}
	var v *verilator.Engine
	least(build["verilator"], func() {
		v, err = verilator.Open(files, *manifest, verilator.Options{CacheDir: b.TempDir()})
	})
	require.NoError(b, err)
	defer v.Close()
	var w *wasm.Engine
	for range 20 {
		least(build["wasm"], func() { w, err = wasm.New(d) })
		require.NoError(b, err)
		defer w.Close()
	}
	const batch = 2000
	l := w.Layout()
	in, out := routerInputs(rand.New(rand.NewPCG(1, 1)), l, batch), make([]uint64, batch*l.OutWords)
	bare := never
	for b.Loop() {
		for range 20 {
			loop, err := v.BareLoop(in, batch)
			require.NoError(b, err)
			bare = min(bare, loop)
			for name, e := range map[string]sim.Engine{"verilator": v, "wasm": w} {
				least(run[name], func() { require.NoError(b, e.Run(in, out, batch)) })
			}
		}
	}
	cycle := func(d time.Duration) float64 { return float64(d.Nanoseconds()) / batch }
	b.ReportMetric(float64(*build["verilator"])/float64(*build["wasm"]), "build-ratio")
	b.ReportMetric(build["wasm"].Seconds()*1000, "ms/build")
	b.ReportMetric(cycle(bare), "ns/bare")
	b.ReportMetric(cycle(*run["verilator"]), "ns/verilator")
	b.ReportMetric(cycle(*run["wasm"]), "ns/wasm")
	b.ReportMetric(float64(bare)/float64(*run["wasm"]), "of-bare")
	b.ReportMetric(float64(*run["verilator"])/float64(*run["wasm"]), "of-run")
}

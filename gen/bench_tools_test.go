//go:build tools

package main

import (
	"fmt"
	"testing"
	"time"

	"github.com/flitwright/flitwright/tb"
	"github.com/flitwright/flitwright/verilator"
	"github.com/stretchr/testify/require"
)

// BenchmarkEngines runs every target on every engine with the same recorded traffic, the golden model
// alone beside them. A cycle of work is an operation. The figures to compare stand in one run:
//
//	golden       the golden model alone
//	wasm, ...    an engine alone, inputs and outputs in batches of 128 cycles
//	bare         Verilator's model in a C++ loop of its own, the same traffic, nothing sent or compared
//	lockstep-E   everything that check does on engine E
func BenchmarkEngines(b *testing.B) {
	for _, t := range targets() {
		values, err := t.Parse(nil)
		require.NoError(b, err)
		j := &job{&t, values}
		design, err := t.Build(values)
		require.NoError(b, err)

		model, err := t.Golden(values)
		require.NoError(b, err)
		const cycles, batch = 32768, 128
		var inWords, outWords int
		for range model.Inputs() { // every pin of these targets takes one word
			inWords++
		}
		for range model.Outputs() {
			outWords++
		}
		in, out := make([]uint64, inWords*cycles), make([]uint64, outWords*batch)
		stimulus := t.Traffic[0].New(values, 1)
		prev := make([]uint64, outWords)
		for c := range cycles {
			words := in[c*inWords : (c+1)*inWords]
			stimulus.Next(prev, words)
			model.Step(words, prev)
		}

		b.Run(t.Name+"/golden", func(b *testing.B) {
			for c := 0; b.Loop(); c = (c + 1) % cycles {
				model.Step(in[c*inWords:(c+1)*inWords], out[:outWords])
			}
		})
		for _, e := range engines() {
			b.Run(t.Name+"/"+e.name, func(b *testing.B) {
				engine, err := e.open(j, verilator.Options{})(b.Context(), design)
				require.NoError(b, err)
				defer engine.Close()
				require.NoError(b, engine.Reset(1))
				b.ResetTimer()
				for done := 0; done < b.N; done += batch {
					c := done % cycles
					require.NoError(b, engine.Run(in[c*inWords:(c+batch)*inWords], out, batch))
				}
			})
		}
		b.Run(t.Name+"/bare", func(b *testing.B) {
			files, manifest, err := j.emit(design)
			require.NoError(b, err)
			engine, err := verilator.Open(files, *manifest, verilator.Options{})
			require.NoError(b, err)
			defer engine.Close()
			b.ResetTimer()
			took, err := engine.BareLoop(in, b.N)
			require.NoError(b, err)
			b.ReportMetric(float64(took)/float64(time.Nanosecond)/float64(b.N), "ns/op")
		})
		for _, e := range engines() {
			b.Run(fmt.Sprintf("%s/lockstep-%s", t.Name, e.name), func(b *testing.B) {
				_, err := tb.Check(b.Context(), tb.Config{
					Target: &t, Values: values, Engine: tb.Engine{Name: e.name, Open: e.open(j, verilator.Options{})}, Cycles: b.N, Seed: 1,
				})
				require.NoError(b, err)
			})
		}
	}
}

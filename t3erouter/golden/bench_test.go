package golden

import (
	"math/rand/v2"
	"testing"

	"github.com/flitwright/flitwright/t3erouter/config"
)

// BenchmarkStep keeps all ports busy with adaptive packets of 5 flits to places drawn at random,
// from senders that use every credit; what leaves is credited at once.
func BenchmarkStep(b *testing.B) {
	r, in, out := benchRouter(b)
	rng := rand.New(rand.NewPCG(1, 2))
	var streams [ports][]uint64 // words, two a flit
	for p := range ports {
		for range 64 {
			h := head{x: rng.IntN(8), y: rng.IntN(32), z: rng.IntN(8), length: 5, adaptive: true}
			h.minus = []string{"", "x", "y", "z", "xy", "xz", "yz", "xyz"}[rng.IntN(8)]
			for _, f := range h.packet() {
				streams[p] = append(streams[p], f.words()...)
			}
		}
	}
	var next, credits [ports]int
	for p := range ports {
		credits[p] = r.depth[adaptiveVC]
	}
	credits[node] = r.depth[0]
	busy := 0
	b.ResetTimer()
	for range b.N {
		for p := range ports {
			w := in[pinPort+p*r.pins.stride:][:r.pins.stride]
			w[2] = 0
			if credits[p] > 0 {
				credits[p]--
				w[0], w[1], w[2], w[3] = streams[p][next[p]], streams[p][next[p]+1], 1, adaptiveVC
				if p == node {
					w[3] = 0
				}
				if next[p] += 2; next[p] == len(streams[p]) {
					next[p] = 0
				}
			}
		}
		r.Step(in, out)
		for p := range ports {
			if out[p] != 0 {
				credits[p]++
			}
			w := out[r.pins.outPort+p*r.pins.stride:][:r.pins.stride]
			in[r.pins.inCredit+p] = w[2] << w[3]
			busy += int(w[2])
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "cycles/s")
	b.ReportMetric(float64(busy)/float64(b.N), "flits/cycle")
}

func BenchmarkStepIdle(b *testing.B) {
	r, in, out := benchRouter(b)
	for b.Loop() {
		r.Step(in, out)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "cycles/s")
}

// benchRouter is a router with the default parameters, out of reset.
func benchRouter(b *testing.B) (r *Router, in, out []uint64) {
	r, err := New(config.Default(10))
	if err != nil {
		b.Fatal(err)
	}
	in, out = make([]uint64, r.pins.inWords), make([]uint64, r.pins.outWords)
	in[pinX], in[pinY], in[pinZ], in[pinLinks] = 3, 17, 4, 63
	in[pinRst] = 1
	r.Step(in, out)
	in[pinRst] = 0
	b.ReportAllocs()
	return r, in, out
}

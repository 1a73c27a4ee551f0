package golden

import (
	"testing"

	"github.com/flitwright/flitwright/cm5router/config"
)

// BenchmarkStep runs a permutation that keeps all ports busy: children climb, parent p sends
// to child p-4, and every sender uses every token.
func BenchmarkStep(b *testing.B) {
	r, in, out := benchRouter(b)
	var streams [ports][]uint8
	for p := range ports {
		m := message{height: 2, route: []uint8{uint8(p % 4 << 2)}, words: words(5)}
		if p < children {
			m.height, m.route = 3, []uint8{0, 0}
		}
		streams[p] = m.flits(config.Default(0))
	}
	var next [ports]int
	var tokens [ports]bool
	busy := 0
	b.ResetTimer()
	for range b.N {
		for p := range ports {
			in[pinPort+2*p], in[pinPort+2*p+1] = 0, 0
			if tokens[p] {
				in[pinPort+2*p], in[pinPort+2*p+1] = uint64(streams[p][next[p]]), 1
				if next[p]++; next[p] == len(streams[p]) {
					next[p] = 0
				}
			}
		}
		r.Step(in, out)
		for p := range ports {
			tokens[p] = out[outToken+p] == 1
			busy += int(out[outPort+2*p+1])
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

// benchRouter is a router at level 2 out of reset, with a token on every output.
func benchRouter(b *testing.B) (r *Router, in, out []uint64) {
	r, err := New(config.Default(0))
	if err != nil {
		b.Fatal(err)
	}
	in, out = make([]uint64, inPins), make([]uint64, outPins)
	in[pinLevel], in[pinParents], in[pinChildren], in[pinSeed] = 2, 15, 15, 1
	for q := range ports {
		in[pinToken+q] = 1
	}
	in[pinRst] = 1
	r.Step(in, out)
	in[pinRst] = 0
	b.ReportAllocs()
	return r, in, out
}

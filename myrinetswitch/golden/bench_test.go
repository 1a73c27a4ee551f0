package golden

import (
	"testing"

	"github.com/flitwright/flitwright/myrinetswitch/config"
)

// BenchmarkStep keeps all eight ports busy: each sends to the next, without contention.
func BenchmarkStep(b *testing.B) {
	s, in, out := benchSwitch(b)
	var streams [8][]uint64
	for p := range streams {
		streams[p] = packet(append([]uint64{0x80 | uint64((p+1)%8-p)&0x3F}, upTo(60)...)...)
	}
	at, busy := 0, 0
	b.ResetTimer()
	for range b.N {
		for p := range streams {
			in[pinPort+p] = streams[p][at]
		}
		if at++; at == len(streams[0]) {
			at = 0
		}
		s.Step(in, out)
		for q := range 8 {
			if out[q] != pinIDLE {
				busy++
			}
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "cycles/s")
	b.ReportMetric(float64(busy)/float64(b.N), "chars/cycle")
}

func BenchmarkStepIdle(b *testing.B) {
	s, in, out := benchSwitch(b)
	for b.Loop() {
		s.Step(in, out)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "cycles/s")
}

func benchSwitch(b *testing.B) (s *Switch, in, out []uint64) {
	s, err := New(config.Default())
	if err != nil {
		b.Fatal(err)
	}
	in, out = append([]uint64{1, 0xFF, 1000}, idles(8)...), make([]uint64, 8+1+7*8)
	s.Step(in, out)
	in[pinRst] = 0
	b.ReportAllocs()
	return s, in, out
}

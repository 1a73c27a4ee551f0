package tb

import (
	"context"
	"testing"
)

// BenchmarkCheck is one cycle of the stage in lockstep: what the test bench itself costs, as
// model and design are next to nothing.
func BenchmarkCheck(b *testing.B) {
	s := stage()
	v, _ := s.Parse(nil)
	_, err := Check(context.Background(), Config{Target: s, Values: v, Engine: Interp(), Cycles: max(b.N, 1000), Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
}

package golden

import (
	"slices"
	"testing"
)

// TestReset: whatever went before, a cycle of reset makes a router like a new one. In that cycle
// nothing arrives; the pins still say what was, and nothing in the cycle after.
func TestReset(t *testing.T) {
	for stages := 1; stages <= 3; stages++ {
		c := small()
		c.Stages, c.LinkLatency = stages, 3
		r, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		used := newTraffic(r, uint64(stages))
		used.run(300 + 7*stages)
		fresh, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		used.fill()
		used.in[pinRst] = 1
		r.Step(used.in, used.out)
		if slices.Max(used.out[:ports]) == 0 {
			t.Errorf("s = %d: no credits in the cycle of reset, so nothing was under way", stages)
		}
		other := make([]uint64, len(used.out))
		fresh.Step(used.in, other)
		used.restart()
		for cycle := range 400 {
			used.fill()
			r.Step(used.in, used.out)
			fresh.Step(used.in, other)
			if !slices.Equal(used.out, other) {
				t.Fatalf("s = %d, cycle %d after reset: %x\nnew: %x", stages, cycle, used.out, other)
			}
			if cycle == 0 && slices.ContainsFunc(used.out, func(w uint64) bool { return w != 0 }) {
				t.Errorf("s = %d: not idle after reset: %x", stages, used.out)
			}
			used.settle()
		}
		for name, n := range r.Events() {
			if name == "reset-traffic" && n != 1 {
				t.Errorf("s = %d: reset-traffic %d", stages, n)
			}
		}
	}
}

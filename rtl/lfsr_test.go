package rtl_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/rtl"
)

func TestLFSRSequence(t *testing.T) {
	b := newBench(t, rtl.LFSR(16, 15, 13, 12, 10).Module)
	for _, seed := range []uint64{0, 1, 2, 0xace1, 0xffff} {
		b.Set("seed", seed)
		b.Reset(seed + 9)
		b.Set("seed", ^seed&0xffff) // sampled in reset only
		s := uint16(max(1, seed))
		for cycle := range 1000 {
			b.Step()
			require.Equal(t, uint64(s), b.Get("state"), "seed %#x, cycle %d", seed, cycle)
			s = s<<1 | (s>>15^s>>13^s>>12^s>>10)&1
		}
		require.NoError(t, b.Err())
	}
}

// TestLFSRPeriod: the taps named in the documentation give the full period, and other
// widths, down to one bit, work.
func TestLFSRPeriod(t *testing.T) {
	for _, c := range []struct {
		width  int
		taps   []int
		period int
	}{
		{1, []int{0}, 1},
		{2, []int{1, 0}, 3},
		{3, []int{1, 2}, 7},
		{4, []int{3, 1}, 6}, // not a full period, and allowed
		{16, []int{15, 13, 12, 10}, 65535},
	} {
		b := newBench(t, rtl.LFSR(c.width, c.taps...).Module)
		b.Set("seed", 0)
		b.Reset(4)
		b.Step()
		require.Equal(t, uint64(1), b.Get("state"))
		period := 0
		for {
			b.Step()
			period++
			if b.Get("state") == 1 || b.Err() != nil {
				break
			}
		}
		require.NoError(t, b.Err())
		require.Equal(t, c.period, period, "%d bits, taps %v", c.width, c.taps)
	}
}

// TestLFSRWideReset: reset in mid-run takes the seed of its last cycle.
func TestLFSRWideReset(t *testing.T) {
	b := newBench(t, rtl.LFSR(40, 39, 37, 20, 18).Module)
	b.Reset(1)
	b.Steps(5)
	b.Set("rst", 1)
	b.Set("seed", 77)
	b.Step()
	b.Set("seed", 1<<39)
	b.Step()
	b.Set("rst", 0)
	b.Step()
	require.NoError(t, b.Err())
	require.Equal(t, uint64(1<<39), b.Get("state"))
}

func TestLFSRRefuses(t *testing.T) {
	refuses(t, rtl.LFSR(0).Module, "lfsr_test.go", "lfsr: 0 bits; the least is 1")
	refuses(t, rtl.LFSR(8, 3).Module, "lfsr_test.go", "lfsr: taps [3]: the highest must be bit 7, or the register can run into 0")
	refuses(t, rtl.LFSR(8, 3, 8).Module, "lfsr_test.go", "lfsr: taps [8 3]: the highest must be bit 7, or the register can run into 0")
	refuses(t, rtl.LFSR(8, 7, -1).Module, "lfsr_test.go", "lfsr: tap -1; the least is 0")
	refuses(t, rtl.LFSR(8, 7, 3, 3).Module, "lfsr_test.go", "lfsr: taps [7 3 3]: one is named twice")
}

package rtl_test

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/rtl"
)

// Users run three cycles of four when they are fast and one when they are slow, do not run in step, and each has
// phases of both kinds.
func TestPauses(t *testing.T) {
	const n, phases = 14, 400
	b := newBench(t, rtl.Pauses(n).Module)
	b.Reset(1)
	b.Step()
	require.Zero(t, b.Get("go"), "the first cycle after reset")
	var fast, alike [n]int
	for range phases {
		var ones [n]int
		for range 256 {
			b.Step()
			now := b.Get("go")
			for i := range n {
				ones[i] += int(now >> i & 1)
				alike[i] += bits.OnesCount64(^(now>>i ^ now>>((i+1)%n)) & 1)
			}
		}
		for i, k := range ones {
			if k > 128 {
				require.InDelta(t, 192, k, 40)
				fast[i]++
			} else {
				require.InDelta(t, 64, k, 40)
			}
		}
	}
	require.NoError(t, b.Err())
	for i := range n {
		require.InDelta(t, phases/2, fast[i], phases/8, "user %d", i)
		require.Less(t, alike[i], phases*256*3/4, "user %d", i)
	}
}

func TestPausesRefuse(t *testing.T) {
	refuses(t, rtl.Pauses(0).Module, "pauses_test.go", "pauses: 0 users; the range is 1 to 14")
	refuses(t, rtl.Pauses(15).Module, "pauses_test.go", "pauses: 15 users; the range is 1 to 14")
}

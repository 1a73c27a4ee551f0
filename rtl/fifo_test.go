package rtl_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

var storages = map[string]rtl.Storage{"lutram": rtl.LUTRAM, "block": rtl.BlockRAM, "head": rtl.HeadRAM}

// TestFIFOAgainstSlice compares every output in every cycle with a slice, in traffic that
// fills, drains and streams by turns, with resets in between.
func TestFIFOAgainstSlice(t *testing.T) {
	for name, storage := range storages {
		for _, depth := range []int{1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 55, 64} {
			for _, width := range []int{1, 4, 37, 64, 130} {
				t.Run(fmt.Sprintf("%s/w%d/d%d", name, width, depth), func(t *testing.T) {
					t.Parallel()
					testFIFO(t, width, depth, storage, uint64(width*1000+depth))
				})
			}
		}
	}
}

func testFIFO(t *testing.T, width, depth int, storage rtl.Storage, seed uint64) {
	r := seeded(t, seed)
	b := newBench(t, rtl.FIFO(width, depth, storage).Module)
	b.Reset(seed)
	var queue []*big.Int
	offer, take := 1, 1 // once in so many cycles
	for cycle := range 40 * (depth + 10) {
		if cycle%(2*depth+7) == 0 {
			offer, take = 1+r.IntN(3), 1+r.IntN(3)
		}
		data := random(r, width)
		enq, deq, rst := chance(r, offer), chance(r, take), chance(r, 20*(depth+5))
		b.Set("enq_valid", enq)
		b.SetBig("enq_data", data)
		b.Set("deq_ready", deq)
		b.Set("rst", rst)
		b.Step()
		require.NoError(t, b.Err(), "cycle %d", cycle)
		require.Equal(t, bit(len(queue) < depth), b.Get("enq_ready"), "enq_ready in cycle %d", cycle)
		require.Equal(t, bit(len(queue) > 0), b.Get("deq_valid"), "deq_valid in cycle %d", cycle)
		require.Equal(t, uint64(len(queue)), b.Get("count"), "count in cycle %d", cycle)
		if len(queue) > 0 {
			require.Zero(t, queue[0].Cmp(b.GetBig("deq_data")), "deq_data in cycle %d", cycle)
		}

		ready := len(queue) < depth
		if deq == 1 && len(queue) > 0 {
			queue = queue[1:]
		}
		if enq == 1 && ready {
			queue = append(queue, data)
		}
		if rst == 1 {
			queue = nil
		}
	}
}

func random(r *rand.Rand, width int) *big.Int {
	v := new(big.Int)
	for range (width + 63) / 64 {
		v.Or(v.Lsh(v, 64), new(big.Int).SetUint64(r.Uint64()))
	}
	return v.And(v, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(width)), big.NewInt(1)))
}

// TestFIFORate: with both ends always willing an entry passes in every cycle but the first,
// or in every other one at depth 1.
func TestFIFORate(t *testing.T) {
	for name, storage := range storages {
		for _, depth := range []int{1, 2, 3, 5, 16} {
			b := newBench(t, rtl.FIFO(8, depth, storage).Module)
			b.Reset(1)
			b.Set("enq_valid", 1)
			b.Set("deq_ready", 1)
			passed := 0
			for range 100 {
				b.Step()
				passed += int(b.Get("deq_valid"))
			}
			require.NoError(t, b.Err())
			want := 99
			if depth == 1 {
				want = 50
			}
			require.Equal(t, want, passed, "%s, depth %d", name, depth)
		}
	}
}

func TestFIFORefuses(t *testing.T) {
	for _, c := range []struct {
		module *ir.Module
		want   string
	}{
		{rtl.FIFO(8, 0, rtl.LUTRAM).Module, "fifo: 0 entries of 8 bits; the least is 1 of 1"},
		{rtl.FIFO(0, 4, rtl.BlockRAM).Module, "fifo: 4 entries of 0 bits; the least is 1 of 1"},
		{rtl.FIFO(8, 4, rtl.Storage(7)).Module, "fifo: storage 7 is neither LUTRAM, BlockRAM nor HeadRAM"},
	} {
		refuses(t, c.module, "fifo_test.go", c.want)
	}
}

// refuses checks that a module has one fault, that of the line of this test that asked for it.
func refuses(t *testing.T, m *ir.Module, file, message string) {
	t.Helper()
	_, err := ir.Elaborate(m)
	faults := ir.AsErrors(err)
	require.Len(t, faults, 1, "%v", err)
	require.Equal(t, message, faults[0].Message)
	require.Equal(t, file, faults[0].Pos.File)
}

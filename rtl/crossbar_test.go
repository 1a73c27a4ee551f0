package rtl_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

func TestCrossbar(t *testing.T) {
	for _, c := range []struct{ n, k, w int }{{1, 1, 1}, {1, 3, 5}, {5, 1, 8}, {3, 4, 7}, {8, 8, 36}} {
		r := seeded(t, uint64(c.n))
		b := newBench(t, rtl.Crossbar(c.n, c.k, c.w).Module)
		for range 500 {
			valid, data := make([]uint64, c.n), make([]uint64, c.n)
			for i := range c.n {
				valid[i], data[i] = r.Uint64()&1, r.Uint64()>>(64-c.w)
				b.Set(fmt.Sprintf("in_%d_valid", i), valid[i])
				b.Set(fmt.Sprintf("in_%d_data", i), data[i])
			}
			from := make([]int, c.k) // n for none
			for o := range from {
				from[o] = r.IntN(c.n + 1)
				b.Set(fmt.Sprintf("sel_%d", o), 1<<from[o]&(1<<c.n-1))
			}
			b.Step()
			require.NoError(t, b.Err())
			for o, i := range from {
				var v, d uint64
				if i < c.n {
					v, d = valid[i], data[i]
				}
				require.Equal(t, v, b.Get(fmt.Sprintf("out_%d_valid", o)))
				require.Equal(t, d, b.Get(fmt.Sprintf("out_%d_data", o)))
			}
		}
	}
}

func TestCrossbarRefuses(t *testing.T) {
	refuses(t, rtl.Crossbar(0, 2, 8).Module, "crossbar_test.go", "crossbar: 0 inputs, 2 outputs, 8 bits; the least is 1 of each")
}

// TestConnect passes a stream through two queues.
func TestConnect(t *testing.T) {
	queue := rtl.FIFO(8, 2, rtl.LUTRAM)
	io := rtl.FIFOPorts{Enq: rtl.StreamIn(8), Deq: rtl.StreamOut(8), Count: ir.Out(2)}
	b := newBench(t, ir.Build("pair", io, func(m *ir.Module, io rtl.FIFOPorts) {
		first, second := ir.Inst(m, "first", queue), ir.Inst(m, "second", queue)
		rtl.Connect(io.Enq, first.Enq)
		rtl.Connect(first.Deq, second.Enq)
		rtl.Connect(second.Deq, io.Deq)
		m.Unused(first.Count)
		io.Count.Set(second.Count)
	}).Module)
	b.Reset(1)
	b.Set("deq_ready", 1)
	for i := range uint64(50) {
		b.Set("enq_valid", 1)
		b.Set("enq_data", i)
		b.Step()
		require.Equal(t, bit(i >= 2), b.Get("deq_valid"))
		if i >= 2 {
			require.Equal(t, i-2, b.Get("deq_data"))
		}
	}
	require.NoError(t, b.Err())
}

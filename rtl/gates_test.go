package rtl_test

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

type gatePorts struct{ X, Y, Out ir.Signal }

// gate is a module around a function of one or two signals; yw 0 is one.
func gate(xw, yw, ow int, f func(x, y ir.Signal) ir.Signal) ir.Component[gatePorts] {
	io := gatePorts{ir.In(xw), ir.In(max(1, yw)), ir.Out(ow)}
	return ir.Build("gate", io, func(m *ir.Module, io gatePorts) {
		m.Unused(io.X, io.Y)
		io.Out.Set(f(io.X, io.Y))
	})
}

// exhaust compares a gate with want for every input.
func exhaust(t *testing.T, c ir.Component[gatePorts], xw, yw int, want func(x, y int) int) {
	t.Helper()
	b := newBench(t, c.Module)
	for x := range 1 << xw {
		for y := range 1 << yw {
			b.Set("x", uint64(x))
			b.Set("y", uint64(y))
			b.Step()
			require.NoError(t, b.Err())
			require.Equal(t, want(x, y), int(b.Get("out")), "x %b, y %b", x, y)
		}
	}
}

func TestDecode(t *testing.T) {
	for _, c := range []struct{ width, n int }{{1, 1}, {1, 2}, {2, 3}, {2, 4}, {3, 5}, {4, 16}} {
		exhaust(t, gate(c.width, 0, c.n, func(x, _ ir.Signal) ir.Signal { return rtl.Decode(x, c.n) }), c.width, 0,
			func(x, _ int) int { return 1 << x & (1<<c.n - 1) })
	}
}

func TestEncode(t *testing.T) {
	for n := 1; n <= 9; n++ {
		w := max(1, ir.Bits(n-1))
		exhaust(t, gate(n, 0, w, func(x, _ ir.Signal) ir.Signal { return rtl.Encode(x) }), n, 0,
			func(x, _ int) (or int) {
				for i := range n {
					if x>>i&1 != 0 {
						or |= i
					}
				}
				return or
			})
	}
}

func TestFirstOne(t *testing.T) {
	for n := 1; n <= 9; n++ {
		exhaust(t, gate(n, 0, n, func(x, _ ir.Signal) ir.Signal { return rtl.FirstOne(x) }), n, 0,
			func(x, _ int) int { return x & -x })
	}
}

func TestFirstFrom(t *testing.T) {
	for n := 1; n <= 9; n++ {
		w := max(1, ir.Bits(n-1))
		exhaust(t, gate(n, w, n, rtl.FirstFrom), n, w, func(x, from int) int {
			for i := range n {
				if at := (from + i) % n; from < n && x>>at&1 != 0 {
					return 1 << at
				}
			}
			return x & -x
		})
	}
}

func TestPopCount(t *testing.T) {
	for n := 1; n <= 11; n++ {
		exhaust(t, gate(n, 0, ir.Bits(n), func(x, _ ir.Signal) ir.Signal { return rtl.PopCount(x) }), n, 0,
			func(x, _ int) int { return bits.OnesCount(uint(x)) })
	}
}

func TestGatesRefuse(t *testing.T) {
	zero := func(x ir.Signal) ir.Signal { return x.C(0) }
	refuses(t, gate(2, 0, 2, func(x, _ ir.Signal) ir.Signal { return zero(x).Or(rtl.Decode(x, 5).Low(2)) }).Module,
		"gates_test.go", "decode: 5 values of a selector of 2 bits; the range is 1 to 4")
	refuses(t, gate(5, 2, 5, rtl.FirstFrom).Module,
		"gates_test.go", "first from: position of 2 bits in 5; it takes 3")
}

type counterPorts struct{ By, Wraps, Stays ir.Signal }

func TestCounters(t *testing.T) {
	for _, c := range []struct{ width, by int }{{1, 1}, {3, 1}, {4, 1}, {4, 3}, {4, 4}, {16, 2}} {
		io := counterPorts{ir.In(c.by), ir.Out(c.width), ir.Out(c.width)}
		b := newBench(t, ir.Build("counters", io, func(m *ir.Module, io counterPorts) {
			io.Wraps.Set(rtl.Counter(m, "wrapping", c.width, io.By))
			io.Stays.Set(rtl.SaturatingCounter(m, "staying", c.width, io.By))
		}).Module)
		b.Reset(1)
		r := seeded(t, uint64(c.width))
		sum, most := 0, 1<<c.width-1
		for range 1000 {
			by := r.IntN(1 << c.by)
			reset := r.IntN(100) == 0
			b.Set("by", uint64(by))
			b.Set("rst", bit(reset))
			b.Step()
			require.Equal(t, uint64(sum&most), b.Get("wraps"))
			require.Equal(t, uint64(min(sum, most)), b.Get("stays"))
			sum += by
			if reset {
				sum = 0
			}
		}
		require.NoError(t, b.Err())
	}
}

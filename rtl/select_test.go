package rtl_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

func TestSelected(t *testing.T) {
	for n := 1; n <= 8; n++ { // x are inputs of one bit, y picks the one
		w := ir.Bits(n)
		c := gate(n, w, 1, func(x, y ir.Signal) ir.Signal {
			return rtl.Selected(rtl.Decode(y, min(n, 1<<w)), x.BitList()...)
		})
		exhaust(t, c, n, w, func(x, y int) int {
			if y >= n { // nothing is selected
				y = 0
			}
			return x >> y & 1
		})
	}
	refuses(t, gate(3, 2, 1, func(x, y ir.Signal) ir.Signal { return rtl.Selected(y, x.BitList()...) }).Module,
		"select_test.go", "selected: 3 inputs, a selection of 2 bits")
}

func TestIndexedMux(t *testing.T) {
	for n := 2; n <= 9; n++ {
		w := ir.Bits(n - 1)
		c := gate(n, w, n+1, func(x, y ir.Signal) ir.Signal {
			return ir.Cat(rtl.IndexedMux(y, x.BitList()...), x)
		})
		b := newBench(t, c.Module)
		for x := range uint64(1) << n {
			for y := range 1 << w {
				b.Set("x", x)
				b.Set("y", uint64(y))
				b.Step()
				got := b.Get("out") >> n
				if y < n {
					require.Equal(t, x>>y&1, got, "x %b, y %d", x, y)
				} else if x == 0 || x == 1<<n-1 { // beyond the last: one of them
					require.Equal(t, x&1, got, "x %b, y %d", x, y)
				}
			}
		}
	}
}

func TestUpDown(t *testing.T) {
	for w := 1; w <= 7; w++ {
		exhaust(t, gate(w, 1, w, rtl.UpDown), w, 1, func(x, y int) int { return (x + 1 - 2*y) & (1<<w - 1) })
	}
}

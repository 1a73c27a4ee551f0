package rtl_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

func TestScattered(t *testing.T) {
	type io struct{ X, Y ir.Signal }
	part := ir.Build("scattered", io{X: ir.In(7), Y: ir.Out(3)}, func(m *ir.Module, io io) {
		m.Unused(io.X)
		io.Y.Set(rtl.Scattered(io.X, 2, 3)) // bits 2, 6 and 10 mod 7 = 3
	})
	b := newBench(t, part.Module)
	for x := range uint64(1 << 7) {
		b.Set("x", x)
		b.Step()
		require.Equal(t, x>>2&1|x>>6&1<<1|x>>3&1<<2, b.Get("y"))
	}
	require.NoError(t, b.Err())
}

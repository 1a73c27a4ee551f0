package verilog_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog"
)

// Verilator refuses a shift by a constant that has more than 32 bits.
func TestShiftsBeyondTheWidth(t *testing.T) {
	type ports struct{ A, L, R, S, T ir.Signal }
	io := ports{ir.In(20), ir.Out(20), ir.Out(20), ir.Out(20), ir.Out(1)}
	c := ir.Build("far", io, func(m *ir.Module, io ports) {
		far := m.ConstBig(100, new(big.Int).Lsh(big.NewInt(1), 90)).Named("far_away")
		io.L.Set(io.A.Shl(far))
		io.R.Set(io.A.Shr(far))
		io.S.Set(io.A.Sra(far))
		io.T.Set(io.A.Bit(7).Sra(far))
	})
	d, err := ir.Elaborate(c.Module)
	require.NoError(t, err)
	files, err := verilog.Emit(d, verilog.Options{})
	require.NoError(t, err)
	text := string(files[0].Text)
	for _, line := range []string{"l = 20'd0;", "r = 20'd0;", "s = $signed(a) >>> 5'd19;", "t = a[7];"} {
		require.Contains(t, text, "assign "+line)
	}
	require.NotContains(t, text, "far_away")
}

// Verilator 5.006 takes 1 << 32 for 1 where the amount has more than 32 bits.
func TestWideAmounts(t *testing.T) {
	type ports struct{ A, By, Y ir.Signal }
	c := ir.Build("far", ports{ir.In(20), ir.In(70), ir.Out(20)}, func(_ *ir.Module, io ports) { io.Y.Set(io.A.Shl(io.By)) })
	d, err := ir.Elaborate(c.Module)
	require.NoError(t, err)
	files, err := verilog.Emit(d, verilog.Options{})
	require.NoError(t, err)
	require.Contains(t, string(files[0].Text), "assign y = a << ((|by[69:5]) ? 5'd31 : by[4:0]);")
}

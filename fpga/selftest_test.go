package fpga_test

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/fpga"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
)

func newBench(t *testing.T, m *ir.Module) *sim.Bench {
	t.Helper()
	d, err := ir.Elaborate(m)
	require.NoError(t, err)
	e, err := sim.NewInterp(d)
	require.NoError(t, err)
	b := sim.NewBench(e)
	b.Reset(1)
	return b
}

// Score counts every bit, and is busy while the sums differ or a source is active.
func TestScore(t *testing.T) {
	const seed = 1
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	b := newBench(t, fpga.Score(5, 8, 3).Module)
	var sent, received, wrong uint64
	for range 1000 {
		put := func(name string, width int) uint64 {
			x := r.Uint64() & (1<<width - 1)
			if r.IntN(2) == 0 {
				x = 0
			}
			b.Set(name, x)
			return uint64(bits.OnesCount64(x))
		}
		for range r.IntN(20) {
			sent += put("begun", 5)
			received += put("right", 8)
			wrong += put("wrong", 3)
			b.Step()
		}
		for _, name := range []string{"begun", "right", "wrong"} {
			b.Set(name, 0)
		}
		active := r.Uint64N(2) << r.IntN(5)
		b.Set("active", active)
		for range 5 {
			b.Step()
		}
		require.Equal(t, []uint64{sent, received, wrong}, []uint64{b.Get("sent"), b.Get("received"), b.Get("errors")})
		require.Equal(t, active != 0 || sent != received+wrong, b.Get("busy") == 1)
	}
	require.NoError(t, b.Err())
}

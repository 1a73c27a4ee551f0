package sim_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
)

// bench elaborates a module, interprets it and resets it.
func bench(t testing.TB, m *ir.Module) *sim.Bench {
	t.Helper()
	b := sim.NewBench(interp(t, m))
	b.Reset(1)
	require.NoError(t, b.Err())
	return b
}

func interp(t testing.TB, m *ir.Module) *sim.Interp {
	t.Helper()
	d, err := ir.Elaborate(m)
	require.NoError(t, err)
	e, err := sim.NewInterp(d)
	require.NoError(t, err)
	return e
}

type counterPorts struct{ Enable, Count ir.Signal }

func counter(width int) ir.Component[counterPorts] {
	io := counterPorts{ir.In(1), ir.Out(width)}
	return ir.Build(fmt.Sprintf("counter_w%d", width), io, func(m *ir.Module, io counterPorts) {
		count := m.Reg("value", width, 0)
		m.When(io.Enable, func() { count.Set(count.AddC(1)) })
		io.Count.Set(count)
	})
}

func TestBenchCounts(t *testing.T) {
	b := bench(t, counter(70).Module)
	b.Set("enable", 1)
	b.Steps(3)
	require.EqualValues(t, 2, b.Get("count"), "outputs stand before the edge that ends the cycle")
	b.Set("enable", 0)
	b.Steps(3)
	require.Equal(t, big.NewInt(3), b.GetBig("count"))
	require.NoError(t, b.Err())
}

func TestBenchKeepsTheFirstError(t *testing.T) {
	b := bench(t, counter(4).Module)
	b.Set("enabel", 1)
	b.Set("enable", 2)
	require.EqualError(t, b.Err(), "bench: no input enabel")
	b.Reset(1)
	require.NoError(t, b.Err())
	b.Set("enable", 2)
	require.EqualError(t, b.Err(), "bench: 2 does not fit input enable of 1 bits")
	b.Reset(1)
	require.Zero(t, b.Get("cuont"))
	require.EqualError(t, b.Err(), "bench: no pin cuont")
}

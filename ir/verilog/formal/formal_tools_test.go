//go:build tools

package formal_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog/formal"
)

type ports struct{ Go, By ir.Signal }

// prove elaborates a module with the ports go and by[1:0] and proves its assertions.
func prove(t *testing.T, o formal.Options, body func(m *ir.Module, io ports)) (*formal.Result, error) {
	t.Helper()
	d, err := ir.Elaborate(ir.Build("dut", ports{ir.In(1), ir.In(2)}, func(m *ir.Module, io ports) {
		m.Unused(io.Go, io.By)
		body(m, io)
	}).Module)
	require.NoError(t, err)
	return formal.Prove(t.Context(), d, o)
}

// count counts up by what comes, to 12 and no further.
func count(m *ir.Module, io ports) ir.Signal {
	count := m.Reg("count", 4, 0)
	m.When(io.Go.And(count.LtC(10)), func() { count.Set(count.Add(io.By.ZExt(4))) })
	return count
}

func TestProved(t *testing.T) {
	r, err := prove(t, formal.Options{}, func(m *ir.Module, io ports) {
		count := count(m, io)
		m.Assert(count.LtC(13), "the count is above 12")
		m.Assert(count.NeC(15), "the count is 15")
	})
	require.NoError(t, err)
	require.Equal(t, formal.Proved, r.Verdict)
	require.Equal(t, 2, r.Properties)
	require.Nil(t, r.Counterexample)
}

func TestRefuted(t *testing.T) {
	r, err := prove(t, formal.Options{}, func(m *ir.Module, io ports) {
		count := count(m, io)
		m.Assert(count.LtC(13), "the count is above 12")
		m.Assert(count.NeC(11), "the count is 11")
	})
	require.NoError(t, err)
	require.Equal(t, formal.Refuted, r.Verdict)
	c := r.Counterexample
	require.NotNil(t, c.Failure)
	require.Equal(t, "the count is 11", c.Failure.Message)
	require.Equal(t, c.Failure.Cycle+1, c.Cycles, "nothing after the failure")
	require.Contains(t, r.String(), "refuted: ")
	require.Regexp(t, `formal_tools_test\.go:\d+: cycle \d+: dut: the count is 11\n`, r.String())
	require.Regexp(t, `\nby +\|`, r.String())
}

// Counting by 3 from the cycle after reset, 12 is passed in the sixth cycle of a run.
func TestBounded(t *testing.T) {
	d, err := ir.Elaborate(ir.Build("dut", ports{ir.In(1), ir.In(2)}, func(m *ir.Module, io ports) {
		m.Assert(count(m, io).LtC(12), "the count is above 11")
	}).Module)
	require.NoError(t, err)
	r, err := formal.Bounded(t.Context(), d, 5, formal.Options{})
	require.NoError(t, err)
	require.Equal(t, formal.Unknown, r.Verdict)
	require.Equal(t, 5, r.Depth)
	r, err = formal.Bounded(t.Context(), d, 6, formal.Options{})
	require.NoError(t, err)
	require.Equal(t, formal.Refuted, r.Verdict)
	require.Equal(t, 5, r.Counterexample.Failure.Cycle)
	require.Equal(t, "the count is above 11", r.Counterexample.Failure.Message)
}

// Two orders of an exclusive or are the same, or differ where the run says.
func TestDiagrams(t *testing.T) {
	type wide struct{ X, Y ir.Signal }
	for leave, want := range []formal.Verdict{formal.Proved, formal.Refuted} {
		d, err := ir.Elaborate(ir.Build("parity", wide{ir.In(40), ir.In(40)}, func(m *ir.Module, io wide) {
			m.Unused(io.X, io.Y)
			sum := m.Const(1, 0)
			for i := range 40 {
				sum = sum.Xor(io.Y.Bit(39 - i)).Xor(io.X.Bit(i * 7 % 40))
			}
			m.Assert(sum.Eq(ir.Cat(io.X, io.Y.Low(40-leave)).Parity()), "the parity is wrong")
		}).Module)
		require.NoError(t, err)
		r, err := formal.Prove(t.Context(), d, formal.Options{Timeout: 5 * time.Second, Diagrams: true})
		require.NoError(t, err)
		require.Equal(t, want, r.Verdict)
		if want == formal.Refuted {
			require.Contains(t, r.String(), "parity: the parity is wrong")
		}
	}
}

// What no reset sets may hold anything, and memories too.
func TestPowerUp(t *testing.T) {
	r, err := prove(t, formal.Options{}, func(m *ir.Module, io ports) {
		data := m.RegNoReset("data", 12)
		m.When(io.Go, func() { data.Set(data.C(5)) })
		m.Assert(data.NeC(0xABC), "the data is abc")
	})
	require.NoError(t, err)
	require.Equal(t, formal.Refuted, r.Verdict)
	require.Nil(t, r.Counterexample.Failure)
	require.Contains(t, r.String(), "certain values at power-up")

	r, err = prove(t, formal.Options{}, func(m *ir.Module, io ports) {
		mem := m.Mem("mem", 2, 4)
		m.When(io.Go, func() { mem.Write(io.By, io.By) })
		m.Assert(mem.Read(io.By).Eq(io.By), "a word is not its address")
	})
	require.NoError(t, err)
	require.Equal(t, formal.Refuted, r.Verdict)
}

// Reset counts as long as nothing was reset: an assertion holds from then on.
func TestNothingIsJudgedBeforeReset(t *testing.T) {
	r, err := prove(t, formal.Options{}, func(m *ir.Module, io ports) {
		flag := m.Reg("flag", 1, 0)
		flag.Set(flag)
		m.Assert(flag.Not(), "the flag is set")
	})
	require.NoError(t, err)
	require.Equal(t, formal.Proved, r.Verdict)
}

func TestNoAssertions(t *testing.T) {
	_, err := prove(t, formal.Options{}, func(m *ir.Module, io ports) { m.Unused(count(m, io)) })
	require.EqualError(t, err, "module dut has no assertions")
}

// Whether a number of 47 bits has two factors is not found in a second.
func TestUnknown(t *testing.T) {
	type wide struct{ X, Y ir.Signal }
	d, err := ir.Elaborate(ir.Build("factors", wide{ir.In(24), ir.In(24)}, func(m *ir.Module, io wide) {
		product := io.X.ZExt(48).Mul(io.Y.ZExt(48))
		two := io.X.GeC(2).And(io.Y.GeC(2))
		m.Assert(two.Not().Or(product.NeC(0x7fffffffffe7)), "it has factors")
	}).Module)
	require.NoError(t, err)
	r, err := formal.Prove(t.Context(), d, formal.Options{Timeout: time.Second})
	require.NoError(t, err)
	require.Equal(t, formal.Unknown, r.Verdict)
}

func TestStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	d, err := ir.Elaborate(ir.Build("dut", ports{ir.In(1), ir.In(2)}, func(m *ir.Module, io ports) {
		m.Assert(count(m, io).LtC(13), "the count is above 12")
	}).Module)
	require.NoError(t, err)
	_, err = formal.Prove(ctx, d, formal.Options{})
	require.ErrorIs(t, err, context.Canceled)
}

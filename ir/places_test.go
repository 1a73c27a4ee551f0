package ir_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
)

// here is the line of its caller, as diagnostics write it.
func here() string {
	_, _, line, _ := runtime.Caller(1)
	return fmt.Sprintf("places_test.go:%d", line)
}

// A part's helper and what it calls are not to blame.
func doubled(m *ir.Module, x ir.Signal) ir.Signal {
	m.Helper()
	return added(m, x, ir.Cat(x, x))
}

func added(m *ir.Module, x, y ir.Signal) ir.Signal {
	m.Helper()
	var sum ir.Signal
	m.When(x, func() { sum = x.Add(y) })
	return sum
}

func plain(x ir.Signal) (ir.Signal, string) { return x.Sub(x.ZExt(8)), here() }

func TestPlaces(t *testing.T) {
	var want []string
	blame := func(place, message string) { want = append(want, place+": dut: "+message) }
	c := dut("dut", func(m *ir.Module, io pins) {
		doubled(m, io.C)
		at := here()
		_, in := plain(io.A)
		blame(previous(at), "add: width mismatch: c[1] (faults_test.go:36), cat[2] ("+previous(at)+")")
		blame(in, "sub: width mismatch: a[4] (faults_test.go:36), cat[8] ("+in+")")
		// The longest ways through the package.
		m.Scope("s", func() {
			m.When(io.C, func() { io.C.SExt(4).Set(io.A) })
			blame(previous(here()), "set: cat[4] ("+previous(here())+") is not a wire, output, instance input or register")
		})
		_ = io.A.NeC(99).And(io.C)
		blame(previous(here()), "const: 99 does not fit in 4 bits")
		io.Y.Set(io.A)
	})
	_, err := ir.Elaborate(c.Module)
	var got []string
	for _, e := range ir.AsErrors(err) {
		got = append(got, e.String())
	}
	require.ElementsMatch(t, want, got)
	require.IsNonDecreasing(t, lines(ir.AsErrors(err)))
}

func lines(errs ir.Errors) (out []int) {
	for _, e := range errs {
		out = append(out, e.Pos.Line)
	}
	return out
}

// previous is the place one line before.
func previous(place string) string {
	var line int
	fmt.Sscanf(place, "places_test.go:%d", &line)
	return fmt.Sprintf("places_test.go:%d", line-1)
}

// A finished module is closed: nothing can be placed in itself.
func TestFinishedModule(t *testing.T) {
	var kept *ir.Module
	var wire ir.Signal
	var chain *ir.WhenChain
	c := dut("dut", func(m *ir.Module, io pins) {
		kept, wire = m, io.Y
		chain = m.When(io.C, func() {})
		io.Y.Set(io.A)
	})
	dump := c.Module.Dump()
	q := ir.Inst(kept, "again", c)
	q.A.Set(wire.Not())
	kept.Mem("late", 1, 1)
	chain.ElseWhen(wire.Any(), func() { wire.Set(wire) }).Else(func() { wire.Set(wire) })
	kept.Assert(wire.Any(), "late")
	require.Equal(t, dump, c.Module.Dump())
	require.False(t, c.Module.Clocked())
	_, err := ir.Elaborate(c.Module)
	require.ErrorContains(t, err, "instance: module dut is finished")
	require.ErrorContains(t, err, "memory: module dut is finished")

	_, err = ir.Elaborate(nil)
	require.Error(t, err)
}

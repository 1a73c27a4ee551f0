package ir_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/flitwright/flitwright/ir"
)

// everything uses each kind of node and statement.
func everything() ir.Component[pins] {
	part := through("part")
	return ir.Build("everything", newPins(), func(m *ir.Module, io pins) {
		m.SetDoc("Everything at once.\nIn two lines.")
		limit := m.Const(4, 9).Named("limit").Doc("the highest count")
		count := m.Reg("count", 4, 3).Doc("counts")
		data := m.RegNoReset("data", 4)
		w := m.Wire("w", 4)
		ram := m.Mem("ram", 4, 10)
		word := ram.ReadReg("word", io.B, io.C)
		q := ir.Inst(m, "q", part)
		q.A.Set(io.A)
		q.B.Set(ram.Read(io.B))
		q.C.Set(io.C.And(m.Reset().Not()))
		m.Scope("step", func() {
			next := count.AddC(1).Named("next")
			m.When(next.Lt(limit), func() { count.Set(next) }).
				ElseWhen(io.C, func() { count.Set(next.Sub(io.A).Mul(io.B)) }).
				Else(func() { ram.Write(io.B, q.Y) })
		})
		m.Switch(io.A.Slice(2, 1)).
			CaseC(0, func() { w.Set(word) }).
			CaseC(1, func() { w.Set(ir.Mux(io.C, word.Shl(io.A), word.Sra(io.A).Or(word.Shr(io.C)))) }).
			Default(func() { w.Set(ir.OneHotMux(io.A.Low(2), io.B, ir.Cat(io.A.Parity(), io.B.All(), io.C.Repeat(2)))) })
		data.Set(w.Xor(io.A))
		m.Assert(data.LtS(io.A).Or(data.Eq(limit)), "data is \"small\"")
		m.Unused(io.C)
		io.Y.Set(data)
	})
}

func TestDump(t *testing.T) {
	d, err := ir.Elaborate(everything().Module)
	require.NoError(t, err)
	again, err := ir.Elaborate(everything().Module)
	require.NoError(t, err)
	require.Equal(t, d.Dump(), again.Dump())
	golden(t, "dump.txtar", []txtar.File{{Name: "everything", Data: []byte(d.Dump())}})
}

// Two equal modules that were built twice are one in the design, with all below them.
func TestEqualModulesAreMerged(t *testing.T) {
	build := func() ir.Component[pins] {
		return dut("outer", func(m *ir.Module, io pins) {
			q := ir.Inst(m, "q", through("inner"))
			q.A.Set(io.A)
			q.B.Set(io.B)
			q.C.Set(io.C)
			io.Y.Set(q.Y)
		})
	}
	top := dut("top", func(m *ir.Module, io pins) {
		y := io.A
		for i := range 3 {
			q := ir.Inst(m, fmt.Sprintf("outer_%d", i), build())
			q.A.Set(y)
			q.B.Set(io.B)
			q.C.Set(io.C)
			y = q.Y
		}
		io.Y.Set(y)
	})
	d, err := ir.Elaborate(top.Module)
	require.NoError(t, err)
	require.NoError(t, wellFormed(d))
	var names []string
	for _, m := range d.Modules {
		names = append(names, m.Name)
	}
	require.Equal(t, []string{"inner", "outer", "top"}, names)
	again, err := ir.Elaborate(top.Module)
	require.NoError(t, err)
	require.Equal(t, d, again)
}

// Names that Verilator gives to members of the top's class are free below it.
func TestTopPortNames(t *testing.T) {
	type ports struct{ Eval, Final2, Y ir.Signal }
	build := func(name string) ir.Component[ports] {
		return ir.Build(name, ports{ir.In(1), ir.In(1), ir.Out(1)}, func(m *ir.Module, io ports) {
			io.Y.Set(io.Eval.And(io.Final2))
		})
	}
	_, err := ir.Elaborate(build("top").Module)
	require.ErrorContains(t, err, "input eval: a member of the C++ class")
	require.Len(t, ir.AsErrors(err), 1)

	top := dut("top", func(m *ir.Module, io pins) {
		q := ir.Inst(m, "q", build("part"))
		q.Eval.Set(io.C)
		q.Final2.Set(io.C)
		io.Y.Set(q.Y.ZExt(4))
	})
	_, err = ir.Elaborate(top.Module)
	require.NoError(t, err)
}

// Clocked does not walk the hierarchy: 2^60 paths lead to the register.
func TestClockedInDeepHierarchy(t *testing.T) {
	part := dut("level", func(m *ir.Module, io pins) {
		r := m.Reg("r", 4, 0)
		r.Set(io.A)
		io.Y.Set(r)
	})
	for i := range 60 {
		below := part
		part = dut(fmt.Sprintf("level_%d", i), func(m *ir.Module, io pins) {
			y := io.A
			for j := range 2 {
				q := ir.Inst(m, fmt.Sprintf("q_%d_%d", i, j), below)
				q.A.Set(y)
				q.B.Set(io.B)
				q.C.Set(io.C)
				y = q.Y
			}
			io.Y.Set(y)
		})
	}
	require.True(t, part.Module.Clocked())
	_, err := ir.Elaborate(part.Module)
	require.NoError(t, err)
}

// Chains of any length neither overflow the stack nor take quadratic time.
func TestLongChains(t *testing.T) {
	const n = 20000
	c := dut("dut", func(m *ir.Module, io pins) {
		sum, w := io.A, m.Wire("w", 4)
		for range n {
			sum = sum.Add(io.B)
		}
		w.Set(sum)
		r := m.Reg("r", 4, 0)
		chain := m.When(io.C, func() { r.Set(w) })
		for i := range n {
			chain = chain.ElseWhen(w.EqC(uint64(i%16)), func() { r.Set(io.B) })
		}
		for i := range n {
			next := m.Wire(fmt.Sprintf("w_%d", i), 4)
			next.Set(w.Xor(io.B))
			w = next
		}
		io.Y.Set(r.Or(w))
	})
	_, err := ir.Elaborate(c.Module)
	require.NoError(t, err)
	require.Equal(t, n+1, strings.Count(c.Module.Dump(), "set r "))

	loop := dut("loop", func(m *ir.Module, io pins) {
		first := m.Wire("first", 4)
		x := first
		for range n {
			x = x.Xor(io.A)
		}
		first.Set(x)
		io.Y.Set(first)
	})
	_, err = ir.Elaborate(loop.Module)
	require.ErrorContains(t, err, "combinational loop")
}

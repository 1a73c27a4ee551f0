package flat_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim/flat"
)

func flatten(t testing.TB, m *ir.Module) *flat.Netlist {
	t.Helper()
	d, err := ir.Elaborate(m)
	require.NoError(t, err)
	n, err := flat.Flatten(d)
	require.NoError(t, err)
	requireOrdered(t, n)
	return n
}

// requireOrdered wants arguments before users and levels right.
func requireOrdered(t testing.TB, n *flat.Netlist) {
	t.Helper()
	for i, node := range n.Nodes {
		level := 0
		for _, a := range node.Args {
			require.Less(t, int(a), i)
			level = max(level, n.Nodes[a].Level+1)
		}
		require.Equal(t, level, node.Level)
	}
}

// Example flattens two counters, one placed behind the other: the wires between are gone,
// and that the low one is 9 is computed once.
func Example() {
	type ports struct{ Enable, Count ir.Signal }
	counter := ir.Build("counter", ports{ir.In(1), ir.Out(4)}, func(m *ir.Module, io ports) {
		count := m.Reg("value", 4, 1)
		m.When(io.Enable, func() {
			count.Set(count.AddC(1))
			m.When(count.EqC(9), func() { count.Set(count.C(0)) })
		})
		m.Assert(count.LtC(10), "a digit")
		io.Count.Set(count)
	})
	top := ir.Build("digits", ports{ir.In(1), ir.Out(8)}, func(m *ir.Module, io ports) {
		low, high := ir.Inst(m, "low", counter), ir.Inst(m, "high", counter)
		low.Enable.Set(io.Enable)
		high.Enable.Set(io.Enable.And(low.Count.EqC(9)))
		io.Count.Set(ir.Cat(high.Count, low.Count))
	})
	d, err := ir.Elaborate(top.Module)
	if err != nil {
		fmt.Println(err)
		return
	}
	n, err := flat.Flatten(d)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(n.Dump())
	// Output:
	// n0:1 input digits.rst
	// n1:1 input digits.enable
	// n2:4 reg digits.low.value
	// n3:4 reg digits.high.value
	// n4:8 cat n3 n2
	// n5:4 const 9
	// n6:1 eq n2 n5
	// n7:1 and n1 n6
	// n8:4 const 0
	// n9:4 const 1
	// n10:4 add n2 n9
	// n11:4 mux n6 n8 n10
	// n12:4 mux n1 n11 n2
	// n13:4 const 10
	// n14:1 lt n2 n13
	// n15:1 not n14
	// n16:1 eq n3 n5
	// n17:4 add n3 n9
	// n18:4 mux n16 n8 n17
	// n19:4 mux n7 n18 n3
	// n20:1 lt n3 n13
	// n21:1 not n20
	// reg n2 takes n12 reset 1
	// reg n3 takes n19 reset 1
	// fail if n15: digits.low: a digit
	// fail if n21: digits.high: a digit
	// out n4
}

func TestFolding(t *testing.T) {
	type ports struct{ X, Y ir.Signal }
	build := func(f func(m *ir.Module, x ir.Signal) ir.Signal) string {
		n := flatten(t, ir.Build("folded", ports{ir.In(8), ir.Out(8)}, func(m *ir.Module, io ports) {
			io.Y.Set(f(m, io.X))
		}).Module)
		return n.Dump()
	}
	same := "n0:8 input folded.x\nout n0\n"
	zero := func(m *ir.Module) ir.Signal { return m.Const(8, 0) }
	require.Equal(t, same, build(func(m *ir.Module, x ir.Signal) ir.Signal { return x.Not().Not() }))
	require.Equal(t, same, build(func(m *ir.Module, x ir.Signal) ir.Signal { return x.Or(zero(m)).And(zero(m).Not()) }))
	require.Equal(t, same, build(func(m *ir.Module, x ir.Signal) ir.Signal { return ir.Cat(x, x).Slice(15, 8) }))
	require.Equal(t, same, build(func(m *ir.Module, x ir.Signal) ir.Signal { return x.Shl(m.Const(3, 0)) }))
	require.Equal(t, same, build(func(m *ir.Module, x ir.Signal) ir.Signal { return ir.Mux(m.Const(1, 1), x, zero(m)) }))
	require.Equal(t, "n0:8 input folded.x\nn1:8 const 0\nout n1\n",
		build(func(m *ir.Module, x ir.Signal) ir.Signal { return x.And(zero(m)) }))
	require.Equal(t, "n0:8 input folded.x\nn1:2 const 0\nn2:6 slice [5:0] n0\nn3:8 cat n2 n1\nout n3\n",
		build(func(m *ir.Module, x ir.Signal) ir.Signal { return x.Shl(m.Const(4, 2)) }))
}

// TestBranchesStaySmall has many arms that set one register each: nodes in proportion to
// arms, not to their square.
func TestBranchesStaySmall(t *testing.T) {
	type ports struct{ Sel, Y ir.Signal }
	count := func(n int, exclusive bool) int {
		return len(flatten(t, ir.Build("arms", ports{ir.In(12), ir.Out(1)}, func(m *ir.Module, io ports) {
			var regs []ir.Signal
			for i := range n {
				regs = append(regs, m.Reg(fmt.Sprintf("r_%d", i), 12, 0))
			}
			if exclusive {
				s := m.Switch(io.Sel)
				for i, r := range regs {
					s.CaseC(uint64(i), func() { r.Set(io.Sel) })
				}
			} else {
				w := m.When(io.Sel.EqC(0), func() { regs[0].Set(io.Sel) })
				for i, r := range regs[1:] {
					w.ElseWhen(io.Sel.GeC(uint64(i)), func() { r.Set(io.Sel) })
				}
			}
			io.Y.Set(ir.Cat(regs...).Parity())
		}).Module).Nodes)
	}
	for _, exclusive := range []bool{true, false} {
		require.Less(t, count(1000, exclusive), 11*count(100, exclusive))
	}
}

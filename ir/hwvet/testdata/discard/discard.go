// Package discard drops signals.
package discard

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

type maker struct{ m *ir.Module }

func (k maker) counter(by ir.Signal) ir.Signal {
	return rtl.Counter(k.m, "count", 8, by)
}

func max2(a, b ir.Signal) ir.Signal { return ir.Mux(a.Gt(b), a, b) }

func both(a, b ir.Signal) (sum, carry ir.Signal) { return a.Xor(b), a.And(b) }

func connect(to, from ir.Signal) { to.Set(from) }

func dropped(m *ir.Module, a, b ir.Signal, s rtl.Stream[ir.Signal]) {
	a.Add(b)            // want `the result of Signal.Add is dropped`
	(a.Add(b))          // want `Signal.Add`
	ir.Or(a, b)         // want `the result of Or is dropped`
	m.Const(8, 1)       // want `Module.Const`
	a.BitList()         // want `Signal.BitList`
	a.Add(b).Doc("sum") // want `Signal.Add`
	a.Named("alias")    // want `the result of Named is dropped`
	s.Data.Named("it")  // want `the result of Named`
	max2(a, b)          // want `the result of max2 is dropped: a function of signals returns what it builds`
	both(a, b)          // want `both`
	s.Fire()            // want `Fire`
	rtl.PopCount(a)     // want `PopCount`
	m.Switch(a)         // want `a Switch without cases does nothing`
	m.When(a, func() {
		a.Sub(b) // want `Signal.Sub`
	})
}

func kept(m *ir.Module, a, b ir.Signal, mem *ir.Mem, c ir.Component[rtl.ArbiterPorts]) {
	_ = a.Add(b)
	a.Doc("the first operand")
	connect(a, b)
	a.Set(b)
	m.When(a, func() {}).ElseWhen(b, func() {})
	m.Switch(a).CaseC(0, func() {})
	mem.Write(a, b)
	ir.Inst(m, "arbiter", c)
	m.Reg("unread", 1, 0)       // Elaborate reports it by its name,
	a.Not().Named("unread_too") // and this
	rtl.Counter(m, "events", 8, a)
	maker{m}.counter(a)
	in := func(k uint64) ir.Signal { return a.EqC(k) }
	in(1) // may do anything
	a.Width()
	a.Node()
}

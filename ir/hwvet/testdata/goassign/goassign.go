// Package goassign assigns to variables of signals.
package goassign

import "github.com/flitwright/flitwright/ir"

type lane struct{ Valid, Data ir.Signal }

func chosen(m *ir.Module, c, a, b ir.Signal) ir.Signal {
	next := a
	m.When(c, func() { next = b }) // want `next is assigned by Go, whatever the condition is in hardware`
	var x, y ir.Signal
	m.When(c, func() { x = a }).Else(func() { x = b })               // want `x is assigned` `x is assigned`
	m.Switch(a).CaseC(0, func() { y = a }).Default(func() { y = b }) // want `y is` `y is`
	m.When(c, func() { m.When(a, func() { next, _ = b, 1 }) })       // want `next`
	m.When(c, func() { m.Scope("s", func() { a = b }) })             // want `a is`
	l := lane{a, b}
	m.Switch(a).Case(m.Const(1, 0), func() { l = lane{b, a} }) // want `l is`
	m.When(c, func() {
		inner := a
		m.When(b, func() { inner = b }) // want `inner`
		x.Set(inner)
		total := a
		m.When(b, func() {
			for range 3 {
				total = total.Add(b)
			}
			x.Set(total)
		})
	})
	return next.And(x, y, l.Data)
}

func unconditional(m *ir.Module, c, a, b ir.Signal, invert bool) ir.Signal {
	next := a
	if invert {
		next = a.Not()
	}
	m.Scope("s", func() { next = next.And(b) })
	var out ir.Signal
	var list []ir.Signal
	count := 0
	m.When(c, func() {
		out = a.Add(b) // carried out: there is no other value
		list = append(list, out)
		count++
		local := a
		local = local.Not()
		next := b
		next = next.And(local)
		next.Set(a)
		_ = b
		apply(func() { local = a })
	})
	return ir.Or(append(list, next, out)...)
}

func apply(f func()) { f() }

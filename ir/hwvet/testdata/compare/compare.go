// Package compare compares signals.
package compare

import (
	"slices"

	"github.com/flitwright/flitwright/ir"
)

type lane struct{ Valid, Data ir.Signal }

type alias = ir.Signal

func handles(m *ir.Module, a, b ir.Signal, x, y lane, list []ir.Signal, c alias) {
	if a == b { // want `== asks Go whether signals are the same node; use Eq`
	}
	if a != b { // want `!= asks Go whether signals are the same node; use Ne`
	}
	_ = x == y                                   // want `use Eq`
	_ = c == a                                   // want `use Eq`
	_ = [2]ir.Signal{a, b} == [2]ir.Signal{b, a} // want `use Eq`
	_ = any(1) == a                              // want `use Eq`
	switch a {                                   // want `switch asks Go`
	case b:
	}
	_ = map[ir.Signal]string{} // want `key it by \*ir.Node`
	_ = map[lane]string{}      // want `key it by \*ir.Node`
	slices.Contains(list, a)   // want `Contains asks Go`
	slices.Index(list, b)      // want `Index asks Go`
}

func fine(m *ir.Module, a, b ir.Signal, p *ir.Signal, list []ir.Signal) {
	_ = a.Eq(b)
	_ = a.Node() == b.Node()
	_ = a.Width() == b.Width()
	_ = a == (ir.Signal{})
	_ = ir.Signal{} != a
	_ = p == nil
	_ = list == nil
	_ = map[*ir.Node]string{}
	_ = map[string]ir.Signal{}
	_ = slices.Contains([]int{1}, a.Width())
	_ = slices.Clone(list)
	switch {
	case a.Width() == 1:
	}
	switch a.Width() {
	}
	m.Switch(a).CaseC(1, func() {})
}

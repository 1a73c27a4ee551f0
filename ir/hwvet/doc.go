// Package hwvet finds mistakes in builders of hardware that are legal Go and build a legal
// design, so that neither the compiler nor ir.Elaborate can see them.
//
//	discard   a.Add(b) as a statement: hardware that nothing can read
//	compare   a == b of two signals: asks Go, now, what was meant to be asked in hardware
//	maporder  a range over a map in a builder: another design in every run
//	loopname  m.Reg("state", ...) in a loop: two of one name from the second round on
//	goassign  x = y under m.When: Go assigns whatever the condition is
//
// Each analyzer says in its Doc what it reports, why, and how to write what is meant. Where
// it cannot tell it is silent: a finding is to be mended, and there is no comment to turn it off.
//
// The command ir/hwvet/cmd/hwvet runs them all.
package hwvet

import "golang.org/x/tools/go/analysis"

// Analyzers gives all analyzers of the package.
func Analyzers() []*analysis.Analyzer {
	return []*analysis.Analyzer{discard(), compare(), maporder(), loopname(), goassign()}
}

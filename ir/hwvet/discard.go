package hwvet

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
)

// discard reports signals that are built and dropped.
func discard() *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     "discard",
		Requires: []*analysis.Analyzer{inspect.Analyzer},
		Run:      runDiscard,
		Doc: `report signals that are built and dropped

Operators do not change their operands: a.Add(b) as a statement builds an adder that
nothing reads, and nothing reads it silently, since it has no name. Reported are calls that
stand as a statement of their own, of

  - operators and other functions of package ir that return a signal without a name;
  - other functions that take signals, take no module and return signals: whoever writes one
    for its effect returns nothing;
  - Module.Switch, which without a case chooses nothing.

What has a name is left to Elaborate, which reports what is named and not read. Yet x.Named("y")
for a variable x is reported: it names x in place only while x has no name, and else returns a
new signal; use what it returns. x.Doc("...") is not, as it always writes to x itself.

To build something for nothing, as a test may, write _ = a.Add(b).`,
	}
}

func runDiscard(pass *analysis.Pass) (any, error) {
	for cur := range preorder(pass, (*ast.ExprStmt)(nil)) {
		call, ok := ast.Unparen(cur.Node().(*ast.ExprStmt).X).(*ast.CallExpr)
		for ok && irName(callee(pass.TypesInfo, call)) == "Signal.Doc" {
			call, ok = receiver(call).(*ast.CallExpr)
		}
		if !ok {
			continue
		}
		fn := callee(pass.TypesInfo, call)
		switch name := irName(fn); {
		case fn == nil:
		case name == "Signal.Named":
			if _, fresh := receiver(call).(*ast.CallExpr); !fresh {
				pass.ReportRangef(call, "the result of Named is dropped: of a signal that has a name it is a new one; use it in place of the old")
			}
		case name == "Module.Switch":
			pass.ReportRangef(call, "a Switch without cases does nothing")
		case name != "" && nameless(fn.Signature()):
			pass.ReportRangef(call, "the result of %s is dropped, and it does nothing but return it", name)
		case name == "" && ofSignals(fn.Signature()):
			pass.ReportRangef(call, "the result of %s is dropped: a function of signals returns what it builds", fn.Name())
		}
	}
	return nil, nil
}

// receiver is the expression that a method is called on.
func receiver(call *ast.CallExpr) ast.Expr {
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		return ast.Unparen(sel.X)
	}
	return nil
}

// nameless reports whether a function of package ir builds signals and gives them no name.
func nameless(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		if p.Name() == "name" || p.Name() == "names" {
			return false
		}
	}
	return anyHolds(sig.Results(), "Signal")
}

// ofSignals reports whether a function is one from signals to signals, with no module at hand
// to build anything else in.
func ofSignals(sig *types.Signature) bool {
	for r := range sig.Results().Variables() {
		if !holds(r.Type(), "Signal") {
			return false
		}
	}
	return sig.Results().Len() > 0 && takes(sig, "Signal") && !takes(sig, "Module")
}

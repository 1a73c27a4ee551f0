package hwvet

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
)

// compare reports signals that Go compares.
func compare() *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     "compare",
		Requires: []*analysis.Analyzer{inspect.Analyzer},
		Run:      runCompare,
		Doc: `report signals, and structs and arrays of them, compared by Go

In Go a == b asks once, when the design is built, whether a and b are the same node: two adders of the
same operands are not. Hardware that compares is a.Eq(b) or a.Ne(b), and a choice by it
is When, Switch or Mux. Reported are == and !=, a switch over a signal, maps with signals
as keys and functions such as slices.Contains that compare signals.

Where the same node is what is meant, compare a.Node(), or key a map by it: that says so.
Comparing with ir.Signal{} is allowed: it asks whether a signal was made at all.`,
	}
}

func runCompare(pass *analysis.Pass) (any, error) {
	info := pass.TypesInfo
	of := func(e ast.Expr) bool { return e != nil && info.TypeOf(e) != nil && signals(info.TypeOf(e)) }
	for cur := range preorder(pass, (*ast.BinaryExpr)(nil), (*ast.SwitchStmt)(nil), (*ast.MapType)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.BinaryExpr:
			method := map[token.Token]string{token.EQL: "Eq", token.NEQ: "Ne"}[n.Op]
			if method != "" && (of(n.X) || of(n.Y)) && !zero(n.X) && !zero(n.Y) {
				pass.Reportf(n.OpPos, "%s asks Go whether signals are the same node; use %s to compare them in hardware, or Node() if the node is meant", n.Op, method)
			}
		case *ast.SwitchStmt:
			if of(n.Tag) {
				pass.ReportRangef(n.Tag, "switch asks Go whether signals are the same node; use Module.Switch or Eq to compare them in hardware")
			}
		case *ast.MapType:
			if of(n.Key) {
				pass.ReportRangef(n.Key, "a map tells signals apart by their node, not by Eq or Ne; key it by *ir.Node if that is meant")
			}
		}
	}
	for cur := range preorder(pass, (*ast.Ident)(nil)) {
		id := cur.Node().(*ast.Ident)
		instance := info.Instances[id]
		fn, ok := info.Uses[id].(*types.Func)
		if !ok {
			continue
		}
		for i := range instance.TypeArgs.Len() {
			constraint, ok := fn.Signature().TypeParams().At(i).Constraint().Underlying().(*types.Interface)
			if ok && constraint.IsComparable() && signals(instance.TypeArgs.At(i)) {
				pass.ReportRangef(id, "%s asks Go whether signals are the same node; use Eq to compare them in hardware, or Node() if the node is meant", fn.Name())
				break
			}
		}
	}
	return nil, nil
}

// zero reports whether e is a zero value written out, such as ir.Signal{}.
func zero(e ast.Expr) bool {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	return ok && len(lit.Elts) == 0
}

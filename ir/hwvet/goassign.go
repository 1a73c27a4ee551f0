package hwvet

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
)

// goassign reports Go assignments that look conditional in hardware.
func goassign() *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     "goassign",
		Requires: []*analysis.Analyzer{inspect.Analyzer},
		Run:      runGoassign,
		Doc: `report variables of signals that are assigned in the body of a When or a Switch

	next := count
	m.When(up, func() { next = count.AddC(1) })
	count.Set(next)

The body runs once, when the design is built, whatever up will be: next is count+1 always, and
up is not even read. Hardware that chooses is ir.Mux(up, count.AddC(1), count), or
a Wire that is Set to count first and under When again.

Not reported is a variable that is not used after the body, such as a sum that is made in it, and one
that is declared without a value and assigned in one place: it carries a signal out of the
body, and there is nothing to choose from.`,
	}
}

func runGoassign(pass *analysis.Pass) (any, error) {
	info, written := pass.TypesInfo, writes(pass)
	lastUse := map[types.Object]token.Pos{}
	for id, obj := range info.Uses {
		lastUse[obj] = max(lastUse[obj], id.Pos())
	}
	for cur := range preorder(pass, (*ast.AssignStmt)(nil)) {
		assign := cur.Node().(*ast.AssignStmt)
		if assign.Tok != token.ASSIGN {
			continue
		}
		for _, lhs := range assign.Lhs {
			id, ok := lhs.(*ast.Ident)
			if !ok || id.Name == "_" {
				continue
			}
			obj := info.ObjectOf(id)
			if obj == nil || !signals(obj.Type()) || written[obj] < 2 {
				continue
			}
			for body := range cur.Enclosing((*ast.FuncLit)(nil)) {
				if within(obj, body.Node()) || lastUse[obj] < body.Node().End() {
					break
				}
				if name, _ := bodyOf(info, body); conditional(name) {
					pass.ReportRangef(lhs, "%s is assigned by Go, whatever the condition is in hardware; Set a Wire or use Mux", id.Name)
					break
				}
			}
		}
	}
	return nil, nil
}

package hwvet

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
)

// writes counts, for each variable of the package, the places that give it a value: its declaration if
// it has one there, assignments, and taking its address, which counts as many.
func writes(pass *analysis.Pass) map[types.Object]int {
	count := map[types.Object]int{}
	write := func(exprs ...ast.Expr) {
		for _, e := range exprs {
			if id, ok := root(e).(*ast.Ident); ok {
				count[pass.TypesInfo.ObjectOf(id)]++
			}
		}
	}
	names := func(ids []*ast.Ident) {
		for _, id := range ids {
			count[pass.TypesInfo.ObjectOf(id)]++
		}
	}
	params := func(list *ast.FieldList) {
		if list == nil {
			return
		}
		for _, f := range list.List {
			names(f.Names)
		}
	}
	for cur := range preorder(pass, (*ast.AssignStmt)(nil), (*ast.IncDecStmt)(nil), (*ast.RangeStmt)(nil),
		(*ast.ValueSpec)(nil), (*ast.UnaryExpr)(nil), (*ast.FuncType)(nil), (*ast.FuncDecl)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.AssignStmt:
			write(n.Lhs...)
		case *ast.IncDecStmt:
			write(n.X)
		case *ast.RangeStmt:
			write(n.Key, n.Value)
		case *ast.ValueSpec:
			if len(n.Values) > 0 {
				names(n.Names)
			}
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				write(n.X, n.X)
			}
		case *ast.FuncType:
			params(n.Params)
		case *ast.FuncDecl:
			params(n.Recv)
		}
	}
	return count
}

// root is what an expression is a part of: x for x.f[i].
func root(e ast.Expr) ast.Expr {
	for {
		switch n := e.(type) {
		case *ast.ParenExpr:
			e = n.X
		case *ast.SelectorExpr:
			e = n.X
		case *ast.IndexExpr:
			e = n.X
		case *ast.StarExpr:
			e = n.X
		default:
			return e
		}
	}
}

// within reports whether an object is declared in the source of n.
func within(obj types.Object, n ast.Node) bool {
	return obj != nil && n.Pos() <= obj.Pos() && obj.Pos() < n.End()
}

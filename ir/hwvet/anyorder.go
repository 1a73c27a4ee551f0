package hwvet

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// anyOrder tells whether the rounds of a loop may come in any order.
type anyOrder struct {
	b        builders
	loop     *ast.RangeStmt
	function ast.Node // that the loop stands in
}

func (a anyOrder) list(list []ast.Stmt) bool {
	for _, s := range list {
		if !a.statement(s) {
			return false
		}
	}
	return true
}

func (a anyOrder) statement(s ast.Stmt) bool {
	switch s := s.(type) {
	case nil, *ast.BranchStmt:
		return true
	case *ast.BlockStmt:
		return a.list(s.List)
	case *ast.IfStmt:
		return a.statement(s.Init) && !a.b.builds(s.Cond) && a.list(s.Body.List) && a.statement(s.Else)
	case *ast.IncDecStmt:
		return true
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		return ok && a.builtin(call, "delete")
	case *ast.AssignStmt:
		return !a.b.builds(s) && a.assign(s)
	case *ast.ReturnStmt:
		for _, r := range s.Results {
			if !a.constant(r) {
				return false
			}
		}
		return true
	}
	return false
}

func (a anyOrder) assign(s *ast.AssignStmt) bool {
	switch s.Tok {
	case token.ADD_ASSIGN, token.SUB_ASSIGN, token.OR_ASSIGN, token.AND_ASSIGN, token.XOR_ASSIGN:
		basic, ok := a.b.info.TypeOf(s.Lhs[0]).Underlying().(*types.Basic)
		return ok && basic.Info()&types.IsInteger != 0
	}
	if len(s.Lhs) != len(s.Rhs) {
		return s.Tok == token.DEFINE
	}
	for i, lhs := range s.Lhs {
		if !a.set(s.Tok, lhs, s.Rhs[i]) {
			return false
		}
	}
	return true
}

// set reports whether rounds may be exchanged that do lhs = rhs.
func (a anyOrder) set(tok token.Token, lhs, rhs ast.Expr) bool {
	if tok == token.DEFINE || a.constant(rhs) {
		return true
	}
	switch l := lhs.(type) {
	case *ast.IndexExpr:
		t := a.b.info.TypeOf(l.X)
		_, ok := t.Underlying().(*types.Map)
		return ok
	case *ast.Ident:
		if within(a.b.info.ObjectOf(l), a.loop) {
			return true
		}
	}
	call, ok := rhs.(*ast.CallExpr)
	if !ok {
		return false
	}
	return a.builtin(call, "max") || a.builtin(call, "min") || a.builtin(call, "append") && a.sorted(lhs)
}

// sorted reports whether the slice is sorted after the loop.
func (a anyOrder) sorted(slice ast.Expr) bool {
	want, found := types.ExprString(slice), false
	ast.Inspect(a.function, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || call.Pos() < a.loop.End() || len(call.Args) == 0 {
			return true
		}
		fn := callee(a.b.info, call)
		if fn == nil || fn.Pkg() == nil || types.ExprString(call.Args[0]) != want {
			return true
		}
		sorts := fn.Pkg().Path() == "sort" || fn.Pkg().Path() == "slices" && strings.HasPrefix(fn.Name(), "Sort")
		found = found || sorts
		return true
	})
	return found
}

func (a anyOrder) builtin(call *ast.CallExpr, name string) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	_, ok = a.b.info.ObjectOf(id).(*types.Builtin)
	return ok && id.Name == name
}

// constant reports whether e is a constant or nil.
func (a anyOrder) constant(e ast.Expr) bool {
	tv := a.b.info.Types[e]
	return tv.Value != nil || tv.IsNil()
}

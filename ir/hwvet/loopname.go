package hwvet

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
)

// loopname reports names that every round of a loop gives again.
func loopname() *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     "loopname",
		Requires: []*analysis.Analyzer{inspect.Analyzer},
		Run:      runLoopname,
		Doc: `report a name that is the same in every round of a loop

A name is given once in a module. m.Reg("state", 2, 0) in a loop is fine while the loop runs
once, as it does in the smallest configuration, and Elaborate refuses the first larger one. Put the
loop's variable into the name, or the loop's body into m.Scope with a name that has it.

Reported are names that are constants, or made of constants and variables that are written once,
before the loop. Not reported is what may be reached in one round only: behind a Go
condition that is not constant, before or after a return or break, or in a module of its own.`,
	}
}

// nameArgs gives the names that a call of a function of package ir gives in a module.
func nameArgs(name string, call *ast.CallExpr) []ast.Expr {
	switch name {
	case "Module.Reg", "Module.RegBig", "Module.RegNoReset", "Module.Wire", "Module.Mem", "Mem.ReadReg", "Signal.Named":
		return call.Args[:1]
	case "Module.Enum":
		return call.Args
	case "Inst":
		return call.Args[1:2]
	}
	return nil
}

func runLoopname(pass *analysis.Pass) (any, error) {
	r := rounds{pass.TypesInfo, writes(pass)}
	for cur := range preorder(pass, (*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		fn := callee(pass.TypesInfo, call)
		if fn == nil || !fn.Signature().Variadic() && len(call.Args) != fn.Signature().Params().Len() {
			continue // not a plain call, such as m.Reg(f())
		}
		name := irName(fn)
		for _, arg := range nameArgs(name, call) {
			if r.repeats(cur, arg, moduleOf(name, call)) {
				pass.ReportRangef(arg, "the name is the same in every round of the loop, and a module has it once")
				break
			}
		}
	}
	return nil, nil
}

// moduleOf is the expression that tells which module a call of package ir builds in; nil if only
// signals tell, which in a loop are those of one module.
func moduleOf(name string, call *ast.CallExpr) ast.Expr {
	switch name {
	case "Inst":
		return call.Args[0]
	case "Signal.Named", "Mem.ReadReg":
		return nil
	}
	return receiver(call)
}

// rounds tells what differs between the rounds of a loop.
type rounds struct {
	info    *types.Info
	written map[types.Object]int
}

// repeats reports whether the call at cur surely gives the same name to the same module in each
// round of some loop around it.
func (r rounds) repeats(cur inspector.Cursor, name, module ast.Expr) bool {
	tells := []ast.Expr{name} // what has to be the same
	for child, up := cur, cur.Parent(); ; child, up = up, up.Parent() {
		switch n := up.Node().(type) {
		case *ast.ForStmt:
			if child.Node() == n.Body && r.same(tells, module, n) {
				return true
			}
		case *ast.RangeStmt:
			if child.Node() == n.Body && r.same(tells, module, n) {
				return true
			}
		case *ast.IfStmt:
			if child.Node() != n.Cond && child.Node() != n.Init {
				tells = append(tells, n.Cond)
			}
		case *ast.SwitchStmt:
			if n.Tag != nil {
				tells = append(tells, n.Tag)
			}
			for _, c := range n.Body.List {
				tells = append(tells, c.(*ast.CaseClause).List...)
			}
		case *ast.CaseClause:
			if leaves(n.Body, child.Node()) {
				return false
			}
		case *ast.BlockStmt:
			if leaves(n.List, child.Node()) {
				return false
			}
		case *ast.FuncLit:
			inside, call := bodyOf(r.info, up)
			switch {
			case inside == "Module.Scope":
				tells = append(tells, call.Args[0])
			case !conditional(inside):
				return false // run elsewhere, or for a module of its own
			}
		case *ast.ReturnStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.FuncDecl, *ast.File:
			return false
		}
	}
}

// leaves reports whether some way through a list of statements goes past the one given, or out of
// the loop after it.
func leaves(list []ast.Stmt, at ast.Node) bool {
	found, before := false, true
	for _, s := range list {
		if s == at {
			before = false
			continue
		}
		ast.Inspect(s, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt:
				found = true
			case *ast.BranchStmt:
				found = found || before || n.Tok != token.CONTINUE
			}
			return !found
		})
	}
	return found
}

// same reports whether all that tells one round from another is the same in all rounds.
func (r rounds) same(tells []ast.Expr, module ast.Expr, loop ast.Node) bool {
	for _, e := range tells {
		if r.varies(e, loop) {
			return false
		}
	}
	ownModule := false
	if module != nil {
		ast.Inspect(module, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			ownModule = ownModule || ok && (within(r.info.ObjectOf(id), loop) || r.written[r.info.ObjectOf(id)] > 1)
			return true
		})
	}
	return !ownModule
}

// varies reports whether e may have another value in another round of the loop.
func (r rounds) varies(e ast.Expr, loop ast.Node) bool {
	if r.info.Types[e].Value != nil {
		return false
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.varies(e.X, loop)
	case *ast.UnaryExpr:
		return r.varies(e.X, loop)
	case *ast.BinaryExpr:
		return r.varies(e.X, loop) || r.varies(e.Y, loop)
	case *ast.Ident:
		v, ok := r.info.ObjectOf(e).(*types.Var)
		return !ok || v.Parent() == v.Pkg().Scope() || within(v, loop) || r.written[v] > 1
	case *ast.CallExpr:
		fn := callee(r.info, e)
		if fn == nil || fn.FullName() != "fmt.Sprintf" && fn.FullName() != "fmt.Sprint" {
			return true
		}
		for _, arg := range e.Args {
			if r.varies(arg, loop) {
				return true
			}
		}
		return false
	}
	return true
}

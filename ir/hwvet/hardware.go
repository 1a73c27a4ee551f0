package hwvet

import (
	"go/ast"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"
)

const irPath = "github.com/flitwright/flitwright/ir"

// preorder gives the nodes of the kinds of the examples in all files of the package.
func preorder(pass *analysis.Pass, examples ...ast.Node) iter.Seq[inspector.Cursor] {
	return pass.ResultOf[inspect.Analyzer].(*inspector.Inspector).Root().Preorder(examples...)
}

// callee is the function or method that a call names; nil for a function value, a conversion
// and a built-in.
func callee(info *types.Info, call *ast.CallExpr) *types.Func {
	fn, _ := typeutil.Callee(info, call).(*types.Func)
	return fn
}

// irName is the name that a function of package ir has for its users, Build or Signal.Add;
// "" for any other function.
func irName(fn *types.Func) string {
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != irPath || !fn.Exported() {
		return ""
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return fn.Name()
	}
	t := recv.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if named, ok := t.(*types.Named); ok {
		return named.Obj().Name() + "." + fn.Name()
	}
	return ""
}

// isIR reports whether t is one of the named types of package ir.
func isIR(t types.Type, names ...string) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	obj := named.Obj()
	return obj.Pkg() != nil && obj.Pkg().Path() == irPath && slices.Contains(names, obj.Name())
}

// holds reports whether a value of type t has one of the named types of package ir in it or
// behind its pointers and slices. What other types of package ir hold does not count.
func holds(t types.Type, names ...string) bool {
	seen := map[types.Type]bool{}
	var in func(t types.Type) bool
	in = func(t types.Type) bool {
		t = types.Unalias(t)
		if seen[t] {
			return false
		}
		seen[t] = true
		if isIR(t, names...) {
			return true
		}
		if named, ok := t.(*types.Named); ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == irPath {
			return false
		}
		switch u := t.Underlying().(type) {
		case *types.Pointer:
			return in(u.Elem())
		case *types.Slice:
			return in(u.Elem())
		case *types.Array:
			return in(u.Elem())
		case *types.Struct:
			for f := range u.Fields() {
				if in(f.Type()) {
					return true
				}
			}
		}
		return false
	}
	return in(t)
}

// signals reports whether a value of type t is a Signal or a struct or array with one in it:
// to copy or compare it is to copy or compare signals.
func signals(t types.Type) bool {
	if isIR(t, "Signal") {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return signals(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if signals(f.Type()) {
				return true
			}
		}
	}
	return false
}

// takes reports whether a parameter or the receiver holds one of the named types.
func takes(sig *types.Signature, names ...string) bool {
	if recv := sig.Recv(); recv != nil && holds(recv.Type(), names...) {
		return true
	}
	return anyHolds(sig.Params(), names...)
}

func anyHolds(vars *types.Tuple, names ...string) bool {
	for v := range vars.Variables() {
		if holds(v.Type(), names...) {
			return true
		}
	}
	return false
}

// conditional tells of a method of package ir that runs the function it is given for
// statements which hold under a condition.
func conditional(name string) bool {
	switch name {
	case "Module.When", "WhenChain.ElseWhen", "WhenChain.Else",
		"SwitchChain.Case", "SwitchChain.CaseC", "SwitchChain.Default":
		return true
	}
	return false
}

// bodyOf is the name of the function of package ir that the function literal at cur is an argument
// of, "" if it is something else.
func bodyOf(info *types.Info, cur inspector.Cursor) (string, *ast.CallExpr) {
	call, ok := cur.Parent().Node().(*ast.CallExpr)
	if !ok || !slices.Contains(call.Args, ast.Expr(cur.Node().(*ast.FuncLit))) {
		return "", nil
	}
	return irName(callee(info, call)), call
}

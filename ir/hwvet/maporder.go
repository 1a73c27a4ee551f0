package hwvet

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
)

// maporder reports designs that depend on the order of a map.
func maporder() *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     "maporder",
		Requires: []*analysis.Analyzer{inspect.Analyzer},
		Run:      runMaporder,
		Doc: `report a range over a map in a builder

Go gives the entries of a map in another order in every run. The order in which a builder makes
ports, nodes and statements is the order of the Verilog, and that of two Sets of one
target is its meaning: the same call would give another file every time. Range over
slices.Sorted(maps.Keys(x)).

A builder is a function that takes a module or signals, or returns signals or a component, and builds
something. A loop is not reported whose rounds may come in any order: it only collects in
a slice that is sorted after it, fills a map, counts, or looks for whether there is an entry of some kind.
Ranging over maps.Keys, maps.Values and maps.All is ranging over the map.`,
	}
}

func runMaporder(pass *analysis.Pass) (any, error) {
	b := newBuilders(pass)
	for cur := range preorder(pass, (*ast.RangeStmt)(nil)) {
		loop := cur.Node().(*ast.RangeStmt)
		if !overMap(pass.TypesInfo, loop.X) {
			continue
		}
		body := b.around(cur)
		if body == nil {
			continue
		}
		rounds := anyOrder{b: b, loop: loop, function: body}
		if !rounds.list(loop.Body.List) {
			pass.ReportRangef(loop.X, "a builder ranges over a map: it builds in another order in every run; range over slices.Sorted(maps.Keys(...))")
		}
	}
	return nil, nil
}

func overMap(info *types.Info, x ast.Expr) bool {
	if t := info.TypeOf(x); t != nil {
		if _, ok := t.Underlying().(*types.Map); ok {
			return true
		}
	}
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := callee(info, call)
	if fn == nil {
		return false
	}
	switch fn.FullName() {
	case "maps.Keys", "maps.Values", "maps.All":
		return true
	}
	return false
}

// builders tells which functions of a package build hardware.
type builders struct {
	info  *types.Info
	pkg   *types.Package
	makes map[*types.Func]bool // those declared in the package
}

func newBuilders(pass *analysis.Pass) builders {
	b := builders{pass.TypesInfo, pass.Pkg, map[*types.Func]bool{}}
	for changed := true; changed; {
		changed = false
		for cur := range preorder(pass, (*ast.FuncDecl)(nil)) {
			decl := cur.Node().(*ast.FuncDecl)
			fn, ok := b.info.Defs[decl.Name].(*types.Func)
			if ok && decl.Body != nil && !b.makes[fn] && b.builds(decl.Body) {
				b.makes[fn] = true
				changed = true
			}
		}
	}
	return b
}

// around is the body of the outermost builder that cur stands in, nil if there is none.
func (b builders) around(cur inspector.Cursor) *ast.BlockStmt {
	var outermost *ast.BlockStmt
	for f := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		var sig *types.Signature
		var body *ast.BlockStmt
		switch n := f.Node().(type) {
		case *ast.FuncDecl:
			body = n.Body
			if fn, ok := b.info.Defs[n.Name].(*types.Func); ok {
				sig = fn.Signature()
			}
		case *ast.FuncLit:
			body = n.Body
			sig, _ = b.info.TypeOf(n).(*types.Signature)
		}
		if sig != nil && (takes(sig, "Module", "Signal") || anyHolds(sig.Results(), "Signal", "Component")) && b.builds(body) {
			outermost = body
		}
	}
	return outermost
}

// builds reports whether a call in n makes hardware.
func (b builders) builds(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && !found {
			found = b.call(call)
		}
		return !found
	})
	return found
}

func (b builders) call(call *ast.CallExpr) bool {
	fn := callee(b.info, call)
	switch {
	case fn == nil:
		sig, ok := b.info.TypeOf(call.Fun).(*types.Signature)
		return ok && connects(sig)
	case irName(fn) == "Module.Mem":
		return true
	case fn.Pkg() == b.pkg:
		return b.makes[fn.Origin()]
	}
	return connects(fn.Signature())
}

// connects reports whether a function is given signals or returns hardware. One that is given a
// module alone may as well read it; Signal.Width and Signal.Node do read.
func connects(sig *types.Signature) bool {
	return anyHolds(sig.Params(), "Signal") || anyHolds(sig.Results(), "Signal", "Component")
}

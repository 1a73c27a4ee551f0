package hwvet

import (
	"go/ast"
	"go/types"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/packages"
)

// The packages in testdata are of this module and build with the real package ir: what is
// expected stands in their comments, and a line without one is to be silent. All analyzers see
// all packages, in one go since it is loading them that takes time.
func TestAnalyzers(t *testing.T) {
	require.NoError(t, analysis.Validate(Analyzers()))
	if testing.Short() {
		t.Skip("type-checks the standard library from source")
	}
	together := &analysis.Analyzer{
		Name: "together", Doc: "run all analyzers", Requires: []*analysis.Analyzer{inspect.Analyzer},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, a := range Analyzers() {
				if _, err := a.Run(pass); err != nil {
					return nil, err
				}
			}
			return nil, nil
		},
	}
	var patterns []string
	for _, a := range Analyzers() {
		require.Equal(t, together.Requires, a.Requires)
		patterns = append(patterns, "./ir/hwvet/testdata/"+a.Name)
	}
	require.Len(t, analysistest.Run(t, "../..", together, patterns...), len(patterns))
}

// The analyzers know functions of package ir by name: these are there, and no other gives names or
// runs a body.
func TestNamesOfIR(t *testing.T) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports}, irPath)
	require.NoError(t, err)
	require.Len(t, pkgs, 1)
	for _, name := range []string{"Signal", "Component", "Module", "Mem"} {
		require.NotNil(t, pkgs[0].Types.Scope().Lookup(name), name)
	}

	var all, naming, bodies []string
	for _, fn := range functions(pkgs[0].Types) {
		name, call := irName(fn), &ast.CallExpr{}
		all = append(all, name)
		for p := range fn.Signature().Params().Variables() {
			call.Args = append(call.Args, ast.NewIdent(p.Name()))
			if p.Type().String() == "func()" && !slices.Contains(bodies, name) {
				bodies = append(bodies, name)
			}
		}
		for i, arg := range call.Args {
			if id := arg.(*ast.Ident).Name; id == "name" || id == "names" {
				naming = append(naming, name)
				if name != "Build" && name != "Module.Scope" {
					require.Equal(t, call.Args[i:i+1], nameArgs(name, call), name)
				}
			}
		}
	}
	require.ElementsMatch(t, []string{
		"Build", "Inst", "Module.Scope", "Module.Reg", "Module.RegBig", "Module.RegNoReset", "Module.Wire",
		"Module.Mem", "Module.Enum", "Mem.ReadReg", "Signal.Named",
	}, naming)
	require.ElementsMatch(t, []string{
		"Module.Scope", "Module.When", "WhenChain.ElseWhen", "WhenChain.Else",
		"SwitchChain.Case", "SwitchChain.CaseC", "SwitchChain.Default",
	}, bodies)
	for _, name := range bodies {
		require.Equal(t, name != "Module.Scope", conditional(name), name)
	}
	require.Subset(t, all, []string{"Module.Switch", "Signal.Doc", "Signal.Eq", "Signal.Ne", "Signal.Node"})
}

// functions are the exported functions and methods of a package.
func functions(pkg *types.Package) (all []*types.Func) {
	for _, name := range pkg.Scope().Names() {
		switch obj := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			all = append(all, obj)
		case *types.TypeName:
			if named, ok := obj.Type().(*types.Named); ok && obj.Exported() {
				all = slices.AppendSeq(all, named.Methods())
			}
		}
	}
	return slices.DeleteFunc(all, func(fn *types.Func) bool { return !fn.Exported() })
}

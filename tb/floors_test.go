package tb_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
)

const module = "github.com/flitwright/flitwright/"

// TestGoldenModelsStandAlone holds every golden model to the standard library and its own
// config package, all that those import included: a model that could see the hardware side
// would be no second opinion.
func TestGoldenModelsStandAlone(t *testing.T) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedModule}, module+"...")
	require.NoError(t, err)
	models := 0
	for _, p := range pkgs {
		machine, isGolden := strings.CutSuffix(p.PkgPath, "/golden")
		if !isGolden {
			continue
		}
		models++
		packages.Visit([]*packages.Package{p}, nil, func(dep *packages.Package) {
			standard := dep.Module == nil
			if !standard && dep.PkgPath != p.PkgPath && dep.PkgPath != machine+"/config" {
				t.Errorf("%s imports %s", p.PkgPath, dep.PkgPath)
			}
		})
	}
	require.NotZero(t, models)
}

// floors are the packages from the ground up; one may import those below it only.
var floors = [][]string{
	{"ir", "topology"},
	{"ir/sim", "ir/verilog"},
	{"target", "rtl", "verilator", "ir/gates"},
	{"tb", "ir/difftest", "routing", "mutate"},
	{"network", "deadlock", "regress", "fpga"},
	{"cm5router", "axis", "docs/guide", "myrinetswitch", "t3erouter", "vcallocator"},
	{"prover", "docs/links"},
	{"gen"},
}

// floor is the height of a package, -1 if it is on none: packages below a folder stand on its floor.
func floor(path string) int {
	best, height := "", -1
	for h, names := range floors {
		for _, name := range names {
			if (path == name || strings.HasPrefix(path, name+"/")) && len(name) > len(best) {
				best, height = name, h
			}
		}
	}
	return height
}

func TestNothingImportsUpward(t *testing.T) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedImports}, module+"...")
	require.NoError(t, err)
	for _, p := range pkgs {
		path := strings.TrimPrefix(p.PkgPath, module)
		if floor(path) < 0 {
			t.Errorf("%s stands on no floor", path)
		}
		for _, i := range slices.Sorted(maps.Keys(p.Imports)) {
			if below, ours := strings.CutPrefix(i, module); ours && floor(below) > floor(path) {
				t.Errorf("%s imports %s from a floor above", path, below)
			}
		}
	}
}

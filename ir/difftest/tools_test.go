//go:build tools

package difftest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/verilator"
)

// printed is what a simulator takes.
func printed(t testing.TB, d *ir.Design) ([]verilog.File, verilog.Manifest) {
	files, err := verilog.Emit(d, verilog.Options{})
	require.NoError(t, err)
	return files, *verilog.NewManifest("difftest", "", nil, d, files)
}

// byVerilator and byIcarus run the text, with or without its assertions.
func byVerilator(asserts bool) opener {
	return opener{"verilator", func(t testing.TB, d *ir.Design) sim.Engine {
		files, m := printed(t, d)
		e, err := verilator.Open(files, m, verilator.Options{CacheDir: t.TempDir(), NoAssert: !asserts})
		require.NoError(t, err)
		return e
	}, seesAssertions(asserts)}
}

func byIcarus(asserts bool) opener {
	return opener{"icarus", func(t testing.TB, d *ir.Design) sim.Engine {
		files, m := printed(t, d)
		e, err := verilator.OpenIcarus(files, m, verilator.Options{CacheDir: t.TempDir(), NoAssert: !asserts})
		require.NoError(t, err)
		return e
	}, seesAssertions(asserts)}
}

func init() { allEngines = append(allEngines, byIcarus(true), byVerilator(true)) }

func seesAssertions(asserts bool) Sees {
	if asserts {
		return Assertions
	}
	return Nothing
}

// TestSimulators runs random designs in all engines. A failed assertion ends the run for a
// whole group, so only every other group is built with assertions.
func TestSimulators(t *testing.T) {
	count := *designs
	if count == 0 {
		count = 2 * groupSize
	}
	for done := 0; done < count && !t.Failed(); done += groupSize {
		seed, n := *firstSeed+uint64(done), min(groupSize, count-done)
		asserts := done/groupSize%2 == 1
		engines := slices.Concat(inProcess, []opener{byIcarus(asserts), byVerilator(asserts)})
		search(t, engines, seed, n, tame, 100)
		t.Logf("%d designs from seed %d", n, seed)
	}
}

package difftest

import (
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/sim/wasm"
)

var (
	firstSeed = flag.Uint64("seed", 1, "the seed of the first random design")
	designs   = flag.Int("designs", 0, "the number of random designs; 0 for a short run")
	replay    = flag.String("choices", "", "run this one design, in hexadecimal, instead of random ones")
	wild      = flag.Bool("wild", false, "the design of -choices is a wild one")
	loops     = flag.Bool("loops", false, "the design of -choices has words that depend on themselves")
)

const (
	groupSize = 40 // designs that are run at once
	runs      = 3  // of each group
	cycles    = 60 // of each run
)

// An opener makes an engine of a design. An engine is asked only for designs it is fit for.
type opener struct {
	name string
	open func(t testing.TB, d *ir.Design) sim.Engine
	sees Sees
}

var interpreter = opener{"interpreter", func(t testing.TB, d *ir.Design) sim.Engine {
	e, err := sim.NewInterp(d)
	require.NoError(t, err)
	return e
}, All}

var compiled = opener{"wasm", func(t testing.TB, d *ir.Design) sim.Engine {
	e, err := wasm.New(d)
	require.NoError(t, err)
	return e
}, All}

// inProcess are the engines of this process, allEngines those that TestReplay runs.
var (
	inProcess  = []opener{interpreter, compiled}
	allEngines = slices.Clone(inProcess)
)

// Verilator 5.006 runs some words that depend on themselves wrongly, so tame designs have none.
var (
	tame   = Profile{Widths: Widths}
	looped = Profile{Widths: Widths, Loops: true}
	unruly = Profile{Widths: Widths, Loops: true, Wild: true}
)

// compare runs the designs on all engines and gives the first difference.
func compare(t testing.TB, engines []opener, strings [][]byte, p Profile) error {
	d, err := ir.Elaborate(Top(strings, p))
	if err != nil {
		return err
	}
	var expected []*Run
	for seed := range uint64(runs) {
		expected = append(expected, Expect(d, seed, cycles))
	}
	for _, o := range engines {
		e := o.open(t, d)
		for seed, r := range expected {
			if err := r.Check(e, o.sees, uint64(seed)); err != nil {
				e.Close()
				return fmt.Errorf("%s: run %d: %w", o.name, seed, err)
			}
		}
		require.NoError(t, e.Close())
	}
	return nil
}

// report shrinks a design and tells all there is to know about its difference.
func report(t testing.TB, engines []opener, seed uint64, data []byte, p Profile, tries int) {
	t.Helper()
	small := Shrink(data, tries, func(data []byte) bool {
		var d *Difference
		return errors.As(compare(t, engines, [][]byte{data}, p), &d)
	})
	err := compare(t, engines, [][]byte{small}, p)
	if err == nil {
		t.Errorf("seed %d: differs only beside other designs", seed)
		return
	}
	t.Errorf("seed %d: %v\n%s\ngo test ./ir/difftest -tags tools -run TestReplay -choices=%s -wild=%v -loops=%v",
		seed, err, Module("design_0", small, p).Module.Dump(), hex.EncodeToString(small), p.Wild, p.Loops)
}

// search runs groups of random designs and reports those with differences.
func search(t testing.TB, engines []opener, first uint64, count int, p Profile, tries int) {
	for done := 0; done < count && !t.Failed(); done += groupSize {
		var strings [][]byte
		for i := range min(groupSize, count-done) {
			strings = append(strings, Random(first+uint64(done+i)))
		}
		err := compare(t, engines, strings, p)
		if err == nil {
			continue
		}
		if d, ok := errors.AsType[*Difference](err); ok && d.Design() >= 0 {
			t.Logf("seed %d: %v", first+uint64(done+d.Design()), err)
			report(t, engines, first+uint64(done+d.Design()), strings[d.Design()], p, tries)
			return
		}
		t.Errorf("seeds %d to %d: %v", first+uint64(done), first+uint64(done+len(strings)-1), err)
	}
}

func TestRandomDesigns(t *testing.T) {
	count := *designs
	if count == 0 {
		count = 200
		if testing.Short() {
			count = 80
		}
	}
	search(t, inProcess, *firstSeed, count, looped, 2000)
	for seed := range uint64(count / 2) { // alone, as what fails ends the run for all of a group
		data := Random(*firstSeed + seed)
		if err := compare(t, inProcess, [][]byte{data}, unruly); err != nil {
			report(t, inProcess, *firstSeed+seed, data, unruly, 2000)
			return
		}
	}
}

// TestReplay runs the design of a report.
func TestReplay(t *testing.T) {
	if *replay == "" {
		t.Skip("no -choices")
	}
	data, err := hex.DecodeString(*replay)
	require.NoError(t, err)
	p := Profile{Widths: Widths, Wild: *wild, Loops: *loops}
	t.Log(Module("design_0", data, p).Module.Dump())
	for _, o := range allEngines {
		if err := compare(t, []opener{o}, [][]byte{data}, p); err != nil {
			t.Error(err)
		}
	}
}

func FuzzEngines(f *testing.F) {
	for seed := range uint64(10) {
		f.Add(Random(seed), seed%2 == 0)
	}
	f.Fuzz(func(t *testing.T, data []byte, wild bool) {
		if len(data) > 1000 {
			return
		}
		require.NoError(t, compare(t, inProcess, [][]byte{data}, Profile{Widths: Widths, Wild: wild, Loops: true}))
	})
}

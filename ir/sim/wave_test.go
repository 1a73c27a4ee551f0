package sim_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
)

func ExampleWave() {
	design, err := ir.Elaborate(counter(8).Module)
	if err != nil {
		fmt.Println(err)
		return
	}
	engine, err := sim.NewInterp(design)
	if err != nil {
		fmt.Println(err)
		return
	}
	b := sim.NewBench(engine)
	b.Reset(1)
	wave := sim.NewWave(engine.Layout(), "enable", "count")
	b.Watch(wave)
	for _, enable := range []uint64{0, 1, 1, 0, 0, 1, 1} {
		b.Set("enable", enable)
		b.Step()
	}
	fmt.Print(wave)
	// Output:
	// cycle  0  1  2  3  4  5  6
	// enable ___/‾‾‾‾‾\_____/‾‾‾‾‾
	// count  |0    |1 |2       |3
}

func TestWaveKeepsTheLastCyclesAndBreaksLines(t *testing.T) {
	b := bench(t, counter(70).Module)
	wave := sim.NewWave(interp(t, counter(70).Module).Layout(), "rst", "count", "nope")
	wave.Keep, wave.Columns = 7, 24
	b.Watch(wave)
	b.Set("enable", 1)
	b.Steps(105)
	require.NoError(t, b.Err())
	require.Equal(t, strings.TrimLeft(`
cycle 98  99  100 101
rst   ________________
count |62 |63 |64 |65
nope  unknown pin

cycle 102 103 104
rst   ____________
count |66 |67 |68
nope  unknown pin
`, "\n"), wave.String())
}

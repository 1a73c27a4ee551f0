package rtl_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/rtl"
)

// pool is a class graph that no target has: two classes of several channels, the second for packets
// that go straight on only, and a third to which nothing goes.
var pool = rtl.ClassGraph{
	Name: "pool", VCs: []int{2, 3, 1},
	Moves: [][]rtl.Moves{
		{rtl.Always, rtl.Inside, rtl.Never},
		{rtl.Turning, rtl.Inside, rtl.Never},
		{rtl.Always, rtl.Never, rtl.Never},
	},
}

// TestVCAllocatorHolds drives allocators of many shapes at random: their assertions and the bounds of a
// request that is followed hold.
func TestVCAllocatorHolds(t *testing.T) {
	for _, a := range vcArches {
		for _, c := range []rtl.VCAllocator{
			{Inputs: 1, Outputs: 1, Classes: rtl.DenseClasses(1)},
			{Inputs: 2, Outputs: 3, Classes: rtl.DenseClasses(3)},
			{Inputs: 3, Outputs: 2, Classes: rtl.DatelineClasses(2)},
			{Inputs: 2, Outputs: 2, Classes: rtl.EscapeClasses(2, 1)},
			{Inputs: 2, Outputs: 3, Classes: pool},
		} {
			c.Arch, c.Arbiter = a.arch, a.arbiter
			t.Run(fmt.Sprintf("%s %s", c.Component().Module.Name, a.name), func(t *testing.T) {
				channel := c.Inputs*c.Classes.Channels() - 1
				d, err := ir.Elaborate(vcBound(c, channel, 0))
				require.NoError(t, err)
				e, err := sim.NewInterp(d)
				require.NoError(t, err)
				b := sim.NewBench(e)
				b.Reset(1)
				r := seeded(t, uint64(channel))
				grants := 0
				for cycle := range 1500 {
					for _, pin := range e.Layout().Inputs {
						x := r.Uint64()
						if cycle/200%2 == 1 { // busier
							x |= r.Uint64()
						}
						b.Set(pin.Name, x&(1<<pin.Width-1))
					}
					b.Set("rst", chance(r, 40)) // else what is followed may ask in vain for ever
					b.Step()
					require.NoError(t, b.Err())
					grants += int(b.Get("gnt_0_valid"))
				}
				require.NotZero(t, grants)
			})
		}
	}
}

func TestClassGraphs(t *testing.T) {
	draw := func(g rtl.ClassGraph) (text string) {
		for _, row := range g.Table() {
			for _, moves := range row {
				text += [...]string{".", "i", "t", "x"}[moves]
			}
			text += " "
		}
		return text
	}
	require.Equal(t, "xx.. tx.. ..xx ..tx ", draw(rtl.DatelineClasses(2)))
	require.Equal(t, "xx..x xx..x ..xxx ..xxx xxxxx ", draw(rtl.EscapeClasses(2, 1)))
	require.Equal(t, "xxxx xxxx xxxx xxxx ", draw(rtl.EscapeClasses(1, 2)))
	require.Equal(t, "xx xx ", draw(rtl.DenseClasses(2)))
	require.Equal(t, "xxiii. xxiii. ttiii. ttiii. ttiii. xx.... ", draw(pool))
}

func TestVCAllocatorRefuses(t *testing.T) {
	refuses(t, rtl.VCAllocator{Classes: rtl.DenseClasses(2), Arbiter: rtl.RoundRobin}.Component().Module,
		"vcalloc_test.go", "vc allocator: 0 inputs and 0 outputs; the least is 1 each")
	refuses(t, rtl.VCAllocator{Inputs: 1, Outputs: 1, Classes: rtl.DenseClasses(2)}.Component().Module,
		"vcalloc_test.go", "vc allocator: no arbiter")
	refuses(t, rtl.VCAllocator{Inputs: 1, Outputs: 1, Classes: rtl.DenseClasses(2), Arch: 3}.Component().Module,
		"vcalloc_test.go", "vc allocator: architecture 3; the last is 2")
	for want, g := range map[string]rtl.ClassGraph{
		`class graph "": want a name of small letters, digits and _`:  {VCs: []int{1}, Moves: [][]rtl.Moves{{rtl.Always}}},
		"class graph g: no classes":                                   {Name: "g"},
		"class graph g: class 0 of 0 channels; the least is 1":        {Name: "g", VCs: []int{0}, Moves: [][]rtl.Moves{{rtl.Always}}},
		"class graph g: moves from 0 classes of 1":                    {Name: "g", VCs: []int{1}},
		"class graph g: moves from class 0 to 2 classes of 1":         {Name: "g", VCs: []int{1}, Moves: [][]rtl.Moves{{rtl.Always, rtl.Always}}},
		"class graph g: moves from class 0 to 0 are 4; the most is 3": {Name: "g", VCs: []int{1}, Moves: [][]rtl.Moves{{4}}},
		"class graph g: nothing may leave class 0":                    {Name: "g", VCs: []int{1}, Moves: [][]rtl.Moves{{rtl.Never}}},
		"class graph dateline: no classes":                            rtl.DatelineClasses(-1),
		"class graph escape: class 2 of 0 channels; the least is 1":   rtl.EscapeClasses(1, 0),
	} {
		refuses(t, rtl.VCAllocator{Inputs: 1, Outputs: 1, Classes: g, Arch: rtl.Wavefront}.Component().Module,
			"vcalloc_test.go", "vc allocator: "+want)
	}
}

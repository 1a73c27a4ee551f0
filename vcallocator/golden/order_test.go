package golden

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/vcallocator/config"
)

// pair is a dateline allocator of one class and two input ports. Input VCs 0 and 2 are before the
// dateline and reach VCs 0 and 1; 1 and 3 are behind it and reach 1, with a turn 0 too.
func pair(arch config.Arch, arb config.Arb) config.Config {
	return config.Config{Classes: config.Dateline, Inputs: 2, Outputs: 1, VCs: 2, Arch: arch, Arb: arb}
}

// TestSepIF is worked out below each cycle: the orders of the arbiters that moved, in0 that of input
// VC 0, out1 that of VC 1.
func TestSepIF(t *testing.T) {
	newRig(t, pair(config.SepIF, config.RR)).run([]line{
		// Both choose 0, and 2 is beaten.
		{"0@0:01 2@0:01", "", "0:0"},         // in0 10, out0 1230
		{"0@0:01 2@0:01", "", "0:1 2:0"},     // in0 01, in2 10, out0 3012, out1 1230
		{"0@0:01 2@0:01", "", "0:0 2:1"},     // in0 10, in2 01, out0 1230, out1 3012
		{"0@0:1 2@0:1", "", "0:1"},           // in0 01, out1 1230; in2 stays 01
		{"0@0:0 2@0:1 3@0:1", "", "0:0 2:1"}, // in0 10, in2 01, out0 1230, out1 3012
		// Without a turn 3 has VC 1 alone. All three choose 1, and nobody comes to 0.
		{"0@0:01 2@0:1 3@0:01", "", "3:1"}, // in3 01, out1 0123; in0 stays 10
		{"0@0:01", "0:1", "0:0"},           // in0 10
		{"0@0:01 2@0:01", "0:01", ""},
		{"0@0:01", "", "0:1"},
	})
}

// TestSepOF: as TestSepIF. An output arbiter moves where its VC is offered, taken or not.
func TestSepOF(t *testing.T) {
	newRig(t, pair(config.SepOF, config.RR)).run([]line{
		// Both VCs are offered to 0, which takes the lower.
		{"0@0:01 2@0:01", "", "0:0"},     // in0 10, out0 1230, out1 1230
		{"0@0:01 2@0:01", "", "2:0"},     // in2 10, out0 3012, out1 3012
		{"0@0:01 3@0:1", "", "0:0 3:1"},  // in0 10, in3 01, out0 1230, out1 0123
		{"0@0:01", "", "0:1"},            // in0 01, out0 1230, out1 1230
		{"0@0:01 2@0:1", "", "0:0 2:1"},  // in0 10, in2 01, out0 1230, out1 3012
		{"0@0:01 3@0:01t", "0:0", "3:1"}, // in3 01, out1 0123
		// VC 0 is offered to 3, VC 1 to 0.
		{"0@0:01 3@0:01t", "", "0:1 3:0"},
	})
}

// TestArbiters shows the order of the output arbiter of VC 0, for which alone all ask, so that
// sep-if and sep-of do the same.
func TestArbiters(t *testing.T) {
	for _, arch := range []config.Arch{config.SepIF, config.SepOF} {
		newRig(t, pair(arch, config.RR)).run([]line{
			{"2@0:0", "", "2:0"},              // 3012
			{"0@0:0 3@0:0t", "", "3:0"},       // 0123
			{"0@0:0 2@0:0", "", "0:0"},        // 1230
			{"0@0:0 2@0:0", "", "2:0"},        // 3012
			{"0@0:0 2@0:0 3@0:0t", "", "3:0"}, // 0123
			{"0@0:0 3@0:0t", "", "0:0"},
		})
		newRig(t, pair(arch, config.Matrix)).run([]line{
			{"2@0:0", "", "2:0"},              // 0132
			{"0@0:0 3@0:0t", "", "0:0"},       // 1320
			{"0@0:0 2@0:0", "", "2:0"},        // 1302
			{"0@0:0 2@0:0", "", "0:0"},        // 1320
			{"0@0:0 2@0:0 3@0:0t", "", "3:0"}, // 1203
			{"0@0:0 3@0:0t", "", "0:0"},       // 1230
			{"1@0:0t 2@0:0", "", "1:0"},
		})
	}
}

// TestInputArbiters shows the order of the input arbiter of an adaptive VC with VCs 0, 1, 2 open.
func TestInputArbiters(t *testing.T) {
	c := config.Config{Classes: config.Escape, Inputs: 1, Outputs: 2, VCs: 3}
	for _, c.Arch = range []config.Arch{config.SepIF, config.SepOF} {
		c.Arb = config.RR
		newRig(t, c).run([]line{
			{"2@0:1", "", "2:1"},   // 201
			{"2@1:01", "", "2:0"},  // 120: one arbiter for both ports
			{"2@0:012", "", "2:1"}, // 201
			{"2@0:012", "", "2:2"},
		})
		c.Arb = config.Matrix
		newRig(t, c).run([]line{
			{"2@0:1", "", "2:1"},   // 021
			{"2@1:012", "", "2:0"}, // 210
			{"2@0:01", "", "2:1"},  // 201
			{"2@0:012", "", "2:2"},
		})
	}
}

// TestWavefront has four rows and two columns, so cells (0,0) and (3,1) on diagonal 0, (1,0) and
// (0,1) on 1, (2,0) and (1,1) on 2, (3,0) and (2,1) on 3. Each cycle ends with start and due.
func TestWavefront(t *testing.T) {
	const all = "0@0:01 1@0:01t 2@0:01 3@0:01t"
	for arb := range config.Arbs {
		g := newRig(t, pair(config.Wavefront, config.Arb(arb)))
		g.run([]line{
			{all, "", "0:0 3:1"}, // 1, due 10: (1,0) waits; row 0 is granted
			{all, "0:0", "0:1"},  // stays at 1, due 10
			{all, "", "0:1 1:0"}, // 2, due 10: (2,0)
			{"", "", ""},         // stays, due 00: it gave up
			// Diagonal 2 waits, but was not due: it holds nothing.
			{"2@0:0 3@0:1", "0:0", "3:1"},     // 3, due 00
			{all, "", "2:1 3:0"},              // 0, due 10
			{"0@0:0 2@0:1", "0:0", "2:1"},     // stays at 0, due 10
			{"2@0:01", "0:0", "2:1"},          // 0 gave up: 1, due 00
			{"0@0:01 1@0:01t", "", "0:1 1:0"}, // 2, due 00
			// A column in turn: on diagonal 2 row 2 comes first, then row 3.
			{"0@0:0 3@0:0t", "", "3:0"},    // 3, due 00
			{"0@0:0 2@0:1", "", "0:0 2:1"}, // 0
		})
		require.Equal(t, uint64(2), g.events()["held"])
		require.Equal(t, uint64(2), g.events()["turned"])
	}
}

// TestArrays: classes and ports have arrays of their own, escape and adaptive VCs one together.
func TestArrays(t *testing.T) {
	two := config.Config{Classes: config.Dateline, Inputs: 1, Outputs: 1, VCs: 4, Arch: config.Wavefront}
	newRig(t, two).run([]line{
		{"0@0:01", "", "0:0"},            // class 0: 1
		{"0@0:01 2@0:23", "", "0:1 2:2"}, // class 0: 0, class 1: 1
		{"0@0:01 2@0:23", "", "0:0 2:3"},
	})
	ports := config.Config{Classes: config.Dateline, Inputs: 1, Outputs: 2, VCs: 2, Arch: config.Wavefront}
	newRig(t, ports).run([]line{
		{"0@1:01", "", "0:0"}, // port 1: 1
		{"0@0:01", "", "0:0"}, // port 0: 1
		{"0@1:01", "", "0:1"},
	})
	one := config.Config{Classes: config.Escape, Inputs: 1, Outputs: 1, VCs: 3, Arch: config.Wavefront}
	const all = "0@0:012 1@0:012 2@0:012"
	newRig(t, one).run([]line{
		{all, "", "0:0 1:2 2:1"},
		{all, "", "0:1 1:0 2:2"},
		{all, "", "0:2 1:1 2:0"},
		{all, "", "0:0 1:2 2:1"},
	})
	// Five VCs, two classes: the same diagonals through all of them, less the cells that are none.
	// Diagonal 0: (0,0) (4,1) (3,2) (2,3), and (1,4).
	five := config.Config{Classes: config.Escape, Inputs: 1, Outputs: 1, VCs: 5, Arch: config.Wavefront}
	newRig(t, five).run([]line{
		{"0@0:0 1@0:4 2@0:23 3@0:23 4@0:1", "", "0:0 1:4 2:3 3:2 4:1"},
	})
}

// TestWideArray has fewer rows than columns, which the class graphs of the targets never give:
// diagonal 0 is (0,0), 1 is (0,1), and each lacks a cell in the other column.
func TestWideArray(t *testing.T) {
	c := pair(config.Wavefront, config.RR)
	c.Inputs = 1
	g := newRig(t, c)
	g.a.arrays = []array{{rows: []int{0}, columns: []int{0, 1}, diagonals: 2, due: make([]bool, 2)}}
	g.run([]line{
		{"0@0:01", "", "0:0"},
		{"0@0:01", "", "0:1"},
		{"0@0:01", "0:0", "0:1"},
		{"0@0:01", "", "0:1"},
	})
}

package fpga

import (
	"fmt"
	"iter"
	"math"
)

// A PLL turns the oscillator's frequency into another: in / Divide * Multiply is that of its
// VCO, which divided by Output is the clock.
type PLL struct {
	Divide, Multiply, Output int
	MHz                      float64 // the clock
}

// limits of a PLL in MHz: of what its phase detector compares, of its VCO and of a clock in the fabric, and the ranges of its
// dividers. VCOs of equal clocks are told apart by which is nearer to best; 0 takes the first.
type limits struct {
	pfdMin, pfdMax, vcoMin, vcoMax  float64
	clockMin, clockMax              float64
	maxDivide, maxMultiply, outputs int
	output                          func(k int) int // the k-th divider of the output
	best                            float64
}

// pllLimits are those of each family, the slowest grade of it. The iCE40 (Lattice TN1251) divides the VCO by a power of two; the
// ECP5 (Lattice FPGA-DS-02012) feeds its output back, so its VCO is fed back by way of Output; the Artix-7 (Xilinx DS181, MMCM and BUFG) is taken with whole factors.
var pllLimits = map[Family]limits{
	Ice40:  {10, 133, 533, 1066, 16, 275, 16, 128, 6, func(k int) int { return 2 << k }, 0},
	ECP5:   {3.125, 400, 400, 800, 3.125, 400, 128, 80 * 128, 128, func(k int) int { return 1 + k }, 600},
	Artix7: {10, 450, 600, 1200, 4.69, 464, 106, 64, 128, func(k int) int { return 1 + k }, 0},
}

// PLL is the one that comes nearest to the clock of the board. On an iCE40 it is the one that icepll finds.
func (b Board) PLL() (PLL, error) {
	to := pllLimits[b.Family].best
	var best PLL
	var vco float64
	for p, f := range b.plls() {
		now, before := math.Abs(p.MHz-b.Clock), math.Abs(best.MHz-b.Clock)
		if best.MHz == 0 || now < before || now == before && math.Abs(f-to) < math.Abs(vco-to) && to > 0 {
			best, vco = p, f
		}
	}
	if best.MHz == 0 {
		return PLL{}, fmt.Errorf("%s: no PLL makes %v MHz of %v MHz", b.Name, b.Clock, b.Oscillator)
	}
	return best, nil
}

// At is the board with the lowest clock that its PLL makes and that is not below one in MHz. Without PLL there is only that of the
// oscillator. Its error names what there is.
func (b Board) At(mhz float64) (Board, error) {
	if b.Clock == b.Oscillator {
		if mhz != b.Clock {
			return b, fmt.Errorf("want %v MHz, as %s runs without PLL", b.Clock, b.Name)
		}
		return b, nil
	}
	const rounding = 1e-9
	l := pllLimits[b.Family]
	highest, lowest := 0.0, math.Inf(1)
	for p := range b.plls() {
		if p.MHz > l.clockMax {
			continue
		}
		highest = max(highest, p.MHz)
		if p.MHz >= mhz*(1-rounding) {
			lowest = min(lowest, p.MHz)
		}
	}
	if !(mhz >= l.clockMin && mhz <= highest) {
		return b, fmt.Errorf("want %v to %v MHz on %s", l.clockMin, highest, b.Name)
	}
	b.Clock = lowest
	return b, nil
}

// plls are all that the family allows, each with its VCO's frequency.
func (b Board) plls() iter.Seq2[PLL, float64] {
	l := pllLimits[b.Family]
	return func(yield func(PLL, float64) bool) {
		for divide := 1; divide <= l.maxDivide; divide++ {
			pfd := b.Oscillator / float64(divide)
			if pfd < l.pfdMin || pfd > l.pfdMax {
				continue
			}
			for multiply := 1; multiply <= l.maxMultiply; multiply++ {
				f := pfd * float64(multiply)
				if f < l.vcoMin || f > l.vcoMax {
					continue
				}
				for k := range l.outputs {
					output := l.output(k)
					if b.Family == ECP5 && multiply%output != 0 {
						continue
					}
					if !yield(PLL{divide, multiply, output, f / float64(output)}, f) {
						return
					}
				}
			}
		}
	}
}

// FilterRange is the FILTER_RANGE of an iCE40's PLL for what its phase detector compares.
func (p PLL) FilterRange(oscillator float64) int {
	pfd := oscillator / float64(p.Divide)
	for i, below := range []float64{17, 26, 44, 66, 101} {
		if pfd < below {
			return i + 1
		}
	}
	return 6
}

// Log2Output is the exponent of the output's divider, a power of two.
func (p PLL) Log2Output() int { return int(math.Log2(float64(p.Output))) }

// Feedback is the ECP5's divider between its output and its phase detector.
func (p PLL) Feedback() int { return p.Multiply / p.Output }

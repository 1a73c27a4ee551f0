package traffic

import (
	"math/bits"
	"math/rand/v2"
)

// A dice is a source of random choices.
type dice struct{ pcg rand.PCG }

// below is uniform in 0..n-1 (to within n/2^32), and 0 for n < 2.
func (d *dice) below(n int) int {
	if n < 2 {
		return 0
	}
	return int(d.pcg.Uint64() >> 32 * uint64(n) >> 32)
}

// between is uniform in lo..hi.
func (d *dice) between(lo, hi int) int { return lo + d.below(hi-lo+1) }

// chance is true n times out of 256.
func (d *dice) chance(n int) bool { return n > 0 && int(d.pcg.Uint64()>>56) < n }

// bit picks one bit of a mask that is not 0.
func (d *dice) bit(mask uint8) int {
	for n := d.below(bits.OnesCount8(mask)); n > 0; n-- {
		mask &= mask - 1
	}
	return bits.TrailingZeros8(mask)
}

// few is a mask of links, each of them in it one time in four.
func (d *dice) few() uint8 {
	a, b := d.below(64), d.below(64)
	return uint8(a & b)
}

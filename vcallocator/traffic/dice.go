package traffic

import "math/rand/v2"

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

// subset is a set of which each member is there n times out of 4.
func (d *dice) subset(n int) uint64 {
	switch a, b := d.pcg.Uint64(), d.pcg.Uint64(); n {
	case 0:
		return 0
	case 1:
		return a & b
	case 2:
		return a
	case 3:
		return a | b
	}
	return ^uint64(0)
}

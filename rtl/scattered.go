package rtl

import "github.com/flitwright/flitwright/ir"

// Scattered is n bits of x that lie 4 apart, from one on, round and round: random bits for one of many users of an LFSR. Bits
// of it that lie side by side show a user what another was shown a cycle before.
func Scattered(x ir.Signal, from, n int) ir.Signal {
	bits := make([]ir.Signal, n)
	for i := range bits {
		bits[i] = x.Bit((from + 4*i) % x.Width())
	}
	return ir.CatList(bits...)
}

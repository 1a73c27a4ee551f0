package golden

import (
	"slices"

	"github.com/flitwright/flitwright/vcallocator/config"
)

// none is chosen where nothing is.
const none = -1

// An arbiter chooses one of those that ask it. Its inputs go by the numbers of what asks, VCs or
// input VCs.
type arbiter struct {
	kind  config.Arb
	order []int // all inputs, the highest first
}

// choose is the highest input that asks, none if none does.
func (a *arbiter) choose(asks func(int) bool) int {
	for _, x := range a.order {
		if asks(x) {
			return x
		}
	}
	return none
}

// move makes the chosen x the lowest: with rr those above it too, in a circle, with matrix it alone.
func (a *arbiter) move(x int) {
	at := slices.Index(a.order, x)
	if a.kind == config.RR {
		a.order = append(slices.Clone(a.order[at+1:]), a.order[:at+1]...)
		return
	}
	a.order = append(slices.Delete(a.order, at, at+1), x)
}

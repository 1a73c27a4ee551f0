package golden

import "github.com/flitwright/flitwright/vcallocator/config"

// An arbiter keeps those that may ask it in the order of their priority, the highest first.
type arbiter struct {
	kind  config.Arb
	order []int
}

func newArbiter(kind config.Arb, members []int) arbiter {
	return arbiter{kind, append([]int(nil), members...)}
}

// choose gives the highest that asks, or none.
func (b *arbiter) choose(asks func(int) bool) int {
	for _, x := range b.order {
		if asks(x) {
			return x
		}
	}
	return none
}

// move changes the order after x was chosen.
func (b *arbiter) move(x int) {
	at := 0
	for b.order[at] != x {
		at++
	}
	var order []int
	if b.kind == config.RR { // the one after x is highest
		order = append(order, b.order[at+1:]...)
		order = append(order, b.order[:at+1]...)
	} else { // x is lowest
		order = append(order, b.order[:at]...)
		order = append(order, b.order[at+1:]...)
		order = append(order, x)
	}
	b.order = order
}

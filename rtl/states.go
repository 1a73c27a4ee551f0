package rtl

import (
	"fmt"
	"math/big"

	"github.com/flitwright/flitwright/ir"
)

// state is one state of a register.
func state(name string, value uint64) ir.State {
	return ir.State{Name: name, Value: new(big.Int).SetUint64(value)}
}

// places are the states of a pointer that goes round n places. It comes to place 0, where reset puts it, by going round.
func places(pointer string, n int) []ir.State {
	list := make([]ir.State, n)
	for i := range list {
		list[i] = state(fmt.Sprintf("%s_at_%d", pointer, i), uint64(i))
	}
	return list
}

// thermometer are the states of a code of n-1 bits, bit i of which says that i+1 is after the one of n that the state is about.
func thermometer(name string, n int) []ir.State {
	list := make([]ir.State, n)
	for i := range list {
		ones := new(big.Int).Lsh(big.NewInt(1), uint(n-1))
		list[i] = ir.State{Name: fmt.Sprintf("%s_%d", name, i), Value: ones.Sub(ones, new(big.Int).Lsh(big.NewInt(1), uint(i)))}
	}
	return list
}

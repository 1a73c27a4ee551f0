package ir

import "math/big"

// A State is a value of a register that has a name of its own.
type State struct {
	Name  string // an identifier, unique in the module
	Value *big.Int
}

// States says which values of a register tests have to bring about: each from another value and not by reset, so the reset
// value counts when the register comes back to it. They are for those who measure tests; no text or netlist has any of it.
func (s Signal) States(list ...State) Signal {
	n := s.n
	switch {
	case n == nil || n.Mod == nil || n.Op == OpPoison:
		return s
	case n.Op != OpReg || n.Value == nil:
		n.Mod.errorf(n, "states: %v is no register with a reset value", n)
		return s
	}
	for _, state := range list {
		if state.Value.Sign() < 0 || state.Value.BitLen() > n.Width {
			n.Mod.errorf(n, "states: %s is %v, which %v cannot be", state.Name, state.Value, n)
			return s
		}
		state.Name = n.Mod.scope + state.Name
		n.States = append(n.States, state)
	}
	return s
}

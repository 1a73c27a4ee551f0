package myrinetswitch

import "github.com/flitwright/flitwright/ir"

// A Crossing is a character on its way to an output.
type Crossing struct {
	Valid ir.Signal // 1
	Char  ir.Signal // 9
}

// A register set collects the registers of a port that a disabled port holds in reset.
type registers struct {
	m     *ir.Module
	reset []func()
}

// reg is a register with a reset value.
func (r *registers) reg(name string, width int, reset uint64) ir.Signal {
	s := r.m.Reg(name, width, reset)
	r.reset = append(r.reset, func() { s.Set(s.C(reset)) })
	return s
}

// holdWhile resets all of them at the end of every cycle in which off is 1. It comes after all that
// sets them.
func (r *registers) holdWhile(off ir.Signal) {
	r.m.When(off, func() {
		for _, reset := range r.reset {
			reset()
		}
	})
}

package axis

import "github.com/flitwright/flitwright/ir"

// Beats is one AXI4-Stream, seen from the module that has it as ports.
type Beats struct {
	Data  ir.Signal `port:"tdata"`
	Valid ir.Signal `port:"tvalid"`
	Ready ir.Signal `port:"tready"`
	Last  ir.Signal `port:"tlast"`
}

func beatsIn(width int) Beats { return Beats{ir.In(width), ir.In(1), ir.Out(1), ir.In(1)} }

func beatsOut(width int) Beats { return Beats{ir.Out(width), ir.Out(1), ir.In(1), ir.Out(1)} }

// A stage is the register of a stream that leaves: valid, and load, which is 1 if it takes another beat in this cycle.
type stage struct {
	m           *ir.Module
	valid, load ir.Signal
}

// newStage makes the register. It takes a beat in a cycle with comes 1 and load 1.
func newStage(m *ir.Module, ready, comes ir.Signal) stage {
	s := stage{m: m, valid: m.Reg("beat_valid", 1, 0)}
	s.load = s.valid.Not().Or(ready).Named("beat_load")
	m.When(s.load, func() { s.valid.Set(comes) })
	return s
}

// keep is a register beside valid.
func (s stage) keep(name string, x ir.Signal) ir.Signal {
	r := s.m.Reg(name, x.Width(), 0)
	s.m.When(s.load, func() { r.Set(x) })
	return r
}

package rtl

import "github.com/flitwright/flitwright/ir"

// A Stream is a ready/valid channel that carries a T, a signal or a struct of signals. An
// item passes in every cycle in which Valid and Ready are both 1. Data means something
// only while Valid is 1. A sender does not wait for Ready to raise Valid.
type Stream[T any] struct {
	Valid, Ready ir.Signal
	Data         T
}

// StreamIn declares the receiving end of a stream of width bits: valid and data come in,
// ready goes out.
func StreamIn(width int) Stream[ir.Signal] {
	return Stream[ir.Signal]{Valid: ir.In(1), Ready: ir.Out(1), Data: ir.In(width)}
}

// StreamOut declares the sending end of a stream of width bits: valid and data go out,
// ready comes in.
func StreamOut(width int) Stream[ir.Signal] {
	return Stream[ir.Signal]{Valid: ir.Out(1), Ready: ir.In(1), Data: ir.Out(width)}
}

// Fire is 1 bit: an item passes in this cycle.
func (s Stream[T]) Fire() ir.Signal { return s.Valid.And(s.Ready) }

// Connect joins the sending end of one part to the receiving end of another, both seen
// from the module that holds them.
func Connect(from, to Stream[ir.Signal]) {
	to.Valid.Set(from.Valid)
	to.Data.Set(from.Data)
	from.Ready.Set(to.Ready)
}

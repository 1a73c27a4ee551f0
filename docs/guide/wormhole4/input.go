package wormhole4

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// InputPorts are the ports of an input.
type InputPorts struct {
	Link    rtl.Stream[ir.Signal] // pins
	Owns    ir.Signal             // in, 1: some output has this input for its owner
	Taken   ir.Signal             // in, 1: an output takes the front in this cycle
	Request ir.Signal             // out, 4: one-hot or 0, the output asked for in this cycle
	Front   rtl.Lane              // out: the front of the queue
	Stray   ir.Signal             // out, 1: a stray flit was dropped in the cycle before
}

// input queues flits, requests an output for each packet and drops what belongs to none. Spec:
// Timing, 1 to 3.
func input(c Config) ir.Component[InputPorts] {
	w := c.flitWidth()
	io := InputPorts{
		Link: rtl.StreamIn(w), Owns: ir.In(1), Taken: ir.In(1),
		Request: ir.Out(ports), Front: rtl.Lane{Valid: ir.Out(1), Data: ir.Out(w)}, Stray: ir.Out(1),
	}
	return ir.Build("wormhole4_input", io, func(m *ir.Module, io InputPorts) {
		m.SetDoc("Input: queue, request for an output, dropping of stray flits.")
		queue := ir.Inst(m, "queue", rtl.FIFO(w, c.Depth, rtl.LUTRAM))
		rtl.Connect(io.Link, queue.Enq)
		m.Unused(queue.Count)
		front := queue.Deq.Data

		begins := queue.Deq.Valid.AndNot(io.Owns).Named("begins").Doc("The front is to begin a packet.")
		wants := begins.And(isHead(front)).Named("wants")
		drops := begins.AndNot(isHead(front)).Named("drops")

		way := ir.Inst(m, "route", route())
		way.Header.Set(destination(front))
		io.Request.Set(way.Request.And(wants.Repeat(ports)))

		queue.Deq.Ready.Set(io.Taken.Or(drops))
		io.Front.Valid.Set(queue.Deq.Valid)
		io.Front.Data.Set(front)

		stray := m.Reg("dropped", 1, 0)
		stray.Set(drops)
		io.Stray.Set(stray)
		m.Assert(io.Taken.And(queue.Deq.Valid.Not()).Not(), "a flit is taken from an empty queue")
	})
}

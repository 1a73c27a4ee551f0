// Package fpga puts routers on boards: the table of boards, what the self-tests of all routers have in
// common, and the project, from Verilog to constraints, that makes a bitstream of one.
//
// A router has more pins than a board. So what goes on the board is its self-test, a design of
// its own (target.Target.SelfTest) in which the router stands between sources and checkers, with
// the few pins of SelfTestPorts. A controller runs it and reports over a serial line.
package fpga

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// SelfTestPorts are the pins of a self-test's top module, beside clk and rst. All outputs leave from
// flip-flops and are 0 after reset.
type SelfTestPorts struct {
	Run      ir.Signal // in, 1: sources begin messages while it is 1, and end those they have begun in any case
	Sent     ir.Signal // out, 32: messages begun by sources, up to 2^32-1
	Received ir.Signal // out, 32: messages that came out whole, right, and where they belong, up to 2^32-1
	Wrong    ir.Signal // out, 32: whatever else came out, and error pulses of the router, up to 2^32-1
	Busy     ir.Signal // out, 1: sent != received + wrong, or a source is inside a message; holds from 8 cycles after a change of run on
}

// NewSelfTestPorts declares the pins.
func NewSelfTestPorts() SelfTestPorts {
	return SelfTestPorts{Run: ir.In(1), Sent: ir.Out(32), Received: ir.Out(32), Wrong: ir.Out(32), Busy: ir.Out(1)}
}

// ScorePorts are the ports of Score. What comes in may be of any width, and leave from gates: it is
// sampled by flip-flops.
type ScorePorts struct {
	Begun  ir.Signal // a bit for each source: 1 in one cycle of each message
	Active ir.Signal // a bit for each source: it is inside a message, from the cycle after begun at the latest
	Right  ir.Signal // a bit for each checker: a message has come out right
	Wrong  ir.Signal // a bit for each checker and each kind of error
	// What the self-test shows, 3 cycles later.
	Sent, Received, Errors, Busy ir.Signal
}

// Score counts for a self-test with some sources, some checkers and some bits that say that
// something is wrong. Its outputs are those of SelfTestPorts; errors is wrong there.
func Score(sources, checkers, wrong int) ir.Component[ScorePorts] {
	io := ScorePorts{
		Begun: ir.In(sources), Active: ir.In(sources), Right: ir.In(checkers), Wrong: ir.In(wrong),
		Sent: ir.Out(32), Received: ir.Out(32), Errors: ir.Out(32), Busy: ir.Out(1),
	}
	return ir.Build("selftest_score", io, func(m *ir.Module, io ScorePorts) {
		m.SetDoc("Counts the messages of a self-test and says whether some are outstanding.")
		sent := tally(m, "sent", io.Begun)
		received := tally(m, "received", io.Right)
		errors := tally(m, "errors", io.Wrong)

		active := m.Reg("some_active", 1, 0)
		active.Set(io.Active.Any())
		ended := m.Reg("ended", 32, 0)
		ended.Set(received.Add(errors))
		busy := m.Reg("outstanding", 1, 0)
		busy.Set(active.Or(sent.Ne(ended)))

		io.Sent.Set(sent)
		io.Received.Set(received)
		io.Errors.Set(errors)
		io.Busy.Set(busy)
	})
}

// tally counts the ones of x, two cycles later.
func tally(m *ir.Module, name string, x ir.Signal) ir.Signal {
	count := rtl.PopCount(x)
	ones := m.Reg(name+"_now", count.Width(), 0)
	ones.Set(count)
	return rtl.SaturatingCounter(m, name+"_count", 32, ones)
}

package main

import (
	"github.com/flitwright/flitwright/fpga"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/target"
)

// toySelfTest sends a message in every cycle, which comes out as many cycles later as width/2 hundreds.
func toySelfTest(v target.Values) (*ir.Design, error) {
	return ir.Elaborate(ir.Build("toy_selftest", fpga.NewSelfTestPorts(), func(m *ir.Module, io fpga.SelfTestPorts) {
		w := 50 * int(v["width"])
		line := m.Reg("line", w, 0)
		line.Set(ir.Cat(line.Low(w-1), io.Run))
		score := ir.Inst(m, "score", fpga.Score(1, 1, 1))
		score.Begun.Set(io.Run)
		score.Active.Set(line.Any())
		score.Right.Set(line.Msb())
		score.Wrong.Set(m.Const(1, 0))
		io.Sent.Set(score.Sent)
		io.Received.Set(score.Received)
		io.Wrong.Set(score.Errors)
		io.Busy.Set(score.Busy)
	}).Module)
}

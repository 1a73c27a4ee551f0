package fpga_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/fpga"
	"github.com/flitwright/flitwright/ir"
)

// A self-test without a router, that sends a message every other cycle: each comes at once.
func TestSimulate(t *testing.T) {
	part := ir.Build("loop", fpga.NewSelfTestPorts(), func(m *ir.Module, io fpga.SelfTestPorts) {
		begun := m.Reg("begun", 1, 0)
		begun.Set(io.Run.AndNot(begun))
		score := ir.Inst(m, "score", fpga.Score(1, 1, 1))
		score.Begun.Set(begun)
		score.Active.Set(begun)
		score.Right.Set(begun)
		score.Wrong.Set(m.Const(1, 0))
		io.Sent.Set(score.Sent)
		io.Received.Set(score.Received)
		io.Wrong.Set(score.Errors)
		io.Busy.Set(score.Busy)
	})
	d, err := ir.Elaborate(part.Module)
	require.NoError(t, err)
	outcomes, err := fpga.Simulate(d, 2, 100)
	require.NoError(t, err)
	require.Equal(t, []fpga.Outcome{{Sent: 50, Received: 50}, {Sent: 100, Received: 100}}, outcomes)
	require.True(t, outcomes[1].Passed())
	require.Equal(t, "sent 3, received 2, wrong 0, busy", fpga.Outcome{Sent: 3, Received: 2, Busy: true}.String())
}

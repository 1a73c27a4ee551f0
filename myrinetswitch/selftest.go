package myrinetswitch

import (
	"fmt"

	"github.com/flitwright/flitwright/fpga"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/myrinetswitch/config"
	"github.com/flitwright/flitwright/myrinetswitch/selftest"
	"github.com/flitwright/flitwright/rtl"
)

// SelfTest makes a design in which the switch stands between sources and sinks of package selftest, all ports
// enabled, without time-out, for a board. Its pins are fpga.SelfTestPorts. Its error is that of Build.
func SelfTest(c config.Config) (*ir.Design, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return ir.Elaborate(ir.Build("myrinet_selftest", fpga.NewSelfTestPorts(), func(m *ir.Module, io fpga.SelfTestPorts) {
		m.SetDoc("Self-test of the Myrinet switch: sources on all inputs, sinks on all outputs.")
		n := c.Ports
		s := ir.Inst(m, "myrinet", Switch(c))
		s.CfgEnable.Set(m.Const(n, 1<<n-1))
		s.CfgTimeout.Set(m.Const(24, 0))

		run := m.Reg("running", 1, 0)
		run.Set(io.Run)
		random := ir.Inst(m, "random", rtl.LFSR(31, 30, 27))
		random.Seed.Set(m.Const(31, 0x5a5a5a5))
		turns := rounds(m, c)
		score := ir.Inst(m, "score", fpga.Score(n, n, n+1))
		source, sink := selftest.Source(c), selftest.Sink(c)
		var begun, active, right, wrong []ir.Signal
		for p := range n {
			turn := p * turns.Width() / n
			stop := rtl.Scattered(random.State, 3*p+2, 2).All()
			to := ir.Inst(m, fmt.Sprintf("sink_%d", p), sink)
			to.ID.Set(m.Const(4, uint64(p)))
			to.Out.Set(s.Out[p].Char)
			to.Turn.Set(turns.Bit(turn))
			to.Stop.Set(stop)
			to.Sure.Set(turns.Bit((turn + 4) % turns.Width()))
			right, wrong = append(right, to.Right), append(wrong, to.Wrong)

			from := ir.Inst(m, fmt.Sprintf("source_%d", p), source)
			from.ID.Set(m.Const(4, uint64(p)))
			from.Run.Set(run)
			from.Random.Set(rtl.Scattered(random.State, 3*p, from.Random.Width()))
			from.Turn.Set(turns.Bit(turn))
			from.Stop.Set(stop)
			from.Out.Set(s.Out[p].Char)
			s.In[p].Char.Set(from.In)
			begun, active = append(begun, from.Begun), append(active, from.Active)
		}

		score.Begun.Set(ir.CatList(begun...))
		score.Active.Set(ir.CatList(active...))
		score.Right.Set(ir.CatList(right...))
		score.Wrong.Set(ir.CatList(append(wrong, complaint(m, s))...))
		io.Sent.Set(score.Sent)
		io.Received.Set(score.Received)
		io.Wrong.Set(score.Errors)
		io.Busy.Set(score.Busy)
	}).Module)
}

// rounds has one bit that is 1, another in each cycle, round and round: the turns of the ports to send STOP or GO. The round is
// short enough that a STOP does not expire in it.
func rounds(m *ir.Module, c config.Config) ir.Signal {
	n := 16
	if c.StopExpire < 24 {
		n = 4
	}
	turns := m.Reg("turns", n, 1)
	turns.Set(ir.Cat(turns.Low(n-1), turns.Msb()))
	return turns
}

// complaint is 1 for a cycle when the switch says that a queue overflowed, or when a counter of what
// sources never do is seen to leave 0. These begin with 1, so their lowest bits tell.
func complaint(m *ir.Module, s Ports) ir.Signal {
	bits := []ir.Signal{s.ErrOverflow}
	for p := range s.In {
		m.Unused(s.StatPackets[p])
		var low []ir.Signal
		for _, stat := range [][]ir.Signal{s.StatIllegalTurn, s.StatNoWire, s.StatStranded, s.StatCRC, s.StatTimeout, s.StatFres} {
			low = append(low, stat[p].Bit(0))
			m.Unused(stat[p].Slice(15, 1))
		}
		bits = append(bits, ir.Or(low...))
	}
	said := ir.CatList(bits...)
	of := m.Reg("complaints", said.Width(), 0)
	of.Set(said)
	now, before := m.Reg("complains", 1, 0), m.Reg("complained", 1, 0)
	now.Set(of.Any())
	before.Set(now)
	return now.AndNot(before)
}

package fpga

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// The widths of what a controller is told of time.
const (
	runBits    = 24 // cycles of a round
	waitBits   = 20 // cycles that a round may take to end
	periodBits = 12 // cycles of a bit on the serial line
)

// settleCycles is how long after a change of run the self-test's busy may not yet hold, as
// SelfTestPorts says.
const settleCycles = 8

// restartCycles is how long the reset of a self-test lasts.
const restartCycles = 8

// The states of a controller.
const (
	restarting = iota
	running
	waiting
	reporting
)

// ControllerPorts are the ports of a controller. All of its outputs leave from flip-flops.
type ControllerPorts struct {
	RunCycles  ir.Signal // in, static: cycles in which sources begin messages, less 2
	WaitCycles ir.Signal // in, static: cycles that those under way may take then, less 2; settleCycles at least
	Period     ir.Signal // in, static: cycles of a bit on the serial line, less 1; 2 at least

	Restart                          ir.Signal // out: the self-test's reset
	Run, Sent, Received, Wrong, Busy ir.Signal // to and from the self-test
	TX                               ir.Signal `port:"tx"` // out: the serial line
	Heartbeat, Pass, Fail, Activity  ir.Signal // out: lights
}

// Controller runs a self-test for ever. In a round the sources run for run_cycles + 2 cycles, then
// they stop and all messages are to end, in wait_cycles + 2 cycles at the most. Then a line goes out, such as
//
//	cm5 sent 0000a1b2 received 0000a1b2 wrong 00000000 pass
//
// with CR and LF; name is its first word. It says pass if messages were sent in the round, all that were ever sent were
// received, and nothing went wrong; else fail. The counters go on in the next round; once 2^31 messages have
// been sent the self-test is reset before it, so that they never stand still.
//
// Pass is 1 while the latest round passed, fail for good once one did not. Heartbeat changes every 8 rounds,
// activity every 2^19 messages received.
func Controller(name string) ir.Component[ControllerPorts] {
	io := ControllerPorts{
		RunCycles: ir.In(runBits), WaitCycles: ir.In(waitBits), Period: ir.In(periodBits),
		Restart: ir.Out(1), Run: ir.Out(1), Sent: ir.In(32), Received: ir.In(32), Wrong: ir.In(32), Busy: ir.In(1),
		TX: ir.Out(1), Heartbeat: ir.Out(1), Pass: ir.Out(1), Fail: ir.Out(1), Activity: ir.Out(1),
	}
	return ir.Build("selftest_controller", io, func(m *ir.Module, io ControllerPorts) {
		m.SetDoc("Runs a self-test in rounds and reports each over a serial line and lights.")
		states := m.Enum("STATE_RESTART", "STATE_RUN", "STATE_WAIT", "STATE_REPORT")
		state := m.Reg("state", 2, restarting)
		in := func(k int) ir.Signal { return state.Eq(states[k]) }
		goTo := func(k int) { state.Set(states[k]) }

		cycle := m.Reg("cycle", runBits, 0).Doc("of the state")
		ranOut := m.Reg("ran_out", 1, 0).Doc("the cycle before was the last that the state may take")
		ranOut.Set(ir.Or(
			in(running).And(cycle.Eq(io.RunCycles)),
			in(waiting).And(cycle.Eq(io.WaitCycles.ZExt(runBits)))))
		settled := m.Reg("settled", 1, 0)
		settled.Set(in(waiting).And(settled.Or(cycle.EqC(settleCycles))))

		before := m.Reg("sent_before", 8, 0)
		before.Set(io.Sent.Low(8))
		some := m.Reg("some_sent", 1, 0).Doc("in this round")
		nothing := m.Reg("nothing_wrong", 1, 0)
		nothing.Set(io.Wrong.Any().Not())
		pass := m.Reg("round_passed", 1, 0)
		fail := m.Reg("round_failed", 1, 0)
		rounds := m.Reg("rounds", 4, 0)

		line := ir.Inst(m, "line", report(name))
		line.Period.Set(io.Period)
		line.Go.Set(in(reporting))
		line.Pass.Set(pass)
		line.Sent.Set(io.Sent)
		line.Received.Set(io.Received)
		line.Wrong.Set(io.Wrong)
		io.TX.Set(line.TX)

		cycle.Set(cycle.AddC(1))
		m.When(before.Ne(io.Sent.Low(8)), func() { some.Set(m.Const(1, 1)) })
		m.Switch(state).
			Case(states[restarting], func() {
				some.Set(m.Const(1, 0))
				m.When(cycle.EqC(restartCycles), func() {
					cycle.Set(cycle.C(0))
					goTo(running)
				})
			}).
			Case(states[running], func() {
				m.When(ranOut, func() {
					cycle.Set(cycle.C(0))
					goTo(waiting)
				})
			}).
			Case(states[waiting], func() {
				m.When(ranOut.Or(settled.AndNot(io.Busy)), func() {
					passed := ir.And(io.Busy.Not(), some, nothing).Named("passed")
					pass.Set(passed)
					m.When(passed.Not(), func() { fail.Set(m.Const(1, 1)) })
					goTo(reporting)
				})
			}).
			Default(func() {
				m.When(line.Done, func() {
					cycle.Set(cycle.C(0))
					some.Set(m.Const(1, 0))
					rounds.Set(rounds.AddC(1))
					m.When(io.Sent.Msb(), func() { goTo(restarting) }).Else(func() { goTo(running) })
				})
			})

		restart := m.Reg("restarts", 1, 1)
		restart.Set(in(restarting))
		run := m.Reg("runs", 1, 0)
		run.Set(in(running))
		activity := m.Reg("receives", 1, 0)
		activity.Set(io.Received.Bit(19))
		io.Restart.Set(restart)
		io.Run.Set(run)
		io.Heartbeat.Set(rounds.Msb())
		io.Pass.Set(pass)
		io.Fail.Set(fail)
		io.Activity.Set(activity)
	})
}

// reportPorts are the ports of report.
type reportPorts struct {
	Period                ir.Signal
	Go                    ir.Signal // 1: send the line; from the cycle after done on
	Pass                  ir.Signal
	Sent, Received, Wrong ir.Signal
	TX                    ir.Signal `port:"tx"`
	Done                  ir.Signal // 1 in the cycle in which the last byte begins
}

// report sends the line of a round. The line is in parts, texts and the digits of a number in
// turn; a place is a part and the byte in it.
func report(name string) ir.Component[reportPorts] {
	texts := []string{name + " sent ", " received ", " wrong ", " pass\r\n"}
	const digits = 8
	w := 3
	for _, s := range texts {
		w = max(w, ir.Bits(len(s)-1))
	}
	io := reportPorts{
		Period: ir.In(periodBits), Go: ir.In(1), Pass: ir.In(1), Sent: ir.In(32), Received: ir.In(32), Wrong: ir.In(32),
		TX: ir.Out(1), Done: ir.Out(1),
	}
	return ir.Build("selftest_report", io, func(m *ir.Module, io reportPorts) {
		m.SetDoc("Sends the line of a round: " + fmt.Sprintf("%q", texts) + ", between them numbers of 8 hexadecimal digits.")
		part := m.Reg("part", 3, 0)
		at := m.Reg("at", w, 0)
		uart := ir.Inst(m, "uart", rtl.UARTSender(periodBits))
		uart.Period.Set(io.Period)
		io.TX.Set(uart.TX)

		// The place stays for as long as a byte takes: what is sent is made of it in three steps.
		text := m.Wire("text", 7)
		cases := m.Switch(ir.Cat(part.Slice(2, 1), at))
		for k, s := range texts {
			for i, c := range []byte(s) {
				value := m.Const(7, uint64(c))
				if verdict := k == len(texts)-1; verdict && i >= 1 && i <= 4 {
					value = ir.Mux(io.Pass, value, m.Const(7, uint64("fail"[i-1])))
				}
				cases.CaseC(uint64(k<<w|i), func() { text.Set(value) })
			}
		}
		cases.Default(func() { text.Set(text.C(0)) })
		letter := m.Reg("letter", 7, 0)
		letter.Set(text)

		number := m.Reg("number", 32, 0)
		number.Set(ir.OneHotMux(rtl.Decode(part.Slice(2, 1), 3), io.Sent, io.Received, io.Wrong))
		nibbles := make([]ir.Signal, digits)
		for i := range nibbles {
			nibbles[i] = number.Slice(31-4*i, 28-4*i)
		}
		nibble := m.Reg("nibble", 4, 0)
		nibble.Set(ir.OneHotMux(rtl.Decode(at.Low(3), digits), nibbles...))
		digit := ir.Mux(nibble.GeC(10), nibble.ZExt(7).AddC('a'-10), nibble.ZExt(7).Or(nibble.ZExt(7).C('0')))
		char := m.Reg("next_byte", 7, 0)
		char.Set(ir.Mux(part.Bit(0), digit, letter))
		uart.Send.Data.Set(char.ZExt(8))

		ends := m.Wire("ends", 1)
		lengths := m.Switch(part)
		for k, s := range texts {
			lengths.CaseC(uint64(2*k), func() { ends.Set(at.EqC(uint64(len(s) - 1))) })
		}
		lengths.Default(func() { ends.Set(at.EqC(digits - 1)) })
		last := m.Reg("last", 1, 0)
		last.Set(ends)

		// Between two lines the first byte waits; the sender takes longer for one than the three steps.
		sending := io.Go.And(uart.Send.Ready).Named("sends")
		uart.Send.Valid.Set(io.Go)
		m.When(sending, func() {
			at.Set(ir.Mux(last, at.C(0), at.AddC(1)))
			m.When(last, func() { part.Set(part.AddC(1)) })
		})
		finished := ir.And(sending, last, part.EqC(uint64(2*len(texts)-2))).Named("finished")
		m.When(finished, func() { part.Set(part.C(0)) })
		io.Done.Set(finished)
	})
}

package golden

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flitwright/flitwright/myrinetswitch/config"
)

// timed is a rig with a time-out of T cycles.
func timed(t *testing.T, T uint64) *rig {
	g := newRig(t, config.Default())
	g.in[pinTimeout] = T
	return g
}

// The waiter's route byte on the pins in t: FRES on the pins in t+5+T, the waiter behind it.
func TestTimeoutOfWaiter(t *testing.T) {
	g := timed(t, 20)
	g.play(2, join([]uint64{0xBF}, upTo(50), []uint64{pinGAP}, packet(0xBF, 9))...)
	g.at(6, 0, packet(0x81, 0x70, 0x71)...)
	g.run(90)
	// 2 is broken in 29: what crosses in 29 still does; its GAP, in 51, ends the discarding.
	g.leaves(1, stream(5, upTo(26)...)+" 31:FRES "+stream(32, packet(0x70, 0x71)...)+" "+
		stream(52+5, packet(9)...))
	g.stats("packets_0=1 packets_2=1 timeout_0=1")
	assert.EqualValues(t, 1, g.event("timeout-wait[0]"))
}

func TestTimeoutOff(t *testing.T) {
	g := timed(t, 0)
	g.hold()
	g.wait(5)
	g.run(2000)
	g.leaves(1, "5:55")
	g.stats("")
}

// T = 1, the least: the waiter waits in t+3 and fires in t+4.
func TestTimeoutOne(t *testing.T) {
	g := timed(t, 1)
	g.play(2, join([]uint64{0xBF}, upTo(30))...)
	g.at(6, 0, packet(0x81, 0x70)...)
	g.run(30)
	g.leaves(1, stream(5, upTo(7)...)+" 12:FRES "+stream(13, packet(0x70)...))
}

// The output changes holder: the timer of who still waits starts again when 3 holds it.
func TestTimeoutRestarts(t *testing.T) {
	g := timed(t, 30)
	first := packet(append([]uint64{0xBF}, upTo(18)...)...) // GAP on the pins in 20, crosses in 23
	g.play(2, first...)
	g.at(6, 0, packet(0x81, 0x70)...)
	g.at(6, 3, join([]uint64{0xBE}, upTo(60))...)
	g.run(70)
	g.leaves(1, stream(5, packet(upTo(18)...)...)+" "+stream(26, upTo(31)...)+" 57:FRES "+
		stream(58, packet(0x70)...))
	g.stats("packets_0=1 packets_2=1 timeout_0=1")
}

// The last character on the pins in u: FRES on the pins in u+5+T.
func TestTimeoutOfIdleHolder(t *testing.T) {
	g := timed(t, 20)
	g.hold() // 56 in 2
	g.run(60)
	g.leaves(1, "5:55 27:FRES")
	g.play(2, 1, 2, pinGAP)
	g.play(2, packet(0xBF, 9)...)
	g.forget()
	g.run(30)
	g.leaves(1, stream(8, packet(9)...))
	g.stats("packets_2=1 timeout_2=1")
	assert.EqualValues(t, 1, g.event("timeout-idle[2]"))
}

// Each character restarts the timer of the holder, bubbles do not.
func TestIdleHolderRestarts(t *testing.T) {
	g := timed(t, 20)
	g.hold()
	g.at(21, 2, 0x57) // rx in 22; with it in 25 the holder would have fired
	g.run(60)
	g.leaves(1, "5:55 24:56 46:FRES")
}

// While the output is stopped the timer of its holder stands at 0.
func TestIdleHolderStopped(t *testing.T) {
	g := timed(t, 20)
	g.hold()
	g.at(10, 1, pinSTOP)
	g.at(50, 1, pinGO)
	g.run(90)
	// GO in rx in 51, stopped until then: the timer is 0 in 52.
	g.leaves(1, "5:55 74:FRES")
}

// GAP on the pins in 10 crosses in 13; the waiter fires in 4+T.
func TestGapWins(t *testing.T) {
	holder := packet(append([]uint64{0xBF}, upTo(8)...)...)
	t.Run("same cycle", func(t *testing.T) {
		g := timed(t, 9)
		g.play(2, holder...)
		g.at(1, 0, packet(0x81, 0x70)...)
		g.run(30)
		g.leaves(1, stream(5, packet(upTo(8)...)...)+" "+stream(16, packet(0x70)...))
		g.stats("packets_0=1 packets_2=1")
		assert.EqualValues(t, 1, g.event("gap-wins"))
	})
	t.Run("a cycle before", func(t *testing.T) {
		g := timed(t, 8)
		g.play(2, holder...)
		g.play(2, packet(0xBF, 9)...)
		g.at(1, 0, packet(0x81, 0x70)...)
		g.run(40)
		sum := checksum(upTo(8))
		g.leaves(1, stream(5, append(upTo(8), sum)...)+" 14:FRES "+stream(15, packet(0x70)...)+" "+
			stream(19, packet(9)...))
		g.stats("packets_0=1 packets_2=1 timeout_0=1")
		assert.Zero(t, g.event("gap-wins"))
	})
}

// Two fire for one output: one FRES, each counts.
func TestTimeoutMerge(t *testing.T) {
	g := timed(t, 20)
	g.play(2, join([]uint64{0xBF}, upTo(50))...)
	g.at(6, 0, packet(0x81, 0x70)...)
	g.at(6, 3, packet(0xBE, 0x73)...)
	g.run(60)
	g.leaves(1, stream(5, upTo(26)...)+" 31:FRES "+stream(32, packet(0x73)...)+" "+stream(36, packet(0x70)...))
	g.stats("packets_0=1 packets_3=1 timeout_0=1 timeout_3=1")
	assert.EqualValues(t, 1, g.event("timeout-merge"))
}

// A FRES kills the holder in the cycle in which the waiter would fire: q is released, the
// waiter does not fire, and there is one FRES. The holder's own timer fires all the same.
func TestKillAndTimeout(t *testing.T) {
	t.Run("waiter", func(t *testing.T) {
		g := timed(t, 20)
		g.play(2, join([]uint64{0xBF}, upTo(27), []uint64{pinFRES})...) // in 28, killed in 29
		g.at(6, 0, packet(0x81, 0x70)...)
		g.run(60)
		g.leaves(1, stream(5, upTo(26)...)+" 31:FRES "+stream(32, packet(0x70)...))
		g.stats("packets_0=1 fres_2=1")
		assert.Zero(t, g.event("gap-wins"))
	})
	t.Run("holder", func(t *testing.T) {
		g := timed(t, 20)
		g.hold()
		g.at(24, 2, pinFRES) // rx in 25, in which the timer fires
		g.play(2, packet(0xBF, 9)...)
		g.run(60)
		g.leaves(1, "5:55 27:FRES "+stream(30, packet(9)...))
		g.stats("packets_2=1 timeout_2=1 fres_2=1")
	})
}

// The holder's GAP waits in its hold, the output is stopped: broken, and the GAP goes.
func TestTimeoutBeforeGap(t *testing.T) {
	g := timed(t, 20)
	g.play(2, join(packet(0xBF, 1), packet(0xBF, 9))...)
	g.at(4, 1, pinSTOP)            // stopped from 6 on, in which the GAP would cross
	g.at(6, 0, packet(0x81, 7)...) // fires in 29
	g.run(32)
	g.play(1, pinGO) // in 32
	g.run(28)
	g.leaves(1, "5:01 6:"+name(checksum([]uint64{1}))+" 31:FRES "+stream(35, packet(7)...)+" "+
		stream(39, packet(9)...))
	g.stats("packets_0=1 packets_2=1 timeout_0=1")
}

package golden

import (
	"fmt"
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

// The waiter's route byte on the pins in t: FRES on the pins in t+8+T, the waiter behind it.
func TestTimeoutOfWaiter(t *testing.T) {
	g := timed(t, 20)
	g.play(2, join([]uint64{0xBF}, upTo(50), []uint64{pinGAP}, packet(0xBF, 9))...)
	g.at(6, 0, packet(0x81, 0x70, 0x71)...)
	g.run(90)
	// 2 is broken in 32: nothing crosses in 32, so that one character more stands in the queue from
	// then on. Its GAP, in 51, ends the discarding.
	g.leaves(1, stream(6, upTo(27)...)+" 34:FRES "+stream(35, packet(0x70, 0x71)...)+" "+
		stream(52+7, packet(9)...))
	g.stats("packets_0=1 packets_2=1 timeout_0=1")
	assert.EqualValues(t, 1, g.event("timeout-wait[0]"))
}

func TestTimeoutOff(t *testing.T) {
	g := timed(t, 0)
	g.hold()
	g.wait(5)
	g.run(2000)
	g.leaves(1, "6:55")
	g.stats("")
}

// T = 1, the least: the waiter waits in t+4 and t+5 and fires in t+6.
func TestTimeoutOne(t *testing.T) {
	g := timed(t, 1)
	g.play(2, join([]uint64{0xBF}, upTo(30))...)
	g.at(6, 0, packet(0x81, 0x70)...)
	g.run(30)
	g.leaves(1, stream(6, upTo(8)...)+" 15:FRES "+stream(16, packet(0x70)...))
}

// The output changes holder: the timer of who still waits starts again when 3 holds it. Released
// in x: FRES on the pins in x+6+T.
func TestTimeoutRestarts(t *testing.T) {
	g := timed(t, 30)
	first := packet(append([]uint64{0xBF}, upTo(18)...)...) // GAP on the pins in 20, crosses in 24
	g.play(2, first...)
	g.at(6, 0, packet(0x81, 0x70)...)
	g.at(6, 3, join([]uint64{0xBE}, upTo(60))...)
	g.run(70)
	g.leaves(1, stream(6, packet(upTo(18)...)...)+" "+stream(27, upTo(32)...)+" 60:FRES "+
		stream(61, packet(0x70)...))
	g.stats("packets_0=1 packets_2=1 timeout_0=1")
}

// The last character on the pins in u: FRES on the pins in u+8+T.
func TestTimeoutOfIdleHolder(t *testing.T) {
	g := timed(t, 20)
	g.hold() // 56 in 2
	g.run(60)
	g.leaves(1, "6:55 30:FRES")
	g.play(2, 1, 2, pinGAP)
	g.play(2, packet(0xBF, 9)...)
	g.forget()
	g.run(30)
	g.leaves(1, stream(9, packet(9)...))
	g.stats("packets_2=1 timeout_2=1")
	assert.EqualValues(t, 1, g.event("timeout-idle[2]"))
}

// Each character restarts the timer of the holder, bubbles do not. The last that does is in rx
// in 26, a cycle before the holder would fire.
func TestIdleHolderRestarts(t *testing.T) {
	for late, want := range map[int]string{21: "6:55 25:56 49:FRES", 25: "6:55 29:56 53:FRES", 26: "6:55 30:FRES"} {
		g := timed(t, 20)
		g.hold()
		g.at(late, 2, 0x57)
		g.run(60)
		g.leaves(1, want)
		g.stats("timeout_2=1")
	}
}

// While the output is stopped the timer of its holder stands at 0.
func TestIdleHolderStopped(t *testing.T) {
	g := timed(t, 20)
	g.hold()
	g.at(10, 1, pinSTOP)
	g.at(50, 1, pinGO)
	g.run(90)
	// GO in rx in 51, stopped until then: the timer is 0 in 52.
	g.leaves(1, "6:55 76:FRES")
}

// GAP on the pins in 10 crosses in 14; the waiter fires in 6+T and breaks in 7+T.
func TestGapWins(t *testing.T) {
	holder := packet(append([]uint64{0xBF}, upTo(8)...)...)
	for T, wins := range map[uint64]int{8: 1, 9: 0, 10: 0} {
		t.Run(fmt.Sprint("fires in ", 6+T), func(t *testing.T) {
			g := timed(t, T)
			g.play(2, holder...)
			g.at(1, 0, packet(0x81, 0x70)...)
			g.run(30)
			g.leaves(1, stream(6, packet(upTo(8)...)...)+" "+stream(17, packet(0x70)...))
			g.stats("packets_0=1 packets_2=1")
			assert.EqualValues(t, wins, g.event("gap-wins"))
		})
	}
	t.Run("fires in 13", func(t *testing.T) {
		g := timed(t, 7)
		g.play(2, holder...)
		g.play(2, packet(0xBF, 9)...)
		g.at(1, 0, packet(0x81, 0x70)...)
		g.run(40)
		sum := checksum(upTo(8))
		g.leaves(1, stream(6, append(upTo(8), sum)...)+" 16:FRES "+stream(17, packet(0x70)...)+" "+
			stream(21, packet(9)...))
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
	g.leaves(1, stream(6, upTo(27)...)+" 34:FRES "+stream(35, packet(0x73)...)+" "+stream(39, packet(0x70)...))
	g.stats("packets_0=1 packets_3=1 timeout_0=1 timeout_3=1")
	assert.EqualValues(t, 1, g.event("timeout-merge"))
}

// A FRES kills the holder about the time at which it is broken. In the cycle of the firing or
// before, the kill wins; in that of the break there is one FRES, and the time-out counts; later
// it only ends the discarding.
func TestKillAndTimeout(t *testing.T) {
	const early, late = "packets_0=1 packets_2=1 fres_2=1", "packets_0=1 packets_2=1 timeout_0=1 fres_2=1"
	for at, want := range map[int]string{28: early, 29: early, 30: late, 31: late} {
		t.Run(fmt.Sprint("waiter, killed in ", at+2), func(t *testing.T) {
			g := timed(t, 20)
			g.play(2, join([]uint64{0xBF}, upTo(at-1), []uint64{pinFRES}, packet(0xBF, 9))...)
			g.at(6, 0, packet(0x81, 0x70)...) // fires in 31, breaks in 32
			g.run(60)
			n, out := min(at-2, 27), min(at+4, 34)
			g.leaves(1, stream(6, upTo(n)...)+fmt.Sprintf(" %d:FRES ", out)+stream(out+1, packet(0x70)...)+" "+
				stream(out+5, packet(9)...))
			g.stats(want)
			assert.Zero(t, g.event("gap-wins"))
		})
	}
	for at, want := range map[int]string{
		24: "packets_2=1 fres_2=1", 25: "packets_2=1 fres_2=1",
		26: "packets_2=1 timeout_2=1 fres_2=1", 27: "packets_2=1 timeout_2=1 fres_2=1",
	} {
		t.Run(fmt.Sprint("holder, killed in ", at+2), func(t *testing.T) {
			g := timed(t, 20)
			g.hold() // fires in 27, broken in 28
			g.at(at, 2, pinFRES)
			g.play(2, packet(0xBF, 9)...)
			g.run(60)
			g.leaves(1, fmt.Sprintf("6:55 %d:FRES ", min(at+4, 30))+stream(at+7, packet(9)...))
			g.stats(want)
		})
	}
}

// A waiter that is killed in the cycle in which it would wait for the last time does not fire;
// a cycle later it has fired, breaks the output and counts.
func TestKillOfWaiter(t *testing.T) {
	for at, fires := range map[int]bool{28: false, 29: true, 30: true} {
		g := timed(t, 20)
		g.play(2, join([]uint64{0xBF}, upTo(50))...)
		g.at(6, 0, 0x81, 0x70, 0x71) // waits up to 30, fires in 31
		g.at(at, 0, pinFRES)
		g.run(45)
		if fires {
			g.leaves(1, stream(6, upTo(27)...)+" 34:FRES")
			g.stats("timeout_0=1 fres_0=1")
		} else {
			g.leaves(1, stream(6, upTo(39)...))
			g.stats("fres_0=1")
		}
	}
}

// The holder's GAP waits in its hold, the output is stopped: broken, and the GAP goes.
func TestTimeoutBeforeGap(t *testing.T) {
	g := timed(t, 20)
	g.play(2, join(packet(0xBF, 1), packet(0xBF, 9))...)
	g.at(5, 1, pinSTOP)            // stopped from 7 on, in which the GAP would cross
	g.at(6, 0, packet(0x81, 7)...) // breaks in 32
	g.run(32)
	g.play(1, pinGO) // in 32
	g.run(28)
	g.leaves(1, "6:01 7:"+name(checksum([]uint64{1}))+" 34:FRES "+stream(35, packet(7)...)+" "+
		stream(39, packet(9)...))
	g.stats("packets_0=1 packets_2=1 timeout_0=1")
}

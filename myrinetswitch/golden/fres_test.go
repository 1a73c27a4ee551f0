package golden

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flitwright/flitwright/myrinetswitch/config"
)

// FRES on the pins in t is forwarded on the pins in t+4.
func TestFresHolding(t *testing.T) {
	g := newRig(t, config.Default())
	g.play(0, join([]uint64{0x81}, upTo(9), []uint64{pinFRES}, packet(0x82, 7))...) // FRES in 10
	g.run(30)
	g.leaves(1, stream(6, upTo(8)...)+" 14:FRES") // the ninth waited for the one behind it
	g.leaves(2, stream(17, packet(7)...))
	g.stats("packets_0=1 fres_0=1")
	assert.EqualValues(t, 1, g.event("fres-forwarded[1]"))
	assert.EqualValues(t, 1, g.event("fres-holding"))
}

func TestFresNone(t *testing.T) {
	g := newRig(t, config.Default())
	g.play(0, pinFRES, pinFRES)
	g.play(0, packet(0x81, 1)...) // 2..5
	g.play(0, pinFRES)            // the GAP, just come, ends the packet before
	g.run(30)
	g.leaves(1, stream(8, packet(1)...))
	g.stats("packets_0=1 fres_0=3")
	assert.EqualValues(t, 3, g.event("fres-none"))
}

func TestFresWaiting(t *testing.T) {
	g := newRig(t, config.Default())
	g.hold()
	g.wait(5)
	g.at(20, 0, pinFRES)
	g.play(0, packet(0x82, 7)...)
	g.run(40)
	g.leaves(1, "6:55")
	g.leaves(2, stream(27, packet(7)...))
	g.stats("packets_0=1 fres_0=1")
	assert.EqualValues(t, 1, g.event("fres-waiting"))
}

// The request that would have been granted in the cycle of the kill is not made.
func TestFresAtGrant(t *testing.T) {
	g := newRig(t, config.Default())
	g.play(0, 0x81, 1, pinFRES) // granted in 4 but for the kill in 4
	g.run(20)
	g.leaves(1, "")
	g.play(0, 0x01, 1, pinFRES) // nor counts the failure
	g.run(20)
	g.stats("fres_0=2")
}

// A cycle later the output is held, or the failure has counted.
func TestFresAfterGrant(t *testing.T) {
	g := newRig(t, config.Default())
	g.play(0, 0x81, 1, pinIDLE, pinFRES) // granted in 4, killed in 5
	g.play(0, packet(0x81, 7)...)
	g.run(20)
	g.leaves(1, "7:FRES "+stream(10, packet(7)...))
	g.play(0, 0x01, 1, 2, pinFRES)
	g.run(20)
	g.stats("packets_0=1 stranded_0=1 fres_0=2")
	assert.EqualValues(t, 1, g.event("fres-holding"))
	assert.EqualValues(t, 1, g.event("fres-discarding"))
}

// The rest of the packet may stand in hold and next, or the front be empty in DISCARD.
func TestFresDiscarding(t *testing.T) {
	for late := range 6 {
		g := newRig(t, config.Default())
		g.play(0, join([]uint64{0x01, 2, 3, 4, 5}, idles(late), []uint64{pinFRES}, packet(0x81, 7))...)
		g.run(30)
		g.leaves(1, stream(12+late, packet(7)...))
		g.stats("packets_0=1 stranded_0=1 fres_0=1")
		assert.EqualValues(t, 1, g.event("fres-discarding"))
	}
}

// Two packets complete, one open: FRES takes the open one alone, whatever of them is in the
// hold.
func TestFresBehind(t *testing.T) {
	g := newRig(t, config.Default())
	g.play(0, join(packet(0x81, 1, 2), packet(0x82, 3), []uint64{0x83, 4, 5, 6, pinFRES}, packet(0x84, 8))...)
	g.at(1, 1, pinSTOP)
	g.at(40, 1, pinGO)
	g.run(70)
	g.leaves(1, stream(43, packet(1, 2)...))
	g.leaves(2, stream(48, packet(3)...))
	g.leaves(3, "")
	g.leaves(4, stream(52, packet(8)...))
	g.stats("packets_0=3 fres_0=1")
	assert.EqualValues(t, 1, g.event("fres-behind"))
}

// The only GAP is in the hold or the next, stopped: what is behind it goes, however much of it
// has come, and the packet is completed.
func TestFresBehindHold(t *testing.T) {
	sum := name(checksum([]uint64{1}))
	for stop, want := range map[int]string{
		5: "6:01 7:" + sum + " 23:GAP", // stopped from 7 on, the GAP would cross in 7
		4: "6:01 23:" + sum + " 24:GAP",
	} {
		for i := range 8 {
			open, late := i%4, i/4*4 // late: all of it stands in next and queue
			g := newRig(t, config.Default())
			g.play(0, packet(0x81, 1)...)
			g.play(0, join([]uint64{0x82, 2, 3}[:open], idles(late), []uint64{pinFRES})...)
			g.play(0, packet(0x83, 9)...)
			g.at(stop, 1, pinSTOP)
			g.at(20, 1, pinGO)
			g.run(40)
			g.leaves(1, want)
			g.leaves(2, "")
			g.leaves(3, stream(30-stop, packet(9)...))
			g.stats("packets_0=2 fres_0=1")
			assert.EqualValues(t, min(open, 1), g.event("fres-behind"), "%d open", open)
			assert.EqualValues(t, 1-min(open, 1), g.event("fres-none"), "%d open", open)
		}
	}
}

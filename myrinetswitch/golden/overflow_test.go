package golden

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Two characters behind the lead byte in hold and next, 18 in the queue: the twenty-first, on
// the pins in 23, is lost in 24. The request is withdrawn, the rest dropped up to the GAP.
func TestOverflowWaiting(t *testing.T) {
	g := newRig(t, small())
	g.hold()
	g.wait(30)
	g.play(0, pinGAP) // in 32
	g.play(0, packet(0x82, 7)...)
	g.run(60)
	assert.Equal(t, []string{"25:1"}, g.errs)
	g.leaves(1, "6:55")
	g.leaves(2, stream(39, packet(7)...))
	g.leaves(0, "19:STOP 27:GO") // count(25) is 0
	g.stats("packets_0=1")
	assert.EqualValues(t, 1, g.event("overflow[0]"))
	assert.EqualValues(t, 1, g.event("overflow-waiting"))
}

func TestFullIsNoOverflow(t *testing.T) {
	g := newRig(t, small())
	g.hold()
	g.wait(21)
	g.run(60)
	assert.Empty(t, g.errs)
}

// Holding a stopped output: it sends FRES, four cycles after the lost character was on the
// pins, and is free again.
func TestOverflowHolding(t *testing.T) {
	g := newRig(t, small())
	g.play(1, pinSTOP)
	g.at(2, 0, join([]uint64{0x81}, upTo(30), []uint64{pinGAP})...)
	g.at(30, 1, pinGO)
	g.at(40, 3, packet(0xBE, 7)...)
	g.run(60)
	// 0x81 stripped, 1 in the hold, 2 the next, 18 in the queue, 21 on the pins in 23.
	assert.Equal(t, []string{"25:1"}, g.errs)
	g.leaves(1, "27:FRES "+stream(46, packet(7)...))
	g.stats("packets_3=1")
	assert.EqualValues(t, 1, g.event("overflow-holding"))
}

// A lost GAP ends its packet; the next one is received at once.
func TestOverflowGap(t *testing.T) {
	g := newRig(t, small())
	g.hold()
	g.wait(21)
	g.play(0, pinGAP) // in 23
	g.play(0, packet(0x82, 7)...)
	g.run(60)
	assert.Equal(t, []string{"25:1"}, g.errs)
	g.leaves(2, stream(30, packet(7)...))
	assert.EqualValues(t, 1, g.event("overflow-gap"))
}

// FRES ends the dropping; the packet after it needs no GAP before.
func TestOverflowThenFres(t *testing.T) {
	g := newRig(t, small())
	g.hold()
	g.wait(25)
	g.play(0, pinFRES) // in 27
	g.play(0, packet(0x82, 7)...)
	g.run(60)
	g.leaves(2, stream(34, packet(7)...))
	g.stats("packets_0=1 fres_0=1")
	assert.EqualValues(t, 1, g.event("drop-fres"))
	assert.Zero(t, g.event("fres-none"))
}

// Packets before the one that overflows stay.
func TestOverflowBehind(t *testing.T) {
	g := newRig(t, small())
	g.hold()
	g.at(2, 0, join(packet(0x81, 1), packet(0x82, 3), []uint64{0x83}, upTo(30), []uint64{pinGAP}, packet(0x84, 9))...)
	g.at(60, 2, checksum([]uint64{0xBF, 0x55, 0x56}), pinGAP) // crosses in 65
	g.run(90)
	assert.Equal(t, []string{"25:1"}, g.errs)
	g.leaves(1, "6:55 64:56 65:"+name(checksum([]uint64{0x55, 0x56}))+" 66:GAP "+stream(68, packet(1)...))
	g.leaves(2, stream(72, packet(3)...))
	g.leaves(3, "")
	g.leaves(4, stream(76, packet(9)...))
	g.stats("packets_0=3 packets_2=1")
}

package golden

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flitwright/flitwright/myrinetswitch/config"
)

// The tests here hold the registers of the way through the switch, cycle by cycle, against the
// lines of "What follows from it".

// front is what hold and next contain, and the state: "81 01 IDLE".
func (g *rig) front(p int) string {
	in := &g.s.inputs[p]
	return fmt.Sprint(name(g.s.codes.encode(in.hold)), " ", name(g.s.codes.encode(in.next)), " ",
		[...]string{"IDLE", "SEND", "DISCARD"}[in.state])
}

// fronts runs the rig and holds the front of input p in cycle from, from+1, ... against want.
func (g *rig) fronts(p, from int, want ...string) {
	g.t.Helper()
	g.run(from - g.cycle)
	for i, w := range want {
		assert.Equal(g.t, w, g.front(p), "cycle %d", from+i)
		g.step()
	}
}

// The route byte on the pins in 0 is the next in 3 and the hold in 4, granted in 4.
func TestWayThrough(t *testing.T) {
	g := newRig(t, config.Default())
	sum := name(checksum([]uint64{0x81, 1}))
	g.play(0, packet(0x81, 1)...)
	g.fronts(0, 2, "IDLE IDLE IDLE", "IDLE 81 IDLE", "81 01 IDLE")
	assert.Equal(t, 0, g.s.outputs[1].holder) // cycle 5
	g.fronts(0, 5, "01 "+sum+" SEND", sum+" GAP SEND", "GAP IDLE SEND", "IDLE IDLE IDLE")
	assert.Equal(t, none, g.s.outputs[1].holder)
}

// A front that waits has shifted its lead byte out; the queue goes on to the next only.
func TestWaitsWithoutLead(t *testing.T) {
	g := newRig(t, config.Default())
	g.hold()
	g.at(2, 0, 0x81, 1, 2, 3)
	g.fronts(0, 6, "81 01 IDLE", "01 02 SEND", "01 02 SEND")
	assert.Equal(t, 1, g.s.inputs[0].queue.count)
	assert.Equal(t, 2, g.s.outputs[1].holder)
	assert.EqualValues(t, 3, g.event("wait[0]")) // 6, 7 and 8
}

// A good route byte with bit 6 set counts when it is shifted out, granted or not; one that is
// killed or has nothing to go with does not.
func TestBit6(t *testing.T) {
	g := newRig(t, config.Default())
	g.hold()
	g.at(2, 0, 0xC1, 1)
	g.run(6)
	assert.Zero(t, g.event("bit6-set"))
	g.run(1) // cycle 6
	assert.EqualValues(t, 1, g.event("bit6-set"))
	g.play(3, 0xC0, 1, pinFRES) // killed as the hold
	g.play(3, 0xC0, pinGAP)
	g.run(20)
	assert.EqualValues(t, 1, g.event("bit6-set"))
}

// The kill empties the hold and the next, whatever of the packet stands in them; the packet right
// behind the FRES takes its way as ever.
func TestKillEmpties(t *testing.T) {
	for n, want := range map[int]string{1: "IDLE 81 IDLE", 2: "81 01 IDLE", 3: "01 02 SEND", 4: "02 03 SEND"} {
		g := newRig(t, config.Default())
		g.play(0, append([]uint64{0x81, 1, 2, 3}[:n], pinFRES)...)
		g.play(0, packet(0x82, 7)...)
		g.fronts(0, n+2, want, "IDLE IDLE IDLE", "IDLE 82 IDLE", "82 07 IDLE")
		g.run(10)
		g.leaves(2, stream(n+1+6, packet(7)...))
	}
}

// FRES after FRES: the flush of the first is the cycle of the rollback of the second.
func TestTwoFres(t *testing.T) {
	g := newRig(t, config.Default())
	g.play(0, 0x81, 1, 2, 3, pinFRES, pinFRES, 0x83, pinFRES, pinFRES)
	g.play(0, packet(0x82, 7)...)
	g.run(30)
	g.leaves(1, "6:01 7:02 8:FRES")
	g.leaves(3, "")
	g.leaves(2, stream(9+6, packet(7)...))
	g.stats("packets_0=1 fres_0=4")
}

// A flush behind the GAP of a packet that is stopped leaves that GAP, and its front, alone; the
// packet broken by a time-out in the cycle of the flush is discarded up to that GAP.
func TestFlushAndBreak(t *testing.T) {
	g := newRig(t, config.Default())
	g.in[pinTimeout] = 20
	g.play(2, packet(0xBF, 1)...)
	g.at(5, 1, pinSTOP) // the GAP stays in the hold from 7 on
	g.at(6, 0, packet(0x81, 7)...)
	g.at(27, 2, 0x82, 5, 6, pinFRES) // rolls back in 31
	g.play(2, packet(0xC0, 9)...)    // to 2
	g.fronts(2, 30, "GAP 82 SEND", "GAP 82 SEND", "GAP 82 SEND", "GAP IDLE DISCARD", "IDLE C0 IDLE", "C0 09 IDLE")
	g.run(20)
	g.leaves(2, stream(37, packet(9)...))
	g.leaves(4, "")
	g.stats("packets_2=1 timeout_0=1 fres_2=1")
}

// The mask of outputs is that of the cycle in which the lead byte becomes the hold.
func TestMaskOfLead(t *testing.T) {
	for disabled, want := range map[int]string{2: "", 3: "no_wire_0=1", 4: ""} {
		g := newRig(t, config.Default())
		g.play(0, 0x81, pinIDLE, pinIDLE, 1) // next in 3, hold in 4, judged from 4 on
		g.run(disabled)
		g.in[pinEnable] = 0xFD
		g.step()
		g.in[pinEnable] = 0xFF
		g.run(10)
		g.stats(want)
	}
}

package golden

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flitwright/flitwright/myrinetswitch/config"
)

// STOP on the pins in b: the last data is on the output in b+2. GO in b: data again in b+3.
func TestStopReceived(t *testing.T) {
	g := newRig(t, config.Default())
	g.play(0, join([]uint64{0x81}, upTo(30))...)
	g.at(10, 1, pinSTOP)
	g.at(20, 1, pinGO)
	g.run(30)
	g.leaves(1, stream(6, upTo(7)...)+" "+stream(23, 8, 9, 10, 11, 12, 13, 14))
	assert.EqualValues(t, 1, g.event("stopped[1]"))
	assert.EqualValues(t, 0, g.event("stop-expired"))
}

// A STOP in b is forgotten after stop_expire cycles, those of a second one count anew.
func TestStopExpires(t *testing.T) {
	for second, resumes := range map[int]int{10: 77, 40: 107} {
		g := newRig(t, config.Default())
		g.play(0, join([]uint64{0x81}, upTo(30))...)
		g.at(10, 1, pinSTOP)
		if second > 10 {
			g.at(second, 1, pinSTOP)
		}
		g.run(resumes + 2)
		g.leaves(1, stream(6, upTo(7)...)+" "+stream(resumes, 8, 9))
		assert.EqualValues(t, 1, g.event("stop-expired"))
	}
}

// hold lets input 2 take output 1 and keep it: data leaves in 6, nothing more comes.
func (g *rig) hold() { g.play(2, 0xBF, 0x55, 0x56) }

// wait lets input 0 wait for output 1 with n characters, the first on the pins in cycle 2.
// The lead byte gone, two of them stand in hold and next: count(t) = t-6 from t = 7 on until
// all have come, and count(17) = 11 exceeds Ks.
func (g *rig) wait(n int) { g.at(2, 0, join([]uint64{0x81}, upTo(n-1))...) }

func TestStopSent(t *testing.T) {
	g := newRig(t, small())
	g.hold()
	g.wait(14)
	g.at(40, 2, checksum([]uint64{0xBF, 0x55, 0x56}), pinGAP)
	g.run(70)
	// The GAP crosses in 45, 0 is granted in 46, count(47) = 11, count(50) = 8 is below Kg.
	g.leaves(0, "19:STOP 35:STOP 51:STOP 52:GO")
	g.leaves(1, "6:55 44:56 45:"+name(checksum([]uint64{0x55, 0x56}))+" 46:GAP "+stream(48, upTo(12)...))
	assert.EqualValues(t, 3, g.event("stop-sent[0]"))
	assert.EqualValues(t, 2, g.event("stop-refresh"))
	assert.EqualValues(t, 1, g.event("go-sent[0]"))
}

// One character less never exceeds Ks.
func TestNoStopAtKs(t *testing.T) {
	g := newRig(t, small())
	g.hold()
	g.wait(13)
	g.run(60)
	g.leaves(0, "")
}

// A STOP goes between two characters of a packet, one behind a FRES a cycle later.
func TestStopPriority(t *testing.T) {
	t.Run("data", func(t *testing.T) {
		g := newRig(t, small())
		g.hold()
		g.wait(14)
		g.at(4, 3, join([]uint64{0xBD}, upTo(12))...) // to 0, from 10 on
		g.run(30)
		g.leaves(0, stream(10, upTo(9)...)+" 19:STOP "+stream(20, 10, 11))
		assert.EqualValues(t, 1, g.event("stop-in-packet"))
	})
	t.Run("FRES", func(t *testing.T) {
		g := newRig(t, small())
		g.hold()
		g.wait(14)
		g.at(10, 3, 0xBD, 1, 2, 3, 4, pinFRES) // on the pins in 15
		g.run(40)
		g.leaves(0, "16:01 17:02 18:03 19:FRES 20:STOP 35:STOP")
	})
	t.Run("stopped", func(t *testing.T) {
		g := newRig(t, small())
		g.hold()
		g.wait(14)
		g.send[0][0] = pinSTOP // control still leaves
		g.run(22)
		g.leaves(0, "19:STOP")
	})
}

// A FRES takes the packet away in the cycle that sets stopping: its STOP is pending for one
// cycle before the GO. It leaves unless a FRES goes first, and then the GO replaces it.
func TestStopReplaced(t *testing.T) {
	for other, want := range map[int]string{
		10: "16:01 17:02 18:03 19:FRES 20:GO",
		9:  "15:01 16:02 17:03 18:FRES 19:STOP 20:GO",
	} {
		g := newRig(t, small())
		g.hold()
		g.wait(14)
		g.play(0, pinFRES)                        // in 16, rx in 17
		g.at(other, 3, 0xBD, 1, 2, 3, 4, pinFRES) // to 0
		g.run(40)
		g.leaves(0, want)
		assert.EqualValues(t, other-9, g.event("stop-replaced"))
	}
}

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
	g.leaves(1, stream(5, upTo(8)...)+" "+stream(23, 9, 10, 11, 12, 13, 14, 15))
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
		g.leaves(1, stream(5, upTo(8)...)+" "+stream(resumes, 9, 10))
		assert.EqualValues(t, 1, g.event("stop-expired"))
	}
}

// hold lets input 2 take output 1 and keep it: data leaves in 5, nothing more comes.
func (g *rig) hold() { g.play(2, 0xBF, 0x55, 0x56) }

// wait lets input 0 wait for output 1 with n characters, the first on the pins in cycle 2.
// Then count(t) = t-4 from t = 5 on until all have come: count(15) = 11 exceeds Ks.
func (g *rig) wait(n int) { g.at(2, 0, join([]uint64{0x81}, upTo(n-1))...) }

func TestStopSent(t *testing.T) {
	g := newRig(t, small())
	g.hold()
	g.wait(12)
	g.at(40, 2, checksum([]uint64{0xBF, 0x55, 0x56}), pinGAP)
	g.run(70)
	// The GAP crosses in 44, 0 is granted in 45, count(45) = 11, count(48) = 8 is below Kg.
	g.leaves(0, "17:STOP 33:STOP 49:STOP 50:GO")
	g.leaves(1, "5:55 43:56 44:"+name(checksum([]uint64{0x55, 0x56}))+" 45:GAP "+stream(47, upTo(10)...))
	assert.EqualValues(t, 3, g.event("stop-sent[0]"))
	assert.EqualValues(t, 2, g.event("stop-refresh"))
	assert.EqualValues(t, 1, g.event("go-sent[0]"))
}

// One character less never exceeds Ks.
func TestNoStopAtKs(t *testing.T) {
	g := newRig(t, small())
	g.hold()
	g.wait(11)
	g.run(60)
	g.leaves(0, "")
}

// A STOP goes between two characters of a packet, one behind a FRES a cycle later.
func TestStopPriority(t *testing.T) {
	t.Run("data", func(t *testing.T) {
		g := newRig(t, small())
		g.hold()
		g.wait(12)
		g.at(4, 3, join([]uint64{0xBD}, upTo(12))...) // to 0, from 9 on
		g.run(30)
		g.leaves(0, stream(9, upTo(8)...)+" 17:STOP "+stream(18, 9, 10, 11))
		assert.EqualValues(t, 1, g.event("stop-in-packet"))
	})
	t.Run("FRES", func(t *testing.T) {
		g := newRig(t, small())
		g.hold()
		g.wait(12)
		g.at(9, 3, 0xBD, 1, 2, 3, 4, pinFRES) // on the pins in 14
		g.run(40)
		g.leaves(0, "14:01 15:02 16:03 17:FRES 18:STOP 33:STOP")
	})
	t.Run("stopped", func(t *testing.T) {
		g := newRig(t, small())
		g.hold()
		g.wait(12)
		g.send[0][0] = pinSTOP // control still leaves
		g.run(20)
		g.leaves(0, "17:STOP")
	})
}

// A FRES takes the packet away in the cycle that sets stopping: its STOP waits behind the
// FRES the switch itself sends, and the GO replaces it.
func TestStopReplaced(t *testing.T) {
	g := newRig(t, small())
	g.play(0, pinSTOP, 0x80)
	g.play(0, upTo(12)...)
	g.play(0, pinFRES) // in 14
	g.run(40)
	g.leaves(0, "17:FRES 18:GO")
	assert.EqualValues(t, 1, g.event("stop-replaced"))
}

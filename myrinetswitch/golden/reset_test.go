package golden

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flitwright/flitwright/myrinetswitch/config"
)

// The first cycle out of reset is 0: GO on the pins of 1, FRES on those of 2.
func TestBoot(t *testing.T) {
	g := newRig(t, config.Default())
	g.in[pinEnable] = 0x7F
	g.reset()
	g.run(6)
	g.in[pinEnable] = 0xFF
	g.run(6)
	for q := range 7 {
		g.leaves(q, "1:GO 2:FRES")
	}
	g.leaves(7, "7:GO 8:FRES") // enabled in 6
}

func TestResetInTraffic(t *testing.T) {
	g := newRig(t, small())
	g.play(0, join([]uint64{0x81}, upTo(40))...)
	g.run(20)
	g.reset()
	assert.EqualValues(t, pinIDLE, g.s.codes.encode(g.s.outputs[1].pins))
	g.send[0] = nil
	g.play(0, 0x21, 0x22, pinGAP) // the rest of the packet is stranded
	g.play(0, packet(0x82, 3)...)
	g.run(20)
	g.leaves(1, "1:GO 2:FRES")
	g.leaves(2, "1:GO 2:FRES "+stream(9, packet(3)...))
	g.stats("packets_0=1 stranded_0=1")
	assert.EqualValues(t, 1, g.event("reset-traffic"))
}

// A packet that comes with the first cycle out of reset waits for no boot character.
func TestBootAndPacket(t *testing.T) {
	g := newRig(t, config.Default())
	g.reset()
	g.play(0, packet(0x81, 3)...)
	g.run(20)
	g.leaves(1, "1:GO 2:FRES "+stream(6, packet(3)...))
}

func TestDisabledPort(t *testing.T) {
	g := newRig(t, config.Default())
	g.play(0, packet(0x80, 1)...)
	g.run(20)
	g.in[pinEnable] = 0xFE
	g.step()
	g.forget()
	g.play(0, join([]uint64{pinFRES, pinSTOP}, packet(0x81, 1), packet(0x81, 1))...)
	g.run(25)
	g.leaves(0, "")
	g.leaves(1, "")
	g.stats("packets_0=1") // counters stay, nothing counts
	g.in[pinEnable] = 0xFF
	g.forget()
	g.play(0, packet(0x81, 7)...)
	g.run(20)
	g.leaves(0, "1:GO 2:FRES")
	g.leaves(1, stream(6, packet(7)...))
}

// What is on the pins in a disabled cycle is not received, the first enabled cycle is.
func TestEnableBoundary(t *testing.T) {
	g := newRig(t, config.Default())
	g.in[pinEnable] = 0xFE
	g.play(0, pinFRES, pinFRES, pinFRES, pinFRES)
	g.run(2)
	g.in[pinEnable] = 0xFF
	g.run(5)
	g.stats("fres_0=2")
}

// The pointer of an output outlives its being disabled, not a reset.
func TestPointerStays(t *testing.T) {
	for reset, first := range map[bool]uint64{false: 3, true: 0} {
		g := newRig(t, config.Default())
		g.play(2, packet(0x84, 9)...) // to 6: the pointer is 3
		g.run(20)
		g.in[pinEnable] = 0xBF
		g.run(2)
		if reset {
			g.reset()
		}
		g.in[pinEnable] = 0xFF
		g.run(10)
		g.forget()
		g.play(0, packet(0x86, 0)...)
		g.play(3, packet(0x83, 3)...)
		g.run(7)
		g.leaves(6, stream(6, first))
	}
}

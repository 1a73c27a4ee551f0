package golden

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flitwright/flitwright/myrinetswitch/config"
)

func TestPins(t *testing.T) {
	c := config.Default()
	c.Ports = 2
	s, err := New(c)
	assert.NoError(t, err)
	var in, out []string
	for name, width := range s.Inputs() {
		in = append(in, fmt.Sprint(name, ":", width))
	}
	for name, width := range s.Outputs() {
		out = append(out, fmt.Sprint(name, ":", width))
	}
	assert.Equal(t, "rst:1 cfg_enable:2 cfg_timeout:24 in_0_char:9 in_1_char:9", strings.Join(in, " "))
	assert.Equal(t, "out_0_char:9 out_1_char:9 err_overflow:2 stat_packets_0:16 stat_packets_1:16 "+
		"stat_illegal_turn_0:16 stat_illegal_turn_1:16 stat_no_wire_0:16 stat_no_wire_1:16 "+
		"stat_stranded_0:16 stat_stranded_1:16 stat_crc_0:16 stat_crc_1:16 "+
		"stat_timeout_0:16 stat_timeout_1:16 stat_fres_0:16 stat_fres_1:16", strings.Join(out, " "))
	for range s.Inputs() {
		break // stopping early must not panic
	}
	for range s.Outputs() {
		break
	}
	for range s.Events() {
		break
	}
	_, err = New(config.Config{})
	assert.Error(t, err)
}

func TestLatency(t *testing.T) {
	g := newRig(t, config.Default())
	g.play(0, packet(0x81, 1, 2)...)
	g.run(20)
	g.leaves(1, stream(6, packet(1, 2)...))
	g.stats("packets_0=1")
}

// A packet in which the character after the route byte is late leaves that much later.
func TestLatencyWithBubbles(t *testing.T) {
	g := newRig(t, config.Default())
	sum := checksum([]uint64{0x81, 1, 2})
	g.play(0, 0x81, pinIDLE, 1, pinIDLE, 0x1AA, 2, sum, pinIDLE, pinGAP)
	g.run(20)
	// 1 crosses when 2, on the pins in 5, is the next in 8; the CRC when GAP is the next in 11.
	g.leaves(1, "9:01 10:02 12:"+name(checksum([]uint64{1, 2}))+" 13:GAP")
	assert.EqualValues(t, 4, g.event("bubble")) // a code that is no symbol is IDLE
}

// Packets back to back keep the rate of the link: each loses its route byte, whose place is IDLE.
func TestFullRate(t *testing.T) {
	g := newRig(t, config.Default())
	var want []string
	for i := range 20 {
		g.play(3, packet(0xBF, 7, uint64(i))...) // turn -1
		want = append(want, stream(6+5*i, packet(7, uint64(i))...))
	}
	g.run(120)
	g.leaves(2, strings.Join(want, " "))
	g.stats("packets_3=20")
	assert.EqualValues(t, 20, g.event("turn[-1]"))
	assert.EqualValues(t, 20, g.event("to[2]"))
}

func TestCRC(t *testing.T) {
	check := []uint64{'1', '2', '3', '4', '5', '6', '7', '8', '9'}
	assert.EqualValues(t, 0xF4, checksum(check))
	g := newRig(t, config.Default())
	g.play(0, packet(append([]uint64{0x81}, check...)...)...)
	g.run(30)
	g.leaves(1, stream(6, append(check, 0xF4, pinGAP)...))
}

func TestCRCErrorIsCarried(t *testing.T) {
	g := newRig(t, config.Default())
	bad := packet(0xC0, 1, 2) // turn 0, bit 6 set
	bad[3] ^= 0x5A
	g.play(4, bad...)
	g.run(20)
	want := packet(1, 2)
	want[2] ^= 0x5A
	g.leaves(4, stream(6, want...))
	g.stats("packets_4=1 crc_4=1")
	assert.EqualValues(t, 1, g.event("bit6-set"))
	assert.EqualValues(t, 1, g.event("crc-error[4]"))
}

// route, one byte, GAP: the byte is the CRC.
func TestLoneCRC(t *testing.T) {
	sum := checksum([]uint64{0x81})
	for e, stats := range map[uint64]string{0: "packets_0=1", 0x33: "packets_0=1 crc_0=1"} {
		g := newRig(t, config.Default())
		g.play(0, 0x81, sum^e, pinGAP)
		g.run(20)
		g.leaves(1, stream(6, e, pinGAP))
		g.stats(stats)
		assert.EqualValues(t, 1, g.event("lone-crc"))
	}
}

func TestRouteGap(t *testing.T) {
	g := newRig(t, config.Default())
	g.play(0, 0x81, pinGAP)
	g.run(5)
	assert.Zero(t, g.stat(crcErrors, 0)) // cycle 4: the hold is the lead byte
	g.run(1)
	assert.EqualValues(t, 1, g.stat(crcErrors, 0))
	g.play(0, packet(0x81, 1)...) // on the pins from 6 on
	g.run(20)
	g.leaves(1, stream(12, packet(1)...))
	g.stats("packets_0=1 crc_0=1")
}

func TestGapAlone(t *testing.T) {
	g := newRig(t, config.Default())
	g.play(0, pinGAP, pinGAP)
	g.play(0, packet(0x81, 1, 2)...)
	g.run(20)
	g.leaves(1, stream(8, packet(1, 2)...))
	g.stats("packets_0=1")
	assert.EqualValues(t, 2, g.event("gap-alone"))
}

// Each failure counts in the cycle in which the lead byte is the hold, discards up to the
// GAP, and leaves the next packet alone.
func TestFailures(t *testing.T) {
	for _, c := range []struct {
		name string
		lead uint64
		what counter
	}{
		{"bit 7 clear", 0x01, strandeds},
		{"bit 7 clear and out of range", 0x3C, strandeds},
		{"above the last port", 0x86, illegalTurns}, // 2+6
		{"below the first", 0xBD, illegalTurns},     // 2-3
		{"farthest", 0xA0, illegalTurns},            // 2-32
		{"farthest up", 0xDF, illegalTurns},         // 2+31, bit 6 set
		{"disabled", 0x85, noWires},                 // 2+5
	} {
		for _, rest := range [][]uint64{{pinGAP}, {1, 2, 3, pinGAP}} {
			t.Run(fmt.Sprint(c.name, len(rest)), func(t *testing.T) {
				g := newRig(t, config.Default())
				g.in[pinEnable] = 0x7F
				g.play(2, c.lead)
				g.play(2, rest...)
				n := len(g.send[2])
				g.play(2, packet(0x81, 9)...)
				g.run(5)
				assert.Zero(t, g.stat(c.what, 2))
				g.run(1)
				assert.EqualValues(t, 1, g.stat(c.what, 2))
				g.run(25)
				for q := range 8 {
					if q != 3 {
						g.leaves(q, "")
					}
				}
				g.leaves(3, stream(6+n, packet(9)...))
				g.stats(map[counter]string{
					strandeds:    "packets_2=1 stranded_2=1",
					illegalTurns: "packets_2=1 illegal_turn_2=1",
					noWires:      "packets_2=1 no_wire_2=1",
				}[c.what])
			})
		}
	}
}

// Ports are 2 or 16, every turn that exists reaches its port.
func TestAllTurns(t *testing.T) {
	for _, ports := range []int{2, 16} {
		c := config.Default()
		c.Ports = ports
		for p := range ports {
			for q := -1; q <= ports; q++ {
				g := newRig(t, c)
				g.play(p, packet(0x80|uint64(q-p)&0x3F, 5)...)
				g.run(15)
				if q < 0 || q == ports {
					g.stats(fmt.Sprintf("illegal_turn_%d=1", p))
					continue
				}
				g.leaves(q, stream(6, packet(5)...))
			}
		}
	}
}

func TestOtherCodes(t *testing.T) {
	c := config.Default()
	c.Symbols = config.Symbols{Idle: 0xFF, Go: 0xF0, Gap: 0x0F, Stop: 0x33, Fres: 0x3C}
	g := newRig(t, c)
	g.reset()
	g.run(5)
	g.leaves(0, "1:1F0 2:13C")
	g.forget()
	g.play(0, 0x81, 1, 0x100, 2, checksum([]uint64{0x81, 1, 2}), 0x10F)
	g.run(20)
	g.leaves(1, fmt.Sprintf("7:01 8:02 9:%02X 10:STOP", checksum([]uint64{1, 2}))) // 10F is GAP here
	assert.EqualValues(t, 0x1FF, g.out[0])
}

func TestCountersStay(t *testing.T) {
	g := newRig(t, config.Default())
	g.s.inputs[0].counters[packets] = 0xFFFE
	g.s.inputs[0].counters[fress] = 0xFFFF
	for range 3 {
		g.play(0, packet(0x81, 1)...)
	}
	g.play(0, pinFRES)
	g.run(30)
	g.stats("packets_0=65535 fres_0=65535")
}

package golden

import (
	"fmt"
	"testing"

	"github.com/flitwright/flitwright/cm5router/config"
)

func TestPins(t *testing.T) {
	r, err := New(config.Default(0))
	if err != nil {
		t.Fatal(err)
	}
	var in, out []string
	for name, width := range r.Inputs() {
		in = append(in, fmt.Sprint(name, ":", width))
	}
	for name, width := range r.Outputs() {
		out = append(out, fmt.Sprint(name, ":", width))
	}
	equal(t, "ends of inputs", []string{in[0], in[5], in[6], in[21], in[22], in[29]},
		[]string{"rst:1", "cfg_seed:16", "in_0_flit:4", "in_7_valid:1", "out_0_token:1", "out_7_token:1"})
	equal(t, "ends of outputs", []string{out[7], out[8], out[23], out[24], out[26], out[27], out[35], out[42]},
		[]string{"in_7_token:1", "out_0_flit:4", "out_7_valid:1", "err_primary:8", "err_protocol:8", "stat_in_0:16", "stat_out_0:16", "stat_out_7:16"})
	if len(in) != inPins || len(out) != outPins {
		t.Errorf("%d inputs, %d outputs", len(in), len(out))
	}
	for range r.Inputs() {
		break // stopping early must not panic
	}
}

func TestLatency(t *testing.T) {
	for _, c := range []struct {
		name string
		port int
		afd  uint64
		m    message
		want int
	}{
		{"down, right field", 4, 0, message{height: 1, route: []uint8{2}, words: words(5)}, 6},
		{"up", 1, 0, message{height: 2, route: []uint8{2}, words: words(5)}, 6},
		{"up high", 3, 0, message{height: 15, route: make([]uint8, 8), words: words(1)}, 6},
		{"no words", 0, 0, message{height: 1, route: []uint8{1}}, 6},
		{"fall", 7, 1, message{height: 1, route: []uint8{2}, words: words(5)}, 6},
		{"fall, h=0", 7, 1, message{height: 0, words: words(5)}, 5},
	} {
		for link := range 4 {
			g := newRig(t, config.Default(link))
			g.settle()
			g.in[pinAFD] = c.afd
			g.send[c.port] = c.m.flits(g.c)
			g.run(100)
			for q := range ports {
				if len(g.got[q]) > 0 {
					if T := g.got[q][0].cycle - g.sentAt[c.port][0]; T != c.want {
						t.Errorf("%s, link %d: T = %d, want %d", c.name, link, T, c.want)
					}
				}
			}
		}
	}
}

// When every flit of one message is on the pins, h on the in-pins in cycle 0, and when its
// flags and counts show.
func TestWholeMessageCycles(t *testing.T) {
	// h, route, length, tag, 8 data, CRC: data ends in cycle 11, the CRC in 11+CF, and the
	// trailer can be popped in 12+CF, its first CRC flit is on the pins two cycles later.
	for _, c := range []struct {
		name     string
		config   config.Config
		afd      uint64
		m        message
		dataEnds int // on the pins
		first    int // head
		crc      int // first CRC flit on the pins
	}{
		{"route kept", config.Default(0), 1, message{height: 1, route: []uint8{2}, words: words(1), bad: true}, 17, 6, 18},
		{"route dropped", config.Default(0), 0, message{height: 1, route: []uint8{2}, words: words(1), bad: true}, 16, 6, 18},
		{"crc_width 32", wide(0, 32, 0x04C11DB7), 1, message{height: 1, route: []uint8{2}, words: words(1), bad: true}, 17, 6, 22},
		{"crc_width 4", wide(0, 4, 3), 1, message{height: 1, route: []uint8{2}, words: words(1), bad: true}, 17, 6, 18},
		{"crc_width 4, route dropped", wide(0, 4, 3), 0, message{height: 1, route: []uint8{2}, words: words(1), bad: true}, 16, 6, 17},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newRig(t, c.config)
			cf := c.config.CRCWidth / 4
			g.settle()
			g.in[pinAFD] = c.afd
			t0 := g.cycle
			g.send[6] = c.m.flits(c.config)
			last := t0 + c.crc + cf - 1
			for g.cycle <= last+20 {
				now := g.cycle
				g.step()
				if in := g.out[outStatIn+6] == 1; in != (now >= t0+12+cf) {
					t.Errorf("stat_in is %d in %d", g.out[outStatIn+6], now-t0)
				}
				if out := g.out[outStatOut+2] == 1; out != (now >= last) {
					t.Errorf("stat_out is %d in %d", g.out[outStatOut+2], now-t0)
				}
			}
			var want []int
			for i := t0 + c.first; i <= t0+c.dataEnds; i++ {
				want = append(want, i)
			}
			for i := range cf {
				want = append(want, t0+c.crc+i)
			}
			var got []int
			for _, f := range g.got[2] {
				got = append(got, f.cycle)
			}
			equal(t, "cycles", got, want)
			// The trailer is popped two cycles before the first CRC flit shows.
			equal(t, "flags", g.pulses, []pulse{{t0 + c.crc - 1, "secondary", 6}})
		})
	}
}

// A message that waits starts two empty cycles after the one before, and the flags of a
// swallowed one come one cycle after its trailer.
func TestGapBetweenMessages(t *testing.T) {
	g := newRig(t, config.Default(0))
	for _, p := range []int{4, 5, 6, 0} {
		g.send[p] = message{height: 1, route: []uint8{3}, words: words(5)}.flits(g.c)
	}
	g.run(300)
	const length = 47
	if len(g.got[3]) != 4*length {
		t.Fatalf("%d flits", len(g.got[3]))
	}
	for i := length; i < 4*length; i += length {
		if d := g.got[3][i].cycle - g.got[3][i-1].cycle; d != 3 {
			t.Errorf("%d cycles from a message to the next", d)
		}
		if d := g.got[3][i+length-1].cycle - g.got[3][i].cycle; d != length-1 {
			t.Errorf("%d cycles for the message that waited", d)
		}
	}
}

func TestSwallowFlagCycle(t *testing.T) {
	g := newRig(t, config.Default(0))
	g.settle()
	t0 := g.cycle
	g.in[pinLevel] = 3
	g.send[0] = message{height: 1, route: []uint8{3}, words: words(1)}.flits(g.c)
	g.run(60)
	// 16 flits: the trailer is written at the end of 15, popped in 16.
	equal(t, "flags", g.pulses, []pulse{{t0 + 17, "protocol", 0}})
}

func TestLFSR(t *testing.T) {
	s := uint16(1)
	for i, want := range []uint16{2, 4, 8, 0x10, 0x20, 0x40, 0x80, 0x100, 0x200, 0x400, 0x801, 0x1002, 0x2005, 0x400B} {
		if s = stepLFSR(s); s != want {
			t.Fatalf("step %d: %04X, want %04X", i, s, want)
		}
	}
	period := 1
	for x := stepLFSR(1); x != 1; x = stepLFSR(x) {
		period++
	}
	if period != 65535 {
		t.Errorf("period %d", period)
	}

	g := newRig(t, config.Default(0))
	for seed, want := range map[uint64]uint16{0: 1, 1: 1, 0x8000: 0x8000} {
		g.in[pinSeed] = seed
		g.reset()
		if g.r.lfsr != want {
			t.Errorf("seed %x starts at %x", seed, g.r.lfsr)
		}
	}
}

// The first token is raised in cycle 1 after reset, h comes in 2, is granted in 5: the
// parent is chosen with the seed stepped five times, here five times doubled.
func TestParentChoice(t *testing.T) {
	for _, c := range []struct {
		seed, mask uint64
		want       int
	}{
		{0, 15, 4}, {1, 15, 4}, {2, 15, 5}, {4, 15, 6}, {6, 15, 7}, {8, 15, 4},
		{4, 0b1001, 7}, {2, 0b1001, 4}, {6, 0b0111, 6}, {6, 0b1110, 7}, {6, 0b0100, 6},
	} {
		g := newRig(t, config.Default(0))
		g.in[pinSeed], g.in[pinParents] = c.seed, c.mask
		g.reset()
		g.send[2] = message{height: 2, route: []uint8{3}, words: words(1)}.flits(g.c)
		g.run(40)
		if g.sentAt[2][0] != 2 || len(g.got[c.want]) != 16 {
			t.Errorf("seed %d, parents %04b: not on port %d", c.seed, c.mask, c.want)
		}
	}
}

// Four that climb at once are granted one a cycle, each another parent.
func TestFourClimb(t *testing.T) {
	g := newRig(t, config.Default(0))
	for p := range children {
		g.send[p] = message{height: 2, route: []uint8{3}, words: words(1), tag: uint8(p)}.flits(g.c)
	}
	g.run(60)
	first := map[uint8]int{}
	for q := children; q < ports; q++ {
		if len(g.got[q]) != 16 {
			t.Fatalf("output %d sends %v", q, g.flits(q))
		}
		first[g.got[q][3].flit] = g.got[q][0].cycle
	}
	for p := range children {
		if first[uint8(p)] != 2+6+p {
			t.Errorf("the message of port %d leaves in %d", p, first[uint8(p)])
		}
	}
	if ev := g.events(); ev["contend-pool"] != 3 || ev["wait-parents"] != 0 {
		t.Errorf("events %v", ev)
	}
}

func TestFallRotation(t *testing.T) {
	g := newRig(t, config.Default(0))
	g.in[pinAFD] = 1
	for i := range 5 {
		g.send[5] = append(g.send[5], message{height: 0, words: words(1), tag: uint8(i)}.flits(g.c)...)
	}
	g.run(150)
	for i, q := range []int{1, 2, 3, 0, 1} {
		if n := i / 4 * 15; len(g.got[q]) < n+15 || g.got[q][n+2].flit != uint8(i) {
			t.Errorf("message %d is not on output %d", i, q)
		}
	}
}

// Five inputs that fall to one child are served in rotation.
func TestFairness(t *testing.T) {
	g := newRig(t, config.Default(0))
	g.in[pinAFD], g.in[pinChildren] = 1, 0b0001 // port 0 and the parents
	for p := range ports {
		for range 3 {
			g.send[p] = append(g.send[p], message{height: 0, words: words(1), tag: uint8(p)}.flits(g.c)...)
		}
	}
	g.run(15 * 17 * 2)
	var served []uint8
	for i := 2; i < len(g.got[0]); i += 15 {
		served = append(served, g.got[0][i].flit)
	}
	equal(t, "order", served, []uint8{0, 4, 5, 6, 7, 0, 4, 5, 6, 7, 0, 4, 5, 6, 7})
}

// Nobody sees eight others granted the child output it asks for.
func TestFairnessOfEight(t *testing.T) {
	g := newRig(t, config.Default(0))
	for p := range ports {
		k := uint8(2)
		if p == 2 {
			k = 3 // to itself would be swallowed
		}
		for range 3 {
			g.send[p] = append(g.send[p], message{height: 1, route: []uint8{k}, words: words(1), tag: uint8(p)}.flits(g.c)...)
		}
	}
	g.run(800)
	var served []uint8
	for i := 2; i < len(g.got[2]); i += 15 {
		served = append(served, g.got[2][i].flit)
	}
	round := []uint8{0, 1, 3, 4, 5, 6, 7}
	want := append(append(append([]uint8{}, round...), round...), round...)
	equal(t, "order", served, want)
}

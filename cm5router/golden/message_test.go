package golden

import (
	"testing"

	"github.com/flitwright/flitwright/cm5router/config"
)

func TestCRCCheckValue(t *testing.T) {
	c := newCRC(16, 0x1021)
	var sum uint32
	for _, b := range []byte("123456789") {
		sum = c.next(c.next(sum, b>>4), b&15)
	}
	if sum != 0x31C3 {
		t.Errorf("CRC of 123456789 is %04X, want 31C3", sum)
	}
	for i, want := range []uint8{3, 1, 0xC, 3} {
		if got := c.flit(sum, i); got != want {
			t.Errorf("CRC flit %d is %x, want %x", i, got, want)
		}
	}
}

func TestConfigIsChecked(t *testing.T) {
	c := config.Default(0)
	c.Words, c.Parents = 19, 3
	if _, err := New(c); err == nil {
		t.Error("words 19 and parents 3 are taken")
	}
}

// passing is one message through an idle router.
type passing struct {
	name    string
	config  config.Config
	level   int
	masks   [2]uint64 // children, parents; all if both are 0
	afd     bool
	port    int
	message message
	flip    int // bit flipped in that flit, if > 0

	to    int // output that must send want; -1: swallowed
	want  message
	flags []string
	event string
}

var passings = []passing{
	{name: "h=1 uses the right field and the flit", level: 1, port: 4,
		message: message{height: 1, route: []uint8{0x2}, words: words(5), tag: 7},
		to:      2, want: message{height: 0, words: words(5), tag: 7}, event: "route-discard"},
	{name: "h=2 uses the left field and clears it", level: 2, port: 5,
		message: message{height: 2, route: []uint8{0xE}, words: words(1), tag: 1},
		to:      3, want: message{height: 1, route: []uint8{0x2}, words: words(1), tag: 1}, event: "route-clear"},
	{name: "h=3 discards the first of two", level: 3, port: 6,
		message: message{height: 3, route: []uint8{0x1, 0xB}, words: words(2)},
		to:      1, want: message{height: 2, route: []uint8{0xB}, words: words(2)}, event: "down[6]"},
	{name: "h=5 from a child", level: 5, port: 0,
		message: message{height: 5, route: []uint8{0x3, 0x9, 0x6}, words: words(2)},
		to:      3, want: message{height: 4, route: []uint8{0x9, 0x6}, words: words(2)}, event: "down[0]"},
	{name: "left field ignored with odd h", level: 1, port: 0,
		message: message{height: 1, route: []uint8{0xD}, words: words(1)},
		to:      1, want: message{height: 0, words: words(1)}, event: "left-ignored"},
	{name: "falling in the mode keeps everything", level: 1, afd: true, port: 6,
		message: message{height: 0, words: words(5), tag: 3},
		to:      2, want: message{height: 0, words: words(5), tag: 3}, event: "fall[6]"},
	{name: "falling to the source", level: 1, afd: true, port: 1,
		message: message{height: 15, route: []uint8{15, 14, 13, 12, 11, 10, 9, 8}, words: words(5)},
		to:      1, want: message{height: 15, route: []uint8{15, 14, 13, 12, 11, 10, 9, 8}, words: words(5)}, event: "fall[1]"},
	{name: "falling skips disabled children", level: 1, masks: [2]uint64{0b0011, 15}, afd: true, port: 7,
		message: message{height: 1, route: []uint8{3}, words: words(1)},
		to:      0, want: message{height: 1, route: []uint8{3}, words: words(1)}},
	{name: "h > l from a parent falls with a flag", level: 1, port: 5,
		message: message{height: 2, route: []uint8{0xF}, words: words(1)},
		to:      1, want: message{height: 2, route: []uint8{0xF}, words: words(1)},
		flags: []string{"protocol"}, event: "fall-flagged[5]"},
	{name: "length 0 passes as 0", level: 1, port: 4,
		message: message{height: 1, route: []uint8{0}},
		to:      0, want: message{height: 0, bad: true}, flags: []string{"protocol"}, event: "length[0]"},
	{name: "overlong is cut", level: 1, port: 4,
		message: message{height: 1, route: []uint8{0}, words: words(15), tag: 9},
		to:      0, want: message{height: 0, words: words(5), tag: 9, bad: true},
		flags: []string{"protocol"}, event: "length-over"},
	{name: "complement is secondary", level: 1, port: 4,
		message: message{height: 1, route: []uint8{0}, words: words(5), bad: true},
		to:      0, want: message{height: 0, words: words(5), bad: true},
		flags: []string{"secondary"}, event: "secondary[4]"},
	{name: "one flipped data bit is primary", level: 1, port: 4, flip: 4,
		message: message{height: 1, route: []uint8{0}, words: []uint32{0x10000000}},
		to:      0, want: message{height: 0, words: []uint32{0}, bad: true},
		flags: []string{"primary"}, event: "primary[4]"},
	{name: "overlong and bad pulses both", level: 1, port: 4,
		message: message{height: 1, route: []uint8{0}, words: words(6), bad: true},
		to:      0, want: message{height: 0, words: words(5), bad: true},
		flags: []string{"secondary", "protocol"}},
	{name: "h < l is swallowed", level: 2, port: 4,
		message: message{height: 1, route: []uint8{0}, words: words(5)},
		to:      -1, flags: []string{"protocol"}, event: "swallow-low[4]"},
	{name: "h = 0 is swallowed, CRC checked", level: 1, port: 2,
		message: message{height: 0, words: words(5), bad: true},
		to:      -1, flags: []string{"secondary", "protocol"}, event: "swallow-low[2]"},
	{name: "to itself is swallowed", level: 1, port: 2,
		message: message{height: 1, route: []uint8{2}, words: words(5)},
		to:      -1, flags: []string{"protocol"}, event: "swallow-own[2]"},
	{name: "to a disabled child is swallowed", level: 1, masks: [2]uint64{0b1101, 15}, port: 4,
		message: message{height: 1, route: []uint8{1}, words: words(5)},
		to:      -1, flags: []string{"protocol"}, event: "swallow-disabled"},
	{name: "no parent to climb to", level: 1, masks: [2]uint64{15, 0}, port: 3,
		message: message{height: 2, route: []uint8{1}, words: words(5)},
		to:      -1, flags: []string{"protocol"}, event: "swallow-no-parent"},
	{name: "parents 2 ignores the upper mask", config: config.Config{Words: 5, Parents: 2, Depth: 6, CRCWidth: 16, CRCPoly: 0x1021},
		level: 1, masks: [2]uint64{15, 0b1100}, port: 3,
		message: message{height: 2, route: []uint8{1}, words: words(5)},
		to:      -1, flags: []string{"protocol"}, event: "swallow-no-parent"},
	{name: "no child to fall to", level: 1, masks: [2]uint64{0, 15}, port: 4,
		message: message{height: 2, route: []uint8{1}, words: words(5)},
		to:      -1, flags: []string{"protocol"}, event: "swallow-no-child"},
	{name: "one parent left, fields unused", level: 1, masks: [2]uint64{15, 0b0100}, port: 3,
		message: message{height: 3, route: []uint8{0xD, 0x6}, words: words(5)},
		to:      6, want: message{height: 3, route: []uint8{0xD, 0x6}, words: words(5)}, event: "up[3]"},
	{name: "crc_width 4", config: wide(0, 4, 3), level: 1, port: 4,
		message: message{height: 1, route: []uint8{3}, words: words(5)},
		to:      3, want: message{height: 0, words: words(5)}},
	{name: "crc_width 32", config: wide(3, 32, 0x04C11DB7), level: 1, port: 4,
		message: message{height: 1, route: []uint8{3}, words: words(5), bad: true},
		to:      3, want: message{height: 0, words: words(5), bad: true}, flags: []string{"secondary"}},
	{name: "18 words of 18", config: long(18), level: 1, port: 4,
		message: message{height: 1, route: []uint8{3}, words: words(18)},
		to:      3, want: message{height: 0, words: words(18)}, event: "length[18]"},
	{name: "3 words of 18", config: long(18), level: 1, port: 4,
		message: message{height: 1, route: []uint8{3}, words: words(3)},
		to:      3, want: message{height: 0, words: words(3)}},
	{name: "19 words of 18, low digit clipped", config: long(18), level: 1, port: 4,
		message: message{height: 1, route: []uint8{3}, words: words(19)},
		to:      3, want: message{height: 0, words: words(18), bad: true}, flags: []string{"protocol"}},
	{name: "32 words of 18, both digits clipped", config: long(18), level: 1, port: 4,
		message: message{height: 1, route: []uint8{3}, words: words(32)},
		to:      3, want: message{height: 0, words: words(18), bad: true}, flags: []string{"protocol"}},
	{name: "255 words of 18", config: long(18), level: 1, port: 4,
		message: message{height: 1, route: []uint8{3}, words: words(255)},
		to:      3, want: message{height: 0, words: words(18), bad: true}, flags: []string{"protocol"}},
}

func long(n int) config.Config {
	c := config.Default(0)
	c.Words = n
	return c
}

func TestPassing(t *testing.T) {
	for _, c := range passings {
		t.Run(c.name, func(t *testing.T) {
			if c.config.Words == 0 {
				c.config = config.Default(0)
			}
			g := newRig(t, c.config)
			g.in[pinLevel] = uint64(c.level)
			if c.masks != [2]uint64{} {
				g.in[pinChildren], g.in[pinParents] = c.masks[0], c.masks[1]
			}
			if c.afd {
				g.in[pinAFD] = 1
			}
			g.reset()
			flits := c.message.flits(c.config)
			if c.flip > 0 {
				flits[c.flip] ^= 1
			}
			g.send[c.port] = flits
			g.run(len(flits) + 60)

			for q := range ports {
				if q == c.to {
					equal(t, "output", g.flits(q), c.want.flits(c.config))
				} else if len(g.got[q]) > 0 {
					t.Errorf("output %d sends %v", q, g.flits(q))
				}
			}
			var flags []string
			for _, p := range g.pulses {
				flags = append(flags, p.flag)
				if p.port != c.port {
					t.Errorf("flag on port %d", p.port)
				}
			}
			equal(t, "flags", flags, c.flags)
			if c.event != "" && g.events()[c.event] != 1 {
				t.Errorf("event %s is not in %v", c.event, g.events())
			}
			sent := 0
			for p := range ports {
				sent += int(g.out[outStatOut+p])
			}
			if in := g.out[outStatIn+c.port]; in != 1 || (sent == 1) != (c.to >= 0) {
				t.Errorf("counted %d in, %d out", in, sent)
			}
		})
	}
}

// A flipped bit is counted once as primary, then as secondary at every later router.
func TestDamageTravels(t *testing.T) {
	c := config.Default(0)
	flits := message{height: 3, route: []uint8{0x1, 0x4}, words: words(5)}.flits(c)
	flits[9] ^= 4
	for level := 3; level >= 1; level-- {
		want := "secondary"
		if level == 3 {
			want = "primary"
		}
		g := newRig(t, c)
		g.in[pinLevel] = uint64(level)
		g.send[4] = flits
		g.run(100)
		if len(g.pulses) != 1 || g.pulses[0].flag != want {
			t.Errorf("level %d: pulses %v, want %s", level, g.pulses, want)
		}
		flits = nil
		for q := range children {
			flits = append(flits, g.flits(q)...)
		}
	}
	if flits[0] != 0 {
		t.Errorf("arrives with h = %d", flits[0])
	}
}

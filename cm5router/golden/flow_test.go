package golden

import (
	"testing"

	"github.com/flitwright/flitwright/cm5router/config"
)

func shallow(c config.Config) config.Config {
	c.Depth = 2*c.Link + 2
	return c
}

// bitsOf writes a run of booleans as 0 and 1.
func bitsOf(b []bool) string {
	s := ""
	for _, x := range b {
		if x {
			s += "1"
		} else {
			s += "0"
		}
	}
	return s
}

// blocked makes a rig in which the message at the front of port 4 waits for output 0, held
// by a message of port 5 that gets no token before release. It returns the cycle of h at
// port 4.
func blocked(t *testing.T, c config.Config, m message, release *int) (*rig, int) {
	g := newRig(t, c)
	g.accept = func(q, cycle int) bool { return q != 0 || cycle >= *release }
	g.send[5] = message{height: 1, route: []uint8{0}, words: words(1)}.flits(c)
	g.run(60)
	for range 3 {
		g.send[4] = append(g.send[4], m.flits(c)...)
	}
	h := g.cycle
	return g, h
}

// Token sequence of an input whose message waits, at depth RT+1: D = RT+2, as CF = 4.
//
// h in cycle a: it and the first route flit are popped in a+1 and a+2, so one entry is in
// the FIFO in a+1..a+3 and one more in every cycle from a+4 on. RT tokens are under way as
// long as all are raised. C(a+3) = 1+RT < D, C(a+4) = 2+RT = D: no token from a+4 on, and
// as each one missing is made up by an entry, none until an entry leaves.
//
// The first pop is in P = g+2 (route flit dropped). In P there are D entries, in P+1 one
// less: a token from P+1 on, in every cycle, as each token raised is matched by a pop.
func TestTokenEquation(t *testing.T) {
	for link := range 4 {
		c := shallow(config.Default(link))
		release := 1 << 30
		g, a := blocked(t, c, message{height: 1, route: []uint8{0}, words: words(5)}, &release)
		g.run(30)
		if got, want := bitsOf(g.offered[4][a:a+30]), "1111"+"00000000000000000000000000"; got != want {
			t.Errorf("link %d, blocked: %s, want %s", link, got, want)
		}
		if d := 2*link + 3; g.r.fifos[4].size != d {
			t.Errorf("link %d: %d entries, want %d", link, g.r.fifos[4].size, d)
		}
		// The buffer holds h, length, tag, 8 data and 4 CRC flits: moved in release..release+14.
		// The grant is in release+15, the first pop in release+17.
		release = g.cycle
		g.run(30)
		if got, want := bitsOf(g.offered[4][release:release+30]), "000000000000000000"+"111111111111"; got != want {
			t.Errorf("link %d, released: %s, want %s", link, got, want)
		}
	}
}

// The longer FIFO of a long CRC: CF = 8 makes D four more, so the token goes four later.
func TestTokenEquationLongCRC(t *testing.T) {
	release := 1 << 30
	c := shallow(wide(1, 32, 0x04C11DB7))
	g, a := blocked(t, c, message{height: 1, route: []uint8{0}, words: words(5)}, &release)
	g.run(20)
	if got, want := bitsOf(g.offered[4][a:a+20]), "11111111"+"000000000000"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestTokensAfterReset(t *testing.T) {
	g := newRig(t, config.Default(3))
	g.run(10)
	for p := range ports {
		if got := bitsOf(g.offered[p]); got != "0111111111" {
			t.Errorf("port %d: %s", p, got)
		}
	}
}

// With the default depth one message alone never finds a token withheld.
func TestNoTokenWithheld(t *testing.T) {
	for link := range 4 {
		for _, width := range []int{4, 16, 32} {
			g := newRig(t, wide(link, width, 3))
			g.send[4] = message{height: 1, route: []uint8{2}, words: words(5)}.flits(g.c)
			g.run(100)
			if n := g.events()["token-withheld[4]"]; n != 0 {
				t.Errorf("link %d, crc_width %d: withheld in %d cycles", link, width, n)
			}
		}
	}
}

// empties runs messages of two inputs to one output and returns the most empty cycles that
// fall to one message, those before it and those inside it together. The second input
// starts later by offset cycles; the first message on the output is not counted.
func empties(t *testing.T, c config.Config, m message, offset int) int {
	g := newRig(t, c)
	g.in[pinLevel] = uint64(m.height) // going down
	g.settle()
	for range 3 {
		g.send[4] = append(g.send[4], m.flits(c)...)
	}
	g.run(offset)
	for range 3 {
		g.send[5] = append(g.send[5], m.flits(c)...)
	}
	g.run(6*len(m.flits(c)) + 200)
	size := len(g.got[0]) / 6
	if size*6 != len(g.got[0]) || size == 0 {
		t.Fatalf("%d flits", len(g.got[0]))
	}
	worst := 0
	for i := size; i < 6*size; i += size {
		worst = max(worst, g.got[0][i+size-1].cycle-g.got[0][i-1].cycle-size)
	}
	return worst
}

// While messages wait the output is empty for 2 cycles a message, at depth RT+1 for 5.
func TestEmptyCyclesUnderLoad(t *testing.T) {
	for link := range 4 {
		for _, width := range []int{4, 8, 16, 20, 32} {
			for _, m := range []message{
				{height: 1, route: []uint8{0}, words: words(5)},
				{height: 2, route: []uint8{0}, words: words(5)},
				{height: 2, route: []uint8{0}, words: words(1)},
				{height: 3, route: []uint8{0, 0}, words: words(1)},
			} {
				g := wide(link, width, 3)
				if n := emptiesAt(t, g, m); n != 2 {
					t.Errorf("link %d, crc_width %d, h %d, %d words: %d empty cycles", link, width, m.height, len(m.words), n)
				}
				if n := emptiesAt(t, shallow(g), m); n > 5 {
					t.Errorf("depth RT+1, link %d, crc_width %d, h %d, %d words: %d empty cycles", link, width, m.height, len(m.words), n)
				}
			}
		}
	}
}

// emptiesAt is the worst of a few offsets of two saturating inputs.
func emptiesAt(t *testing.T, c config.Config, m message) int {
	worst := 0
	for offset := range 8 {
		worst = max(worst, empties(t, c, m, offset))
	}
	return worst
}

// A message that has waited w cycles for its output, w from 1 up, has its verdict w cycles
// earlier than one that has not. With CF = 8 and a dropped route flit w = 1 is one short of
// the bound of 5.
func TestEmptyCyclesAfterShortWait(t *testing.T) {
	for _, width := range []int{4, 16, 28, 32} {
		for _, h := range []int{1, 2} {
			c := wide(0, width, 3)
			m := message{height: h, route: []uint8{0}, words: words(1)}
			n := len(m.flits(c))
			for offset := n - 14; offset < n+8; offset++ {
				g := newRig(t, c)
				g.in[pinLevel] = uint64(h)
				g.settle()
				g.send[4] = m.flits(c)
				g.run(offset)
				g.send[5] = m.flits(c)
				g.run(3 * n)
				waited := g.events()["wait-output"]
				size := len(g.got[0]) / 2
				bound := 5
				if width == 32 && h == 1 && waited == 1 {
					bound = 6
				}
				if empty := g.got[0][2*size-1].cycle - g.got[0][size-1].cycle - size; waited > 0 && empty > bound {
					t.Errorf("crc_width %d, h %d: %d empty after a wait of %d", width, h, empty, waited)
				}
			}
		}
	}
}

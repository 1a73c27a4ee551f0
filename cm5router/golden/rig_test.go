package golden

import (
	"slices"
	"testing"

	"github.com/flitwright/flitwright/cm5router/config"
)

// A rig drives one router with messages, keeps the token rule at every input and records
// what leaves the outputs.
type rig struct {
	t       testing.TB
	c       config.Config
	r       *Router
	in, out []uint64
	cycle   int // of the next Step

	send    [ports][]uint8 // flits waiting for a token
	sentAt  [ports][]int   // cycle of each flit sent
	offered [ports][]bool  // in_p_token of every cycle that counts
	force   [ports]bool    // in_valid without regard to tokens, in the next cycle only
	accept  func(q, cycle int) bool

	got    [ports][]flitAt
	pulses []pulse
}

type flitAt struct {
	cycle int
	flit  uint8
}

type pulse struct {
	cycle int
	flag  string
	port  int
}

// newRig makes a rig at level 1 with everything enabled, one cycle of reset done: the next
// cycle is the first after reset.
func newRig(t testing.TB, c config.Config) *rig {
	t.Helper()
	r, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	g := &rig{t: t, c: c, r: r, in: make([]uint64, inPins), out: make([]uint64, outPins)}
	g.accept = func(int, int) bool { return true }
	g.in[pinLevel], g.in[pinParents], g.in[pinChildren], g.in[pinSeed] = 1, 15, 15, 0xACE1
	g.reset()
	return g
}

func (g *rig) reset() {
	g.in[pinRst] = 1
	g.step()
	g.in[pinRst] = 0
	g.forget()
}

// forget drops what was recorded and every token seen so far, and calls the next cycle 0.
func (g *rig) forget() {
	for p := range ports {
		g.send[p], g.sentAt[p], g.offered[p], g.got[p] = nil, nil, nil, nil
	}
	g.pulses, g.cycle = nil, 0
}

func (g *rig) step() {
	rt := 2*g.c.Link + 1
	for p := range ports {
		n := len(g.offered[p])
		paid := n >= rt && g.offered[p][n-rt] || g.force[p]
		g.in[pinPort+2*p], g.in[pinPort+2*p+1] = 0, 0
		if paid && len(g.send[p]) > 0 {
			g.in[pinPort+2*p], g.in[pinPort+2*p+1] = uint64(g.send[p][0]), 1
			g.send[p] = g.send[p][1:]
			g.sentAt[p] = append(g.sentAt[p], g.cycle)
		}
		g.in[pinToken+p] = 0
		if g.accept(p, g.cycle) {
			g.in[pinToken+p] = 1
		}
	}
	g.force = [ports]bool{}
	g.r.Step(g.in, g.out)
	for p := range ports {
		g.offered[p] = append(g.offered[p], g.out[outToken+p] == 1)
		if g.out[outPort+2*p+1] == 1 {
			g.got[p] = append(g.got[p], flitAt{g.cycle, uint8(g.out[outPort+2*p])})
		} else if g.out[outPort+2*p] != 0 {
			g.t.Fatalf("cycle %d: out_%d_flit is %x without valid", g.cycle, p, g.out[outPort+2*p])
		}
		for i, flag := range []string{"primary", "secondary", "protocol"} {
			if g.out[outPrimary+i]>>p&1 == 1 {
				g.pulses = append(g.pulses, pulse{g.cycle, flag, p})
			}
		}
		if f := g.r.fifos[p].size; f > g.r.places {
			g.t.Fatalf("cycle %d: %d entries in the FIFO of port %d", g.cycle, f, p)
		}
	}
	g.cycle++
}

func (g *rig) run(cycles int) {
	for range cycles {
		g.step()
	}
}

// settle lets the idle router raise tokens long enough for a sender to have one.
func (g *rig) settle() { g.run(2*g.c.Link + 4) }

// flits is what output q has sent, without cycles.
func (g *rig) flits(q int) []uint8 {
	var fs []uint8
	for _, f := range g.got[q] {
		fs = append(fs, f.flit)
	}
	return fs
}

// events is the coverage so far, events that never happened left out.
func (g *rig) events() map[string]uint64 {
	m := map[string]uint64{}
	for name, n := range g.r.Events() {
		if n > 0 {
			m[name] = n
		}
	}
	return m
}

// A message is one message before framing.
type message struct {
	height int
	route  []uint8
	words  []uint32
	tag    uint8
	bad    bool // complemented CRC
}

// body is every flit before the CRC.
func (m message) body(c config.Config) []uint8 {
	f := append([]uint8{uint8(m.height)}, m.route...)
	n := len(m.words)
	if c.Words > 15 {
		f = append(f, uint8(n>>4))
	}
	f = append(f, uint8(n&15), m.tag)
	for _, w := range m.words {
		for i := 28; i >= 0; i -= 4 {
			f = append(f, uint8(w>>i&15))
		}
	}
	return f
}

func (m message) flits(c config.Config) []uint8 {
	body := m.body(c)
	return append(body, checksum(c, body, m.bad)...)
}

// checksum computes a CRC bit by bit.
func checksum(c config.Config, flits []uint8, complement bool) []uint8 {
	var sum uint64
	for _, f := range flits {
		for i := 3; i >= 0; i-- {
			carry := sum>>(c.CRCWidth-1)&1 ^ uint64(f>>i&1)
			sum = sum << 1 & (1<<c.CRCWidth - 1)
			if carry == 1 {
				sum ^= c.CRCPoly
			}
		}
	}
	if complement {
		sum ^= 1<<c.CRCWidth - 1
	}
	var out []uint8
	for i := c.CRCWidth - 4; i >= 0; i -= 4 {
		out = append(out, uint8(sum>>i&15))
	}
	return out
}

func equal[T comparable](t testing.TB, what string, got, want []T) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %v\nwant %v", what, got, want)
	}
}

func words(n int) []uint32 {
	w := make([]uint32, n)
	for i := range w {
		w[i] = 0x01234567 * uint32(i+1)
	}
	return w
}

// wide is the default with a CRC of the given width.
func wide(link, width int, poly uint64) config.Config {
	c := config.Default(link)
	c.CRCWidth, c.CRCPoly = width, poly
	return c
}

package golden

import (
	"fmt"
	"slices"
	"testing"

	"github.com/flitwright/flitwright/t3erouter/config"
)

// head is a header in parts; zero parts are +, request, no hop apart, escape only. A length of 0 is 1.
type head struct {
	x, y, z    int
	minus      string // "xz": those signs are minus
	initial    int    // the field
	final      bool
	sel        string
	class      int
	adaptive   bool
	length     int
	lengthZero bool // a length of 0
	user       int
}

func (h head) word() uint64 {
	w := uint64(h.x | h.y<<5 | h.z<<10 | h.initial<<18 | h.class<<24)
	for i, c := range "xyz" {
		if slices.Contains([]rune(h.minus), c) {
			w |= 1 << (15 + i)
		}
		if slices.Contains([]rune(h.sel), c) {
			w |= 1 << (21 + i)
		}
	}
	if h.final {
		w |= 1 << 20
	}
	if h.adaptive {
		w |= 1 << 25
	}
	if !h.lengthZero {
		w |= uint64(max(h.length, 1)) << 26
	}
	return w | uint64(h.user)<<45
}

// A flit is what stands on the pins, F = 64.
type flit struct {
	data       uint64
	head, tail bool
}

func (f flit) words() []uint64 {
	w := []uint64{f.data, 0}
	if f.head {
		w[1] |= 1
	}
	if f.tail {
		w[1] |= 2
	}
	return w
}

func (f flit) String() string {
	s := fmt.Sprintf("%x", f.data)
	if f.head {
		s += " head"
	}
	if f.tail {
		s += " tail"
	}
	return s
}

// packet is a header with the body that its length asks for; body flit n carries n.
func (h head) packet() []flit {
	n := max(h.length, 1)
	fs := []flit{{h.word(), true, n == 1}}
	for i := 2; i <= n; i++ {
		fs = append(fs, flit{uint64(i), false, i == n})
	}
	return fs
}

type arrival struct {
	port, vc int
	flit     flit
}

type departure struct {
	cycle, port, vc int
	flit            flit
}

// A mark is one bit of a pin at 1 in a cycle: a credit or an error.
type mark struct {
	cycle int
	what  string
}

// A rig drives one router by a script and records what its pins say.
type rig struct {
	t       testing.TB
	c       config.Config
	r       *Router
	in, out []uint64
	cycle   int // of the next Step

	script  map[int][]arrival
	refund  map[int][][2]int // credits to out_o, by cycle
	sink    int              // credits come back so many cycles after the pins; 0: never
	left    []departure
	credits []mark
	errors  []mark
}

// small is a 5x5x5 torus at which the tests' router stands at 2,2,2, in two stages.
func small() config.Config {
	c := config.Default(10)
	c.X, c.Y, c.Z = 5, 5, 5
	c.Stages = 2
	return c
}

// staged is small with three stages.
func staged() config.Config {
	c := small()
	c.Stages = 3
	return c
}

func newRig(t testing.TB, c config.Config) *rig { return newVariantRig(t, c, config.Variant{}) }

// newVariantRig makes a rig at 2,2,2, or as far as the torus goes, with one cycle of reset
// done: the next is cycle 0.
func newVariantRig(t testing.TB, c config.Config, v config.Variant) *rig {
	t.Helper()
	r, err := NewVariant(c, v)
	if err != nil {
		t.Fatal(err)
	}
	g := &rig{t: t, c: c, r: r, in: make([]uint64, r.pins.inWords), out: make([]uint64, r.pins.outWords),
		script: map[int][]arrival{}, refund: map[int][][2]int{}}
	g.place(min(2, c.X-1), min(2, c.Y-1), min(2, c.Z-1))
	g.in[pinLinks] = 63
	g.reset()
	return g
}

func (g *rig) place(x, y, z int) {
	g.in[pinX], g.in[pinY], g.in[pinZ] = uint64(x), uint64(y), uint64(z)
}

func (g *rig) reset() {
	g.in[pinRst] = 1
	g.r.Step(g.in, g.out)
	g.in[pinRst] = 0
	g.cycle, g.left, g.credits, g.errors = 0, nil, nil, nil
	clear(g.script)
	clear(g.refund)
}

// at lets flits arrive in consecutive cycles.
func (g *rig) at(cycle, port, vc int, flits ...flit) {
	for i, f := range flits {
		g.script[cycle+i] = append(g.script[cycle+i], arrival{port, vc, f})
	}
}

func (g *rig) credit(cycle, port, vc int) {
	g.refund[cycle] = append(g.refund[cycle], [2]int{port, vc})
}

func (g *rig) step() {
	pins := g.r.pins
	for p := range ports {
		clear(g.in[pinPort+p*pins.stride:][:pins.stride])
		g.in[pins.inCredit+p] = 0
	}
	for _, a := range g.script[g.cycle] {
		w := g.in[pinPort+a.port*pins.stride:]
		copy(w, a.flit.words())
		w[2], w[3] = 1, uint64(a.vc)
	}
	for _, c := range g.refund[g.cycle] {
		g.in[pins.inCredit+c[0]] |= 1 << c[1]
	}
	g.r.Step(g.in, g.out)
	for p := range ports {
		for v := range vcs {
			if g.out[p]>>v&1 == 1 {
				g.credits = append(g.credits, mark{g.cycle, fmt.Sprintf("%d.%d", p, v)})
			}
		}
		w := g.out[pins.outPort+p*pins.stride:]
		f := flit{w[0], w[1]&1 == 1, w[1]&2 == 2}
		switch {
		case w[2] == 1:
			g.left = append(g.left, departure{g.cycle, p, int(w[3]), f})
			if g.sink > 0 {
				g.credit(g.cycle+g.sink, p, int(w[3]))
			}
		case w[0]|w[1]|w[3] != 0:
			g.t.Fatalf("cycle %d: out_%d is %v on VC %d without valid", g.cycle, p, f, w[3])
		}
		for i, name := range []string{"vc", "length", "dest", "turn", "link", "overflow", "credit"} {
			if g.out[pins.outErrors+i]>>p&1 == 1 {
				g.errors = append(g.errors, mark{g.cycle, fmt.Sprintf("%s.%d", name, p)})
			}
		}
	}
	g.cycle++
}

func (g *rig) run(cycles int) {
	for range cycles {
		g.step()
	}
}

// stat is a counter by its place: packets 0 to 4, ejected, dropped, escapes.
func (g *rig) stat(i int) int { return int(g.out[g.r.pins.outStats+i]) }

const (
	statEjected = 5
	statDropped = 6
	statEscapes = 7
)

// happened is the coverage so far, events that never happened left out.
func (g *rig) happened() map[string]uint64 {
	m := map[string]uint64{}
	for name, n := range g.r.Events() {
		if n > 0 {
			m[name] = n
		}
	}
	return m
}

func (g *rig) sees(names ...string) {
	g.t.Helper()
	m := g.happened()
	for _, name := range names {
		if m[name] == 0 {
			g.t.Errorf("event %s did not happen", name)
		}
	}
}

func equal[T comparable](t testing.TB, what string, got, want []T) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %v\nwant %v", what, got, want)
	}
}

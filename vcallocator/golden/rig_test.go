package golden

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/vcallocator/config"
)

// A line is a script's cycle and the grants it must show.
//
//	asks    "2@1:03t": input VC 2 asks port 1 for VCs 0 and 3 with a turn; "2@1:" wants no VC
//	taken   "1:03": VCs 0 and 3 of port 1 are not free; all others are
//	grants  "2:3": input VC 2 is granted VC 3; by input VCs, ascending
type line struct{ asks, taken, grants string }

// A rig drives one allocator.
type rig struct {
	t       testing.TB
	c       config.Config
	a       *Allocator
	in, out []uint64
}

func newRig(t testing.TB, c config.Config) *rig {
	a, err := New(c)
	require.NoError(t, err)
	requesters := c.Inputs * c.VCs
	return &rig{t, c, a, make([]uint64, 1+4*requesters+c.Outputs), make([]uint64, 2*requesters+1)}
}

// step is a cycle out of reset. It gives its grants as a line writes them, and err_illegal.
func (g *rig) step(asks, taken string) (grants string, illegal uint64) {
	g.drive(asks, taken)
	g.in[0] = 0
	return g.clock()
}

// reset is a cycle in reset.
func (g *rig) reset(asks string) (grants string, illegal uint64) {
	g.drive(asks, "")
	g.in[0] = 1
	return g.clock()
}

// run steps through a script.
func (g *rig) run(script []line) {
	g.t.Helper()
	for cycle, l := range script {
		grants, _ := g.step(l.asks, l.taken)
		require.Equal(g.t, l.grants, grants, "cycle %d: %q, taken %q", cycle, l.asks, l.taken)
	}
}

func (g *rig) drive(asks, taken string) {
	g.t.Helper()
	clear(g.in)
	free := g.in[1+4*g.c.Inputs*g.c.VCs:]
	for o := range free {
		free[o] = 1<<g.c.VCs - 1
	}
	for _, text := range strings.Fields(taken) {
		port, vcs, _ := strings.Cut(text, ":")
		free[g.number(port)] &^= g.set(vcs)
	}
	for _, text := range strings.Fields(asks) {
		head, vcs, _ := strings.Cut(text, ":")
		i, port, _ := strings.Cut(head, "@")
		vcs, turn := strings.CutSuffix(vcs, "t")
		pins := g.in[1+4*g.number(i):]
		pins[0], pins[1], pins[2] = 1, uint64(g.number(port)), g.set(vcs)
		if turn {
			pins[3] = 1
		}
	}
}

func (g *rig) number(text string) (n int) {
	g.t.Helper()
	_, err := fmt.Sscan(text, &n)
	require.NoError(g.t, err, text)
	return n
}

func (g *rig) set(digits string) (bits uint64) {
	for _, d := range digits {
		bits |= 1 << (d - '0')
	}
	return bits
}

func (g *rig) clock() (grants string, illegal uint64) {
	for k := range g.out {
		g.out[k] = 0xdead
	}
	g.a.Step(g.in, g.out)
	var list []string
	for i := range g.c.Inputs * g.c.VCs {
		valid, vc := g.out[2*i], g.out[2*i+1]
		if valid == 0 && vc == 0 {
			continue
		}
		require.Equal(g.t, uint64(1), valid, "gnt_%d_valid", i)
		for w := range g.c.VCs {
			if vc == 1<<w {
				list = append(list, fmt.Sprintf("%d:%d", i, w))
				vc = 0
			}
		}
		require.Zero(g.t, vc, "gnt_%d_vc is not one-hot", i)
	}
	return strings.Join(list, " "), g.out[2*g.c.Inputs*g.c.VCs]
}

// events are those counted so far.
func (g *rig) events() map[string]uint64 {
	m := map[string]uint64{}
	for name, n := range g.a.Events() {
		if n != 0 {
			m[name] = n
		}
	}
	return m
}

// each runs a test for every architecture and arbiter.
func each(t *testing.T, c config.Config, f func(t *testing.T, c config.Config)) {
	for arch := range config.Arches {
		for arb := range config.Arbs {
			c.Arch, c.Arb = config.Arch(arch), config.Arb(arb)
			t.Run(fmt.Sprintf("%v %v", c.Arch, c.Arb), func(t *testing.T) { f(t, c) })
		}
	}
}

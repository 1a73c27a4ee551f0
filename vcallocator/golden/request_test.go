package golden

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/vcallocator/config"
)

// TestLegal asks for one VC at a time from each VC, both without and with a turn, in each case for
// exactly those of the page.
func TestLegal(t *testing.T) {
	for _, x := range []struct {
		classes        config.Classes
		straight, turn []string // by v: the legal w
	}{
		{config.Dateline, []string{"01", "1"}, []string{"01", "01"}},
		{config.Dateline, []string{"01", "1", "23", "3"}, []string{"01", "01", "23", "23"}},
		{config.Escape, []string{"012", "012", "012"}, nil},
		{config.Escape, []string{"0123", "0123", "0123", "0123"}, nil},
		{config.Escape, []string{"014", "014", "234", "234", "01234"}, nil},
		{config.Escape, []string{"0145", "0145", "2345", "2345", "012345", "012345"}, nil},
		{config.Escape, []string{"016", "016", "236", "236", "456", "456", "0123456"}, nil},
		{config.Escape, []string{"0167", "0167", "2367", "2367", "4567", "4567", "01234567", "01234567"}, nil},
	} {
		if x.turn == nil {
			x.turn = x.straight
		}
		vcs := len(x.straight)
		c := config.Config{Classes: x.classes, Inputs: 1, Outputs: 1, VCs: vcs}
		each(t, c, func(t *testing.T, c config.Config) {
			g := newRig(t, c)
			for turn, table := range map[string][]string{"": x.straight, "t": x.turn} {
				for v := range vcs {
					got := ""
					for w := range vcs {
						grants, _ := g.step(fmt.Sprintf("%d@0:%d%s", v, w, turn), "")
						_, illegal := g.step("", "")
						if grants != "" {
							require.Equal(t, fmt.Sprintf("%d:%d", v, w), grants)
							got += fmt.Sprint(w)
						}
						require.Equal(t, grants == "", illegal == 1<<v, "%d to %d", v, w)
					}
					require.Equal(t, table[v], got, "from %d %s", v, turn)
				}
			}
		})
	}
}

// TestIllegal: three output ports, so port 3 can be written and is none.
func TestIllegal(t *testing.T) {
	c := config.Config{Classes: config.Dateline, Inputs: 2, Outputs: 3, VCs: 2}
	each(t, c, func(t *testing.T, c config.Config) {
		g := newRig(t, c)
		for cycle, x := range []struct {
			asks, grants string
			illegal      uint64 // of the cycle before
		}{
			{"1@0:01", "1:1", 0}, // 0 is not legal; 1 is granted all the same
			{"0@3:0 2@3:", "", 0b10},
			{"1@0:0t 3@1:", "1:0", 0b101}, // no VC is no error
			{"1@0:0 2@2:0", "2:0", 0},
			{"", "", 0b10},
			{"1@3:0", "", 0},
		} {
			grants, illegal := g.step(x.asks, "")
			require.Equal(t, x.grants, grants, "cycle %d", cycle)
			require.Equal(t, x.illegal, illegal, "cycle %d", cycle)
		}
		// What was wrong before reset still shows in its first cycle, what is wrong in it never.
		grants, illegal := g.reset("0@3:0 2@0:0")
		require.Empty(t, grants)
		require.Equal(t, uint64(0b10), illegal)
		grants, illegal = g.reset("0@3:0 2@0:0")
		require.Empty(t, grants)
		require.Zero(t, illegal)
		_, illegal = g.step("", "")
		require.Zero(t, illegal)
		// A request that is not valid is none.
		g.drive("0@3:0 1@0:0 2@0:0", "")
		g.in[1], g.in[1+4*1], g.in[1+4*2] = 0, 0, 0
		grants, _ = g.clock()
		require.Empty(t, grants)
		_, illegal = g.step("", "")
		require.Zero(t, illegal)
	})
}

// random fills in the pins of a cycle.
func (g *rig) random(dice *rand.Rand) {
	clear(g.in)
	for i := range g.c.Inputs * g.c.VCs {
		pins := g.in[1+4*i:]
		pins[0] = dice.Uint64N(2)
		pins[1] = dice.Uint64N(1 << g.c.PortBits())
		pins[2] = dice.Uint64N(1 << g.c.VCs)
		pins[3] = dice.Uint64N(2)
	}
	for o := range g.c.Outputs {
		g.in[1+4*g.c.Inputs*g.c.VCs+o] = dice.Uint64N(1<<g.c.VCs) | dice.Uint64N(1<<g.c.VCs)
	}
}

// TestReset: whatever went before, a cycle of reset makes an allocator like a new one.
func TestReset(t *testing.T) {
	for _, classes := range []config.Classes{config.Dateline, config.Escape} {
		each(t, config.Default(classes), func(t *testing.T, c config.Config) {
			dice := rand.New(rand.NewPCG(1, 2))
			used, fresh := newRig(t, c), newRig(t, c)
			for range 100 {
				used.random(dice)
				used.clock()
			}
			used.reset("0@0:0")
			for cycle := range 100 {
				used.random(dice)
				copy(fresh.in, used.in)
				got, gotIllegal := used.clock()
				want, wantIllegal := fresh.clock()
				require.Equal(t, want, got, "cycle %d after reset", cycle)
				require.Equal(t, wantIllegal, gotIllegal, "cycle %d after reset", cycle)
			}
		})
	}
}

// TestGrants holds random cycles against what the page says a grant is, and each architecture
// against what it says of ports and of wavefront.
func TestGrants(t *testing.T) {
	for _, classes := range []config.Classes{config.Dateline, config.Escape} {
		c := config.Default(classes)
		c.Inputs, c.Outputs = 4, 3
		each(t, c, func(t *testing.T, c config.Config) {
			const seed = 7
			dice := rand.New(rand.NewPCG(seed, 0))
			g := newRig(t, c)
			for cycle := range 300 {
				g.random(dice)
				g.clock()
				g.judge(fmt.Sprintf("seed %d, cycle %d", seed, cycle))
			}
		})
	}
}

// judge looks at the pins of the cycle that was.
func (g *rig) judge(where string) {
	requesters := g.c.Inputs * g.c.VCs
	open := make([]uint64, requesters) // VCs of the port asked for
	var wanted, given [8]uint64        // VCs by port
	for i := range requesters {
		pins := g.in[1+4*i:]
		o := pins[1]
		if pins[0] == 1 && o < uint64(g.c.Outputs) {
			for w := range g.c.VCs {
				if legal(g.c, i%g.c.VCs, w, pins[3] == 1) {
					open[i] |= 1 << w & pins[2] & g.in[1+4*requesters+int(o)]
				}
			}
			wanted[o] |= open[i]
		}
		if vc := g.out[2*i+1]; vc != 0 {
			require.Equal(g.t, vc, vc&open[i], "%s: grant to %d is not open", where, i)
			require.Zero(g.t, vc&given[o], "%s: grant to %d is given twice", where, i)
			given[o] |= vc
		}
	}
	for o := range g.c.Outputs {
		require.Equal(g.t, wanted[o] != 0, given[o] != 0, "%s: port %d", where, o)
	}
	if g.c.Arch == config.Wavefront {
		for i := range requesters {
			if g.out[2*i] == 0 {
				require.Zero(g.t, open[i]&^given[g.in[1+4*i+1]&7], "%s: %d could have been granted", where, i)
			}
		}
	}
}

func TestPins(t *testing.T) {
	a, err := New(config.Config{Classes: config.Escape, Inputs: 1, Outputs: 5, VCs: 3})
	require.NoError(t, err)
	list := func(seq func(func(string, int) bool)) (all []string) {
		for name, width := range seq {
			all = append(all, fmt.Sprintf("%s %d", name, width))
		}
		for range seq { // a consumer may stop
			break
		}
		return all
	}
	require.Equal(t, []string{"rst 1",
		"req_0_valid 1", "req_0_port 3", "req_0_vcs 3", "req_0_turn 1",
		"req_1_valid 1", "req_1_port 3", "req_1_vcs 3", "req_1_turn 1",
		"req_2_valid 1", "req_2_port 3", "req_2_vcs 3", "req_2_turn 1",
		"free_0 3", "free_1 3", "free_2 3", "free_3 3", "free_4 3"}, list(a.Inputs()))
	require.Equal(t, []string{"gnt_0_valid 1", "gnt_0_vc 3", "gnt_1_valid 1", "gnt_1_vc 3",
		"gnt_2_valid 1", "gnt_2_vc 3", "err_illegal 3"}, list(a.Outputs()))
}

func TestNewRefuses(t *testing.T) {
	_, err := New(config.Config{Classes: config.Dateline, Inputs: 9, Outputs: 0, VCs: 3})
	require.Error(t, err)
}

package traffic

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/vcallocator/config"
	"github.com/flitwright/flitwright/vcallocator/golden"
)

// variants are corners of the parameter space.
func variants() (list []config.Config) {
	for arch := range config.Arches {
		for k, c := range []config.Config{
			config.Default(config.Dateline), config.Default(config.Escape),
			{Inputs: 2, Outputs: 3, VCs: 2}, {Classes: config.Escape, Inputs: 2, Outputs: 2, VCs: 6},
			{Classes: config.Escape, Inputs: 1, Outputs: 1, VCs: 3},
		} {
			c.Arch, c.Arb = config.Arch(arch), config.Arb((arch+k)%len(config.Arbs))
			list = append(list, c)
		}
	}
	return list
}

// run drives the golden model with a profile under the scoreboard's eyes, which sees what change makes
// of the outputs; it gives the first error.
func run(t testing.TB, c config.Config, profile string, cycles int, change func(cycle int, in, out []uint64)) (*golden.Allocator, *Scoreboard, error) {
	t.Helper()
	m, err := golden.New(c)
	require.NoError(t, err)
	stimulus, err := NewStimulus(c, profile, 1)
	require.NoError(t, err)
	s, p := NewScoreboard(c), newPins(c)
	in, out, seen := make([]uint64, p.inWords()), make([]uint64, p.outWords()), make([]uint64, p.outWords())
	started := false
	for cycle := range cycles {
		stimulus.Next(out, in)
		m.Step(in, out)
		if copy(seen, out); !started {
			clear(seen)
		}
		started = started || in[0] == 1
		change(cycle, in, seen)
		if err := s.Observe(in, seen); err != nil {
			return m, s, err
		}
	}
	return m, s, nil
}

func unchanged(int, []uint64, []uint64) {}

func TestGoldenHolds(t *testing.T) {
	for _, c := range variants() {
		for _, p := range profiles() {
			_, s, err := run(t, c, p.name, 400, unchanged)
			require.NoError(t, err, "%+v %s", c, p.name)
			require.NotZero(t, s.Messages())
		}
	}
}

func TestEveryEventIsReached(t *testing.T) {
	for _, c := range variants() {
		m, _, err := run(t, c, "mixed", 8_000, unchanged)
		require.NoError(t, err)
		for name, n := range m.Events() {
			require.NotZero(t, n, "%+v: %s", c, name)
		}
	}
}

// The scoreboard finds what is wrong with a grant.
func TestScoreboardFinds(t *testing.T) {
	c := config.Config{Inputs: 2, Outputs: 3, VCs: 4}
	p := newPins(c)
	// when changes the outputs once, in the first cycle out of reset for which it does anything.
	when := func(wrong func(in, out []uint64, i int) bool) func(int, []uint64, []uint64) {
		done := false
		return func(cycle int, in, out []uint64) {
			for i := range p.requesters {
				if !done && in[0] == 0 && cycle > 10 {
					done = wrong(in, out, i)
				}
			}
		}
	}
	grant := func(out []uint64, i int, vc uint64) { out[2*i], out[2*i+1] = 1, vc }
	for _, x := range []struct {
		says  string
		wrong func(in, out []uint64, i int) bool
	}{
		{"with gnt_", func(_, out []uint64, i int) bool {
			valid := out[2*i] == 1
			out[2*i] = 0
			return valid
		}},
		{"not one-hot", func(_, out []uint64, i int) bool {
			valid := out[2*i] == 1
			if valid {
				grant(out, i, 15)
			}
			return valid
		}},
		{"asks for nothing", func(in, out []uint64, i int) bool {
			if p.request(in, i).valid {
				return false
			}
			grant(out, i, 1)
			return true
		}},
		{"and wants", func(in, out []uint64, i int) bool {
			r := p.request(in, i)
			if !r.valid || r.vcs&1 == 1 {
				return false
			}
			grant(out, i, 1)
			return true
		}},
		{"which is not legal", func(in, out []uint64, i int) bool {
			r := p.request(in, i)
			bad := r.vcs &^ p.legalVCs(i, r.turn)
			if !r.valid || bad == 0 {
				return false
			}
			grant(out, i, bad&-bad)
			return true
		}},
		{"which is not free", func(in, out []uint64, i int) bool {
			r := p.request(in, i)
			if !r.valid || r.port >= c.Outputs || r.vcs&p.legalVCs(i, r.turn)&^*p.free(in, r.port) == 0 {
				return false
			}
			bad := r.vcs & p.legalVCs(i, r.turn) &^ *p.free(in, r.port)
			grant(out, i, bad&-bad)
			return true
		}},
		{"are granted VC", func(in, out []uint64, i int) bool {
			r := p.request(in, i)
			for j := range i {
				q := p.request(in, j)
				if r.valid && out[2*j] == 1 && q.port == r.port && r.vcs&p.legalVCs(i, r.turn)&out[2*j+1] != 0 {
					grant(out, i, out[2*j+1])
					return true
				}
			}
			return false
		}},
		{"the port grants nothing", func(in, out []uint64, i int) bool {
			r := p.request(in, i)
			if out[2*i] == 0 {
				return false
			}
			for j := range p.requesters {
				if p.request(in, j).port == r.port {
					out[2*j], out[2*j+1] = 0, 0
				}
			}
			return true
		}},
		{"err_illegal is", func(_, out []uint64, _ int) bool {
			out[2*p.requesters] ^= 1
			return true
		}},
	} {
		_, _, err := run(t, c, "mixed", 5000, when(x.wrong))
		require.ErrorContains(t, err, x.says)
		require.ErrorContains(t, err, "cycle ")
	}
	_, _, err := run(t, c, "mixed", 5000, func(cycle int, in, out []uint64) {
		if in[0] == 1 && cycle > 10 {
			grant(out, 0, 1)
		}
	})
	require.ErrorContains(t, err, "in reset")
}

// Wavefront leaves no VC that somebody could have.
func TestScoreboardFindsWhatIsLeft(t *testing.T) {
	c := config.Config{Inputs: 2, Outputs: 1, VCs: 2, Arch: config.Wavefront}
	_, _, err := run(t, c, "saturated", 5000, func(cycle int, in, out []uint64) {
		if cycle > 10 && out[0] == 1 && out[2] == 1 {
			out[0], out[1] = 0, 0
		}
	})
	require.ErrorContains(t, err, "granted to nobody")
}

// One that is never granted is missed when its bound is reached, not before.
func TestScoreboardCounts(t *testing.T) {
	for _, x := range []struct {
		arch   config.Arch
		arb    config.Arb
		cycles int
	}{{config.SepIF, config.RR, 16}, {config.SepIF, config.Matrix, 7}, {config.SepOF, config.RR, 4}, {config.Wavefront, config.RR, 9}} {
		c := config.Config{Inputs: 2, Outputs: 2, VCs: 2, Arch: x.arch, Arb: x.arb}
		s, p := NewScoreboard(c), newPins(c)
		in, out := make([]uint64, p.inWords()), make([]uint64, p.outWords())
		in[0] = 1
		require.NoError(t, s.Observe(in, out))
		in[0] = 0
		p.setRequest(in, 0, request{true, 1, 3, false}) // never granted
		p.setRequest(in, 1, request{true, 1, 3, true})
		p.setRequest(in, 2, request{true, 1, 3, false})
		*p.free(in, 1) = 3
		out[2], out[3], out[4], out[5] = 1, 1, 1, 2
		for cycle := 1; ; cycle++ {
			err := s.Observe(in, out)
			if cycle < x.cycles {
				require.NoError(t, err, "%+v cycle %d", x, cycle)
				continue
			}
			require.ErrorContains(t, err, fmt.Sprintf("is to be granted within %d", x.cycles))
			require.Equal(t, err, s.Observe(in, out), "the first error stays")
			break
		}
	}
}

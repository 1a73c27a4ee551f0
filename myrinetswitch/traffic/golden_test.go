package traffic

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/flitwright/flitwright/myrinetswitch/config"
	"github.com/flitwright/flitwright/myrinetswitch/golden"
	"github.com/stretchr/testify/require"
)

// run drives the golden model with a profile under the scoreboard's eyes.
func run(t testing.TB, c config.Config, profile string, seed uint64, cycles int) (*golden.Switch, *Scoreboard, uint64) {
	t.Helper()
	m, err := golden.New(c)
	require.NoError(t, err)
	stimulus, err := NewStimulus(c, profile, seed)
	require.NoError(t, err)
	s := NewScoreboard(c)
	in, out := make([]uint64, InputWords(c.Ports)), make([]uint64, OutputWords(c.Ports))
	for range cycles {
		stimulus.Next(out, in)
		m.Step(in, out)
		if err := s.Observe(in, out); err != nil {
			t.Fatalf("%+v, profile %s, seed %d: %v", c, profile, seed, err)
		}
	}
	return m, s, stimulus.Injected()
}

// variants are corners of the parameter space.
func variants() []config.Config {
	vary := func(change func(c *config.Config)) config.Config {
		c := config.Default()
		change(&c)
		return c
	}
	return []config.Config{
		config.Default(),
		vary(func(c *config.Config) { c.Ports = 2 }),
		vary(func(c *config.Config) { c.Ports, c.CRCPoly = 4, 0x9B }),
		vary(func(c *config.Config) { c.Ports = 16 }),
		vary(func(c *config.Config) {
			c.Symbols = config.Symbols{Idle: 0xFF, Go: 0x00, Gap: 0x33, Stop: 0xCC, Fres: 0x55}
			c.Ports = 3
		}),
		vary(func(c *config.Config) { // as tight as may be
			c.Ports, c.LinkLatency, c.Kg, c.Ks, c.Depth, c.Refresh, c.StopExpire = 5, 0, 9, 10, 18, 2, 8
		}),
		vary(func(c *config.Config) {
			c.LinkLatency, c.Kg, c.Ks, c.Depth, c.Refresh, c.StopExpire = 36, 81, 90, 180, 100, 300
		}),
		vary(func(c *config.Config) { c.Depth, c.Ks, c.Kg, c.Refresh = 300, 200, 26, 3 }),
	}
}

func TestPins(t *testing.T) {
	for _, c := range variants() {
		m, err := golden.New(c)
		require.NoError(t, err)
		in, out := map[string]int{}, map[string]int{}
		for name := range m.Inputs() {
			in[name] = len(in)
		}
		for name := range m.Outputs() {
			out[name] = len(out)
		}
		require.Len(t, in, InputWords(c.Ports))
		require.Len(t, out, OutputWords(c.Ports))
		require.Equal(t, pinRst, in["rst"])
		require.Equal(t, pinEnable, in["cfg_enable"])
		require.Equal(t, pinTimeout, in["cfg_timeout"])
		require.Equal(t, c.Ports, out["err_overflow"])
		for p := range c.Ports {
			require.Equal(t, pinInChar+p, in[fmt.Sprintf("in_%d_char", p)])
			require.Equal(t, p, out[fmt.Sprintf("out_%d_char", p)])
			for k := range counters {
				require.Equal(t, stat(k, p, c.Ports), out[fmt.Sprintf("%v_%d", k, p)], k.String())
			}
		}
	}
}

func TestGoldenUnderEveryProfile(t *testing.T) {
	for i, c := range variants() {
		for _, p := range Profiles() {
			t.Run(fmt.Sprintf("%d/%s", i, p.Name), func(t *testing.T) {
				t.Parallel()
				cycles := 30000
				if testing.Short() {
					cycles = 2000
				}
				_, s, _ := run(t, c, p.Name, uint64(i)+1, cycles)
				st := s.Statistics()
				require.NotZero(t, st.Delivered)
				if p.Name != "mixed" && p.Name != "overflow" {
					require.Zero(t, st.Overflows, "the senders obey")
				}
				if !testing.Short() {
					require.NotZero(t, st.Rests)
				}
				if testing.Verbose() {
					t.Logf("%+v", st)
				}
			})
		}
	}
}

func TestMixedHitsEveryEvent(t *testing.T) {
	m, s, injected := run(t, config.Default(), "mixed", 1, 100000)
	hit, total := 0, 0
	for name, n := range m.Events() {
		total++
		if n > 0 {
			hit++
		} else {
			t.Errorf("no %s", name)
		}
	}
	t.Logf("%d/%d events, %d errors injected, %+v", hit, total, injected, s.Statistics())
}

// TestProfilesDoWhatTheySay asks of each profile for the events it is there for.
func TestProfilesDoWhatTheySay(t *testing.T) {
	for profile, events := range map[string][]string{
		"uniform":      {"packet[0]", "to[7]", "turn[-7]", "turn[7]", "bit6-set", "wait[3]"},
		"hotspot":      {"contend[2]", "contend[8]"},
		"permutation":  {"all-busy"},
		"back-to-back": {"lone-crc", "contend[3]"},
		"stopped":      {"stop-sent[0]", "go-sent[0]", "stop-refresh", "stopped[7]", "stop-expired"},
		"malformed":    {"stranded[0]", "illegal-turn[1]", "no-wire", "route-gap[2]", "gap-alone", "crc-error[3]", "bubble"},
		"fres":         {"fres-none", "fres-waiting", "fres-holding", "fres-discarding", "fres-behind", "fres-forwarded[0]", "stop-replaced"},
		"timeout":      {"timeout-wait[0]", "timeout-idle[0]", "timeout-merge", "gap-wins"},
		"overflow":     {"overflow[0]", "overflow-gap", "overflow-holding", "overflow-waiting", "drop-fres"},
	} {
		t.Run(profile, func(t *testing.T) {
			m, _, _ := run(t, config.Default(), profile, 1, 30000)
			count := map[string]uint64{}
			for name, n := range m.Events() {
				count[name] = n
			}
			for _, name := range events {
				require.NotZero(t, count[name], name)
			}
		})
	}
}

// TestTampering changes one bit of the golden model's output on its way to the scoreboard. Where all
// is delivered before the next reset nothing may escape it; in a mixed run a reset may hide it.
func TestTampering(t *testing.T) {
	const cycles = 6000
	trials := 150
	if testing.Short() {
		trials = 10
	}
	for profile, least := range map[string]int{"uniform": trials, "mixed": trials * 97 / 100} {
		c := config.Default()
		dice := dice{*rand.NewPCG(7, 8)}
		caught := 0
		for range trials {
			m, err := golden.New(c)
			require.NoError(t, err)
			stimulus, err := NewStimulus(c, profile, uint64(dice.below(1000)))
			require.NoError(t, err)
			s := NewScoreboard(c)
			in, out := make([]uint64, InputWords(c.Ports)), make([]uint64, OutputWords(c.Ports))
			seen := make([]uint64, len(out))
			at, pin, bit := dice.between(100, 4000), dice.below(len(out)), dice.below(16)
			switch {
			case pin < c.Ports:
				bit %= 9
			case pin == c.Ports:
				bit %= c.Ports
			}
			found, was := false, uint64(0)
			for cycle := range cycles {
				stimulus.Next(out, in)
				m.Step(in, out)
				copy(seen, out)
				if cycle == at {
					was = seen[pin]
					seen[pin] ^= 1 << bit
				}
				if s.Observe(in, seen) != nil {
					found = true
					break
				}
			}
			if found {
				caught++
			} else {
				t.Logf("%s: output word %d, %03x, bit %d in cycle %d escaped", profile, pin, was, bit, at)
			}
		}
		t.Logf("%s: %d of %d caught", profile, caught, trials)
		require.GreaterOrEqual(t, caught, least)
	}
}

func BenchmarkTraffic(b *testing.B) {
	c := config.Default()
	m, err := golden.New(c)
	require.NoError(b, err)
	// A recording, so that the model's own time is not measured.
	const cycles = 20000
	stimulus, err := NewStimulus(c, "mixed", 1)
	require.NoError(b, err)
	ins, outs := make([][]uint64, cycles), make([][]uint64, cycles+1)
	outs[0] = make([]uint64, OutputWords(c.Ports))
	for i := range cycles {
		ins[i], outs[i+1] = make([]uint64, InputWords(c.Ports)), make([]uint64, OutputWords(c.Ports))
		stimulus.Next(outs[i], ins[i])
		m.Step(ins[i], outs[i+1])
	}
	b.Run("stimulus", func(b *testing.B) {
		b.ReportAllocs()
		in := make([]uint64, InputWords(c.Ports))
		s := newStimulus(c, profiles()[0].kinds, 1)
		for i := 0; b.Loop(); i++ {
			if i == cycles {
				i, s = 0, newStimulus(c, profiles()[0].kinds, 1)
			}
			s.Next(outs[i], in)
		}
	})
	b.Run("scoreboard", func(b *testing.B) {
		b.ReportAllocs()
		s := NewScoreboard(c)
		for i := 0; b.Loop(); i++ {
			if i == cycles {
				i, s = 0, NewScoreboard(c)
			}
			if err := s.Observe(ins[i], outs[i+1]); err != nil {
				b.Fatal(err)
			}
		}
	})
}

package traffic

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/cm5router/golden"
)

// run drives the golden model with a profile under the scoreboard's eyes.
func run(t testing.TB, c config.Config, profile string, seed uint64, cycles int) (*golden.Router, *Scoreboard, uint64) {
	t.Helper()
	r, err := golden.New(c)
	if err != nil {
		t.Fatal(err)
	}
	stimulus, err := NewStimulus(c, profile, seed)
	if err != nil {
		t.Fatal(err)
	}
	s := NewScoreboard(c)
	var in [InputPins]uint64
	var out [OutputPins]uint64
	for range cycles {
		stimulus.Next(out[:], in[:])
		r.Step(in[:], out[:])
		if err := s.Observe(in[:], out[:]); err != nil {
			t.Fatalf("%+v, profile %s, seed %d: %v", c, profile, seed, err)
		}
	}
	return r, s, stimulus.Injected()
}

// variants are corners of the parameter space.
func variants() []config.Config {
	list := []config.Config{config.Default(0), config.Default(1), config.Default(2), config.Default(3)}
	add := func(words, link, parents, depth, width int, poly uint64) {
		list = append(list, config.Config{Words: words, Link: link, Parents: parents, Depth: depth, CRCWidth: width, CRCPoly: poly})
	}
	add(1, 0, 2, 2, 4, 0x3)
	add(1, 3, 4, 8, 8, 0x7)
	add(15, 1, 2, 4, 16, 0x8005)
	add(16, 2, 4, 6, 32, 0x04c11db7)
	add(17, 3, 2, 13, 20, 0x12345)
	add(18, 0, 4, 64, 12, 0x80f)
	add(5, 0, 4, 2, 32, 0x04c11db7)
	add(3, 3, 4, 64, 28, 0x1)
	return list
}

func TestGoldenUnderEveryProfile(t *testing.T) {
	for i, c := range variants() {
		for _, p := range Profiles() {
			t.Run(fmt.Sprintf("%d/%s", i, p.Name), func(t *testing.T) {
				cycles := 30000
				if testing.Short() {
					cycles = 3000
				}
				_, s, _ := run(t, c, p.Name, uint64(i)+1, cycles)
				st := s.Statistics()
				calms := !testing.Short() && p.Name != "steady"
				if st.In == 0 || st.Out == 0 || calms && st.Quiet == 0 {
					t.Errorf("little happened: %+v", st)
				}
			})
		}
	}
}

func TestMixedHitsEveryEvent(t *testing.T) {
	r, s, injected := run(t, config.Default(0), "mixed", 1, 100000)
	hit, total := 0, 0
	for name, n := range r.Events() {
		total++
		if n > 0 {
			hit++
		} else {
			t.Errorf("no %s", name)
		}
	}
	t.Logf("%d/%d events, %d errors injected, %+v", hit, total, injected, s.Statistics())
}

// TestTampering changes one pin of the golden model's output on its way to the scoreboard. Where
// all is drained before the next reset nothing may escape it; in a mixed run a reset may hide it.
func TestTampering(t *testing.T) {
	const cycles, trials = 4000, 150
	for profile, least := range map[string]int{"idle": trials, "mixed": trials * 9 / 10} {
		c := config.Default(1)
		dice := dice{*rand.NewPCG(7, 8)}
		caught := 0
		for range trials {
			r, err := golden.New(c)
			if err != nil {
				t.Fatal(err)
			}
			stimulus, err := NewStimulus(c, profile, uint64(dice.below(1000)))
			if err != nil {
				t.Fatal(err)
			}
			s := NewScoreboard(c)
			var in [InputPins]uint64
			var out, seen [OutputPins]uint64
			at, pin := dice.between(100, 2500), dice.between(ports, OutputPins-1)
			bit := dice.below(16)
			switch {
			case pin < pinPrimary && pin%2 == 1:
				bit = 0 // valid
			case pin < pinPrimary:
				bit %= 4
			case pin < pinStatIn:
				bit %= 8
			}
			found := false
			for cycle := range cycles {
				stimulus.Next(out[:], in[:])
				r.Step(in[:], out[:])
				seen = out
				if cycle == at {
					seen[pin] ^= 1 << bit
				}
				if err := s.Observe(in[:], seen[:]); err != nil {
					found = true
					break
				}
			}
			if found {
				caught++
			} else {
				t.Logf("%s: pin %d bit %d in cycle %d escaped", profile, pin, bit, at)
			}
		}
		if caught < least {
			t.Errorf("%s: %d of %d caught", profile, caught, trials)
		}
		t.Logf("%s: %d of %d caught", profile, caught, trials)
	}
}

func BenchmarkTraffic(b *testing.B) {
	c := config.Default(0)
	r, err := golden.New(c)
	if err != nil {
		b.Fatal(err)
	}
	// A recording, so that the model's own time is not measured.
	const cycles = 20000
	stimulus, err := NewStimulus(c, "mixed", 1)
	if err != nil {
		b.Fatal(err)
	}
	ins := make([][InputPins]uint64, cycles)
	outs := make([][OutputPins]uint64, cycles+1)
	for i := range cycles {
		stimulus.Next(outs[i][:], ins[i][:])
		r.Step(ins[i][:], outs[i+1][:])
	}
	b.Run("stimulus", func(b *testing.B) {
		b.ReportAllocs()
		var in [InputPins]uint64
		s := newStimulus(c, profiles()[0].kinds, 1)
		for i := 0; b.Loop(); i++ {
			if i == cycles {
				i, s = 0, newStimulus(c, profiles()[0].kinds, 1)
			}
			s.Next(outs[i][:], in[:])
		}
	})
	b.Run("scoreboard", func(b *testing.B) {
		b.ReportAllocs()
		s := NewScoreboard(c)
		for i := 0; b.Loop(); i++ {
			if i == cycles {
				i, s = 0, NewScoreboard(c)
			}
			if err := s.Observe(ins[i][:], outs[i+1][:]); err != nil {
				b.Fatal(err)
			}
		}
	})
}

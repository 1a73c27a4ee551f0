package traffic

import (
	"testing"

	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/cm5router/golden"
	"github.com/flitwright/flitwright/target"
)

func values(c config.Config) target.Values {
	v := target.Values{}
	for i, r := range c.Ranges() {
		v[r.Name] = c.Values()[i]
	}
	return v
}

func TestProfilesByName(t *testing.T) {
	list := Profiles()
	if list[0].Name != "mixed" {
		t.Errorf("the default is %s", list[0].Name)
	}
	seen := map[string]bool{}
	for _, p := range list {
		if seen[p.Name] || p.Help == "" {
			t.Errorf("%q, %q", p.Name, p.Help)
		}
		seen[p.Name] = true
	}
	for _, c := range variants() {
		if got := configOf(values(c)); got != c {
			t.Errorf("got %+v, want %+v", got, c)
		}
	}
	if _, err := NewStimulus(config.Default(0), "nothing", 1); err == nil {
		t.Error("a profile without a name")
	}
}

// Equal seeds give equal pins, whatever was in the words before; other seeds give others.
func TestStimulusIsDeterministic(t *testing.T) {
	c := config.Default(1)
	play := func(seed uint64, fresh bool) (pins [][InputPins]uint64) {
		r, err := golden.New(c)
		if err != nil {
			t.Fatal(err)
		}
		s := Profiles()[0].New(values(c), seed)
		var in [InputPins]uint64
		var out [OutputPins]uint64
		for range 5000 {
			if fresh {
				in = [InputPins]uint64{}
			}
			s.Next(out[:], in[:])
			r.Step(in[:], out[:])
			pins = append(pins, in)
		}
		return pins
	}
	a, b, other := play(3, false), play(3, true), play(4, false)
	differs := false
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("cycle %d: %v and %v", i, a[i], b[i])
		}
		differs = differs || a[i] != other[i]
	}
	if !differs {
		t.Error("the seed does not matter")
	}
}

// The rules of the page that a stimulus itself must keep: reset first, masks and level steady but in
// a reset cycle that follows one, every pin in its range, and no flit without a token unless on purpose.
func TestStimulusKeepsTheRules(t *testing.T) {
	for i, c := range variants() {
		for _, p := range profiles() {
			r, err := golden.New(c)
			if err != nil {
				t.Fatal(err)
			}
			s := newStimulus(c, p.kinds, uint64(i))
			b := NewScoreboard(c)
			var in, last [InputPins]uint64
			var out [OutputPins]uint64
			lengths := map[int]bool{}
			reset := 0
			for cycle := range 4000 {
				s.Next(out[:], in[:])
				if in[pinRst] == 0 && reset > 0 {
					lengths[reset] = true
					reset = 0
				}
				reset += int(in[pinRst])
				if cycle == 0 && in[pinRst] != 1 {
					t.Fatalf("%s: no reset at the start", p.name)
				}
				if cycle > 0 && reset < 2 && (in[pinLevel] != last[pinLevel] || in[pinParents] != last[pinParents] || in[pinChildren] != last[pinChildren]) {
					t.Fatalf("%s, cycle %d: configuration changed", p.name, cycle)
				}
				for pin, v := range in {
					most := uint64(1)
					switch {
					case pin == pinSeed:
						most = 0xffff
					case pin == pinLevel || pin == pinParents || pin == pinChildren || pin < pinOutToken && pin >= pinInFlit && pin%2 == 0:
						most = 15
					}
					if v > most {
						t.Fatalf("%s: pin %d is %d", p.name, pin, v)
					}
				}
				if in[pinLevel] == 0 && cycle > 2 {
					t.Fatalf("%s: level 0", p.name)
				}
				last = in
				r.Step(in[:], out[:])
				if err := b.Observe(in[:], out[:]); err != nil {
					t.Fatal(err)
				}
			}
			if b.Statistics().Discarded > 0 && p.name != "mixed" {
				t.Errorf("%s: %d flits without a token", p.name, b.Statistics().Discarded)
			}
			if s.Injected() < b.Statistics().Discarded {
				t.Errorf("%s: %d injected, %d discarded", p.name, s.Injected(), b.Statistics().Discarded)
			}
			for n := range lengths {
				if n > 3 {
					t.Errorf("%s: %d cycles in reset", p.name, n)
				}
			}
		}
	}
}

func TestNoAllocationInSteadyState(t *testing.T) {
	c := config.Default(0)
	r, err := golden.New(c)
	if err != nil {
		t.Fatal(err)
	}
	s, b := newStimulus(c, profiles()[0].kinds, 1), NewScoreboard(c)
	var in [InputPins]uint64
	var out [OutputPins]uint64
	step := func() {
		s.Next(out[:], in[:])
		r.Step(in[:], out[:])
		if err := b.Observe(in[:], out[:]); err != nil {
			t.Fatal(err)
		}
	}
	for range 50000 {
		step()
	}
	if n := testing.AllocsPerRun(20000, step); n > 0 {
		t.Errorf("%v allocations a cycle", n)
	}
}

package traffic

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/t3erouter/config"
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
	require.Equal(t, "mixed", list[0].Name)
	seen := map[string]bool{}
	for _, p := range list {
		require.False(t, seen[p.Name] || p.Help == "", p.Name)
		seen[p.Name] = true
	}
	for _, c := range variants() {
		require.Equal(t, c, configOf(values(c)))
	}
	_, err := NewStimulus(config.Default(10), "nothing", 1)
	require.Error(t, err)
}

// The words of a cycle are those of the model.
func TestPinsAreTheModels(t *testing.T) {
	for _, c := range variants() {
		n := NewPins(c)
		m := model(t, c)
		words := func(ports func(func(string, int) bool)) (sum int) {
			for _, width := range ports {
				sum += (width + 63) / 64
			}
			return sum
		}
		require.Equal(t, words(m.Inputs()), n.Inputs())
		require.Equal(t, words(m.Outputs()), n.Outputs())
	}
}

func TestHeaderCodec(t *testing.T) {
	d := dice{}
	for range 1000 {
		w := d.pcg.Uint64()
		h := Decode(w)
		require.Equal(t, w, h.Encode())
	}
}

// Equal seeds give equal pins, whatever was in the words before; other seeds give others.
func TestStimulusIsDeterministic(t *testing.T) {
	c := config.Default(10)
	n := NewPins(c)
	play := func(seed uint64, fresh bool) (pins []uint64) {
		m := model(t, c)
		s := Profiles()[0].New(values(c), seed)
		in, out := make([]uint64, n.Inputs()), make([]uint64, n.Outputs())
		for range 3000 {
			if fresh {
				clear(in)
			}
			s.Next(out, in)
			m.Step(in, out)
			pins = append(pins, in...)
		}
		return pins
	}
	a := play(3, false)
	require.Equal(t, a, play(3, true))
	require.NotEqual(t, a, play(4, false))
}

// The rules that a stimulus must keep: reset first, cfg_ pins in range and steady outside resets, every
// pin in its width, and in the legal profiles no error.
func TestStimulusKeepsTheRules(t *testing.T) {
	for i, c := range variants() {
		n := NewPins(c)
		for _, p := range profiles() {
			m := model(t, c)
			s, b := newStimulus(c, p.kinds, uint64(i)), NewScoreboard(c)
			in, out := make([]uint64, n.Inputs()), make([]uint64, n.Outputs())
			last := make([]uint64, pinIn)
			for cycle := range 1500 {
				s.Next(out, in)
				require.True(t, cycle > 0 || in[pinRst] == 1)
				require.LessOrEqual(t, in[pinRst], uint64(1))
				if in[pinRst] == 0 {
					require.Equal(t, last[1:], in[1:pinIn], p.name)
				}
				copy(last, in)
				for d, size := range []int{c.X, c.Y, c.Z} {
					require.Less(t, in[pinAt+d], uint64(size))
				}
				require.Zero(t, in[pinLinks]>>6)
				wide := uint64(0)
				for q := range ports {
					x := n.in(in, q)
					wide |= uint64(x.vc())>>3 | x[n.words]>>1 | n.outCredits(in)[q]>>vcs
					if used := (c.Flit + 6) % 64; used != 0 {
						wide |= x[n.words-1] >> used
					}
				}
				require.Zero(t, wide)
				m.Step(in, out)
				if err := b.Observe(in, out); err != nil {
					t.Fatal(err)
				}
			}
			wrong := p.name == "mixed" || p.name == "storm"
			require.Equal(t, wrong, s.Injected() > 0, p.name)
			require.Equal(t, wrong, b.Statistics().Errors != [errKinds]uint64{}, p.name)
		}
	}
}

// The permutation keeps every link busy to within its episodes' beginnings and ends.
func TestPermutationIsFull(t *testing.T) {
	c := config.Default(10)
	s := newStimulus(c, []kind{func(e *episode, d *dice) {
		permutation(e, d)
		e.cycles = 5000
	}}, 1)
	n := NewPins(c)
	m := model(t, c)
	in, out := make([]uint64, n.Inputs()), make([]uint64, n.Outputs())
	var flits [ports]int
	for range 4000 {
		s.Next(out, in)
		m.Step(in, out)
		for o := range ports {
			flits[o] += int(one(n.out(out, o).valid()))
		}
	}
	for o := range ports {
		require.Greater(t, flits[o], 3900, "output %d", o)
	}
}

func TestNoAllocationInSteadyState(t *testing.T) {
	c := config.Default(10)
	m := model(t, c)
	s, b := newStimulus(c, profiles()[0].kinds, 1), NewScoreboard(c)
	n := NewPins(c)
	in, out := make([]uint64, n.Inputs()), make([]uint64, n.Outputs())
	step := func() {
		s.Next(out, in)
		m.Step(in, out)
		if err := b.Observe(in, out); err != nil {
			t.Fatal(err)
		}
	}
	for range 20000 {
		step()
	}
	require.Zero(t, testing.AllocsPerRun(10000, step))
}

func BenchmarkTraffic(b *testing.B) {
	c := config.Default(10)
	n := NewPins(c)
	m := model(b, c)
	// A recording, so that the model's own time is not measured.
	const cycles = 20000
	s := newStimulus(c, profiles()[0].kinds, 1)
	ins, outs := make([][]uint64, cycles), make([][]uint64, cycles+1)
	outs[0] = make([]uint64, n.Outputs())
	for i := range cycles {
		ins[i], outs[i+1] = make([]uint64, n.Inputs()), make([]uint64, n.Outputs())
		s.Next(outs[i], ins[i])
		m.Step(ins[i], outs[i+1])
	}
	b.Run("stimulus", func(b *testing.B) {
		b.ReportAllocs()
		in := make([]uint64, n.Inputs())
		for i := 0; b.Loop(); i++ {
			if i%cycles == 0 {
				s = newStimulus(c, profiles()[0].kinds, 1)
			}
			s.Next(outs[i%cycles], in)
		}
	})
	b.Run("scoreboard", func(b *testing.B) {
		b.ReportAllocs()
		var s *Scoreboard
		for i := 0; b.Loop(); i++ {
			if i%cycles == 0 {
				s = NewScoreboard(c)
			}
			if err := s.Observe(ins[i%cycles], outs[i%cycles+1]); err != nil {
				b.Fatal(err)
			}
		}
	})
}

package difftest

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"regexp"
	"strconv"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
)

// prologue is the number of cycles in reset at the start of a run: eight to fill memories, two
// for registered reads of them.
const prologue = 10

// A Run is a number of cycles with what they have to give.
type Run struct {
	layout  *sim.Layout
	cycles  int
	in, out []uint64
	failed  [][]Check // by cycle
}

// A Difference is a cycle in which an engine gave something else than it had to.
type Difference struct {
	Cycle     int
	What      string // a pin or a check
	Want, Got string
}

// Design is the number of the design in the group that differs, -1 if that is not known.
func (d *Difference) Design() int {
	i := -1
	if m := inGroup.FindStringSubmatch(d.What + d.Want + d.Got); m != nil {
		i, _ = strconv.Atoi(m[1])
	}
	return i
}

// inGroup finds the number of a design in the name of an output or in a path.
var inGroup = regexp.MustCompile(`(?:\bout_|\btop\.d_)(\d+)`)

func (d *Difference) Error() string {
	return fmt.Sprintf("cycle %d: %s: want %s, got %s", d.Cycle, d.What, d.Want, d.Got)
}

// Expect draws inputs for a design made by Top and judges what follows.
func Expect(d *ir.Design, seed uint64, cycles int) *Run {
	l := sim.NewLayout(d.Top)
	r := &Run{
		layout: l, cycles: cycles,
		in: make([]uint64, cycles*l.InWords), out: make([]uint64, cycles*l.OutWords), failed: make([][]Check, cycles),
	}
	s := &stimulus{rand.New(rand.NewPCG(seed, 0x57)), nil}
	j := NewJudge(d.Top)
	for c := range cycles {
		pins := map[string]*big.Int{}
		for _, p := range l.Inputs {
			pins[p.Name] = s.pin(p, c)
			p.Put(r.in[c*l.InWords:], pins[p.Name])
		}
		outputs, failed := j.Cycle(pins)
		for _, p := range l.Outputs {
			p.Put(r.out[c*l.OutWords:], outputs[p.Name])
		}
		r.failed[c] = failed
	}
	return r
}

// A stimulus draws values that are often small, at an end, or equal to one before.
type stimulus struct {
	*rand.Rand
	recent []*big.Int
}

func (s *stimulus) pin(p sim.Pin, cycle int) *big.Int {
	switch {
	case p.Name == "rst":
		return truth(cycle < prologue || s.IntN(16) == 0)
	case p.Name == "show":
		return truth(cycle >= prologue)
	case p.Name == "fill" && cycle < prologue:
		return big.NewInt(int64(cycle % (1 << p.Width)))
	}
	v := s.value(p.Width)
	s.recent = append(s.recent, v)
	if len(s.recent) > 16 {
		s.recent = s.recent[1:]
	}
	return v.Mod(v, pow2(p.Width))
}

func (s *stimulus) value(w int) *big.Int {
	v := big.NewInt(int64(s.IntN(8)))
	switch s.IntN(8) {
	case 0: // small
	case 1: // small and negative, at any width
		v.Sub(pow2(w), v.Add(v, big.NewInt(1)))
	case 2: // one bit
		v = pow2(s.IntN(w))
	case 3: // all ones up to a bit
		v.Sub(pow2(s.IntN(w+1)), big.NewInt(1))
	case 4: // as a pin before
		if len(s.recent) > 0 {
			v = new(big.Int).Set(s.recent[s.IntN(len(s.recent))])
		}
	default:
		for range (w + 63) / 64 {
			v.Lsh(v, 64).Add(v, new(big.Int).SetUint64(s.Uint64()))
		}
	}
	return v
}

// Sees tells which checks an engine makes.
type Sees func(Check) bool

// All is for engines that check what package ir asks for.
func All(Check) bool { return true }

// Assertions is for simulators of emitted text.
func Assertions(c Check) bool { return c.Assertion }

// Nothing is for text without its assertions.
func Nothing(Check) bool { return false }

// Check runs the engine from power-up and gives the first *Difference, or the engine's error.
// The run ends at the first check that fails and that the engine sees.
func (r *Run) Check(e sim.Engine, sees Sees, seed uint64) error {
	if err := e.Reset(seed); err != nil {
		return err
	}
	got := make([]uint64, len(r.out))
	err := e.Run(r.in, got, r.cycles)
	var failure *sim.Failure
	if err != nil && !errors.As(err, &failure) {
		return err
	}
	for c := range r.cycles {
		if d := r.outputs(c, got[c*r.layout.OutWords:]); d != nil {
			return d
		}
		var want []Check
		for _, f := range r.failed[c] {
			if sees(f) {
				want = append(want, f)
			}
		}
		failed := failure != nil && failure.Cycle == c
		switch {
		case !failed && len(want) > 0:
			return &Difference{c, "check", fmt.Sprint(want), "none"}
		case failed && !contains(want, failure):
			return &Difference{c, "check", fmt.Sprint(want), failure.Error()}
		case failed:
			return nil
		}
	}
	return nil
}

// outputs compares one cycle.
func (r *Run) outputs(c int, got []uint64) error {
	for _, p := range r.layout.Outputs {
		want := p.Value(r.out[c*r.layout.OutWords:])
		if v := p.Value(got); v.Cmp(want) != 0 {
			return &Difference{c, p.Name, fmt.Sprintf("%d'h%x", p.Width, want), fmt.Sprintf("%d'h%x", p.Width, v)}
		}
	}
	return nil
}

func contains(list []Check, f *sim.Failure) bool {
	for _, c := range list {
		if c.Path == f.Path && c.Message == f.Message {
			return true
		}
	}
	return false
}

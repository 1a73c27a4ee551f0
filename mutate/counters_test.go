package mutate

import (
	"iter"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
	"github.com/flitwright/flitwright/target"
)

type tallyPorts struct {
	Comes  ir.Signal
	Events ir.Signal `port:"stat_events"` // 32
	None   ir.Signal `port:"stat_none"`   // 16: 0
}

// tallyModel counts events.
type tallyModel struct{ count uint64 }

func (*tallyModel) Inputs() iter.Seq2[string, int]  { return pins("rst", 1, "comes", 1) }
func (*tallyModel) Outputs() iter.Seq2[string, int] { return pins("stat_events", 32, "stat_none", 16) }

func (m *tallyModel) Step(in, out []uint64) {
	out[0], out[1] = m.count, 0
	if m.count += in[1]; in[0] == 1 {
		m.count = 0
	}
}

func (*tallyModel) Events() iter.Seq2[string, uint64] { return func(func(string, uint64) bool) {} }

type tallyStimulus struct {
	random *rand.Rand
	cycle  int
}

func (s *tallyStimulus) Next(_, in []uint64) {
	in[0], in[1] = 0, s.random.Uint64()&1
	if s.cycle%700 == 1 {
		in[0] = 1
	}
	s.cycle++
}

func (*tallyStimulus) Injected() uint64 { return 0 }

func tally(stay bool, registers ...string) *target.Target {
	counter := rtl.Counter
	if stay {
		counter = rtl.SaturatingCounter
	}
	return &target.Target{
		Name: "tally",
		Build: func(target.Values) (*ir.Design, error) {
			return ir.Elaborate(ir.Build("tally", tallyPorts{ir.In(1), ir.Out(32), ir.Out(16)}, func(m *ir.Module, io tallyPorts) {
				io.Events.Set(counter(m, "events", 32, io.Comes))
				io.None.Set(m.Const(16, 0))
			}).Module)
		},
		Golden: func(target.Values) (target.Model, error) { return &tallyModel{}, nil },
		Traffic: []target.Profile{{Name: "any", New: func(_ target.Values, seed uint64) target.Stimulus {
			return &tallyStimulus{random: rand.New(rand.NewPCG(seed, 0))}
		}}},
		Counters: target.Counters{Registers: registers, Stay: stay},
	}
}

// The upper bits of a counter of 32 show when it begins high, and where it ends shows, too.
func TestCounters(t *testing.T) {
	for _, stay := range []bool{false, true} {
		blind := run1(t, Config{Target: tally(stay), Longest: countedCycles})
		require.Positive(t, blind.Survived)
		r := run1(t, Config{Target: tally(stay, "tally.events"), Longest: countedCycles})
		require.Zero(t, r.Survived, r)
		require.Equal(t, blind.Mutants, r.Mutants)
	}
	_, err := Run(t.Context(), Config{Target: tally(false, "tally.other"), Longest: countedCycles})
	require.ErrorContains(t, err, "no counter tally.other in the design")
	wrong := tally(true, "tally.events")
	wrong.Counters.Stay = false
	_, err = Run(t.Context(), Config{Target: wrong, Longest: countedCycles})
	require.ErrorIs(t, err, ErrDiffers)
}

package mutate

import (
	"iter"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/target"
)

type addPorts struct{ A, B, Sum, Carry ir.Signal }

type smallPorts struct {
	A, B ir.Signal // 4 bits
	Sel  ir.Signal // 2 bits
	En   ir.Signal
	Out  ir.Signal // 4 bits
	Word ir.Signal // 4 bits
	Any  ir.Signal
}

// buildSmall makes a design with a place for every operator.
//
//	out   a counter from 5 on that takes in what sel says of a and b where en
//	word  a, as it was written to address sel before, read in the next cycle where en
//	any   en and some bit of a, and a redundant term
func buildSmall(target.Values) (*ir.Design, error) {
	adder := ir.Build("adder", addPorts{ir.In(4), ir.In(4), ir.Out(4), ir.Out(1)}, func(m *ir.Module, io addPorts) {
		both := io.A.ZExt(5).Add(io.B.ZExt(5)).Named("both")
		io.Sum.Set(both.Low(4))
		io.Carry.Set(both.Msb())
	})
	io := smallPorts{ir.In(4), ir.In(4), ir.In(2), ir.In(1), ir.Out(4), ir.Out(4), ir.Out(1)}
	return ir.Elaborate(ir.Build("sampler", io, func(m *ir.Module, io smallPorts) {
		add := ir.Inst(m, "add", adder)
		add.A.Set(io.A)
		add.B.Set(io.B)
		next := m.Wire("next", 4)
		next.Set(add.Sum)
		m.When(add.Carry, func() { next.Set(io.A.Sub(io.B)) })
		count := m.Reg("count", 4, 5)
		m.When(io.En, func() {
			m.Switch(io.Sel).
				CaseC(0, func() { count.Set(next) }).
				CaseC(1, func() { count.Set(ir.Mux(io.A.Lt(io.B), io.A, io.B)) }).
				CaseC(2, func() { count.Set(ir.OneHotMux(io.Sel, io.A, io.B)) }).
				Default(func() { count.Set(ir.Cat(io.B.Low(2), io.A.Slice(3, 2))) })
		})
		io.Out.Set(count)
		mem := m.Mem("mem", 4, 4)
		m.When(io.En, func() { mem.Write(io.Sel, io.A) })
		io.Word.Set(mem.ReadReg("held", io.Sel, io.En).And(count.Xor(io.A)))
		any := io.En.And(io.A.Any())
		redundant := any.And(io.B.Eq(io.A)).Named("redundant")
		io.Any.Set(any.Or(redundant))
		m.Assert(io.B.Parity().Or(io.B.Parity().Not()), "odd or even")
	}).Module)
}

func small(t testing.TB) *ir.Design {
	d, err := buildSmall(nil)
	require.NoError(t, err)
	return d
}

// smallModel is the golden model.
type smallModel struct {
	count, word uint64
	mem         [4]uint64
}

func (*smallModel) Inputs() iter.Seq2[string, int] {
	return pins("rst", 1, "a", 4, "b", 4, "sel", 2, "en", 1)
}

func (*smallModel) Outputs() iter.Seq2[string, int] { return pins("out", 4, "word", 4, "any", 1) }

func pins(list ...any) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for i := 0; i < len(list) && yield(list[i].(string), list[i+1].(int)); i += 2 {
		}
	}
}

func (s *smallModel) Step(in, out []uint64) {
	rst, a, b, sel, en := in[0], in[1], in[2], in[3], in[4]
	out[0], out[1], out[2] = s.count, s.word&(s.count^a), 0
	if a != 0 {
		out[2] = en
	}
	if en == 1 {
		s.word, s.mem[sel] = s.mem[sel], a
		switch sel {
		case 0:
			s.count = a + b
			if a+b > 15 {
				s.count = (a - b) & 15
			}
		case 1:
			s.count = min(a, b)
		case 2:
			s.count = b
		case 3:
			s.count = b&3<<2 | a>>2
		}
	}
	if rst == 1 {
		s.count = 5
	}
}

func (*smallModel) Events() iter.Seq2[string, uint64] { return func(func(string, uint64) bool) {} }

// smallStimulus fills the memory before the reset, so that nothing unknown is read.
type smallStimulus struct {
	rand  *rand.Rand
	cycle uint64
	quiet bool
}

func (s *smallStimulus) Next(_, in []uint64) {
	in[0], in[1], in[2], in[3], in[4] = 0, s.rand.Uint64N(16), s.rand.Uint64N(16), s.rand.Uint64N(4), s.rand.Uint64N(2)
	s.cycle++
	switch {
	case s.cycle <= 8:
		in[3], in[4] = s.cycle%4, 1
	case s.cycle == 9:
		in[0] = 1
	case s.quiet:
		in[4] = 0
	}
}

func (*smallStimulus) Injected() uint64 { return 0 }

// smallScoreboard knows of no messages: the small design has none.
type smallScoreboard struct{}

func (smallScoreboard) Observe(_, _ []uint64) error { return nil }
func (smallScoreboard) Messages() uint64            { return 0 }

func smallTarget(profiles ...string) *target.Target {
	t := &target.Target{
		Name: "small", Build: buildSmall,
		Golden:     func(target.Values) (target.Model, error) { return &smallModel{}, nil },
		Scoreboard: func(target.Values) target.Scoreboard { return smallScoreboard{} },
	}
	for _, name := range profiles {
		t.Traffic = append(t.Traffic, target.Profile{Name: name, New: func(_ target.Values, seed uint64) target.Stimulus {
			return &smallStimulus{rand: rand.New(rand.NewPCG(seed, 0)), quiet: name == "quiet"}
		}})
	}
	return t
}

package tb

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/target"
)

// stagePorts is one direction through the test router, a token register stage of two ports
// that do not meet: a flit that comes without a token is dropped and pulses err.
type stagePorts struct {
	In, Out [2]struct{ Data, Valid, Token ir.Signal }
	Err     ir.Signal
}

// stage is a target small enough to be read at a glance.
func stage() *target.Target {
	return &target.Target{
		Name:   "stage",
		Help:   "token register stage",
		Params: []target.Param{{Name: "width", Help: "bits of a flit", Range: target.Fixed(1, 100, 1, 8)}},
		Build:  buildStage,
		Golden: func(v target.Values) (target.Model, error) { return &stageModel{width: int(v["width"])}, nil },
		Traffic: []target.Profile{
			{Name: "random", New: func(v target.Values, seed uint64) target.Stimulus {
				return &stageStimulus{width: int(v["width"]), rand: rand.New(rand.NewPCG(seed, 0)), stray: 20}
			}},
			{Name: "clean", New: func(v target.Values, seed uint64) target.Stimulus {
				return &stageStimulus{width: int(v["width"]), rand: rand.New(rand.NewPCG(seed, 0))}
			}},
			{Name: "no-reset", New: func(target.Values, uint64) target.Stimulus { return idle{} }},
		},
		Scoreboard: func(target.Values) target.Scoreboard { return &stageScoreboard{} },
	}
}

func buildStage(v target.Values) (*ir.Design, error) {
	var io stagePorts
	w := int(v["width"])
	for p := range 2 {
		io.In[p].Data, io.In[p].Valid, io.In[p].Token = ir.In(w), ir.In(1), ir.Out(1)
		io.Out[p].Data, io.Out[p].Valid, io.Out[p].Token = ir.Out(w), ir.Out(1), ir.In(1)
	}
	io.Err = ir.Out(2)
	return ir.Elaborate(ir.Build("stage", io, func(m *ir.Module, io stagePorts) {
		var errs []ir.Signal
		for p := range 2 {
			in, out := io.In[p], io.Out[p]
			m.Scope(fmt.Sprint("port_", p), func() {
				full, data := m.Reg("full", 1, 0), m.RegNoReset("data", w)
				raised, live := m.Reg("raised", 1, 0), m.Reg("live", 1, 0)
				valid, flit, stray := m.Reg("valid", 1, 0), m.Reg("flit", w, 0), m.Reg("stray", 1, 0)
				token := ir.And(live, full.Not(), raised.Not()).Named("token")
				comes := in.Valid.And(raised).Named("comes")
				leaves := full.And(out.Token).Named("leaves")
				live.Set(m.Const(1, 1))
				raised.Set(token)
				m.When(comes, func() { full.Set(m.Const(1, 1)); data.Set(in.Data) }).
					ElseWhen(leaves, func() { full.Set(m.Const(1, 0)) })
				m.Assert(comes.And(full).Not(), "a flit comes on top of another")
				valid.Set(leaves)
				flit.Set(ir.Mux(leaves, data, m.Const(w, 0)))
				stray.Set(in.Valid.AndNot(raised))
				in.Token.Set(token)
				out.Valid.Set(valid)
				out.Data.Set(flit)
				errs = append(errs, stray)
			})
		}
		io.Err.Set(ir.CatList(errs...))
	}).Module)
}

// stageModel is the golden model, for flits of any width in words.
type stageModel struct {
	width int
	ports [2]struct {
		full, raised, live, valid, stray bool
		data, flit                       []uint64
	}
	events [5]uint64
}

func (m *stageModel) words() int { return (m.width + 63) / 64 }

func (m *stageModel) Inputs() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		_ = yield("rst", 1) &&
			yield("in_0_data", m.width) && yield("in_0_valid", 1) && yield("in_1_data", m.width) && yield("in_1_valid", 1) &&
			yield("out_0_token", 1) && yield("out_1_token", 1)
	}
}

func (m *stageModel) Outputs() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		_ = yield("in_0_token", 1) && yield("in_1_token", 1) &&
			yield("out_0_data", m.width) && yield("out_0_valid", 1) && yield("out_1_data", m.width) && yield("out_1_valid", 1) &&
			yield("err", 2)
	}
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func (m *stageModel) Step(in, out []uint64) {
	clear(out)
	n := m.words()
	for p := range m.ports {
		s := &m.ports[p]
		token := s.live && !s.full && !s.raised
		out[p] = bit(token)
		copy(out[2+p*(n+1):][:n], s.flit)
		out[2+p*(n+1)+n] = bit(s.valid)
		out[len(out)-1] |= bit(s.stray) << p

		data, valid, take := in[1+p*(n+1):][:n], in[1+p*(n+1)+n] == 1, in[1+2*(n+1)+p] == 1
		leaves := s.full && take
		s.valid, s.flit = leaves, make([]uint64, n)
		if leaves {
			copy(s.flit, s.data)
			s.full = false
			m.events[p]++
		}
		if s.stray = valid && !s.raised; s.stray {
			m.events[2+p]++
		} else if valid {
			s.full, s.data = true, append([]uint64(nil), data...)
		}
		s.raised, s.live = token, true
		if in[0] == 1 {
			s.full, s.raised, s.live, s.valid, s.stray = false, false, false, false, false
			s.flit = make([]uint64, n)
		}
	}
}

func (m *stageModel) Events() iter.Seq2[string, uint64] {
	return func(yield func(string, uint64) bool) {
		for i, name := range []string{"flit[0]", "flit[1]", "stray[0]", "stray[1]", "never"} {
			if !yield(name, m.events[i]) {
				return
			}
		}
	}
}

// stageStimulus uses most tokens and now and then, once in stray cycles, has none.
type stageStimulus struct {
	width    int
	rand     *rand.Rand
	stray    int
	cycle    int
	injected uint64
}

func (s *stageStimulus) Next(prev, in []uint64) {
	clear(in)
	n := (s.width + 63) / 64
	in[0] = bit(s.cycle < 3 || s.cycle == 500)
	s.cycle++
	for p := range 2 {
		in[1+2*(n+1)+p] = bit(s.rand.IntN(4) > 0)
		valid := prev[p] == 1 && s.rand.IntN(4) > 0 && in[0] == 0
		if !valid && s.stray > 0 && in[0] == 0 && prev[p] == 0 && s.rand.IntN(s.stray) == 0 {
			valid = true
			s.injected++
		}
		if !valid {
			continue
		}
		in[1+p*(n+1)+n] = 1
		for i := range n {
			in[1+p*(n+1)+i] = s.rand.Uint64() >> (64 - min(64, s.width-64*i))
		}
	}
}

func (s *stageStimulus) Injected() uint64 { return s.injected }

type idle struct{}

func (idle) Next(_, in []uint64) { clear(in) }
func (idle) Injected() uint64    { return 0 }

// stageScoreboard expects what was sent with a token to leave in order.
type stageScoreboard struct {
	sent     [2][]string
	token    [2]bool
	messages uint64
}

func (s *stageScoreboard) Observe(in, out []uint64) error {
	n := (len(in) - 5) / 2
	for p := range 2 {
		at := p * (n + 1)
		flit := strings.Trim(fmt.Sprintf("%x", out[2+at:][:n]), "[]")
		if out[2+at+n] == 1 {
			if len(s.sent[p]) == 0 {
				return fmt.Errorf("port %d: flit %s was never sent", p, flit)
			}
			if s.sent[p][0] != flit {
				return fmt.Errorf("port %d: flit %s left, %s was sent", p, flit, s.sent[p][0])
			}
			s.sent[p] = s.sent[p][1:]
		}
		if in[1+at+n] == 1 && s.token[p] {
			s.sent[p] = append(s.sent[p], strings.Trim(fmt.Sprintf("%x", in[1+at:][:n]), "[]"))
			s.messages++
		}
		s.token[p] = out[p] == 1
		if in[0] == 1 {
			s.sent[p], s.token[p] = nil, false
		}
	}
	return nil
}

func (s *stageScoreboard) Messages() uint64 { return s.messages }

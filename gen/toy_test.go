package main

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/target"
)

// toy is a target of two ports that delays flits by a cycle. Its parameter bug puts a fault into
// the design: 1 changes a flit, 2 fails an assertion, 3 cannot be built.
func toy() target.Target {
	return target.Target{
		Name: "toy",
		Help: "two wires with a register",
		Params: []target.Param{
			{Name: "width", Help: "bits of a flit", Range: target.Fixed(2, 64, 2, 8)},
			{Name: "high", Help: "flits from which bug strikes, at most 2^width-1", Hex: true, Range: func(v target.Values) target.Range {
				last := ^uint64(0) >> (64 - v["width"])
				return target.Range{Min: 0, Max: last, Multiple: 1, Default: last}
			}},
			{Name: "bug", Help: "fault of the design", Range: target.Fixed(0, 3, 1, 0)},
		},
		Build:  buildToy,
		Golden: func(v target.Values) (target.Model, error) { return &toyModel{width: int(v["width"])}, nil },
		Traffic: []target.Profile{
			{Name: "random", Help: "flits in half of all cycles", New: func(v target.Values, seed uint64) target.Stimulus {
				return &toyStimulus{rand: rand.New(rand.NewPCG(seed, 0)), width: int(v["width"]), of: 2}
			}},
			{Name: "sparse", Help: "a flit now and then", New: func(v target.Values, seed uint64) target.Stimulus {
				return &toyStimulus{rand: rand.New(rand.NewPCG(seed, 0)), width: int(v["width"]), of: 50}
			}},
		},
		Scoreboard: func(target.Values) target.Scoreboard { return &toyScoreboard{} },
		SelfTest:   toySelfTest,
	}
}

type toyLink struct{ Flit, Valid ir.Signal }

type toyPorts struct{ In, Out [2]toyLink }

func buildToy(v target.Values) (*ir.Design, error) {
	if v["bug"] == 3 {
		return nil, errors.New("toy: bug=3 does not go with anything")
	}
	w := int(v["width"])
	var io toyPorts
	for p := range 2 {
		io.In[p] = toyLink{ir.In(w), ir.In(1)}
		io.Out[p] = toyLink{ir.Out(w), ir.Out(1)}
	}
	delay := ir.Build(fmt.Sprintf("toy_delay_w%d", w), struct{ In, Out toyLink }{io.In[0], io.Out[0]}, func(m *ir.Module, io struct{ In, Out toyLink }) {
		m.SetDoc("One flit, one cycle.")
		flit, valid := m.Reg("flit", w, 0), m.Reg("valid", 1, 0)
		flit.Set(ir.Mux(io.In.Valid, io.In.Flit, io.In.Flit.C(0)))
		valid.Set(io.In.Valid)
		io.Out.Valid.Set(valid)
		out := flit
		high := flit.GeC(v["high"]).And(valid)
		switch v["bug"] {
		case 1:
			out = ir.Mux(high, flit.Not(), flit)
		case 2:
			m.Assert(high.Not(), "a flit is too high")
		}
		io.Out.Flit.Set(out)
	})
	return ir.Elaborate(ir.Build("toy", io, func(m *ir.Module, io toyPorts) {
		for p := range 2 {
			d := ir.Inst(m, fmt.Sprint("delay_", p), delay)
			d.In.Flit.Set(io.In[p].Flit)
			d.In.Valid.Set(io.In[p].Valid)
			io.Out[p].Flit.Set(d.Out.Flit)
			io.Out[p].Valid.Set(d.Out.Valid)
		}
	}).Module)
}

type toyModel struct {
	width int
	held  [4]uint64
	seen  [3]uint64
}

func (m *toyModel) Inputs() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) { _ = yield("rst", 1) && m.links("in", yield) }
}

func (m *toyModel) Outputs() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) { m.links("out", yield) }
}

func (m *toyModel) links(dir string, yield func(string, int) bool) bool {
	return yield(dir+"_0_flit", m.width) && yield(dir+"_0_valid", 1) && yield(dir+"_1_flit", m.width) && yield(dir+"_1_valid", 1)
}

func (m *toyModel) Step(in, out []uint64) {
	copy(out, m.held[:])
	m.held = [4]uint64{}
	for p := range 2 {
		if in[2+2*p] == 1 && in[0] == 0 {
			m.held[2*p], m.held[2*p+1] = in[1+2*p], 1
			m.seen[p]++
		}
	}
}

func (m *toyModel) Events() iter.Seq2[string, uint64] {
	return func(yield func(string, uint64) bool) {
		_ = yield("flit[0]", m.seen[0]) && yield("flit[1]", m.seen[1]) && yield("never", 0)
	}
}

type toyStimulus struct {
	rand      *rand.Rand
	width, of int
	cycle     int
}

func (s *toyStimulus) Next(_, in []uint64) {
	clear(in)
	if s.cycle++; s.cycle < 3 {
		in[0] = 1
		return
	}
	for p := range 2 {
		if s.rand.IntN(s.of) == 0 {
			in[1+2*p], in[2+2*p] = s.rand.Uint64()>>(64-s.width), 1
		}
	}
}

func (s *toyStimulus) Injected() uint64 { return 0 }

type toyScoreboard struct{ flits uint64 }

func (s *toyScoreboard) Observe(in, _ []uint64) error {
	s.flits += in[2] + in[4]
	return nil
}

func (s *toyScoreboard) Messages() uint64 { return s.flits }

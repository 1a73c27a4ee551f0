package tb

import (
	"context"
	"iter"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/target"
)

// sum is a target without state: no clock, no rst, compared from the first cycle on.
func sum() *target.Target {
	return &target.Target{
		Name: "sum",
		Build: func(target.Values) (*ir.Design, error) {
			type ports struct{ A, B, Sum ir.Signal }
			return ir.Elaborate(ir.Build("sum", ports{ir.In(4), ir.In(4), ir.Out(5)}, func(m *ir.Module, io ports) {
				io.Sum.Set(io.A.ZExt(5).Add(io.B.ZExt(5)))
			}).Module)
		},
		Golden:     func(target.Values) (target.Model, error) { return adder{}, nil },
		Traffic:    []target.Profile{{Name: "all", New: func(target.Values, uint64) target.Stimulus { return new(counter) }}},
		Scoreboard: func(target.Values) target.Scoreboard { return &refuses{after: 1000} },
	}
}

type adder struct{}

func (adder) Inputs() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) { _ = yield("a", 4) && yield("b", 4) }
}
func (adder) Outputs() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) { yield("sum", 5) }
}
func (adder) Step(in, out []uint64)             { out[0] = in[0] + in[1] }
func (adder) Events() iter.Seq2[string, uint64] { return func(func(string, uint64) bool) {} }

// A counter goes through all inputs.
type counter uint64

func (c *counter) Next(_, in []uint64) {
	in[0], in[1] = uint64(*c)%16, uint64(*c)/16%16
	*c++
}
func (*counter) Injected() uint64 { return 0 }

func TestCombinational(t *testing.T) {
	c := Config{Target: sum(), Engine: Interp(), Cycles: 256}
	report, err := Check(context.Background(), c)
	require.NoError(t, err)
	require.Equal(t, 256, report.Cycles)

	c.Engine = faulty(c.Target, nil, fault{cycle: -1}) // it inverts the first cycle
	m := wrong(t, c)
	require.Equal(t, 0, m.Cycle)
	require.Equal(t, "sum", m.Port)
	require.Contains(t, m.Wave, "sum golden")
	require.Contains(t, m.Wave, "\na ")
}

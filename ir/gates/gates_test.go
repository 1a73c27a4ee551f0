package gates_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/gates"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/stretchr/testify/require"
)

type opPorts struct {
	A, B, C, S ir.Signal
	Out        []ir.Signal
}

// ops has one output for each operator.
func ops() *ir.Module {
	io := opPorts{A: ir.In(5), B: ir.In(5), C: ir.In(5), S: ir.In(2)}
	for _, w := range []int{5, 5, 5, 5, 5, 5, 5, 1, 1, 1, 5, 5, 5, 5, 5, 12, 3, 1, 1, 1} {
		io.Out = append(io.Out, ir.Out(w))
	}
	return ir.Build("ops", io, func(m *ir.Module, io opPorts) {
		a, b, c, s := io.A, io.B, io.C, io.S
		for i, x := range []ir.Signal{
			a.Not(), ir.And(a, b, c), ir.Or(a, b, c), ir.Xor(a, b, c), a.Add(b), a.Sub(b), a.Mul(b),
			a.Eq(b), a.Lt(b), a.LtS(b), a.Shl(c), a.Shr(c), a.Sra(c), ir.Mux(s.Bit(0), a, b), ir.OneHotMux(s, a, b),
			ir.Cat(a, b, s), a.Slice(3, 1), a.All(), a.Any(), a.Parity(),
		} {
			io.Out[i].Set(x)
		}
	}).Module
}

// Every operator gives what the interpreter gives, for all inputs.
func TestOperators(t *testing.T) {
	d, err := ir.Elaborate(ops())
	require.NoError(t, err)
	l, err := gates.New(d, "ops")
	require.NoError(t, err)
	engine, err := sim.NewInterp(d)
	require.NoError(t, err)
	bench := sim.NewBench(engine)
	e := l.Evaluator()
	s := gates.NewSpace()
	in := make([]gates.Diagram, l.Inputs())
	for i := range in {
		in[i] = s.Variable(i)
	}
	symbolic := l.Symbolic(s, in)
	for first := uint64(0); first < 1<<l.Inputs(); first += 64 {
		for lane := range 64 {
			v := first + uint64(lane)
			for i := range l.Inputs() {
				e.SetLane(gates.Port{First: i, Width: 1}, lane, v>>i&1)
			}
		}
		e.Eval()
		lane := int(first / 64 % 64) // one of each batch
		v := first + uint64(lane)
		at := 0
		for _, p := range d.Top.Ports {
			if p.Dir == ir.Input {
				bench.Set(p.Name, v>>at&(1<<p.Width-1))
				at += p.Width
			}
		}
		bench.Step()
		for _, p := range d.Top.Ports {
			if p.Dir != ir.Output {
				continue
			}
			port, err := l.Output(p.Name, p.Width)
			require.NoError(t, err)
			require.Equal(t, bench.Get(p.Name), e.Lane(port, lane), "%s of %x", p.Name, v)
			for i := range p.Width {
				f := symbolic[port.First+i]
				for k := range l.Inputs() {
					f = s.At(f, int32(k), v>>k&1)
				}
				require.Equal(t, gates.Diagram(bench.Get(p.Name)>>i&1), f, "%s of %x", p.Name, v)
			}
		}
	}
	require.NoError(t, bench.Err())
}

func TestTranspose(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var words [16]uint64
	for i := range words {
		words[i] = rng.Uint64()
	}
	var lanes [64]uint16
	gates.Transpose(&words, &lanes)
	for lane, x := range lanes {
		for i, w := range words {
			require.Equal(t, w>>lane&1, uint64(x>>i&1), "word %d, lane %d", i, lane)
		}
	}
}

func TestExample(t *testing.T) {
	s := gates.NewSpace()
	a, b := s.Variable(3), s.Variable(1)
	f := s.And(a, s.Not(b))
	require.Equal(t, map[int]uint64{1: 0, 3: 1}, s.Example(f))
	require.Nil(t, s.Example(s.And(f, b)))
	require.Equal(t, s.Or(s.Not(a), b), s.Not(f))
}

type counterPorts struct{ Step, Next ir.Signal }

// State is an input.
func TestState(t *testing.T) {
	d, err := ir.Elaborate(ir.Build("counter", counterPorts{ir.In(4), ir.Out(4)}, func(m *ir.Module, io counterPorts) {
		r := m.Reg("count", 4, 0)
		r.Set(r.Add(io.Step))
		io.Next.Set(r.Add(io.Step))
	}).Module)
	require.NoError(t, err)
	l, err := gates.New(d, "counter")
	require.NoError(t, err)
	require.Equal(t, []string{"step"}, l.Names())
	_, err = l.Input("count", 4)
	require.EqualError(t, err, "module counter has no input count")
	_, err = l.Input("step", 5)
	require.EqualError(t, err, "module counter: input step has 4 bits, not 5")
	step, err := l.Input("step", 4)
	require.NoError(t, err)
	next, err := l.Output("next", 4)
	require.NoError(t, err)
	e := l.Evaluator()
	e.Set(step, 5)
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range e.In[5:] { // rst, step, count or rst, count, step: both are looked at
		e.In[5+i] = rng.Uint64()
	}
	e.Eval()
	seen := map[uint64]bool{}
	for lane := range 64 {
		seen[e.Lane(next, lane)] = true
	}
	require.Greater(t, len(seen), 10, "%v", seen)
	_, err = gates.New(d, "counters")
	require.EqualError(t, err, "counter has no module counters")
}

func Example() {
	d, err := ir.Elaborate(ops())
	if err != nil {
		panic(err)
	}
	l, err := gates.New(d, "ops")
	if err != nil {
		panic(err)
	}
	a, _ := l.Input("a", 5)
	all, _ := l.Output("out_17", 1)
	e := l.Evaluator()
	for lane := range 64 {
		e.SetLane(a, lane, uint64(lane))
	}
	e.Eval()
	fmt.Printf("%064b\n", e.Out[all.First])
	// Output:
	// 1000000000000000000000000000000010000000000000000000000000000000
}

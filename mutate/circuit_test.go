package mutate

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/sim/flat"
)

type opsPorts struct {
	A, B, C  ir.Signal
	N        ir.Signal
	Out      ir.Signal
	Flags    ir.Signal
	Selected ir.Signal
}

// A circuit gives for random inputs what the interpreter gives, through every operator.
func TestCircuit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, w := range []int{1, 2, 3, 7, 12} {
		io := opsPorts{ir.In(w), ir.In(w), ir.In(w), ir.In(5), ir.Out(7 * w), ir.Out(8), ir.Out(w)}
		d, err := ir.Elaborate(ir.Build("ops", io, func(m *ir.Module, io opsPorts) {
			a, b, c := io.A, io.B, io.C
			io.Out.Set(ir.Cat(a.Add(b), a.Sub(b), a.Mul(b), a.Shl(io.N), a.Shr(io.N), a.Sra(io.N), ir.Xor(a, b.Not(), ir.And(b, c), ir.Or(a, c))))
			io.Flags.Set(ir.Cat(a.Eq(b), a.Lt(b), a.LtS(b), a.All(), a.Any(), a.Parity(), a.Bit(w-1), b.Le(c)))
			io.Selected.Set(ir.Mux(io.N.Bit(0), ir.OneHotMux(io.N.Slice(3, 1), a, b, c), c))
		}).Module)
		require.NoError(t, err)
		n, err := flat.Flatten(d)
		require.NoError(t, err)
		engine, err := sim.NewInterp(d)
		require.NoError(t, err)
		layout := engine.Layout()
		for range 40 {
			in, out := make([]uint64, layout.InWords), make([]uint64, layout.OutWords)
			s, of, _ := newSteps(n, n, nil)
			for i, pin := range layout.Inputs {
				in[pin.Word] = rng.Uint64N(1 << pin.Width)
				s.words[of[n.Inputs[i]]] = s.pure(&flat.Node{Op: ir.OpConst, Width: pin.Width, Value: new(big.Int).SetUint64(in[pin.Word])}, nil)
			}
			require.NoError(t, engine.Run(in, out, 1))
			for i, pin := range layout.Outputs {
				for bit, got := range s.word(of[n.Outputs[i]]) {
					want := -one
					if out[pin.Word+bit/64]>>(bit%64)&1 == 1 {
						want = one
					}
					require.Equal(t, want, got, "width %d: %s[%d] of %x", w, pin.Name, bit, in)
				}
			}
		}
		engine.Close()
	}
}

// Inputs are found where there are any, and are such.
func TestSolve(t *testing.T) {
	c := newCircuit()
	a, b := c.inputs(9), c.inputs(9)
	forth, back := c.sum(a, b, -one), c.sum(b, a, -one)
	require.Nil(t, c.solve(-c.equal(forth, back)))
	require.NotNil(t, c.solve(c.equal(forth, back)))
	require.Nil(t, c.solve(c.and(c.less(a, b), c.less(b, a))))
	is := c.solve(-c.equal(forth[:9], a))
	require.NotNil(t, is)
	require.Equal(t, (number(a, is)+number(b, is))%(1<<9), number(forth[:9], is))
	require.NotZero(t, number(b, is))
}

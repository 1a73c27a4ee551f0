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
			k := &classes{index: map[string]int{}}
			of := k.number(n)
			s := &steps{circuit: newCircuit(), classes: k, words: make([]word, len(k.list)), reads: map[int][]readWord{}}
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

// Inputs are found where there are any.
func TestPossible(t *testing.T) {
	c := newCircuit()
	a, b := c.inputs(9), c.inputs(9)
	forth, back := c.sum(a, b, -one), c.sum(b, a, -one)
	require.False(t, c.possible(-c.equal(forth, back)))
	require.True(t, c.possible(c.equal(forth, back)))
	require.True(t, c.possible(-c.equal(forth[:9], a)))
	require.False(t, c.possible(c.and(c.less(a, b), c.less(b, a))))
}

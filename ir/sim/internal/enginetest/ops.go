package enginetest

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
)

var testWidths = []int{1, 2, 31, 32, 33, 63, 64, 65, 70, 127, 128, 129, 512}

// NewRand is seeded from the clock; the seed is printed when the test fails.
func NewRand(t testing.TB) *rand.Rand {
	seed := uint64(time.Now().UnixNano())
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("seed %d", seed)
		}
	})
	return rand.New(rand.NewPCG(seed, 0))
}

// randomBits is a random value, often of few ones, few zeros, or all equal.
func randomBits(r *rand.Rand, width int) *big.Int {
	v := new(big.Int)
	kind := r.IntN(6)
	for i := range width {
		var bit bool
		switch kind {
		case 0: // zero
		case 1:
			bit = true
		case 2:
			bit = r.IntN(width) == 0
		case 3:
			bit = r.IntN(width) != 0
		default:
			bit = r.IntN(2) == 0
		}
		if bit {
			v.SetBit(v, i, 1)
		}
	}
	return v
}

type wires []ir.Signal

type anyPorts struct{ In, Out wires }

// An operation is built over inputs of the given widths.
type operation struct {
	name  string
	in    []int
	build func(x []ir.Signal) ir.Signal
	want  func(x []*big.Int) *big.Int // modulo 2^width of the result
}

func pow2(w int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(w)) }

// twos is x in two's complement of w bits.
func twos(x *big.Int, w int) *big.Int {
	if x.Cmp(pow2(w-1)) < 0 {
		return x
	}
	return new(big.Int).Sub(x, pow2(w))
}

func number(b bool) *big.Int {
	if b {
		return big.NewInt(1)
	}
	return new(big.Int)
}

func operations(r *rand.Rand, w int) []operation {
	hi := r.IntN(w)
	lo := r.IntN(hi + 1)
	other := testWidths[r.IntN(len(testWidths))]
	amounts := []int{1, 3, 7, 10, 64, 65, 130}
	aw := amounts[r.IntN(len(amounts))]
	n := 1 + r.IntN(70)
	mux := make([]int, n+1)
	mux[0] = n
	for i := range n {
		mux[i+1] = w
	}
	same := func(n int) []int {
		list := make([]int, n)
		for i := range list {
			list[i] = w
		}
		return list
	}
	fold := func(x []*big.Int, f func(z, x, y *big.Int) *big.Int) *big.Int {
		z := new(big.Int).Set(x[0])
		for _, y := range x[1:] {
			f(z, z, y)
		}
		return z
	}
	shift := func(x []*big.Int, f func(z *big.Int, x *big.Int, n uint) *big.Int, a *big.Int) *big.Int {
		by := uint(w)
		if x[1].Cmp(big.NewInt(int64(w))) < 0 {
			by = uint(x[1].Int64())
		}
		return f(new(big.Int), a, by)
	}
	return []operation{
		{"not", same(1), func(x []ir.Signal) ir.Signal { return x[0].Not() },
			func(x []*big.Int) *big.Int { return new(big.Int).Not(x[0]) }},
		{"and", same(2 + r.IntN(3)), func(x []ir.Signal) ir.Signal { return ir.And(x...) },
			func(x []*big.Int) *big.Int { return fold(x, (*big.Int).And) }},
		{"or", same(2 + r.IntN(3)), func(x []ir.Signal) ir.Signal { return ir.Or(x...) },
			func(x []*big.Int) *big.Int { return fold(x, (*big.Int).Or) }},
		{"xor", same(2 + r.IntN(3)), func(x []ir.Signal) ir.Signal { return ir.Xor(x...) },
			func(x []*big.Int) *big.Int { return fold(x, (*big.Int).Xor) }},
		{"add", same(2), func(x []ir.Signal) ir.Signal { return x[0].Add(x[1]) },
			func(x []*big.Int) *big.Int { return fold(x, (*big.Int).Add) }},
		{"sub", same(2), func(x []ir.Signal) ir.Signal { return x[0].Sub(x[1]) },
			func(x []*big.Int) *big.Int { return fold(x, (*big.Int).Sub) }},
		{"mul", same(2), func(x []ir.Signal) ir.Signal { return x[0].Mul(x[1]) },
			func(x []*big.Int) *big.Int { return fold(x, (*big.Int).Mul) }},
		{"eq", same(2), func(x []ir.Signal) ir.Signal { return x[0].Eq(x[1]) },
			func(x []*big.Int) *big.Int { return number(x[0].Cmp(x[1]) == 0) }},
		{"lt", same(2), func(x []ir.Signal) ir.Signal { return x[0].Lt(x[1]) },
			func(x []*big.Int) *big.Int { return number(x[0].Cmp(x[1]) < 0) }},
		{"lts", same(2), func(x []ir.Signal) ir.Signal { return x[0].LtS(x[1]) },
			func(x []*big.Int) *big.Int { return number(twos(x[0], w).Cmp(twos(x[1], w)) < 0) }},
		{"shl", []int{w, aw}, func(x []ir.Signal) ir.Signal { return x[0].Shl(x[1]) },
			func(x []*big.Int) *big.Int { return shift(x, (*big.Int).Lsh, x[0]) }},
		{"shr", []int{w, aw}, func(x []ir.Signal) ir.Signal { return x[0].Shr(x[1]) },
			func(x []*big.Int) *big.Int { return shift(x, (*big.Int).Rsh, x[0]) }},
		{"sra", []int{w, aw}, func(x []ir.Signal) ir.Signal { return x[0].Sra(x[1]) },
			func(x []*big.Int) *big.Int { return shift(x, (*big.Int).Rsh, twos(x[0], w)) }},
		{"mux", []int{1, w, w}, func(x []ir.Signal) ir.Signal { return ir.Mux(x[0], x[1], x[2]) },
			func(x []*big.Int) *big.Int { return x[2-x[0].Int64()] }},
		{"onehotmux", mux, func(x []ir.Signal) ir.Signal { return ir.OneHotMux(x[0], x[1:]...) },
			func(x []*big.Int) *big.Int {
				z := new(big.Int)
				for i, y := range x[1:] {
					if x[0].Bit(i) == 1 {
						z.Or(z, y)
					}
				}
				return z
			}},
		{"cat", []int{w, other, w}, func(x []ir.Signal) ir.Signal { return ir.Cat(x...) },
			func(x []*big.Int) *big.Int {
				z := new(big.Int).Mul(x[0], pow2(other))
				z.Add(z, x[1])
				return z.Add(z.Mul(z, pow2(w)), x[2])
			}},
		{fmt.Sprintf("slice[%d:%d]", hi, lo), same(1), func(x []ir.Signal) ir.Signal { return x[0].Slice(hi, lo) },
			func(x []*big.Int) *big.Int { return new(big.Int).Div(x[0], pow2(lo)) }},
		{"zext", same(1), func(x []ir.Signal) ir.Signal { return x[0].ZExt(w + other) },
			func(x []*big.Int) *big.Int { return x[0] }},
		{"sext", same(1), func(x []ir.Signal) ir.Signal { return x[0].SExt(w + other) },
			func(x []*big.Int) *big.Int { return twos(x[0], w) }},
		{"all", same(1), func(x []ir.Signal) ir.Signal { return x[0].All() },
			func(x []*big.Int) *big.Int { return number(new(big.Int).Add(x[0], big.NewInt(1)).Cmp(pow2(w)) == 0) }},
		{"any", same(1), func(x []ir.Signal) ir.Signal { return x[0].Any() },
			func(x []*big.Int) *big.Int { return number(x[0].Sign() > 0) }},
		{"parity", same(1), func(x []ir.Signal) ir.Signal { return x[0].Parity() },
			func(x []*big.Int) *big.Int {
				n := int64(0)
				for i := range w {
					n += int64(x[0].Bit(i))
				}
				return big.NewInt(n % 2)
			}},
	}
}

// widthOf builds an operation aside to learn the width of its result.
func (o operation) width() (width int) {
	io := anyPorts{}
	for _, w := range o.in {
		io.In = append(io.In, ir.In(w))
	}
	ir.Build("width", io, func(m *ir.Module, io anyPorts) { width = o.build(io.In).Width() })
	return width
}

// operators compares every operator at every width with arithmetic on big integers, with
// operands that are pins and with operands that are constants.
func (open Open) operators(t *testing.T) {
	r := NewRand(t)
	for _, w := range testWidths {
		for _, op := range operations(r, w) {
			t.Run(fmt.Sprintf("%s/%d", op.name, w), func(t *testing.T) {
				width := op.width()
				const samples = 20
				fixed := make([]*big.Int, len(op.in))
				io := anyPorts{Out: wires{ir.Out(width), ir.Out(width)}}
				for i, w := range op.in {
					io.In = append(io.In, ir.In(w))
					fixed[i] = randomBits(r, w)
				}
				c := ir.Build("op", io, func(m *ir.Module, io anyPorts) {
					io.Out[0].Set(op.build(io.In))
					constants := make([]ir.Signal, len(fixed))
					for i, v := range fixed {
						constants[i] = m.ConstBig(op.in[i], v)
					}
					io.Out[1].Set(op.build(constants))
				})
				b := sim.NewBench(open.engine(t, c.Module))
				modulus := pow2(width)
				for range samples {
					x := make([]*big.Int, len(op.in))
					for i, w := range op.in {
						x[i] = randomBits(r, w)
						b.SetBig(fmt.Sprintf("in_%d", i), x[i])
					}
					b.Step()
					require.NoError(t, b.Err())
					want := new(big.Int).Mod(op.want(x), modulus)
					require.Zero(t, want.Cmp(b.GetBig("out_0")), "%v: want %v, got %v", x, want, b.GetBig("out_0"))
				}
				want := new(big.Int).Mod(op.want(fixed), modulus)
				require.Zero(t, want.Cmp(b.GetBig("out_1")), "constants %v: want %v, got %v", fixed, want, b.GetBig("out_1"))
			})
		}
	}
}

//go:build tools

package rtl_test

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
	"github.com/flitwright/flitwright/tb"
)

// A function is logic of two signals, in a module of its name, and what it is by definition.
type function struct {
	name   string
	xw, yw int
	is     func(x, y ir.Signal) ir.Signal
	want   func(x, y ir.Signal) ir.Signal
	given  func(x ir.Signal) ir.Signal // where it is; nil is everywhere
}

func (f function) component() ir.Component[gatePorts] {
	width := 0 // that of the result
	ir.Build("probe", wordPorts{ir.In(f.xw), ir.In(f.yw)}, func(m *ir.Module, io wordPorts) { width = f.is(io.X, io.Y).Width() })
	return ir.Build(f.name, gatePorts{ir.In(f.xw), ir.In(f.yw), ir.Out(width)}, func(m *ir.Module, io gatePorts) {
		m.Unused(io.X, io.Y)
		io.Out.Set(f.is(io.X, io.Y))
	})
}

type wordPorts struct{ X, Y ir.Signal }

// same states that functions are what they are by definition, for all words.
func same(name string, functions ...function) *ir.Module {
	xw, yw := 1, 1
	for _, f := range functions {
		xw, yw = max(xw, f.xw), max(yw, f.yw)
	}
	return ir.Build(name, wordPorts{ir.In(xw), ir.In(yw)}, func(m *ir.Module, io wordPorts) {
		m.Unused(io.X, io.Y)
		for _, f := range functions {
			g := ir.Inst(m, f.name+"_part", f.component())
			x, y := io.X.Low(f.xw), io.Y.Low(f.yw)
			g.X.Set(x)
			g.Y.Set(y)
			right := g.Out.Eq(f.want(x, y))
			if f.given != nil {
				right = implies(f.given(x), right)
			}
			m.Assert(right, f.name+" is not what it is by definition")
		}
	}).Module
}

// number is a constant in the module of a signal.
func number(x ir.Signal, width int, value uint64) ir.Signal {
	return x.Node().Mod.Const(width, value)
}

func decodeOf(w, n int) function {
	return function{
		name: fmt.Sprintf("decode_%d_%d", w, n), xw: w, yw: 1,
		is:   func(x, _ ir.Signal) ir.Signal { return rtl.Decode(x, n) },
		want: func(x, _ ir.Signal) ir.Signal { return number(x, n, 1).Shl(x) },
	}
}

func encodeOf(n int) function {
	w := max(1, ir.Bits(n-1))
	return function{
		name: fmt.Sprintf("encode_%d", n), xw: n, yw: 1,
		is: func(x, _ ir.Signal) ir.Signal { return rtl.Encode(x) },
		want: func(x, _ ir.Signal) ir.Signal {
			at := number(x, w, 0)
			for i, bit := range x.BitList() {
				at = at.Or(ir.Mux(bit, at.C(uint64(i)), at.C(0)))
			}
			return at
		},
	}
}

func thereAndBack(n int) function {
	return function{
		name: fmt.Sprintf("there_and_back_%d", n), xw: n, yw: 1,
		is:    func(x, _ ir.Signal) ir.Signal { return rtl.Decode(rtl.Encode(x), n) },
		want:  func(x, _ ir.Signal) ir.Signal { return x },
		given: func(x ir.Signal) ir.Signal { return x.Any().AndNot(several(x)) },
	}
}

// lowest is the lowest bit that is 1.
func lowest(x ir.Signal) ir.Signal { return x.And(x.C(0).Sub(x)) }

// turned is a word turned so that bit at becomes bit 0; back turns it the other way.
func turned(x, at ir.Signal) ir.Signal { return ir.Cat(x, x).Shr(at).Low(x.Width()) }

func back(x, at ir.Signal) ir.Signal {
	twice := ir.Cat(x, x).Shl(at)
	return twice.Slice(2*x.Width()-1, x.Width())
}

func firstOneOf(n int) function {
	return function{
		name: fmt.Sprintf("first_one_%d", n), xw: n, yw: 1,
		is:   func(x, _ ir.Signal) ir.Signal { return rtl.FirstOne(x) },
		want: func(x, _ ir.Signal) ir.Signal { return lowest(x) },
	}
}

func firstFromOf(n int) function {
	return function{
		name: fmt.Sprintf("first_from_%d", n), xw: n, yw: max(1, ir.Bits(n-1)),
		is: rtl.FirstFrom,
		want: func(x, from ir.Signal) ir.Signal {
			at := from
			if n < 1<<from.Width() {
				at = ir.Mux(from.LtC(uint64(n)), from, from.C(0))
			}
			return back(lowest(turned(x, at)), at)
		},
	}
}

func popCountOf(n int) function {
	return function{
		name: fmt.Sprintf("pop_count_%d", n), xw: n, yw: 1,
		is: func(x, _ ir.Signal) ir.Signal { return rtl.PopCount(x) },
		want: func(x, _ ir.Signal) ir.Signal {
			sum := number(x, ir.Bits(n), 0)
			for _, bit := range x.BitList() {
				sum = sum.Add(bit.ZExt(sum.Width()))
			}
			return sum
		},
	}
}

// words takes a signal apart.
func words(x ir.Signal, n int) []ir.Signal {
	w := x.Width() / n
	var parts []ir.Signal
	for i := range n {
		parts = append(parts, x.Slice(w*i+w-1, w*i))
	}
	return parts
}

func selectedOf(n, w int) function {
	return function{
		name: fmt.Sprintf("selected_%d_w%d", n, w), xw: n, yw: n * w,
		is: func(x, y ir.Signal) ir.Signal { return rtl.Selected(x, words(y, n)...) },
		want: func(x, y ir.Signal) ir.Signal {
			of := words(y, n)
			return ir.Mux(x.Any(), ir.OneHotMux(x, of...), of[0])
		},
		given: func(x ir.Signal) ir.Signal { return several(x).Not() },
	}
}

func indexedMuxOf(n, w int) function {
	return function{
		name: fmt.Sprintf("indexed_mux_%d_w%d", n, w), xw: max(1, ir.Bits(n-1)), yw: n * w,
		is:    func(x, y ir.Signal) ir.Signal { return rtl.IndexedMux(x, words(y, n)...) },
		want:  func(x, y ir.Signal) ir.Signal { return ir.OneHotMux(number(x, n, 1).Shl(x), words(y, n)...) },
		given: func(x ir.Signal) ir.Signal { return x.ZExt(x.Width() + 1).LtC(uint64(n)) },
	}
}

func upDownOf(w int) function {
	return function{
		name: fmt.Sprintf("up_down_%d", w), xw: w, yw: 1,
		is:   rtl.UpDown,
		want: func(x, down ir.Signal) ir.Signal { return ir.Mux(down, x.SubC(1), x.AddC(1)) },
	}
}

// upTo has one function of each size from 1 to n.
func upTo(n int, of func(int) function) []function {
	var functions []function
	for i := range n {
		functions = append(functions, of(i+1))
	}
	return functions
}

// otherGate is the name of a fault that swap makes.
const otherGate = "a gate is of another kind"

// functionClaim says that functions are what they are by definition, some of them in every run; the fault is in one.
func functionClaim(part, says, small, large string, some, more []function, faulty function, name string, patch func(*ir.Design) error) claim {
	c := claim{part: part, says: says}
	c.small = []proof{{small, "", same("definition", some...)}}
	c.large = []proof{{large, "", same("definition", more...)}}
	c.faults = []fault{{name, same("definition", faulty), patch, "is not what it is by definition"}}
	return c
}

func gateClaims() []claim {
	var decodes, selects, indexed []function
	for w := 1; w <= 4; w++ {
		for n := 1; n <= 1<<w; n++ {
			decodes = append(decodes, decodeOf(w, n))
		}
	}
	for n := 1; n <= 9; n++ {
		selects = append(selects, selectedOf(n, 2))
		indexed = append(indexed, indexedMuxOf(n, 2))
	}
	wrongEdge := tb.Edit("first_from_5", func(e *tb.Editor) { // at or after becomes after
		for _, n := range e.Module.Nodes {
			if n.Op == ir.OpConst && n.Width == 3 && n.Value.Uint64() == 3 {
				n.Value.SetUint64(2)
			}
		}
	})
	return []claim{
		functionClaim("Decode", "bit i is 1 where the selector is i, and no other", "1 to 4 bits, every n", "8 bits, n 200 and 256",
			decodes, []function{decodeOf(8, 200), decodeOf(8, 256)}, decodeOf(3, 5), otherGate, swap("decode_3_5", ir.OpEq, ir.OpLt)),
		functionClaim("Encode", "it is the or of the positions of the bits that are 1", "1 to 9 bits", "16, 33 and 64 bits",
			upTo(9, encodeOf), []function{encodeOf(16), encodeOf(33), encodeOf(64)}, encodeOf(6), otherGate, swap("encode_6", ir.OpOr, ir.OpXor)),
		functionClaim("Encode, Decode", "Decode gives back any one-hot word that Encode was given", "1 to 9 bits", "16 and 33 bits",
			upTo(9, thereAndBack), []function{thereAndBack(16), thereAndBack(33)}, thereAndBack(6), otherGate, swap("there_and_back_6", ir.OpOr, ir.OpAnd)),
		functionClaim("FirstOne", "it is the lowest bit that is 1: x & -x", "1 to 9 bits", "16, 33 and 64 bits",
			upTo(9, firstOneOf), []function{firstOneOf(16), firstOneOf(33), firstOneOf(64)}, firstOneOf(5), otherGate, swap("first_one_5", ir.OpReduceOr, ir.OpReduceXor)),
		functionClaim("FirstFrom", "turned so that the position is bit 0, it is the lowest bit that is 1", "1 to 9 bits", "16 and 33 bits",
			upTo(9, firstFromOf), []function{firstFromOf(16), firstFromOf(33)}, firstFromOf(5), "a position counts as the one before it", wrongEdge),
		functionClaim("PopCount", "it is the sum of the bits", "1 to 9 bits", "12 and 16 bits",
			upTo(9, popCountOf), []function{popCountOf(12), popCountOf(16)}, popCountOf(7), otherGate, swap("pop_count_7", ir.OpOr, ir.OpAnd)),
		functionClaim("Selected", "it is the word whose bit is 1, the first if none is", "1 to 9 words of 2 bits", "16 words of 4 bits",
			selects, []function{selectedOf(16, 4)}, selectedOf(6, 2), otherGate, swap("selected_6_w2", ir.OpOr, ir.OpAnd)),
		functionClaim("IndexedMux", "it is the word of that number, where there is one", "1 to 9 words of 2 bits", "16 and 21 words of 4 bits",
			indexed, []function{indexedMuxOf(16, 4), indexedMuxOf(21, 4)}, indexedMuxOf(6, 2), "two words are mixed up",
			tb.Edit("indexed_mux_6_w2", func(e *tb.Editor) {
				for _, n := range e.Module.Nodes {
					if n.Op == ir.OpMux {
						n.Args[1], n.Args[2] = n.Args[2], n.Args[1]
						return
					}
				}
			})),
		functionClaim("UpDown", "it is one more, or one less", "1 to 9 bits", "16 and 33 bits",
			upTo(9, upDownOf), []function{upDownOf(16), upDownOf(33)}, upDownOf(5), otherGate, swap("up_down_5", ir.OpAnd, ir.OpOr)),
	}
}

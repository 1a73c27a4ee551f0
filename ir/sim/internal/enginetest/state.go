package enginetest

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
)

// step sets inputs, steps and checks outputs, given as name, value, name, value.
func step(t *testing.T, b *sim.Bench, in []any, want ...any) {
	t.Helper()
	for i := 0; i < len(in); i += 2 {
		b.Set(in[i].(string), uint64(in[i+1].(int)))
	}
	b.Step()
	require.NoError(t, b.Err())
	for i := 0; i < len(want); i += 2 {
		require.EqualValues(t, want[i+1], b.Get(want[i].(string)), want[i])
	}
}

func (open Open) statements(t *testing.T) {
	type ports struct{ A, B, Sel, Chain, Last, Held, Switched ir.Signal }
	io := ports{ir.In(1), ir.In(1), ir.In(2), ir.Out(4), ir.Out(4), ir.Out(4), ir.Out(4)}
	c := ir.Build("statements", io, func(m *ir.Module, io ports) {
		k := func(v uint64) ir.Signal { return m.Const(4, v) }
		m.When(io.A, func() {
			io.Chain.Set(k(1))
			m.When(io.B, func() { io.Chain.Set(k(2)) })
		}).ElseWhen(io.B, func() {
			io.Chain.Set(k(3))
		}).Else(func() {
			io.Chain.Set(k(4))
		})

		io.Last.Set(k(9))
		m.When(io.A, func() { io.Last.Set(k(1)) })
		m.When(io.B, func() { io.Last.Set(k(2)) })

		held := m.Reg("held_value", 4, 5)
		m.When(io.A, func() {
			m.Switch(io.Sel).
				CaseC(0, func() { held.Set(k(8)) }).
				CaseC(2, func() { m.When(io.B, func() { held.Set(k(7)) }) })
		})
		io.Held.Set(held)

		m.Switch(io.Sel).
			CaseC(0, func() { io.Switched.Set(k(10)) }).
			CaseC(1, func() { io.Switched.Set(k(11)) }).
			Default(func() {
				io.Switched.Set(k(12))
				m.When(io.A, func() { io.Switched.Set(k(13)) })
			})
	})
	b := open.bench(t, c.Module)
	step(t, b, []any{"a", 0, "b", 0, "sel", 0}, "chain", 4, "last", 9, "held", 5, "switched", 10)
	step(t, b, []any{"a", 0, "b", 1, "sel", 1}, "chain", 3, "last", 2, "held", 5, "switched", 11)
	step(t, b, []any{"a", 1, "b", 0, "sel", 2}, "chain", 1, "last", 1, "held", 5, "switched", 13)
	step(t, b, []any{"a", 1, "b", 1, "sel", 2}, "chain", 2, "last", 2, "held", 5, "switched", 13)
	step(t, b, []any{"a", 1, "b", 1, "sel", 0}, "held", 7)
	step(t, b, []any{"a", 0, "b", 1, "sel", 2}, "held", 8, "switched", 12)
	step(t, b, nil, "held", 8)
}

// registersMoveAtOnce has registers that take each other's values, one that reset does
// not touch, and one that loads in reset what is not a constant.
func (open Open) registersMoveAtOnce(t *testing.T) {
	type ports struct{ X, A, B, C, Free, Seed ir.Signal }
	io := ports{ir.In(8), ir.Out(8), ir.Out(8), ir.Out(8), ir.Out(8), ir.Out(8)}
	c := ir.Build("ring", io, func(m *ir.Module, io ports) {
		ra, rb, rc := m.Reg("ra", 8, 1), m.Reg("rb", 8, 2), m.Reg("rc", 8, 3)
		free, seed := m.RegNoReset("free_value", 8), m.RegNoReset("seed_value", 8)
		ra.Set(rb)
		rb.Set(rc)
		rc.Set(ra)
		free.Set(io.X)
		m.When(m.Reset(), func() { seed.Set(io.X) })
		io.A.Set(ra)
		io.B.Set(rb)
		io.C.Set(rc)
		io.Free.Set(free)
		io.Seed.Set(seed)
	})
	b := open.bench(t, c.Module)
	b.Set("x", 77)
	b.Reset(3)
	step(t, b, []any{"x", 5}, "a", 1, "b", 2, "c", 3, "free", 77, "seed", 77)
	step(t, b, nil, "a", 2, "b", 3, "c", 1, "free", 5, "seed", 77)
	step(t, b, nil, "a", 3, "b", 1, "c", 2)
	step(t, b, []any{"x", 6, "rst", 1}, "a", 1, "b", 2, "c", 3, "free", 5)
	step(t, b, []any{"rst", 0}, "a", 1, "b", 2, "c", 3, "free", 6, "seed", 6)
}

type memoryPorts struct {
	We          ir.Signal
	Waddr       ir.Signal
	Wdata       ir.Signal
	Raddr, Re   ir.Signal
	Async, Held ir.Signal
}

// Memory is a memory of one write and both kinds of reads.
func Memory(width, depth int) *ir.Module {
	aw := max(1, ir.Bits(depth-1))
	io := memoryPorts{ir.In(1), ir.In(aw), ir.In(width), ir.In(aw), ir.In(1), ir.Out(width), ir.Out(width)}
	return ir.Build("memory", io, func(m *ir.Module, io memoryPorts) {
		mem := m.Mem("cells", width, depth)
		m.When(io.We, func() { mem.Write(io.Waddr, io.Wdata) })
		io.Async.Set(mem.Read(io.Raddr))
		io.Held.Set(mem.ReadReg("held_word", io.Raddr, io.Re))
	}).Module
}

// memories runs memories against slices, out of reset only with addresses in range.
func (open Open) memories(t *testing.T) {
	r := NewRand(t)
	for _, depth := range []int{1, 2, 3, 5, 16} {
		for _, width := range []int{1, 8, 64, 70, 200} {
			t.Run(fmt.Sprintf("%dx%d", depth, width), func(t *testing.T) {
				b := open.bench(t, Memory(width, depth))
				model := make([]*big.Int, depth)
				for i := range model {
					model[i] = randomBits(r, width)
					b.Set("we", 1)
					b.Set("waddr", uint64(i))
					b.SetBig("wdata", model[i])
					b.Step()
				}
				var held *big.Int
				for range 200 {
					we, re := r.Uint64N(2), r.Uint64N(2)
					waddr, raddr, data := r.IntN(depth), r.IntN(depth), randomBits(r, width)
					b.Set("we", we)
					b.Set("waddr", uint64(waddr))
					b.SetBig("wdata", data)
					b.Set("re", re)
					b.Set("raddr", uint64(raddr))
					b.Step()
					require.NoError(t, b.Err())
					require.Zero(t, model[raddr].Cmp(b.GetBig("async")), "before the edge")
					if held != nil {
						require.Zero(t, held.Cmp(b.GetBig("held")))
					}
					if re == 1 {
						held = model[raddr]
					}
					if we == 1 {
						model[waddr] = data
					}
				}
			})
		}
	}
}

func (open Open) addressesOutOfRange(t *testing.T) {
	e := open.engine(t, Memory(8, 3))
	b := sim.NewBench(e)
	idle := []any{"we", 0, "re", 0, "waddr", 0, "raddr", 0, "wdata", 0}

	b.Set("raddr", 3)
	step(t, b, nil, "async", 0) // not judged before a reset
	b.Reset(1)
	require.NoError(t, b.Err(), "not judged in reset")
	b.Step()
	require.ErrorContains(t, b.Err(), "cycle 1: memory: memory cells: read address 3 is out of range; it has 3 words (state.go:")
	var f *sim.Failure
	require.ErrorAs(t, b.Err(), &f)
	require.Equal(t, "memory", f.Path)

	b.Set("raddr", 0)
	b.Reset(1)
	step(t, b, idle)
	step(t, b, []any{"waddr", 3}) // not enabled
	b.Set("we", 1)
	b.Step()
	require.ErrorContains(t, b.Err(), "cycle 3: memory: memory cells: write address 3 is out of range")

	b.Set("we", 0)
	b.Reset(1)
	b.Set("we", 1)
	b.Set("rst", 1)
	b.Set("wdata", 255)
	step(t, b, nil) // writes nothing
	step(t, b, append(idle, "rst", 0))
}

func (open Open) readsOfRegisteredMemoriesAreJudgedWhenEnabled(t *testing.T) {
	type ports struct{ Addr, En, Data ir.Signal }
	b := open.bench(t, ir.Build("block", ports{ir.In(2), ir.In(1), ir.Out(8)}, func(m *ir.Module, io ports) {
		mem := m.Mem("cells", 8, 3)
		m.When(io.En, func() { mem.Write(m.Const(2, 0), m.Const(8, 1)) })
		io.Data.Set(mem.ReadReg("word", io.Addr, io.En))
	}).Module)
	step(t, b, []any{"addr", 3, "en", 0})
	step(t, b, []any{"addr", 2, "en", 1})
	b.Set("addr", 3)
	b.Step()
	require.ErrorContains(t, b.Err(), "read address 3 is out of range")
}

func (open Open) writeConflicts(t *testing.T) {
	type ports struct{ Wa, Wb, Aa, Ab, Da, Db, Q ir.Signal }
	io := ports{ir.In(1), ir.In(1), ir.In(2), ir.In(2), ir.In(70), ir.In(70), ir.Out(70)}
	e := open.engine(t, ir.Build("two_writes", io, func(m *ir.Module, io ports) {
		mem := m.Mem("cells", 70, 4)
		m.When(io.Wa, func() { mem.Write(io.Aa, io.Da) })
		m.When(io.Wb, func() { mem.Write(io.Ab, io.Db) })
		io.Q.Set(mem.Read(io.Ab))
	}).Module)
	b := sim.NewBench(e)
	b.Reset(1)
	step(t, b, []any{"wa", 1, "wb", 1, "aa", 1, "ab", 1, "da", 5, "db", 5})
	step(t, b, []any{"ab", 2, "db", 6})
	step(t, b, []any{"wb", 0, "ab", 1}, "q", 5)
	b.Set("wb", 1)
	b.Step()
	require.ErrorContains(t, b.Err(), "cycle 4: two_writes: memory cells: two writes to address 1 with different data")
	// In reset nothing is judged, and the later write wins.
	b.Set("rst", 1)
	b.Set("wa", 1)
	b.Reset(1)
	step(t, b, []any{"wa", 0, "wb", 0}, "q", 6)
}

func (open Open) assertions(t *testing.T) {
	type ports struct{ En, Ok, Y ir.Signal }
	inner := ir.Build("checked", ports{ir.In(1), ir.In(1), ir.Out(1)}, func(m *ir.Module, io ports) {
		m.When(io.En, func() { m.Assert(io.Ok, "all is well") })
		io.Y.Set(io.Ok)
	})
	e := open.engine(t, ir.Build("top", ports{ir.In(1), ir.In(1), ir.Out(1)}, func(m *ir.Module, io ports) {
		a := ir.Inst(m, "inner", inner)
		a.En.Set(io.En)
		a.Ok.Set(io.Ok)
		io.Y.Set(a.Y)
	}).Module)
	b := sim.NewBench(e)
	b.Set("en", 1)
	step(t, b, []any{"ok", 0}) // not judged before a reset
	b.Reset(1)
	step(t, b, []any{"en", 0})
	step(t, b, []any{"en", 1, "ok", 1})
	b.Set("ok", 0)
	b.Step()
	var f *sim.Failure
	require.ErrorAs(t, b.Err(), &f)
	require.Equal(t, "all is well", f.Message)
	require.Equal(t, "top.inner", f.Path)
	require.Equal(t, 3, f.Cycle)
	require.Equal(t, "state.go", f.Pos.File)
}

// failureInABatch wants outputs up to the failing cycle, and that cycle again afterwards.
func (open Open) failureInABatch(t *testing.T) {
	type ports struct{ Ok, Count ir.Signal }
	e := open.engine(t, ir.Build("batch", ports{ir.In(1), ir.Out(8)}, func(m *ir.Module, io ports) {
		n := m.Reg("n", 8, 0)
		n.Set(n.AddC(1))
		m.Assert(io.Ok, "ok")
		io.Count.Set(n)
	}).Module)
	in := []uint64{1, 0, 0, 1, 0, 1, 0, 0, 0, 1} // rst, ok
	out := []uint64{9, 9, 9, 9, 9}
	var f *sim.Failure
	require.ErrorAs(t, e.Run(in, out, 5), &f)
	require.Equal(t, 3, f.Cycle)
	require.Equal(t, []uint64{0, 1, 2, 9}, out[1:])
	require.NoError(t, e.Run(in[8:], out, 1))
	require.EqualValues(t, 2, out[0])
}

// batches compares a batch with single steps.
func (open Open) batches(t *testing.T) {
	r := NewRand(t)
	m := Crossbar(3, 70)
	one, all := open.engine(t, m), open.engine(t, m)
	const cycles = 300
	l := one.Layout()
	in := make([]uint64, cycles*l.InWords)
	for i := range in {
		in[i] = r.Uint64() // ones above a pin's width are ignored
	}
	for c := range cycles {
		in[c*l.InWords] = uint64(r.IntN(20) / 19)
		// destinations of three ports only
		for _, p := range l.Inputs {
			if p.Width == 70 {
				in[c*l.InWords+p.Word] = in[c*l.InWords+p.Word]&^3 | uint64(r.IntN(3))
			}
		}
	}
	in[0] = 1
	want := make([]uint64, cycles*l.OutWords)
	require.NoError(t, all.Run(in, want, cycles))
	got := make([]uint64, 0, len(want))
	out := make([]uint64, l.OutWords)
	for c := range cycles {
		require.NoError(t, one.Run(in[c*l.InWords:], out, 1))
		got = append(got, out...)
	}
	require.Equal(t, want, got)
	require.Error(t, all.Run(in[:1], want, cycles), "too few words")
}

// wordLoops has wires that depend on themselves as words but not as bits.
func (open Open) wordLoops(t *testing.T) {
	type ports struct{ A, B, Sum, Shifted ir.Signal }
	const w = 9
	pass := ir.Build("pass", ports{ir.In(w), ir.In(w), ir.Out(w), ir.Out(w)}, func(m *ir.Module, io ports) {
		io.Sum.Set(io.A)
		io.Shifted.Set(io.B.Add(io.A))
	})
	b := open.bench(t, ir.Build("ripple", ports{ir.In(w), ir.In(w), ir.Out(w), ir.Out(w)}, func(m *ir.Module, io ports) {
		carry, through := m.Wire("carry", w), m.Wire("through", w)
		out := ir.Or(io.A.And(io.B), carry.And(io.A.Xor(io.B)))
		p := ir.Inst(m, "p", pass)
		p.A.Set(ir.Cat(out.Low(w-1), m.Const(1, 0)))
		p.B.Set(ir.Cat(p.Shifted.Low(w-1), m.Const(1, 0)))
		through.Set(p.Sum)
		m.When(io.A.Any(), func() { carry.Set(through) }).Else(func() { carry.Set(ir.Cat(carry.Low(w-1), m.Const(1, 0))) })
		io.Sum.Set(ir.Xor(io.A, io.B, carry))
		io.Shifted.Set(p.Shifted)
	}).Module)
	r := NewRand(t)
	for range 100 {
		x, y := r.Uint64N(1<<w), r.Uint64N(1<<w)
		b.Set("a", x)
		b.Set("b", y)
		b.Step()
		require.NoError(t, b.Err())
		require.Equal(t, (x+y)%(1<<w), b.Get("sum"))
	}
}

// wordLoopsThroughOperators computes the high half of a wire from its low half.
func (open Open) wordLoopsThroughOperators(t *testing.T) {
	type ports struct{ A, B, Looped, Direct, Word ir.Signal }
	io := ports{ir.In(8), ir.In(8), ir.Out(16), ir.Out(16), ir.Out(8)}
	r := NewRand(t)
	for name, f := range map[string]func(m *ir.Module, mem *ir.Mem, x, b ir.Signal) ir.Signal{
		"not":       func(_ *ir.Module, _ *ir.Mem, x, b ir.Signal) ir.Signal { return x.Not() },
		"add":       func(_ *ir.Module, _ *ir.Mem, x, b ir.Signal) ir.Signal { return x.Add(b) },
		"sub":       func(_ *ir.Module, _ *ir.Mem, x, b ir.Signal) ir.Signal { return b.Sub(x) },
		"mul":       func(_ *ir.Module, _ *ir.Mem, x, b ir.Signal) ir.Signal { return x.Mul(b) },
		"lt":        func(_ *ir.Module, _ *ir.Mem, x, b ir.Signal) ir.Signal { return x.LtS(b).ZExt(8) },
		"shl":       func(_ *ir.Module, _ *ir.Mem, x, b ir.Signal) ir.Signal { return x.Shl(b.Low(4)) },
		"shr":       func(_ *ir.Module, _ *ir.Mem, x, b ir.Signal) ir.Signal { return x.Shr(b.Low(4)) },
		"sra":       func(_ *ir.Module, _ *ir.Mem, x, b ir.Signal) ir.Signal { return x.Sra(b.Low(4)) },
		"by":        func(_ *ir.Module, _ *ir.Mem, x, b ir.Signal) ir.Signal { return b.Shr(x.Low(3)) },
		"shl 3":     func(m *ir.Module, _ *ir.Mem, x, b ir.Signal) ir.Signal { return x.Shl(m.Const(4, 3)) },
		"shr 3":     func(m *ir.Module, _ *ir.Mem, x, b ir.Signal) ir.Signal { return x.Shr(m.Const(4, 3)) },
		"sra 3":     func(m *ir.Module, _ *ir.Mem, x, b ir.Signal) ir.Signal { return x.Sra(m.Const(4, 3)) },
		"sra 9":     func(m *ir.Module, _ *ir.Mem, x, b ir.Signal) ir.Signal { return x.Sra(m.Const(4, 9)) },
		"mux":       func(_ *ir.Module, _ *ir.Mem, x, b ir.Signal) ir.Signal { return ir.Mux(x.Bit(3), b, x) },
		"onehotmux": func(_ *ir.Module, _ *ir.Mem, x, b ir.Signal) ir.Signal { return ir.OneHotMux(x.Low(2), b, x) },
		"parity":    func(_ *ir.Module, _ *ir.Mem, x, b ir.Signal) ir.Signal { return x.Parity().SExt(8).Xor(b) },
		"memory":    func(_ *ir.Module, mem *ir.Mem, x, b ir.Signal) ir.Signal { return mem.Read(x.Low(2)).Xor(b) },
	} {
		t.Run(name, func(t *testing.T) {
			b := open.bench(t, ir.Build("looped", io, func(m *ir.Module, io ports) {
				mem := m.Mem("cells", 8, 4)
				mem.Write(io.A.Low(2), io.B)
				io.Word.Set(mem.Read(io.B.Low(2)))
				both := m.Wire("both", 16)
				both.Set(ir.Cat(f(m, mem, both.Low(8), io.B), io.A))
				io.Looped.Set(both)
				io.Direct.Set(ir.Cat(f(m, mem, io.A, io.B), io.A))
			}).Module)
			for range 50 {
				b.Set("a", r.Uint64N(256))
				b.Set("b", r.Uint64N(256))
				b.Step()
				require.NoError(t, b.Err())
				require.Equal(t, b.Get("direct"), b.Get("looped"))
			}
		})
	}
}

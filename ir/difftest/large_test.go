package difftest

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/sim/flat"
	"github.com/flitwright/flitwright/ir/verilog"
)

// A large design is one that a careless walk would take too long or too much stack for, with
// what its output y is for an input x, two cycles later.
type large struct {
	name string
	make func() *ir.Module
	want func(x uint64) uint64
}

type largePorts struct{ X, Y ir.Signal }

func newLarge() largePorts { return largePorts{ir.In(16), ir.Out(16)} }

var largeDesigns = []large{
	{"table in a memory", tableInMemory, func(x uint64) uint64 { return x }},
	{"table in a switch", func() *ir.Module { return tableInSwitch(16384) }, func(x uint64) uint64 { return entry(x & 16383) }},
	{"expression", func() *ir.Module { return expression(20_000) }, expressionOf(20_000)},
	{"sum of a list", listOf20000, func(x uint64) uint64 { return (x ^ 10_000) & 0xffff }},
	{"ports", manyPorts, func(x uint64) uint64 { return x * 7 & 0xffff }},
	{"instances", func() *ir.Module { return instances(10_000) }, instancesOf(10_000)},
	{"chain of conditions", func() *ir.Module { return conditions(300) }, func(x uint64) uint64 {
		if x < 300 {
			return entry(x)
		}
		return 0
	}},
}

func entry(i uint64) uint64 { return i * 40503 >> 3 & 0xffff }

// tableInMemory is a memory of 16384 words that is written at x and read there. The output is 0
// until x has stood for three cycles, as the word is unknown before.
func tableInMemory() *ir.Module {
	return ir.Build("lookup", newLarge(), func(m *ir.Module, io largePorts) {
		mem := m.Mem("words", 16, 16384)
		mem.Write(io.X.Low(14), io.X)
		last, before := m.Reg("last", 16, 0xffff), m.Reg("before_last", 16, 0xffff)
		last.Set(io.X)
		before.Set(last)
		word := mem.ReadReg("word", io.X.Low(14), m.Const(1, 1))
		io.Y.Set(ir.Mux(last.Eq(io.X).And(before.Eq(io.X)), word, word.C(0)))
	}).Module
}

func tableInSwitch(n int) *ir.Module {
	return ir.Build("lookup", newLarge(), func(m *ir.Module, io largePorts) {
		s := m.Switch(io.X.Low(max(1, ir.Bits(n-1))))
		for i := range uint64(n) {
			s.CaseC(i, func() { io.Y.Set(m.Const(16, entry(i))) })
		}
	}).Module
}

// expression is one of n terms, each operator an operand of the next. Only the innermost reads x:
// an event simulator would else see every term change as often as there are terms.
func expression(n int) *ir.Module {
	return ir.Build("expression", newLarge(), func(m *ir.Module, io largePorts) {
		y := io.X
		for i := range n {
			if i%2 == 0 {
				y = y.AddC(uint64(i % 1000))
			} else {
				y = y.Xor(m.Const(16, entry(uint64(i))))
			}
		}
		io.Y.Set(y)
	}).Module
}

func expressionOf(n int) func(uint64) uint64 {
	return func(x uint64) uint64 {
		y := x
		for i := range n {
			if i%2 == 0 {
				y += uint64(i % 1000)
			} else {
				y ^= entry(uint64(i))
			}
		}
		return y & 0xffff
	}
}

// listOf20000 is one operator of 20,001 operands.
func listOf20000() *ir.Module {
	return ir.Build("list", newLarge(), func(m *ir.Module, io largePorts) {
		list := []ir.Signal{io.X.Xor(m.Const(16, 10_000))}
		for i := range 10_000 {
			a := io.X.Shl(m.Const(4, uint64(i%16))).AddC(uint64(i))
			list = append(list, a, a)
		}
		io.Y.Set(ir.Xor(list...))
	}).Module
}

// manyPorts has a thousand, most of them between two instances.
func manyPorts() *ir.Module {
	type ports struct{ In, Out []ir.Signal }
	wide := ports{}
	for range 500 {
		wide.In, wide.Out = append(wide.In, ir.In(16)), append(wide.Out, ir.Out(16))
	}
	c := ir.Build("wide", wide, func(m *ir.Module, io ports) {
		for i := range io.In {
			r := m.Reg(fmt.Sprintf("r_%d", i), 16, 0)
			r.Set(io.In[i])
			io.Out[i].Set(r)
		}
	})
	return ir.Build("ports", newLarge(), func(m *ir.Module, io largePorts) {
		a := ir.Inst(m, "a", c)
		for i, in := range a.In {
			in.Set(io.X.Shl(m.Const(4, uint64(min(i, 15)))))
		}
		io.Y.Set(a.Out[0].Add(a.Out[1]).Add(a.Out[2]))
		m.Unused(a.Out[3:]...)
	}).Module
}

// instances is n of them side by side. (In a chain, Verilator 5.006 takes gigabytes.)
func instances(n int) *ir.Module {
	link := ir.Build("link", newLarge(), func(_ *ir.Module, io largePorts) { io.Y.Set(io.X.AddC(1)) })
	return ir.Build("many", newLarge(), func(m *ir.Module, io largePorts) {
		var all []ir.Signal
		for i := range uint64(n) {
			l := ir.Inst(m, fmt.Sprintf("link_%d", i), link)
			l.X.Set(io.X.Xor(m.Const(16, i)))
			all = append(all, l.Y)
		}
		io.Y.Set(ir.Xor(all...))
	}).Module
}

func instancesOf(n uint64) func(uint64) uint64 {
	return func(x uint64) (y uint64) {
		for i := range n {
			y ^= ((x ^ i) + 1) & 0xffff
		}
		return y
	}
}

// conditions is a chain of n. The parsers of Verilator 5.006 and Icarus Verilog 11 take up to 1,400, and Yosys 0.23 the
// square of their number in time.
func conditions(n int) *ir.Module {
	return ir.Build("conditions", newLarge(), func(m *ir.Module, io largePorts) {
		io.Y.Set(m.Const(16, 0))
		chain := m.When(io.X.EqC(0), func() { io.Y.Set(m.Const(16, entry(0))) })
		for i := range uint64(n - 1) {
			chain = chain.ElseWhen(io.X.EqC(i+1), func() { io.Y.Set(m.Const(16, entry(i+1))) })
		}
	}).Module
}

// holds runs an engine of a large design.
func holds(t *testing.T, l large, e sim.Engine) {
	b := sim.NewBench(e)
	b.Reset(1)
	r := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		x := r.Uint64() & (0xffff >> r.IntN(8))
		b.Set("x", x)
		b.Steps(3)
		require.NoError(t, b.Err())
		require.Equal(t, l.want(x), b.Get("y"), "x %d", x)
	}
	require.NoError(t, e.Close())
}

func TestLargeDesigns(t *testing.T) {
	for _, l := range largeDesigns {
		t.Run(l.name, func(t *testing.T) {
			d, err := ir.Elaborate(l.make())
			require.NoError(t, err)
			_, err = verilog.Emit(d, verilog.Options{})
			require.NoError(t, err)
			for _, o := range inProcess {
				holds(t, l, o.open(t, d))
			}
		})
	}
}

// stages are the steps from Go code to an engine. Each takes a maker of designs of about n
// nodes and gives the work to be measured.
var stages = []struct {
	name string
	work func(t testing.TB, top func() *ir.Module) func()
}{
	{"build", func(_ testing.TB, top func() *ir.Module) func() { return func() { top() } }},
	{"elaborate", func(t testing.TB, top func() *ir.Module) func() {
		m := top()
		return func() { elaborated(t, m) }
	}},
	{"emit", func(t testing.TB, top func() *ir.Module) func() {
		d := elaborated(t, top())
		return func() {
			_, err := verilog.Emit(d, verilog.Options{})
			require.NoError(t, err)
		}
	}},
	{"flatten", func(t testing.TB, top func() *ir.Module) func() {
		d := elaborated(t, top())
		return func() {
			_, err := flat.Flatten(d)
			require.NoError(t, err)
		}
	}},
	{"interpreter", func(t testing.TB, top func() *ir.Module) func() {
		d := elaborated(t, top())
		return func() { require.NoError(t, interpreter.open(t, d).Close()) }
	}},
}

func elaborated(t testing.TB, m *ir.Module) *ir.Design {
	d, err := ir.Elaborate(m)
	require.NoError(t, err)
	return d
}

// ramp is a mix of everything, of about n nodes.
func ramp(n int) *ir.Module {
	return ir.Build("ramp", newLarge(), func(m *ir.Module, io largePorts) {
		link := ir.Build("link", newLarge(), func(m *ir.Module, io largePorts) {
			r := m.Reg("r", 16, 0)
			r.Set(io.X)
			io.Y.Set(r)
		})
		x := io.X
		for i := 0; len(m.Nodes) < n; i++ {
			m.Scope(fmt.Sprintf("part_%d", i), func() {
				w, r := m.Wire("w", 16), m.Reg("r", 16, uint64(i%7))
				sum := x.Add(r).Named("sum")
				w.Set(sum.Shr(x.Low(3)))
				m.When(io.X.Bit(i%16), func() { w.Set(sum.Xor(io.X)); r.Set(x) }).
					ElseWhen(sum.LtS(r), func() { r.Set(sum) })
				m.Switch(x.Low(2)).CaseC(1, func() { r.Set(w) })
				l := ir.Inst(m, "link", link)
				l.X.Set(ir.Mux(w.Any(), w, ir.Cat(r.Low(8), x.Slice(15, 8))))
				x = l.Y
			})
		}
		io.Y.Set(x)
	}).Module
}

// allocated is the number of bytes that f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// processorTime counts what this process used, whatever else the machine does.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestProportional has every step allocate in proportion to the design. BenchmarkStages shows the
// same of time.
func TestProportional(t *testing.T) {
	const small, big = 2_000, 40_000
	for _, s := range stages {
		t.Run(s.name, func(t *testing.T) {
			smallBytes := allocated(s.work(t, func() *ir.Module { return ramp(small) }))
			bigBytes := allocated(s.work(t, func() *ir.Module { return ramp(big) }))
			require.Less(t, float64(bigBytes), 1.6*big/small*float64(smallBytes), "bytes allocated")
		})
	}
}

func BenchmarkStages(b *testing.B) {
	for _, s := range stages {
		for _, n := range []int{100, 1000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("%s/nodes=%d", s.name, n), func(b *testing.B) {
				f := s.work(b, func() *ir.Module { return ramp(n) })
				start := processorTime()
				b.ReportAllocs()
				b.ResetTimer()
				for range b.N {
					f()
				}
				b.ReportMetric(float64((processorTime()-start).Nanoseconds())/float64(b.N*n), "cpu-ns/node")
			})
		}
	}
}

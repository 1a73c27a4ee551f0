package sim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
)

type crossbarPorts struct{ In, Out []streamPorts }

type streamPorts struct{ Valid, Ready, Data ir.Signal }

// crossbar is an input-queued switch of n ports: queues of 4 words in memories, destination
// in the lowest bits, a fixed-priority arbiter rotated by a counter at each output.
func crossbar(n, width int) *ir.Module {
	io := crossbarPorts{}
	for range n {
		io.In = append(io.In, streamPorts{ir.In(1), ir.Out(1), ir.In(width)})
		io.Out = append(io.Out, streamPorts{ir.Out(1), ir.In(1), ir.Out(width)})
	}
	queue := fifo(width, 4)
	bits := ir.Bits(n - 1)
	return ir.Build("crossbar", io, func(m *ir.Module, io crossbarPorts) {
		turn := m.Reg("turn", bits, 0)
		turn.Set(turn.AddC(1))
		heads := make([]streamPorts, n)
		data := make([]ir.Signal, n)
		for i := range n {
			q := ir.Inst(m, fmt.Sprintf("queue_%d", i), queue)
			q.Enq.Valid.Set(io.In[i].Valid)
			q.Enq.Data.Set(io.In[i].Data)
			io.In[i].Ready.Set(q.Enq.Ready)
			heads[i], data[i] = q.Deq, q.Deq.Data
		}
		grants := make([][]ir.Signal, n) // by input
		for o := range n {
			var req []ir.Signal
			for i := range n {
				req = append(req, heads[i].Valid.And(heads[i].Data.Low(bits).EqC(uint64(o))))
			}
			all := ir.CatList(req...)
			doubled := ir.Cat(all, all).Shr(turn).Low(n) // rotated right by turn
			first := doubled.And(doubled.Not().AddC(1))
			grant := ir.Cat(first, first).Shl(turn).Slice(2*n-1, n)
			m.Assert(grant.And(grant.SubC(1)).Any().Not(), "one grant an output")
			io.Out[o].Valid.Set(all.Any())
			io.Out[o].Data.Set(ir.OneHotMux(grant, data...))
			for i := range n {
				grants[i] = append(grants[i], grant.Bit(i).And(io.Out[o].Ready))
			}
		}
		for i := range n {
			heads[i].Ready.Set(ir.Or(grants[i]...))
		}
	}).Module
}

type fifoPorts struct{ Enq, Deq streamPorts }

// fifo is a queue of a power of two words.
func fifo(width, depth int) ir.Component[fifoPorts] {
	io := fifoPorts{
		streamPorts{ir.In(1), ir.Out(1), ir.In(width)},
		streamPorts{ir.Out(1), ir.In(1), ir.Out(width)},
	}
	return ir.Build("fifo", io, func(m *ir.Module, io fifoPorts) {
		mem := m.Mem("words", width, depth)
		aw := mem.AddrWidth()
		rd, wr, used := m.Reg("rd", aw, 0), m.Reg("wr", aw, 0), m.Reg("used", aw+1, 0)
		io.Enq.Ready.Set(used.NeC(uint64(depth)))
		io.Deq.Valid.Set(used.NeC(0))
		io.Deq.Data.Set(mem.Read(rd))
		push := io.Enq.Valid.And(io.Enq.Ready).Named("push")
		pop := io.Deq.Valid.And(io.Deq.Ready).Named("pop")
		m.When(push, func() { mem.Write(wr, io.Enq.Data); wr.Set(wr.AddC(1)) })
		m.When(pop, func() { rd.Set(rd.AddC(1)) })
		m.When(push.AndNot(pop), func() { used.Set(used.AddC(1)) }).
			ElseWhen(pop.AndNot(push), func() { used.Set(used.SubC(1)) })
		m.Assert(used.LtC(uint64(depth+1)), "no overflow")
	})
}

func BenchmarkRun(b *testing.B) {
	for _, width := range []int{64, 128} {
		b.Run(fmt.Sprintf("crossbar_8x%d", width), func(b *testing.B) {
			e := interp(b, crossbar(8, width))
			const batch = 1000
			l := e.Layout()
			in, out := make([]uint64, batch*l.InWords), make([]uint64, batch*l.OutWords)
			r := rand.New(rand.NewPCG(1, 1))
			for i := range in {
				in[i] = r.Uint64()
			}
			for c := range batch {
				in[c*l.InWords] = 0
			}
			in[0] = 1
			for b.Loop() {
				require.NoError(b, e.Run(in, out, batch))
			}
			b.ReportMetric(float64(b.N)*batch/b.Elapsed().Seconds(), "cycles/s")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/batch, "ns/cycle")
		})
	}
}

// chainOf is a module of about n nodes: n/10 instances of chains of 8 operators.
func chainOf(n int) *ir.Module {
	type ports struct{ X, Y ir.Signal }
	link := ir.Build("link", ports{ir.In(16), ir.Out(16)}, func(m *ir.Module, io ports) {
		s := io.X
		for i := range 4 {
			s = s.Add(io.X).Xor(m.Const(16, uint64(i+1)))
		}
		state := m.Reg("state", 16, 0)
		state.Set(s)
		io.Y.Set(state)
	})
	return ir.Build("chain", ports{ir.In(16), ir.Out(16)}, func(m *ir.Module, io ports) {
		s := io.X
		for i := range n / 10 {
			l := ir.Inst(m, fmt.Sprintf("link_%d", i), link)
			l.X.Set(s)
			s = l.Y
		}
		io.Y.Set(s)
	}).Module
}

func BenchmarkCompile(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			d, err := ir.Elaborate(chainOf(n))
			require.NoError(b, err)
			for b.Loop() {
				_, err := sim.NewInterp(d)
				require.NoError(b, err)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/node")
		})
	}
}

// TestLargeDesigns compiles long chains and many instances in time in proportion.
func TestLargeDesigns(t *testing.T) {
	start := time.Now()
	b := bench(t, chainOf(100_000))
	b.Set("x", 5)
	b.Steps(2)
	require.NoError(t, b.Err())

	type ports struct{ X, Y ir.Signal }
	long := ir.Build("long_chain", ports{ir.In(16), ir.Out(16)}, func(m *ir.Module, io ports) {
		s := io.X
		for range 20_000 {
			s = s.Add(io.X)
		}
		io.Y.Set(s)
	})
	b = bench(t, long.Module)
	b.Set("x", 3)
	b.Step()
	require.EqualValues(t, 3*20_001%65536, b.Get("y"))

	arms := ir.Build("arms", ports{ir.In(16), ir.Out(16)}, func(m *ir.Module, io ports) {
		io.Y.Set(io.X)
		chain := m.When(io.X.EqC(0), func() { io.Y.Set(m.Const(16, 7)) })
		for i := range 5000 {
			chain = chain.ElseWhen(io.X.EqC(uint64(i+1)), func() { io.Y.Set(m.Const(16, uint64(3*i))) })
		}
	})
	b = bench(t, arms.Module)
	b.Set("x", 4001)
	b.Step()
	require.EqualValues(t, 12000, b.Get("y"))
	require.Less(t, time.Since(start), 20*time.Second)
}

package enginetest

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

type crossbarPorts struct{ In, Out []streamPorts }

type streamPorts struct{ Valid, Ready, Data ir.Signal }

// Crossbar is an input-queued switch of n ports: queues of 4 words in memories, destination
// in the lowest bits, a fixed-priority arbiter rotated by a counter at each output.
func Crossbar(n, width int) *ir.Module {
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

// Chain is a module of about n nodes: n/10 instances of chains of 8 operators.
func Chain(n int) *ir.Module {
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

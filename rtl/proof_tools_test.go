//go:build tools

package rtl_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/verilog/formal"
	"github.com/flitwright/flitwright/rtl"
)

// decide tries to prove the assertions of a module, with faults put into its design.
func decide(t *testing.T, m *ir.Module, patches ...func(*ir.Design) error) *formal.Result {
	t.Helper()
	d, err := ir.Elaborate(m)
	require.NoError(t, err)
	for _, patch := range patches {
		require.NoError(t, patch(d))
	}
	o := formal.Options{}
	if *large {
		o.Timeout = 10 * time.Minute
	}
	r, err := formal.Prove(t.Context(), d, o)
	require.NoError(t, err)
	return r
}

// TestProofs proves the assertions of the parts and those of the modules below around them.
func TestProofs(t *testing.T) {
	modules := []*ir.Module{
		rtl.RoundRobin(2).Module, rtl.RoundRobin(8).Module, rtl.RoundRobin(13).Module,
		rtl.Matrix(2).Module, rtl.Matrix(5).Module,
	}
	for _, n := range []int{2, 3, 4} {
		modules = append(modules, fair("round_robin", rtl.RoundRobin(n)), fair("matrix", rtl.Matrix(n)))
	}
	for name, storage := range storages {
		for depth := 1; depth <= 5; depth++ {
			modules = append(modules, inOrder(name, rtl.FIFO(2, depth, storage)))
		}
	}
	for _, c := range [][2]int{{1, 1}, {1, 2}, {1, 3}, {2, 5}, {3, 4}} {
		modules = append(modules, roomForAll(c[0], c[1]))
	}
	for _, m := range modules {
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, formal.Proved, decide(t, m).Verdict)
		})
	}
}

// TestProofsCanFail: what is wrong is found.
func TestProofsCanFail(t *testing.T) {
	type ports struct{ Go ir.Signal }
	wrong := ir.Build("wrong", ports{ir.In(1)}, func(m *ir.Module, io ports) {
		count := rtl.Counter(m, "count", 4, io.Go)
		m.Assert(count.NeC(9), "the count is 9")
	})
	require.Equal(t, formal.Refuted, decide(t, wrong.Module).Verdict)
}

// fair says that fewer than n others are granted before a request that stays.
func fair(kind string, arbiter ir.Component[rtl.ArbiterPorts]) *ir.Module {
	n := arbiter.Module.Ports[0].Width
	io := rtl.ArbiterPorts{Req: ir.In(n), Take: ir.In(1), Grant: ir.Out(n)}
	return ir.Build(fmt.Sprintf("fair_%s_%d", kind, n), io, func(m *ir.Module, io rtl.ArbiterPorts) {
		a := ir.Inst(m, "arbiter", arbiter)
		a.Req.Set(io.Req)
		a.Take.Set(io.Take)
		io.Grant.Set(a.Grant)
		for i := range n {
			others := m.Reg(fmt.Sprintf("others_%d", i), ir.Bits(n), 0)
			m.When(io.Req.Bit(i).Not(), func() { others.Set(others.C(0)) }).
				ElseWhen(io.Take, func() {
					others.Set(ir.Mux(a.Grant.Bit(i), others.C(0), others.AddC(1)))
				})
			m.Assert(others.LtC(uint64(n)), "others are granted again and again")
		}
	}).Module
}

type inOrderPorts struct {
	rtl.FIFOPorts
	Follow ir.Signal
}

// inOrder follows any one entry through a queue: it comes out unchanged when all before it
// have, and not before.
func inOrder(storage string, queue ir.Component[rtl.FIFOPorts]) *ir.Module {
	count := queue.Module.Ports[6].Width
	io := inOrderPorts{rtl.FIFOPorts{Enq: rtl.StreamIn(2), Deq: rtl.StreamOut(2), Count: ir.Out(count)}, ir.In(1)}
	return ir.Build(fmt.Sprintf("in_order_%s_%s", storage, queue.Module.Name), io, func(m *ir.Module, io inOrderPorts) {
		q := ir.Inst(m, "queue", queue)
		rtl.Connect(io.Enq, q.Enq)
		rtl.Connect(q.Deq, io.Deq)
		io.Count.Set(q.Count)
		push, pop := q.Enq.Fire().Named("push"), q.Deq.Fire().Named("pop")

		following := m.Reg("following", 1, 0)
		entry := m.Reg("entry", 2, 0)
		before := m.Reg("ahead", count, 0)
		m.When(following, func() {
			m.When(pop, func() {
				before.Set(before.SubC(1))
				following.Set(before.Any())
			})
		}).ElseWhen(push.And(io.Follow), func() {
			following.Set(following.C(1))
			entry.Set(io.Enq.Data)
			before.Set(q.Count.Sub(pop.ZExt(count)))
		})
		m.Assert(following.Not().Or(before.Lt(q.Count)), "an entry is lost")
		m.Assert(ir.Or(following.Not(), before.Any(), q.Deq.Data.Eq(entry)), "an entry is changed or out of order")
		m.Assert(q.Deq.Valid.Eq(q.Count.Any()), "deq_valid and the count disagree")
	}).Module
}

type roomPorts struct{ Valid, Write, Pop, Token ir.Signal }

// roomForAll says that what comes over a token link finds a free entry.
func roomForAll(roundTrip, places int) *ir.Module {
	io := roomPorts{ir.In(1), ir.In(1), ir.In(1), ir.Out(1)}
	return ir.Build(fmt.Sprintf("room_for_all_rt%d_d%d", roundTrip, places), io, func(m *ir.Module, io roomPorts) {
		link := ir.Inst(m, "link", rtl.TokenReceiver(roundTrip, places))
		w := ir.Bits(places + 1)
		entries := m.Reg("entries", w, 0)
		wrote := link.Comes.And(io.Write)
		popped := io.Pop.And(entries.Any())
		entries.Set(entries.Add(wrote.ZExt(w)).Sub(popped.ZExt(w)))
		link.Enabled.Set(m.Const(1, 1))
		link.Valid.Set(io.Valid)
		link.Wrote.Set(wrote)
		link.Popped.Set(popped)
		io.Token.Set(link.Token)

		past := link.Token // the token of roundTrip cycles ago
		for i := range roundTrip {
			next := m.Reg(fmt.Sprintf("token_%d", i+1), 1, 0)
			next.Set(past)
			past = next
		}
		m.Assert(entries.Le(entries.C(uint64(places))), "a flit comes and there is no room")
		m.Assert(link.Comes.Eq(io.Valid.And(past)), "a flit comes that was not paid for, or one that was does not")
		m.Assert(link.Unpaid.Eq(io.Valid.AndNot(past)), "unpaid is wrong")
	}).Module
}

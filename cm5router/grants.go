package cm5router

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// GrantPorts are the ports of arbitration for all outputs.
type GrantPorts struct {
	Request []Request   // per input
	Idle    ir.Signal   // one bit an output
	Parents ir.Signal   // mask, one bit a parent
	Seed    ir.Signal   // 16: sampled in reset, 0 read as 1
	Granted ir.Signal   // one bit an input: its request was granted in the cycle before
	Taken   ir.Signal   // one bit an output: it is granted in this cycle
	To      []ir.Signal // per output, one-hot: the input granted it in this cycle; 0: none
}

// grants decides in one cycle, combinationally, who gets which idle output; the inputs are told in the
// next. Section "Grants" of docs/spec/cm5.md.
func grants(v variant) ir.Component[GrantPorts] {
	n := children + v.Parents
	io := GrantPorts{Idle: ir.In(n), Parents: ir.In(v.Parents), Seed: ir.In(16), Granted: ir.Out(n), Taken: ir.Out(n)}
	for i := range n {
		io.Request = append(io.Request, Request{ir.In(children), ir.In(1)})
		inputs := n
		if i >= children {
			inputs = children
		}
		io.To = append(io.To, ir.Out(inputs))
	}
	return ir.Build(v.name("cm5_grants", "parents"), io, func(m *ir.Module, io GrantPorts) {
		m.SetDoc("Arbitration: one rotating arbiter a child output, one for the parent pool, which gives a random idle parent.")
		to, taken := make([]ir.Signal, n), make([]ir.Signal, n)
		for k := range children {
			var wanted []ir.Signal
			for i := range n {
				wanted = append(wanted, io.Request[i].Child.Bit(k))
			}
			requests, idle := ir.CatList(wanted...), io.Idle.Bit(k)
			to[k] = arbitrate(m, fmt.Sprintf("child_%d", k), requests, idle)
			taken[k] = requests.Any().And(idle)
		}

		free := io.Idle.Slice(n-1, children).And(io.Parents).Named("free_parents")
		var climbing []ir.Signal
		for i := range n {
			if i < children {
				climbing = append(climbing, io.Request[i].Climb)
			} else {
				m.Unused(io.Request[i].Climb)
			}
		}
		requests := ir.CatList(climbing...).Named("climbing")
		climber := arbitrate(m, "pool", requests, free.Any())
		random := ir.Inst(m, "random", rtl.LFSR(16, 15, 13, 12, 10))
		random.Seed.Set(io.Seed)
		chosen := pick(m, free, random.State.Slice(7, 0)).Named("chosen_parent")
		for j := range v.Parents {
			to[children+j] = climber.And(chosen.Bit(j).Repeat(children))
			taken[children+j] = requests.Any().And(chosen.Bit(j))
		}

		granted := make([]ir.Signal, n)
		for i := range n {
			var by []ir.Signal
			for k := range children {
				by = append(by, to[k].Bit(i))
			}
			if i < children {
				by = append(by, climber.Bit(i))
			}
			granted[i] = ir.Or(by...)
		}
		io.Granted.Set(pulse(m, "granted_before", ir.CatList(granted...)))
		io.Taken.Set(ir.CatList(taken...))
		for q := range n {
			io.To[q].Set(to[q])
		}
	})
}

// arbitrate grants one of the requests when enable is 1: round robin, one-hot. The arbiter does not wait for enable.
func arbitrate(m *ir.Module, name string, requests, enable ir.Signal) ir.Signal {
	n := requests.Width()
	arbiter := ir.Inst(m, name, rtl.RoundRobin(n))
	arbiter.Req.Set(requests)
	arbiter.Take.Set(enable)
	return arbiter.Grant.And(enable.Repeat(n))
}

// pick chooses one set bit of free, one-hot: of n set bits the k-th from bit 0 up, k = random*n >> 8,
// random of 8 bits. k is the number of j in 1..n-1 with random >= 256*j/n: nothing is multiplied, and the
// comparisons are done while n is still on its way.
func pick(m *ir.Module, free, random ir.Signal) ir.Signal {
	width := free.Width()
	rankWidth := ir.Bits(width - 1)
	count := rtl.PopCount(free).Named("free_count")
	var counts, ranks []ir.Signal // count is n, and k for that n; k is 0 for n < 2
	for n := 2; n <= width; n++ {
		var reached []ir.Signal
		for j := 1; j < n; j++ {
			reached = append(reached, random.GeC(uint64((256*j+n-1)/n)))
		}
		counts = append(counts, count.EqC(uint64(n)))
		ranks = append(ranks, rtl.PopCount(ir.CatList(reached...)).ZExt(rankWidth))
	}
	rank := ir.OneHotMux(ir.CatList(counts...), ranks...).Named("rank")

	chosen := []ir.Signal{free.Bit(0).And(rank.EqC(0))}
	for j := 1; j < width; j++ {
		below := rtl.PopCount(free.Low(j)).ZExt(rankWidth)
		chosen = append(chosen, free.Bit(j).And(below.Eq(rank)))
	}
	return ir.CatList(chosen...)
}

package cm5router

import (
	"fmt"

	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// GrantPorts are the ports of arbitration for all outputs.
type GrantPorts struct {
	Request []Request   // per input
	Idle    ir.Signal   // one bit an output
	Parents ir.Signal   // mask, one bit a parent
	Seed    ir.Signal   // 16: sampled in reset, 0 read as 1
	Granted ir.Signal   // one bit an input: its request is granted in this cycle
	To      []ir.Signal // per output, one-hot: the input granted it in this cycle; 0: none
}

// grants decides in one cycle, combinationally, who gets which idle output; only priorities and the
// random number are registers. Section "Grants" of docs/spec/cm5.md.
func grants(c config.Config) ir.Component[GrantPorts] {
	n := children + c.Parents
	io := GrantPorts{Idle: ir.In(n), Parents: ir.In(c.Parents), Seed: ir.In(16), Granted: ir.Out(n)}
	for i := range n {
		io.Request = append(io.Request, Request{ir.In(children), ir.In(1)})
		inputs := n
		if i >= children {
			inputs = children
		}
		io.To = append(io.To, ir.Out(inputs))
	}
	return ir.Build("cm5_grants", io, func(m *ir.Module, io GrantPorts) {
		m.SetDoc("Arbitration: one rotating arbiter a child output, one for the parent pool, which gives a random idle parent.")
		to := make([]ir.Signal, n)
		for k := range children {
			var wanted []ir.Signal
			for i := range n {
				wanted = append(wanted, io.Request[i].Child.Bit(k))
			}
			to[k] = arbitrate(m, fmt.Sprintf("child_%d", k), ir.CatList(wanted...), io.Idle.Bit(k))
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
		climber := arbitrate(m, "pool", ir.CatList(climbing...), free.Any())
		random := ir.Inst(m, "lfsr", rtl.LFSR(16, 15, 13, 12, 10))
		random.Seed.Set(io.Seed)
		chosen := pick(m, free, random.State.Slice(7, 0)).Named("chosen_parent")
		for j := range c.Parents {
			to[children+j] = climber.And(chosen.Bit(j).Repeat(children))
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
		io.Granted.Set(ir.CatList(granted...))
		for q := range n {
			io.To[q].Set(to[q])
		}
	})
}

// arbitrate grants one of the requests when enable is 1: round robin, one-hot.
func arbitrate(m *ir.Module, name string, requests, enable ir.Signal) ir.Signal {
	n := requests.Width()
	arbiter := ir.Inst(m, name, rtl.RoundRobin(n))
	arbiter.Req.Set(requests.And(enable.Repeat(n)))
	arbiter.Take.Set(m.Const(1, 1))
	return arbiter.Grant
}

// pick chooses one set bit of free, one-hot: of n set bits the k-th from bit 0 up, k = random*n >> 8,
// random of 8 bits. k >= j is random >= 256*j/n, so nothing is multiplied: the comparisons are done while
// the count is still on its way.
func pick(m *ir.Module, free, random ir.Signal) ir.Signal {
	width := free.Width()
	count := rtl.PopCount(free).Named("free_count")
	var counts, ranks []ir.Signal // for n = 1..width: count is n, and the k of it one-hot
	for n := 1; n <= width; n++ {
		atLeast := func(j int) ir.Signal {
			switch j {
			case 0:
				return m.Const(1, 1)
			case n:
				return m.Const(1, 0)
			}
			return random.GeC(uint64((256*j + n - 1) / n))
		}
		k := make([]ir.Signal, width)
		for j := range k {
			k[j] = m.Const(1, 0)
			if j < n {
				k[j] = atLeast(j).AndNot(atLeast(j + 1))
			}
		}
		counts = append(counts, count.EqC(uint64(n)))
		ranks = append(ranks, ir.CatList(k...))
	}
	rank := ir.OneHotMux(ir.CatList(counts...), ranks...).Named("rank")

	chosen := make([]ir.Signal, width)
	for j := range chosen {
		below := []ir.Signal{m.Const(1, 1)} // one-hot: how many bits below j are set
		for i := range j {
			next := make([]ir.Signal, i+2)
			for b := range next {
				stay, up := m.Const(1, 0), m.Const(1, 0)
				if b <= i {
					stay = below[b].AndNot(free.Bit(i))
				}
				if b > 0 {
					up = below[b-1].And(free.Bit(i))
				}
				next[b] = stay.Or(up)
			}
			below = next
		}
		var ways []ir.Signal
		for b, is := range below {
			ways = append(ways, is.And(rank.Bit(b)))
		}
		chosen[j] = free.Bit(j).And(ir.Or(ways...))
	}
	return ir.CatList(chosen...)
}

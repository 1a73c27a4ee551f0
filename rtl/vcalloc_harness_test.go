package rtl_test

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// A vcArch is a way to decide.
type vcArch struct {
	name    string
	arch    rtl.VCArch
	arbiter func(int) ir.Component[rtl.ArbiterPorts]
}

var vcArches = []vcArch{
	{"sep-if rr", rtl.SeparableInputFirst, rtl.RoundRobin},
	{"sep-if matrix", rtl.SeparableInputFirst, rtl.Matrix},
	{"sep-of rr", rtl.SeparableOutputFirst, rtl.RoundRobin},
	{"sep-of matrix", rtl.SeparableOutputFirst, rtl.Matrix},
	{"wavefront", rtl.Wavefront, nil},
}

// vcBoundPorts are those of an allocator, and follow.
type vcBoundPorts struct {
	rtl.VCAllocatorPorts
	Follow ir.Signal
}

// vcBound states the bounds of docs/spec/vcalloc.md for one input channel of an allocator: whenever
// follow is 1 and the channel is not granted, the request is kept on its pins until it is, whatever
// all others do; and it is within the bound, less slack. What it gets is legal, by the class graph.
func vcBound(c rtl.VCAllocator, channel, slack int) *ir.Module {
	io := vcBoundPorts{c.Ports(), ir.In(1)}
	a := c.Component()
	name := fmt.Sprintf("bound_%d_%s", channel, a.Module.Name)
	return ir.Build(name, io, func(m *ir.Module, io vcBoundPorts) {
		at := ir.Inst(m, "allocator", a)
		for i, r := range io.Req {
			if i != channel {
				set(at.Req[i], r)
			}
			io.Gnt[i].Valid.Set(at.Gnt[i].Valid)
			io.Gnt[i].VC.Set(at.Gnt[i].VC)
		}
		for o, free := range io.Free {
			at.Free[o].Set(free)
		}
		io.Illegal.Set(at.Illegal)
		f := followed{c: c, m: m, channel: channel, ports: io.Free, slack: slack}
		f.keep(io.Req[channel], io.Follow, at.Gnt[channel].Valid)
		set(at.Req[channel], f.request)
		m.Assert(at.Gnt[channel].VC.AndNot(f.legal).Any().Not(), "a channel is granted that is not legal")
		f.bound()
	}).Module
}

func set(pins, r rtl.VCRequest) {
	pins.Valid.Set(r.Valid)
	pins.Port.Set(r.Port)
	pins.VCs.Set(r.VCs)
	pins.Turn.Set(r.Turn)
}

// A followed request is one that stays.
type followed struct {
	c       rtl.VCAllocator
	m       *ir.Module
	channel int
	ports   []ir.Signal // free channels of each port
	slack   int

	request rtl.VCRequest // as the allocator sees it
	legal   ir.Signal     // channels that it wants and may have, at a port that there is
	free    ir.Signal     // channels that are free there
	waits   ir.Signal     // it is followed and not granted
}

// keep makes the request, and keeps it from a cycle with follow 1 on until it is granted.
func (f *followed) keep(pins rtl.VCRequest, follow, granted ir.Signal) {
	m := f.m
	kept := m.Reg("kept", 1, 0)
	hold := func(name string, pin ir.Signal) ir.Signal {
		held := m.Reg(name, pin.Width(), 0)
		now := ir.Mux(kept, held, pin).Named(name + "_now")
		held.Set(now)
		return now
	}
	f.request = rtl.VCRequest{
		Valid: kept.Or(pins.Valid), Port: hold("port", pins.Port), VCs: hold("vcs", pins.VCs), Turn: hold("turn", pins.Turn),
	}
	r := f.request
	vcs := f.ports[0].Width()
	table := f.c.Classes.Table()
	var may []ir.Signal
	for w := range vcs {
		switch table[f.channel%vcs][w] {
		case rtl.Always:
			may = append(may, m.Const(1, 1))
		case rtl.Turning:
			may = append(may, r.Turn)
		case rtl.Inside:
			may = append(may, r.Turn.Not())
		default:
			may = append(may, m.Const(1, 0))
		}
	}
	var at []ir.Signal
	for o := range f.ports {
		at = append(at, r.Port.EqC(uint64(o)))
	}
	ports := ir.CatList(at...)
	f.legal = r.VCs.And(ir.CatList(may...), ports.Any().Repeat(vcs)).Named("legal")
	f.free = ir.OneHotMux(ports, f.ports...).Named("free_there")
	f.waits = ir.And(r.Valid, kept.Or(follow), granted.Not()).Named("waits")
	kept.Set(f.waits)
}

// counter counts cycles in which more is 1, of those in which the request waits, this one among them.
func (f *followed) counter(name string, most int, more ir.Signal) ir.Signal {
	w := max(1, ir.Bits(most+1))
	count := f.m.Reg(name, w, 0)
	now := count.Add(more.ZExt(w)).Named(name + "_now")
	count.Set(ir.Mux(f.waits, now, count.C(0)))
	return now
}

// within states that a counter is below its limit while the request waits.
func (f *followed) within(count ir.Signal, limit int, message string) {
	f.m.Assert(f.waits.Not().Or(count.LtC(uint64(limit-f.slack))), message)
}

// sources is n(w) of the page.
func (f *followed) sources(w int) (n int) {
	for _, row := range f.c.Classes.Table() {
		if row[w] != rtl.Never {
			n += f.c.Inputs
		}
	}
	return n
}

// bound states the bound of the page.
func (f *followed) bound() {
	m, vcs := f.m, f.free.Width()
	successors := f.c.Classes.Table()[f.channel%vcs]
	switch {
	case f.c.Arch == rtl.SeparableOutputFirst:
		for w, moves := range successors {
			if moves == rtl.Never {
				continue
			}
			n := f.sources(w)
			f.within(f.counter(fmt.Sprintf("open_%d", w), n, f.legal.Bit(w).And(f.free.Bit(w))), n, fmt.Sprintf("channel %d is open and goes to others", w))
		}
	case f.c.Arch == rtl.SeparableInputFirst:
		sum, product := m.Const(16, 1), m.Const(16, 1)
		most := 1
		for w, moves := range successors {
			if moves == rtl.Never {
				continue
			}
			n := uint64(f.sources(w))
			wanted := f.legal.Bit(w)
			sum = sum.Add(ir.Mux(wanted, sum.C(n-1), sum.C(0)))
			product = product.Mul(ir.Mux(wanted, product.C(n), product.C(1)))
			most *= int(n)
		}
		limit := product.SubC(uint64(f.slack))
		if f.c.Arbiter(1).Module.Name == "matrix_1" {
			limit = sum.SubC(uint64(f.slack))
		}
		count := f.counter("open_cycles", most, f.legal.And(f.free).Any())
		m.Assert(f.waits.Not().Or(count.ZExt(16).Lt(limit)), "something is open and goes to others")
	default:
		// A round begins when the request begins to be followed. In these graphs there is
		// a channel that all rows of an array may have.
		seen := m.Reg("seen", vcs, 0)
		all := seen.Or(f.free).Named("seen_now")
		over := all.All().Named("over")
		seen.Set(ir.Mux(f.waits.AndNot(over), all, seen.C(0)))
		rounds := 1
		for w, moves := range successors {
			if moves != rtl.Never {
				rounds = max(rounds, 2*f.sources(w)+1)
			}
		}
		count := f.counter("rounds", rounds, over.And(f.legal.Any()))
		f.within(count, rounds, "round after round the request waits")
	}
}

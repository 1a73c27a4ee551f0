//go:build tools

package rtl_test

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
	"github.com/flitwright/flitwright/tb"
)

// A machine is a part with state that it shows, in a module of its name: the next state follows from
// this one and what comes in.
type machine struct {
	name    string
	width   int // of what comes in
	part    func(m *ir.Module, by ir.Signal) ir.Signal
	next    func(state, by ir.Signal) ir.Signal
	starts  func(seed ir.Signal) ir.Signal // in the first cycle after reset, of what came in before
	nonzero bool                           // and the state is never 0
}

type machinePorts struct{ By, State ir.Signal }

// steps states the rule of machines in every cycle.
func steps(name string, machines ...machine) *ir.Module {
	width := 1
	for _, a := range machines {
		width = max(width, a.width)
	}
	return ir.Build(name, struct{ By ir.Signal }{ir.In(width)}, func(m *ir.Module, io struct{ By ir.Signal }) {
		m.Unused(io.By)
		before := m.RegNoReset("by_before", width)
		before.Set(io.By)
		runs := m.Reg("runs", 1, 0)
		runs.Set(runs.C(1))
		for _, a := range machines {
			var state ir.Signal
			ir.Build("probe", struct{ By ir.Signal }{ir.In(a.width)}, func(m *ir.Module, io struct{ By ir.Signal }) { state = a.part(m, io.By) })
			c := ir.Build(a.name, machinePorts{ir.In(a.width), ir.Out(state.Width())}, func(m *ir.Module, io machinePorts) {
				m.Unused(io.By)
				io.State.Set(a.part(m, io.By))
			})
			at := ir.Inst(m, a.name+"_part", c)
			at.By.Set(io.By.Low(a.width))
			was := m.RegNoReset(a.name+"_was", at.State.Width())
			was.Set(at.State)
			by := before.Low(a.width)
			m.Assert(at.State.Eq(ir.Mux(runs, a.next(was, by), a.starts(by))), a.name+" does not step by its rule")
			if a.nonzero {
				m.Assert(at.State.Any(), a.name+" runs into 0")
			}
		}
	}).Module
}

func counterOf(width, by int) machine {
	return machine{
		name: fmt.Sprintf("counter_%d_by_%d", width, by), width: by,
		part:   func(m *ir.Module, by ir.Signal) ir.Signal { return rtl.Counter(m, "count", width, by) },
		next:   func(count, by ir.Signal) ir.Signal { return count.Add(by.ZExt(width)) },
		starts: func(by ir.Signal) ir.Signal { return number(by, width, 0) },
	}
}

func saturatingOf(width, by int) machine {
	return machine{
		name: fmt.Sprintf("saturating_%d_by_%d", width, by), width: by,
		part: func(m *ir.Module, by ir.Signal) ir.Signal { return rtl.SaturatingCounter(m, "count", width, by) },
		next: func(count, by ir.Signal) ir.Signal {
			room := count.Not().Named(fmt.Sprintf("room_%d_by_%d", width, by.Width())) // the most that may be added
			return ir.Mux(by.ZExt(width).Gt(room), room.C(1<<width-1), count.Add(by.ZExt(width)))
		},
		starts: func(by ir.Signal) ir.Signal { return number(by, width, 0) },
	}
}

func lfsrOf(width int, taps ...int) machine {
	return machine{
		name: fmt.Sprintf("random_%d", width), width: width,
		part: func(m *ir.Module, seed ir.Signal) ir.Signal {
			l := ir.Inst(m, "shifts", rtl.LFSR(width, taps...))
			l.Seed.Set(seed)
			return l.State
		},
		next: func(state, _ ir.Signal) ir.Signal {
			mask := uint64(0)
			for _, t := range taps {
				mask |= 1 << t
			}
			return state.Shl(state.C(1)).Or(state.And(state.C(mask)).Parity().ZExt(width))
		},
		starts:  func(seed ir.Signal) ir.Signal { return ir.Mux(seed.Any(), seed, seed.C(1)) },
		nonzero: true,
	}
}

func counterClaims() []claim {
	const rule = "does not step by its rule"
	counter, saturating, random := counterOf(4, 2), saturatingOf(4, 2), lfsrOf(4, 3, 2)
	return []claim{
		{
			part: "Counter", says: "it grows by what comes, modulo 2^w, from 0",
			small: []proof{{"1 bit by 1, 2 by 1, 3 by 2, 4 by 4, 8 by 1 and 3", "", steps("counters", counterOf(1, 1), counterOf(2, 1), counterOf(3, 2), counterOf(4, 4), counterOf(8, 1), counterOf(8, 3))}},
			large: []proof{{"16 bits by 16, 32 by 1", "", steps("counters", counterOf(16, 16), counterOf(32, 1))}},
			faults: []fault{
				{"a counter goes down", steps("counters", counter), swap(counter.name, ir.OpAdd, ir.OpSub), rule},
				{"a counter starts at 1", steps("counters", counter), tb.Edit(counter.name, func(e *tb.Editor) { e.SetValue("count", 1) }), rule},
			},
		},
		{
			part: "SaturatingCounter", says: "it grows by what comes up to all ones, and stays there",
			small: []proof{{"1 bit by 1, 2 by 1, 3 by 2, 4 by 4, 8 by 1 and 3", "", steps("counters", saturatingOf(1, 1), saturatingOf(2, 1), saturatingOf(3, 2), saturatingOf(4, 4), saturatingOf(8, 1), saturatingOf(8, 3))}},
			large: []proof{{"16 bits by 16, 32 by 1", "", steps("counters", saturatingOf(16, 16), saturatingOf(32, 1))}},
			faults: []fault{
				{"it wraps", steps("counters", saturating), tb.Edit(saturating.name, func(e *tb.Editor) {
					for _, n := range e.Module.Nodes {
						if n.Op == ir.OpOr {
							n.Args[1] = n.Args[0]
						}
					}
				}), rule},
			},
		},
		{
			part: "LFSR", says: "it shows the seed first, or 1 for 0, shifts the parity of its taps in, and is never 0",
			small: []proof{{"1, 2, 3, 4, 5 and 8 bits", "", steps("random", lfsrOf(1, 0), lfsrOf(2, 1, 0), lfsrOf(3, 2, 1), lfsrOf(4, 3, 1), lfsrOf(5, 4, 2), lfsrOf(8, 7, 5, 4, 3))}},
			large: []proof{{"16, 31 and 64 bits", "", steps("random", lfsrOf(16, 15, 13, 12, 10), lfsrOf(31, 30, 27), lfsrOf(64, 63, 62, 60, 59))}},
			faults: []fault{
				{"a tap is not the highest", steps("random", random), tb.Edit("lfsr_*", func(e *tb.Editor) {
					for _, n := range e.Module.Nodes {
						if n.Op == ir.OpSlice && n.Width == 1 && n.Lo == 3 {
							n.Lo = 1
						}
					}
				}), rule},
				{"a seed of 0 is taken", steps("random", random), swap("lfsr_*", ir.OpOr, ir.OpAnd), "runs into 0"},
			},
		},
	}
}

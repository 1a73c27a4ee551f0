package mutate

import (
	"maps"
	"slices"

	"github.com/flitwright/flitwright/ir/sim/flat"
)

// sameRuns tells whether two netlists give the same outputs and do the same writes from the first reset on. It is more than sameStep can tell: registers
// have values that they can reach only, and some may differ as long as others, the controls, say that nobody looks at
// them. What power-up leaves is the same in both in the first cycle of reset.
//
// The least sets, of registers that differ and of values that controls have then, are made by adding what a step leads to; they are good if no output ever
// differs. False may be said of two that are equal.
func sameRuns(gold, gate *flat.Netlist, reached *states) bool {
	if gold.Rst == flat.None || !sameState(gold, gate) {
		return false
	}
	d := newDivergence(gold, gate, reached)
	d.most = mostApart
	return d.harmless()
}

// mostApart is how many registers may differ: more are a sign of a fault that shows.
const mostApart = 8

// A divergence is registers of two netlists that may differ, as long as controls have values that they had before when it did.
type divergence struct {
	gold, gate *flat.Netlist
	reached    *states
	most       int                             // registers that may differ
	idle       map[int]map[int]map[uint64]bool // values by register that differs and control, both by index
	apart      map[int]bool                    // the registers
}

func newDivergence(gold, gate *flat.Netlist, reached *states) *divergence {
	return &divergence{gold: gold, gate: gate, reached: reached, idle: map[int]map[int]map[uint64]bool{}, apart: map[int]bool{}}
}

// harmless makes the divergence as large as steps need and tells whether it never shows.
func (d *divergence) harmless() bool {
	for {
		grown := false
		for _, first := range []bool{true, false} {
			for {
				more, shows := d.step(first)
				if shows || len(d.apart) > d.most {
					return false
				}
				if !more {
					break
				}
				grown = true
			}
		}
		if !grown {
			return true
		}
	}
}

// step looks for a step out of the divergence, one in the first cycle of reset or a later one, and takes it in. It shows if an
// output or a write differs.
func (d *divergence) step(first bool) (more, shows bool) {
	s, a, b := newSteps(d.gold, d.gate, d.apart)
	rst := s.word(a[d.gold.Rst])[0]
	holds := one
	if first {
		holds = rst
	} else {
		holds = d.reached.hold(s, d.gold, a)
	}
	now := func(i int) word { return s.word(a[d.gold.Regs[i].Node]) }
	for _, i := range slices.Sorted(maps.Keys(d.apart)) {
		may := s.equal(now(i), s.word(b[d.gate.Regs[i].Node]))
		if !first {
			may = s.or(may, d.mayDiffer(s, i, now))
		}
		holds = s.and(holds, may)
	}
	seen := s.writesDiffer(d.gold, d.gate, a, b)
	if !first {
		for i, x := range d.gold.Outputs {
			seen = s.or(seen, s.differ(a[x], b[d.gate.Outputs[i]]))
		}
	}
	next := func(i int) word { return s.next(d.gold, a, d.gold.Regs[i]) }
	differ := make([]int, len(d.gold.Regs)) // in the next cycle
	wrong := seen
	for i, r := range d.gold.Regs {
		q := d.gate.Regs[i]
		differ[i] = -one
		if a[r.Next] != b[q.Next] || !sameReset(r, q) {
			differ[i] = -s.equal(next(i), s.next(d.gate, b, q))
		}
		out := differ[i]
		if d.apart[i] {
			out = s.and(out, -d.mayDiffer(s, i, next))
		}
		wrong = s.or(wrong, out)
	}
	after := map[int]word{}
	for _, i := range d.reached.registers() {
		after[i] = next(i)
	}
	is := s.solve(s.and(holds, wrong))
	switch {
	case is == nil:
		return false, false
	case is(seen):
		return false, true
	}
	for i, bit := range differ {
		if is(bit) {
			d.take(i, func(control int) uint64 { return number(after[control], is) })
		}
	}
	return true, false
}

// mayDiffer tells whether all controls of a register that differs have values with which it may.
func (d *divergence) mayDiffer(s *steps, reg int, control func(int) word) int {
	all := one
	for _, c := range slices.Sorted(maps.Keys(d.idle[reg])) {
		all = s.and(all, s.among(control(c), d.idle[reg][c]))
	}
	return all
}

// take takes in that a register differs while controls have these values. Whatever differs is no control.
func (d *divergence) take(reg int, value func(control int) uint64) {
	if !d.apart[reg] {
		d.apart[reg] = true
		d.idle[reg] = map[int]map[uint64]bool{}
		for _, c := range d.reached.registers() {
			if !d.apart[c] && d.near(reg, c) {
				d.idle[reg][c] = map[uint64]bool{}
			}
		}
		for _, of := range d.idle {
			delete(of, reg)
		}
	}
	for c, seen := range d.idle[reg] {
		seen[value(c)] = true
	}
}

// near tells whether a register may be a control of another: in a large netlist it is in the same module or the top.
func (d *divergence) near(reg, control int) bool {
	in := d.gold.Regs[control].Scope
	return len(d.gold.Regs) <= fewRegs || in == 0 || in == d.gold.Regs[reg].Scope
}

// number is a word in a solution.
func number(w word, is func(int) bool) (x uint64) {
	for i, bit := range w {
		if is(bit) {
			x |= 1 << i
		}
	}
	return x
}

// among tells whether a word is one of some values.
func (c *circuit) among(w word, list map[uint64]bool) int {
	any := -one
	for _, x := range slices.Sorted(maps.Keys(list)) { // gates are made in one order
		is := one
		for i, bit := range w {
			if x>>i&1 == 0 {
				bit = -bit
			}
			is = c.and(is, bit)
		}
		any = c.or(any, is)
	}
	return any
}

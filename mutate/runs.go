package mutate

import (
	"slices"

	"github.com/flitwright/flitwright/ir/sim/flat"
)

// sameRuns tells whether two netlists give the same outputs and do the same writes from the first reset on. It is more than sameStep can tell: registers
// have values that they can reach only, and some may differ as long as another, the control, says that nobody looks at
// them. What power-up leaves is the same in both in the first cycle of reset.
//
// For each control the least set of registers and of values is made by adding what a step leads to; it is good if no output ever
// differs. False may be said of two that are equal.
func sameRuns(gold, gate *flat.Netlist, reached values) bool {
	if gold.Rst == flat.None || !sameState(gold, gate) {
		return false
	}
	if d := (&divergence{gold: gold, gate: gate, reached: reached, control: none}); d.harmless() {
		return true
	}
	for _, control := range controls(gold) {
		if !sameReset(gold.Regs[control], gate.Regs[control]) {
			continue
		}
		d := &divergence{
			gold: gold, gate: gate, reached: reached, control: control,
			apart: map[int]bool{}, idle: map[uint64]bool{gold.Regs[control].Reset.Uint64(): true},
		}
		if d.harmless() {
			return true
		}
	}
	return false
}

// mostApart is how many registers may differ: more are a sign of a fault that shows.
const mostApart = 4

// none is the control where no register may differ.
const none = -1

// A divergence is registers of two netlists that may differ, as long as the control has a value of idle.
type divergence struct {
	gold, gate *flat.Netlist
	reached    values
	control    int
	apart      map[int]bool // registers, by index
	idle       map[uint64]bool
}

// harmless makes the divergence as large as steps need and tells whether it never shows.
func (d *divergence) harmless() bool {
	for len(d.apart) <= mostApart {
		grown := false
		for _, first := range []bool{true, false} {
			for {
				more, shows := d.step(first)
				if shows {
					return false
				}
				if !more {
					break
				}
				grown = true
				if len(d.apart) > mostApart {
					return false
				}
			}
		}
		if !grown {
			return true
		}
	}
	return false
}

// step looks for a step out of the divergence, one in the first cycle of reset or a later one, and takes it in. It shows if an
// output or a write differs, or the control itself.
func (d *divergence) step(first bool) (more, shows bool) {
	s, a, b := newSteps(d.gold, d.gate, d.apart)
	rst := s.word(a[d.gold.Rst])[0]
	holds := one
	if first {
		holds = rst
		for i := range d.apart {
			holds = s.and(holds, s.equal(s.word(a[d.gold.Regs[i].Node]), s.word(b[d.gate.Regs[i].Node])))
		}
	} else {
		holds = s.and(holds, d.reached.hold(s, d.gold, a))
		for i := range d.apart {
			idle := s.among(s.word(a[d.gold.Regs[d.control].Node]), d.idle)
			same := s.equal(s.word(a[d.gold.Regs[i].Node]), s.word(b[d.gate.Regs[i].Node]))
			holds = s.and(holds, s.or(idle, same))
		}
	}
	seen := s.writesDiffer(d.gold, d.gate, a, b)
	if !first {
		for i, x := range d.gold.Outputs {
			seen = s.or(seen, s.differ(a[x], b[d.gate.Outputs[i]]))
		}
	}
	var next word // the control in the next cycle
	if d.control != none {
		next = s.next(d.gold, a, d.gold.Regs[d.control])
	}
	differ := make([]int, len(d.gold.Regs)) // in the next cycle
	wrong := seen
	for i, r := range d.gold.Regs {
		q := d.gate.Regs[i]
		differ[i] = -one
		if a[r.Next] != b[q.Next] || !sameReset(r, q) {
			differ[i] = -s.equal(s.next(d.gold, a, r), s.next(d.gate, b, q))
		}
		out := differ[i]
		if d.apart[i] {
			out = s.and(out, -s.among(next, d.idle))
		}
		wrong = s.or(wrong, out)
	}
	is := s.solve(s.and(holds, wrong))
	switch {
	case is == nil:
		return false, false
	case d.control == none, is(seen), is(differ[d.control]):
		return false, true
	}
	for i, bit := range differ {
		if is(bit) {
			d.apart[i] = true
		}
	}
	d.idle[number(next, is)] = true
	return true, false
}

// controls are the registers with a reset that are narrow enough to go through their values.
func controls(n *flat.Netlist) (list []int) {
	for i, r := range n.Regs {
		if r.Reset != nil && n.Nodes[r.Node].Width <= controlBits {
			list = append(list, i)
		}
	}
	return list
}

const controlBits = 6

// values are those that registers can have after the first reset, or more, by index. Registers that have a reset are among them as
// long as they are narrow and their values few: states, flags, one-hot owners.
type values map[int]map[uint64]bool

const (
	valueBits  = 8
	mostValues = 40
)

// reach finds the values of the registers of a netlist: those that steps lead to from the values found so far, whatever the
// other registers hold.
func reach(n *flat.Netlist) values {
	v := values{}
	for i, r := range n.Regs {
		if r.Reset != nil && n.Nodes[r.Node].Width <= valueBits {
			v[i] = map[uint64]bool{r.Reset.Uint64(): true}
		}
	}
	for {
		s, a, _ := newSteps(n, n, nil)
		next, beyond := map[int]word{}, -one
		for i, r := range n.Regs {
			if v[i] != nil {
				next[i] = s.next(n, a, r)
				beyond = s.or(beyond, -s.among(next[i], v[i]))
			}
		}
		is := s.solve(s.and(v.hold(s, n, a), beyond))
		if is == nil {
			return v
		}
		for i := range v {
			if v[i][number(next[i], is)] = true; len(v[i]) > mostValues {
				delete(v, i)
			}
		}
	}
}

// hold says that all registers have values found.
func (v values) hold(s *steps, n *flat.Netlist, of []int) int {
	all := one
	for i, r := range n.Regs {
		if v[i] != nil && len(v[i]) < 1<<n.Nodes[r.Node].Width {
			all = s.and(all, s.among(s.word(of[r.Node]), v[i]))
		}
	}
	return all
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
	var sorted []uint64
	for x := range list {
		sorted = append(sorted, x)
	}
	slices.Sort(sorted) // gates are made in one order
	any := -one
	for _, x := range sorted {
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

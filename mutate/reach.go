package mutate

import (
	"maps"
	"slices"

	"github.com/flitwright/flitwright/ir/sim/flat"
)

// states are those that a netlist can be in after the first reset, or more: the values that registers have, each for itself, and
// the values that two of one module have at a time. Registers that have a reset are among them as long as they are narrow and
// their values few: states, flags, one-hot owners.
type states struct {
	values map[int]map[uint64]bool // by register, as an index
	pairs  []pair
	fixed  []fixedBit
	orElse bool // fixed inputs may have other values, and the state is any then
}

// A pair is two registers and the values that they have at a time.
type pair struct {
	a, b int
	seen map[[2]uint64]bool
}

// A fixedBit is one of an input that keeps its value from one reset to the next.
type fixedBit struct {
	input, at int // index in Netlist.Inputs, and bit
	value     bool
}

const (
	valueBits  = 8
	mostValues = 40
	pairBits   = 7  // of both registers
	fewRegs    = 64 // of a netlist; in a larger one pairs are those that its modules have by themselves
	fewValues  = 16
)

// reach finds the states of a netlist: those that steps lead to, from the reset on, from states found so far. As none leads out
// of what is found in the end, all states after a reset are among it.
func reach(n *flat.Netlist, fixed ...fixedBit) *states {
	f := &states{values: map[int]map[uint64]bool{}, fixed: fixed}
	most := mostValues
	if len(n.Regs) > fewRegs {
		most = fewValues
	}
	width := func(i int) int { return n.Nodes[n.Regs[i].Node].Width }
	start := func(i int) uint64 { return n.Regs[i].Reset.Uint64() }
	s, a, _ := newSteps(n, n, nil)
	next := map[int]word{}
	for i, r := range n.Regs {
		next[i] = s.next(n, a, r)
		if r.Reset == nil || width(i) > valueBits {
			continue
		}
		for _, k := range f.registers() {
			if len(n.Regs) <= fewRegs && n.Regs[k].Scope == r.Scope && width(i)+width(k) <= pairBits {
				f.pairs = append(f.pairs, pair{k, i, map[[2]uint64]bool{{start(k), start(i)}: true}})
			}
		}
		f.values[i] = map[uint64]bool{start(i): true}
	}
	f.walk(s, n, a, next, most)
	for {
		is := s.solve(s.and(f.hold(s, n, a), -f.within(s, next)))
		if is == nil {
			return f
		}
		f.take(func(i int) uint64 { return number(next[i], is) }, most)
	}
}

// take takes the values of one state in. Registers that have too many by now are given up.
func (f *states) take(value func(reg int) uint64, most int) {
	found := map[int]uint64{}
	for i, seen := range f.values {
		found[i] = value(i)
		seen[found[i]] = true
	}
	for _, p := range f.pairs {
		p.seen[[2]uint64{found[p.a], found[p.b]}] = true
	}
	maps.DeleteFunc(f.values, func(_ int, seen map[uint64]bool) bool { return len(seen) > most })
	f.pairs = slices.DeleteFunc(f.pairs, func(p pair) bool { return f.values[p.a] == nil || f.values[p.b] == nil })
}

// adopt takes in the pairs that a module, which is placed in a scope of a netlist, has in its own.
func (f *states) adopt(n *flat.Netlist, scope int, of *states, module *flat.Netlist) {
	at := func(reg int) int {
		return slices.IndexFunc(n.Regs, func(r flat.Reg) bool {
			return r.Scope == scope && r.Source.Name == module.Regs[reg].Source.Name
		})
	}
	for _, p := range of.pairs {
		if module.Regs[p.a].Scope == 0 && len(p.seen) < len(of.values[p.a])*len(of.values[p.b]) {
			f.pairs = append(f.pairs, pair{at(p.a), at(p.b), p.seen})
		}
	}
}

// registers are those whose values are known, in order.
func (f *states) registers() []int { return slices.Sorted(maps.Keys(f.values)) }

// hold says that a netlist, whose nodes are of these classes, is in one of the states.
func (f *states) hold(s *steps, n *flat.Netlist, of []int) int {
	now := map[int]word{}
	for i, r := range n.Regs {
		now[i] = s.word(of[r.Node])
	}
	all, fixed := f.within(s, now), one
	for _, x := range f.fixed {
		bit := s.word(of[n.Inputs[x.input]])[x.at]
		if !x.value {
			bit = -bit
		}
		fixed = s.and(fixed, bit)
	}
	if f.orElse {
		return s.or(all, -fixed)
	}
	return s.and(all, fixed)
}

// within says that registers have values that were found.
func (f *states) within(s *steps, regs map[int]word) int {
	all := one
	for _, i := range f.registers() {
		if len(f.values[i]) < 1<<len(regs[i]) {
			all = s.and(all, s.among(regs[i], f.values[i]))
		}
	}
	for _, p := range f.pairs {
		if known := len(f.values[p.a]) * len(f.values[p.b]); known == 0 || len(p.seen) < known {
			all = s.and(all, p.within(s.circuit, regs[p.a], regs[p.b]))
		}
	}
	return all
}

// within says that no two values were found apart: whatever one register has, the other has a value that goes with it.
func (p pair) within(c *circuit, a, b word) int {
	with := map[uint64]map[uint64]bool{}
	for x := range p.seen {
		if with[x[0]] == nil {
			with[x[0]] = map[uint64]bool{}
		}
		with[x[0]][x[1]] = true
	}
	any := -one
	for _, x := range slices.Sorted(maps.Keys(with)) {
		any = c.or(any, c.and(c.among(a, map[uint64]bool{x: true}), c.among(b, with[x])))
	}
	return any
}

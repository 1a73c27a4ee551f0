// Package maporder ranges over maps.
package maporder

import (
	"fmt"
	"maps"
	"slices"
	"sort"

	"github.com/flitwright/flitwright/ir"
)

type ports struct{ In, Out []ir.Signal }

type part struct{ m *ir.Module }

func (p part) place(name string) { p.m.Unused(p.m.Reg(name, 1, 0)) }

// An indirect builder.
func (p part) all(names map[string]int) {
	for name := range names { // want `a builder ranges over a map`
		p.place(name)
	}
}

func helper(m *ir.Module, name string) { part{m}.place(name) }

func taker(m *ir.Module, names map[string]int) {
	for name := range names { // want `ranges over a map`
		helper(m, name)
	}
	for name := range maps.Keys(names) { // want `ranges over a map`
		helper(m, name)
	}
	for _, w := range maps.All(names) { // want `ranges over a map`
		_ = m.Const(w, 0)
	}
	for name := range names { // want `ranges over a map`
		m.Mem(name, 8, 8)
	}
}

func component(widths map[string]int) ir.Component[ports] {
	var io ports
	for _, w := range widths { // want `ranges over a map`
		io.In = append(io.In, ir.In(w))
	}
	return ir.Build("part", io, func(m *ir.Module, io ports) {
		m.When(io.In[0], func() {
			for i := range map[int]bool{0: true, 1: true} { // want `ranges over a map`
				io.Out[i].Set(io.In[i])
			}
		})
	})
}

func unsorted(m *ir.Module, names map[string]int) (all []ir.Signal) {
	var list []string
	for name := range names { // want `ranges over a map`
		list = append(list, name)
	}
	for _, name := range list {
		all = append(all, m.Reg(name, 1, 0))
	}
	title := ""
	for name := range names { // want `ranges over a map`
		title += name
	}
	last := ""
	for name := range names { // want `ranges over a map`
		last = name
	}
	m.SetDoc(title + last)
	return all
}

func anyOrder(m *ir.Module, names map[string]int) (all []ir.Signal) {
	for _, name := range slices.Sorted(maps.Keys(names)) {
		all = append(all, m.Reg(name, 1, 0))
	}
	var list []string
	var others []int
	total, widest, narrow := 0, 0, false
	inverse := map[int]string{}
	for name, w := range names {
		if w == 0 {
			continue
		}
		twice := 2 * w
		list = append(list, name)
		others = append(others, twice)
		total += w
		widest = max(widest, w)
		if w < 2 {
			narrow = true
		} else {
			total++
		}
		inverse[w] = name
		delete(names, name)
	}
	slices.Sort(list)
	sort.Ints(others)
	for _, w := range names {
		if w < 1 {
			return nil
		}
	}
	_ = fmt.Sprint(total, widest, narrow)
	return all
}

// A function that takes a module and builds nothing reads it.
func reader(m *ir.Module, names map[string]int) {
	for name := range names {
		fmt.Println(m.Name, name)
	}
}

// A table of designs is no builder: each is its own.
func table() map[string]ir.Component[ports] {
	all := map[string]ir.Component[ports]{}
	for name, w := range map[string]int{"narrow": 1, "wide": 64} {
		all[name] = component(map[string]int{name: w})
	}
	for name := range all {
		fmt.Println(name)
	}
	return all
}

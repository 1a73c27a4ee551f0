// Package loopname gives names in loops.
package loopname

import (
	"fmt"
	"math/big"

	"github.com/flitwright/flitwright/ir"
)

type ports struct{ A []ir.Signal }

type part struct {
	m    *ir.Module
	name string
}

const label = "label"

func same(m *ir.Module, n int, prefix string, io ports, mem *ir.Mem, c ir.Component[ports]) {
	for i := range n {
		m.Reg("state", 1, 0)                   // want `the name is the same in every round of the loop`
		m.RegBig("big", 1, big.NewInt(0))      // want `the name`
		m.RegNoReset("data", 1)                // want `the name`
		m.Wire(label, 1)                       // want `the name`
		m.Mem("mem", 8, 8)                     // want `the name`
		m.Enum("IDLE", "BUSY")                 // want `the name`
		ir.Inst(m, "part", c)                  // want `the name`
		mem.ReadReg("q", io.A[0], io.A[1])     // want `the name`
		_ = io.A[i].Named("a")                 // want `the name`
		m.Wire(prefix+"_x", 1)                 // want `the name`
		m.Wire(fmt.Sprintf("%s_y", prefix), 1) // want `the name`
		m.When(io.A[i], func() {
			m.Reg("inner", 1, 0) // want `the name`
		})
		m.Scope("fixed", func() {
			m.Reg("scoped", 1, 0) // want `the name`
		})
		if prefix != "" {
			m.Reg("with_prefix", 1, 0) // want `the name`
		}
		for j := range n {
			m.Reg(fmt.Sprintf("r%d", i), j, 0) // want `the name`
		}
	}
	for i := 0; i < n; i++ {
		m.Reg("count", 1, 0) // want `the name`
	}
	p := part{m: m}
	for range n {
		p.m.Reg("state_of_part", 1, 0) // want `the name`
	}
}

func other(m *ir.Module, n int, prefix string, io ports, c ir.Component[ports], parts []part) ir.Signal {
	m.Reg("once", 1, 0)
	count := 0
	next := func() { count++ }
	for i := range n {
		name := fmt.Sprintf("x_%d", i)
		m.Reg(name, 1, 0)
		m.Reg(fmt.Sprintf("%s_%d", prefix, i), 1, 0)
		m.Scope(name, func() {
			m.Reg("scoped", 1, 0)
			m.When(io.A[i], func() { m.Reg("inner", 1, 0) })
		})
		if i == 0 {
			m.Reg("first", 1, 0)
		}
		switch {
		case i == 1:
			m.Reg("second", 1, 0)
		default:
			m.Reg("third", 1, 0)
		}
		m.Reg(names(i), 1, 0)
		m.Reg(parts[i].name, 1, 0)
		m.Reg(fmt.Sprintf("counted_%d", count), 1, 0)
		next()
		ir.Build("part", io, func(m *ir.Module, io ports) { m.Reg("state", 1, 0) })
		parts[i].m.Reg("state", 1, 0)
	}
	for _, p := range parts {
		p.m.Reg("state", 1, 0)
		later(func() { m.Reg("later", 1, 0) })
	}
	for i := range n {
		if i > 0 {
			break
		}
		m.Reg("guarded", 1, 0)
	}
	for range n {
		m.Reg("left", 1, 0)
		break
	}
	for {
		m.Reg("left_at_once", 1, 0)
		if count == 0 {
			break
		}
	}
	for i := range n {
		switch {
		case i == m.Reg("in_a_case", 1, 0).Width():
		}
		m.Reg(three())
	}
	for i := m.Reg("start", 1, 0).Width(); i < n; i++ {
	}
	for range n {
		return m.Reg("returned", 1, 0)
	}
	return ir.Signal{}
}

func names(i int) string { return fmt.Sprint("n", i) }

func later(f func()) {}

func three() (string, int, uint64) { return "three", 1, 0 }

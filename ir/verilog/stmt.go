package verilog

import (
	"github.com/flitwright/flitwright/ir"
)

// The statements as they are printed; like those of package ir, on expressions.
type (
	stmt interface{}

	set struct{ dst, src *expr }

	write struct {
		mem        *ir.Mem
		addr, data *expr
	}

	// fetch is a registered read.
	fetch struct {
		dst  *expr
		mem  *ir.Mem
		addr *expr
	}

	check struct {
		cond    *expr
		message string
	}

	when struct {
		cond        *expr
		then, other []stmt
		joined      bool // cond was made by branch
	}

	choice struct {
		sel  *expr
		arms []arm
		rest []stmt
	}

	arm struct {
		value *expr
		body  []stmt
	}
)

// A target is what one always block drives: a wire (*ir.Node), a memory (*ir.Mem), or one
// of the constants below.
type target any

type together uint8

const (
	resetRegs together = iota
	dataRegs
	checks
)

// A block is the part of the module's statements that drives one target.
type block struct {
	target target
	body   []stmt
}

// blocks holds a block for each target, in order of first appearance.
type blocks struct {
	list []*block
	at   map[target]*block
}

func (b *blocks) add(t target, body ...stmt) {
	if len(body) == 0 {
		return
	}
	at := b.at[t]
	if at == nil {
		at = &block{target: t}
		if b.at == nil {
			b.at = map[target]*block{}
		}
		b.at[t] = at
		b.list = append(b.list, at)
	}
	if s, ok := body[0].(*set); ok && s.dst.op == ir.OpWire {
		at.body = at.body[:0] // what it held is overwritten
	}
	at.body = append(at.body, body...)
}

// get is the body of a target, nil if nothing drives it.
func (b *blocks) get(t target) []stmt {
	if at := b.at[t]; at != nil {
		return at.body
	}
	return nil
}

// sort splits statements by what they drive; each part keeps the order and the conditions.
func (p *plan) sort(body []ir.Stmt) *blocks {
	out := &blocks{}
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Set:
			dst := p.of[s.Dst.ID]
			t := target(s.Dst)
			if s.Dst.Op == ir.OpReg {
				t = dataRegs
				if s.Dst.Value != nil {
					t = resetRegs
				}
			}
			out.add(t, &set{dst, p.of[s.Src.ID]})
		case *ir.Write:
			out.add(s.Mem, p.inRange(s)...)
		case *ir.Assert:
			out.add(checks, &check{p.of[s.Cond.ID], s.Message})
		case *ir.When:
			p.sortWhen(out, s)
		case *ir.Switch:
			p.sortSwitch(out, s)
		}
	}
	return out
}

// inRange drops a write to a constant address that the memory does not have. Another constant
// address gets a net: Yosys makes registers of a memory that is written at a constant.
func (p *plan) inRange(s *ir.Write) []stmt {
	addr := p.of[s.Addr.ID]
	if addr.value != nil && addr.value.IsUint64() && addr.value.Uint64() >= uint64(s.Mem.Depth) {
		return nil
	}
	if addr.value != nil {
		addr = p.net(addr)
	}
	return []stmt{&write{s.Mem, addr, p.of[s.Data.ID]}}
}

// sortWhen takes a chain of conditions from its end, so that a long one costs no stack.
func (p *plan) sortWhen(out *blocks, s *ir.When) {
	chain := []*ir.When{s}
	for len(s.Else) == 1 {
		next, ok := s.Else[0].(*ir.When)
		if !ok {
			break
		}
		chain = append(chain, next)
		s = next
	}
	other := p.sort(s.Else)
	for i := len(chain) - 1; i >= 0; i-- {
		then := p.sort(chain[i].Then)
		all := &blocks{}
		for _, b := range append(then.list, other.list...) {
			if all.at[b.target] == nil {
				all.add(b.target, p.branch(p.of[chain[i].Cond.ID], then.get(b.target), other.get(b.target))...)
			}
		}
		other = all
	}
	for _, b := range other.list {
		out.add(b.target, b.body...)
	}
}

// branch makes an if of two bodies of one target. With nothing to do where cond holds, its
// inverse joins the conditions below it.
func (p *plan) branch(cond *expr, then, other []stmt) []stmt {
	switch {
	case cond.value != nil && cond.value.Sign() != 0:
		return then
	case cond.value != nil:
		return other
	case len(then) > 0:
		return []stmt{&when{cond: cond, then: then, other: other}}
	case len(other) == 0:
		return nil
	}
	cond = p.not(cond)
	if len(other) == 1 {
		if w, ok := other[0].(*when); ok && len(w.other) == 0 {
			conds := []*expr{cond, w.cond}
			if w.joined && len(w.cond.args) < maxArgs {
				conds = append(conds[:1], w.cond.args...)
			}
			return []stmt{&when{cond: p.and(conds...), then: w.then, joined: true}}
		}
	}
	return []stmt{&when{cond: cond, then: other}}
}

func (p *plan) sortSwitch(out *blocks, s *ir.Switch) {
	sel := p.of[s.Sel.ID]
	if sel.value != nil {
		body := s.Default
		for _, c := range s.Cases {
			if c.Value.Value.Cmp(sel.value) == 0 {
				body = c.Body
			}
		}
		for _, b := range p.sort(body).list {
			out.add(b.target, b.body...)
		}
		return
	}
	rest := p.sort(s.Default)
	parts := map[target]*choice{}
	var order []target
	part := func(t target) *choice {
		c := parts[t]
		if c == nil {
			c = &choice{sel: sel, rest: rest.get(t)}
			parts[t] = c
			order = append(order, t)
		}
		return c
	}
	for _, b := range rest.list {
		part(b.target)
	}
	for _, c := range s.Cases {
		value := p.of[c.Value.ID]
		for _, b := range p.sort(c.Body).list {
			at := part(b.target)
			at.arms = append(at.arms, arm{value, b.body})
		}
		for _, b := range rest.list { // an arm that does nothing keeps the rest away
			at := part(b.target)
			if n := len(at.arms); n == 0 || at.arms[n-1].value != value {
				at.arms = append(at.arms, arm{value: value})
			}
		}
	}
	for _, t := range order {
		out.add(t, parts[t])
	}
}

// full reports whether every value of the selector has an arm.
func (c *choice) full() bool {
	return c.sel.width < 31 && len(c.arms) == 1<<c.sel.width
}

// assignment is the wire and its value if the block is one unconditional Set of a wire.
func (b *block) assignment() (*ir.Node, *expr) {
	n, ok := b.target.(*ir.Node)
	if !ok || len(b.body) != 1 {
		return nil, nil
	}
	if s, ok := b.body[0].(*set); ok {
		return n, s.src
	}
	return nil, nil
}

// A use is how a statement uses an expression.
type use uint8

const (
	asValue use = iota
	asCondition
	asAddress
)

// statements calls f for each use of an expression.
func (b *block) statements(f func(*expr, use)) { eachUse(b.body, f) }

func eachUse(body []stmt, f func(*expr, use)) {
	for _, s := range body {
		switch s := s.(type) {
		case *set:
			f(s.src, asValue)
		case *write:
			f(s.addr, asAddress)
			f(s.data, asValue)
		case *fetch:
			f(s.addr, asAddress)
		case *check:
			f(s.cond, asCondition)
		case *when:
			for {
				f(s.cond, asCondition)
				eachUse(s.then, f)
				next := chained(s)
				if next == nil {
					break
				}
				s = next
			}
			eachUse(s.other, f)
		case *choice:
			f(s.sel, asCondition)
			for _, a := range s.arms {
				f(a.value, asValue)
				eachUse(a.body, f)
			}
			eachUse(s.rest, f)
		}
	}
}

// chained is the condition that follows in an else-if chain, or nil.
func chained(s *when) *when {
	if len(s.other) == 1 {
		next, _ := s.other[0].(*when)
		return next
	}
	return nil
}

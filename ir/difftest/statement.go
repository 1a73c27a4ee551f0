package difftest

import "github.com/flitwright/flitwright/ir"

// drive sets wires on every path and registers somewhere; effect, if any, is reached on some
// paths.
func (g *generator) drive(targets []ir.Signal, effect func()) {
	if effect != nil {
		g.sometimes(effect, 2)
	}
	var wires, regs, free []ir.Signal
	for _, t := range targets {
		switch n := t.Node(); {
		case n.Op == ir.OpWire:
			wires = append(wires, t)
		case n.Value != nil:
			regs = append(regs, t)
		default:
			free = append(free, t)
		}
	}
	if len(wires) > 0 {
		g.block(wires, 2, true)
	}
	g.holding(regs)
	load := func() {
		for _, r := range free {
			r.Set(g.known(r.Width()))
		}
	}
	switch {
	case len(free) == 0:
	case g.below(2) == 0:
		g.holding(free)
		g.m.When(g.m.Reset(), load)
	default:
		g.m.When(g.m.Reset(), load).Else(func() { g.holding(free) })
	}
}

// holding sets registers on some paths, each on one at least.
func (g *generator) holding(regs []ir.Signal) {
	if len(regs) == 0 {
		return
	}
	g.block(regs, 2, false)
	for _, r := range regs {
		if !g.driven[r.Node()] {
			g.sometimes(func() { r.Set(g.expr(r.Width(), 2)) }, 1)
		}
	}
}

// block writes statements that set the targets, on every path if all is true.
func (g *generator) block(targets []ir.Signal, depth int, all bool) {
	kind := 0
	if depth > 0 {
		kind = g.below(6)
	}
	inner := func(all bool) func() { return func() { g.block(targets, depth-1, all) } }
	switch kind {
	case 0:
		g.sets(targets, all)
	case 1:
		g.m.When(g.expr(1, 2), inner(all)).Else(inner(all))
	case 2:
		g.sets(targets, all)
		g.chain(inner(false))
	case 3:
		w := g.bound(one(g.choices, 2, 1, 3, 33, 65))
		g.choice(w, inner(all)).Default(inner(all))
	case 4:
		g.sets(targets, all)
		s := g.choice(g.bound(one(g.choices, 2, 1, 3, 8, 64)), inner(false))
		if g.below(2) == 1 {
			s.Default(inner(false))
		}
	case 5: // a case for every value
		s := g.m.Switch(g.expr(2, 2))
		for v := range uint64(4) {
			s.CaseC((v+1)%4, inner(all))
		}
	}
}

// sets sets each of the targets once, or perhaps.
func (g *generator) sets(targets []ir.Signal, all bool) {
	for _, t := range targets {
		if all || g.below(3) > 0 {
			t.Set(g.expr(t.Width(), 2))
			g.driven[t.Node()] = true
		}
	}
}

// chain is conditions one after the other, some with nothing to do.
func (g *generator) chain(body func()) {
	chain := g.m.When(g.expr(1, 2), body)
	for n := 0; g.more(3, n, 4); n++ {
		chain = chain.ElseWhen(g.expr(1, 2), g.perhaps(body))
	}
	if g.below(2) == 1 {
		chain.Else(g.perhaps(body))
	}
}

func (g *generator) perhaps(body func()) func() {
	if g.below(3) == 2 {
		return func() {}
	}
	return body
}

// choice is a Switch on w bits with some cases.
func (g *generator) choice(w int, body func()) *ir.SwitchChain {
	s := g.m.Switch(g.expr(w, 2))
	seen := map[string]bool{}
	for range 1 + g.below(3) {
		if v := g.number(w); !seen[v.String()] && len(seen)+1 < 1<<min(w, 8) {
			seen[v.String()] = true
			s.Case(g.m.ConstBig(w, v), body)
		}
	}
	return s
}

// sometimes reaches body under conditions.
func (g *generator) sometimes(body func(), depth int) {
	if depth == 0 {
		body()
		return
	}
	inner := func() { g.sometimes(body, depth-1) }
	switch g.below(4) {
	case 0:
		body()
	case 1:
		g.m.When(g.expr(1, 2), inner)
	case 2:
		g.m.When(g.expr(1, 2), func() {}).Else(inner)
	case 3:
		g.choice(3, func() {}).Default(inner)
	}
}

// writes writes a memory, at most once in a cycle unless the design is wild.
func (g *generator) writes(mem *ir.Mem, depth int) {
	write := func() { mem.Write(g.address(mem, 2), g.expr(mem.Width, 2)) }
	inner := func() { g.writes(mem, depth-1) }
	kind := 0
	if depth > 0 {
		kind = g.below(4)
	}
	switch kind {
	case 0:
		g.sometimes(write, 1)
	case 1:
		g.m.When(g.expr(1, 2), inner).Else(inner)
	case 2:
		g.choice(2, inner).Default(inner)
	case 3:
		write()
		if g.Wild {
			inner()
		}
	}
}

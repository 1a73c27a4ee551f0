package difftest

import (
	"fmt"
	"slices"

	"github.com/flitwright/flitwright/ir"
)

// A Profile bounds the designs that choices make.
type Profile struct {
	Widths []int // of signals, the simplest first
	Wild   bool  // addresses may be out of range and writes may meet
	Loops  bool  // words may depend on themselves, as no bit does
	Small  bool  // no memory, no assertion, nothing wider than the widest of Widths but amounts of shifts
}

// bound is the width of a value that has n bits where nothing bounds it.
func (p Profile) bound(n int) int {
	if p.Small {
		return min(n, slices.Max(p.Widths))
	}
	return n
}

// Widths are those at which engines change their ways.
var Widths = []int{1, 2, 8, 1, 31, 32, 33, 3, 63, 64, 65, 127, 128, 129}

// Ports are those of a random module. Fill is the address at which its memories are written
// in reset.
type Ports struct {
	Fill    ir.Signal
	In, Out []ir.Signal
}

// maxDepth is the depth of instances.
const maxDepth = 2

// Module makes a design of choices.
func Module(name string, data []byte, p Profile) ir.Component[Ports] {
	return module(&choices{data}, name, p, maxDepth)
}

func module(c *choices, name string, p Profile, depth int) ir.Component[Ports] {
	var kids []ir.Component[Ports]
	for depth > 0 && c.more(4-depth, len(kids), 2) {
		kids = append(kids, module(c.take(len(c.data)/4), fmt.Sprintf("%s_%d", name, len(kids)), p, depth-1))
	}
	io := Ports{Fill: ir.In(fillWidth)}
	for range 1 + c.below(3) {
		io.In = append(io.In, ir.In(one(c, p.Widths...)))
	}
	for range 1 + c.below(3) {
		io.Out = append(io.Out, ir.Out(one(c, p.Widths...)))
	}
	return ir.Build(name, io, func(m *ir.Module, io Ports) {
		g := &generator{choices: c, Profile: p, m: m, depth: depth, fill: io.Fill, kids: kids,
			unread: map[*ir.Node]bool{}, driven: map[*ir.Node]bool{}}
		g.module(io)
	})
}

// A generator adds to one module what choices say.
type generator struct {
	*choices
	Profile
	m      *ir.Module
	depth  int // of the module; part of names, as no instance may hide behind a name in it
	named  int
	fill   ir.Signal
	pool   []ir.Signal // what expressions may read
	names  []ir.Signal // that stand within expressions
	unread map[*ir.Node]bool
	driven map[*ir.Node]bool // by a Set
	kids   []ir.Component[Ports]
	mems   []*ir.Mem
}

func (g *generator) name(kind string) string {
	g.named++
	return fmt.Sprintf("%s%d_%d", kind, g.depth, g.named)
}

func (g *generator) width() int { return one(g.choices, g.Widths...) }

func (g *generator) add(s ir.Signal) {
	g.pool = append(g.pool, s)
	g.unread[s.Node()] = true
}

func (g *generator) module(io Ports) {
	for _, s := range io.In {
		g.add(s)
	}
	rest := len(g.data) * 3 / 5 // for what comes behind the steps
	var regs []ir.Signal
	for g.more(3, len(regs), 4) {
		regs = append(regs, g.register())
	}
	for !g.Small && g.more(2, len(g.mems), 2) {
		g.mems = append(g.mems, g.m.Mem(g.name("mem"), g.width(), one(g.choices, 1, 2, 3, 4, 5, 8)))
	}
	for n := 0; len(g.data) > rest && g.more(8, n, 20); n++ {
		g.step()
	}
	g.drive(regs, nil)
	for _, mem := range g.mems {
		g.m.When(g.m.Reset(), func() { mem.Write(g.fill.Low(mem.AddrWidth()), g.known(mem.Width)) }).
			Else(func() { g.writes(mem, 2) })
		g.add(g.read(mem, 1))
	}
	g.outputs(io.Out)
	g.m.Unused(io.Fill)
	g.m.Unused(g.names...)
	for _, s := range g.pool {
		if s.Node().Name != "" {
			g.m.Unused(s)
		}
	}
}

// register is one with a reset value, or one that loads in reset.
func (g *generator) register() ir.Signal {
	w := g.width()
	var r ir.Signal
	if g.below(2) == 0 {
		r = g.m.RegBig(g.name("reg"), w, g.number(w))
	} else {
		r = g.m.RegNoReset(g.name("free"), w)
	}
	g.add(r)
	return r
}

// known is a value that is known in reset: of a pin, or constant.
func (g *generator) known(w int) ir.Signal {
	if g.below(2) == 0 {
		return g.constant(w)
	}
	return g.fit(g.pool[0], w)
}

// step adds one thing to the pool.
func (g *generator) step() {
	switch g.below(8) {
	case 0, 1:
		g.add(g.expr(g.width(), 3))
	case 2:
		g.add(g.expr(g.width(), 2).Named(g.name("value")))
	case 3:
		var wires []ir.Signal
		for range 1 + g.below(3) {
			wires = append(wires, g.m.Wire(g.name("wire"), g.width()))
		}
		g.drive(wires, nil)
		for _, w := range wires {
			g.add(w)
		}
	case 4:
		if len(g.mems) > 0 {
			mem := g.mems[g.below(len(g.mems))]
			addr := ir.Mux(g.m.Reset(), g.m.Const(mem.AddrWidth(), 0), g.address(mem, 2))
			g.add(mem.ReadReg(g.name("fetched"), addr, g.expr(1, 2).Or(g.m.Reset())))
		}
	case 5:
		g.instance()
	case 6:
		if g.Loops {
			g.carry()
		} else {
			g.add(g.expr(g.width(), 4))
		}
	case 7:
		g.states()
	}
}

func (g *generator) instance() {
	if len(g.kids) == 0 {
		return
	}
	k := ir.Inst(g.m, g.name("part"), g.kids[g.below(len(g.kids))])
	k.Fill.Set(g.fill)
	if g.below(2) == 0 {
		for _, in := range k.In {
			in.Set(g.expr(in.Width(), 2))
		}
	} else {
		g.drive(k.In, nil)
	}
	for _, out := range k.Out {
		g.add(out)
	}
}

// carry is a wire whose bits depend on the bits below.
func (g *generator) carry() {
	w := 2 + g.below(8)
	wire := g.m.Wire(g.name("carry"), w)
	bits := []ir.Signal{g.expr(1, 1)}
	for i := range w - 1 {
		a, b := wire.Bit(i), g.expr(1, 1)
		bits = append(bits, one(g.choices, a.And(b), a.Or(b), a.Xor(b), ir.Mux(b, a, b)))
	}
	wire.Set(ir.CatList(bits...))
	g.add(wire)
}

// states is a state machine on named constants, or a choice by them.
func (g *generator) states() {
	var names []string
	for range 2 + g.below(4) {
		names = append(names, g.name("STATE"))
	}
	states := g.m.Enum(names...)
	w := states[0].Width()
	state := g.m.Reg(g.name("state"), w, 0)
	out := g.m.Wire(g.name("choice"), g.width())
	out.Set(g.expr(out.Width(), 1))
	next := g.m.Switch(state)
	for i, s := range states {
		next.Case(s, func() {
			g.m.When(g.expr(1, 2), func() { state.Set(states[(i+1)%len(states)]) })
			g.block([]ir.Signal{out}, 1, false)
		})
	}
	if len(states) < 1<<w {
		next.Default(func() { state.Set(states[0]) })
	}
	g.add(state)
	g.add(out)
}

// outputs drives the outputs; the last one reads registers and all that nothing else does.
func (g *generator) outputs(outs []ir.Signal) {
	last := outs[len(outs)-1]
	g.drive(outs[:len(outs)-1], nil)
	if !g.Small && g.below(4) == 3 {
		cond := g.expr(8, 2).Ne(g.expr(8, 2))
		g.drive(nil, func() { g.m.Assert(cond, "the two differ") })
	}
	x := g.expr(last.Width(), 3)
	parities := []ir.Signal{g.m.Const(1, 0)}
	for _, s := range g.pool {
		if g.unread[s.Node()] {
			parities = append(parities, s.Parity())
		}
	}
	if len(parities) > 1 {
		x = x.Xor(ir.Xor(parities...).SExt(last.Width()))
	}
	last.Set(x)
}

package ir

import "math/big"

// A Stmt is one of *Set, *When, *Switch, *Write, *Assert and *Unused.
type Stmt interface{ stmt() }

// Set drives a wire in this cycle, or a register at its end. The last one reached wins.
type Set struct {
	Dst, Src *Node
	caller   callers
}

// When runs Then where Cond is 1, else Else. A chain of conditions is an Else that holds
// one When.
type When struct {
	Cond       *Node
	Then, Else []Stmt
	caller     callers
}

// Switch runs the case whose value Sel has, or Default. Values are distinct.
type Switch struct {
	Sel     *Node
	Cases   []Case
	Default []Stmt
	caller  callers
}

// A Case is one arm of a Switch; Value is an OpConst of the selector's width.
type Case struct {
	Value  *Node
	Body   []Stmt
	caller callers
}

// Write puts Data into a memory at the end of the cycle.
type Write struct {
	Mem        *Mem
	Addr, Data *Node
	caller     callers
}

// Assert states that Cond is 1 in every cycle that reaches it.
type Assert struct {
	Cond    *Node
	Message string
	caller  callers
}

// Unused says that Signal is not read on purpose.
type Unused struct{ Signal *Node }

func (*Set) stmt()    {}
func (*When) stmt()   {}
func (*Switch) stmt() {}
func (*Write) stmt()  {}
func (*Assert) stmt() {}
func (*Unused) stmt() {}

// Pos is the place in the builder's source.
func (s *Assert) Pos(m *Module) Pos { return m.pos(s.caller) }

// Pos is the place in the builder's source.
func (s *Write) Pos(m *Module) Pos { return m.pos(s.caller) }

// append adds a statement to the innermost open list.
func (m *Module) append(s Stmt) {
	if m.block == nil {
		m.block = &m.Body
	}
	if m.open("statement") {
		*m.block = append(*m.block, s)
	}
}

// into runs body with the statement list b open.
func (m *Module) into(b *[]Stmt, body func()) {
	if body == nil {
		return
	}
	old := m.block
	m.block = b
	body()
	m.block = old
}

// Set drives s, a wire, an output, an input of an instance or a register, with x of the
// same width, where the enclosing When and Switch reach. For a register x is the value
// from the next cycle on.
func (s Signal) Set(x Signal) {
	m := module(s, x)
	switch {
	case m == nil:
		return // nothing of any module: an output left unset tells
	case s.n == nil || s.n.Mod == nil:
		m.errorf(nil, "set: the target is no signal of module %s", m.Name)
		return
	case s.n.Op == OpPoison:
		return
	case s.n.Op != OpWire && s.n.Op != OpReg:
		m.errorf(nil, "set: %v is not a wire, output, instance input or register", s.n)
		return
	}
	src := x.n
	switch {
	case src == nil || src.Mod == nil:
		m.errorf(s.n, "set: the value is no signal of module %s", m.Name)
		src = s.n // the target counts as set
	case src.Mod != m:
		m.errorf(s.n, "set: %v belongs to module %s", src, src.Mod.Name)
		src = s.n
	case src.Op != OpPoison && src.Width != s.n.Width:
		m.errorf(nil, "set: width mismatch: %v, %v", s.n, src)
	}
	set := &Set{Dst: s.n, Src: src}
	m.caller(&set.caller)
	m.append(set)
}

// A WhenChain continues a When.
type WhenChain struct {
	m    *Module
	tail *[]Stmt // the Else of the last condition; nil after Else
}

// condition checks a 1-bit condition; a faulty one is replaced by a poisoned node.
func (m *Module) condition(what string, c Signal) *Node {
	switch {
	case c.n == nil || c.n.Mod == nil:
		return m.poison(1, "%s: the condition is no signal of module %s", what, m.Name).n
	case c.n.Mod != m:
		return m.poison(1, "%s: %v belongs to module %s", what, c.n, c.n.Mod.Name).n
	case c.n.Op == OpPoison:
	case c.n.Width != 1:
		return m.poison(1, "%s: condition %v is not 1 bit", what, c.n).n
	}
	return c.n
}

// When makes the statements of then hold only where the 1-bit cond is 1.
func (m *Module) When(cond Signal, then func()) *WhenChain {
	w := &When{Cond: m.condition("when", cond)}
	m.caller(&w.caller)
	m.append(w)
	m.into(&w.Then, then)
	return &WhenChain{m, &w.Else}
}

// ElseWhen continues the chain where no condition before held.
func (c *WhenChain) ElseWhen(cond Signal, then func()) *WhenChain {
	if c.tail == nil {
		c.m.errorf(nil, "when: ElseWhen after Else")
		return c
	}
	if !c.m.open("when") {
		return c
	}
	w := &When{Cond: c.m.condition("when", cond)}
	c.m.caller(&w.caller)
	*c.tail = []Stmt{w}
	c.m.into(&w.Then, then)
	c.tail = &w.Else
	return c
}

// Else ends the chain: its statements hold where no condition did.
func (c *WhenChain) Else(body func()) {
	if c.tail == nil {
		c.m.errorf(nil, "when: a second Else")
		return
	}
	c.m.into(c.tail, body)
	c.tail = nil
}

// A SwitchChain adds the cases of a Switch.
type SwitchChain struct {
	m         *Module
	s         *Switch
	seen      map[string]*Node // the values of the cases
	defaulted bool
}

// Switch chooses statements by the value of sel.
func (m *Module) Switch(sel Signal) *SwitchChain {
	s := &Switch{Sel: sel.n}
	switch {
	case sel.n == nil || sel.n.Mod == nil:
		s.Sel = m.poison(1, "switch: the selector is no signal of module %s", m.Name).n
	case sel.n.Mod != m:
		s.Sel = m.poison(sel.n.Width, "switch: %v belongs to module %s", sel.n, sel.n.Mod.Name).n
	}
	m.caller(&s.caller)
	m.append(s)
	return &SwitchChain{m: m, s: s, seen: map[string]*Node{}}
}

// Case holds where the selector is value, a constant of its width.
func (c *SwitchChain) Case(value Signal, body func()) *SwitchChain {
	if !c.m.open("switch") {
		return c
	}
	arm := Case{Value: c.value(value)}
	c.m.caller(&arm.caller)
	c.m.into(&arm.Body, body)
	c.s.Cases = append(c.s.Cases, arm)
	return c
}

// value checks the value of a case; a faulty one is replaced by a poisoned node, so that
// what its body sets still counts as set.
func (c *SwitchChain) value(s Signal) *Node {
	v, sel := s.n, c.s.Sel
	switch {
	case v == nil || v.Mod == nil:
		return c.m.poison(sel.Width, "switch: a case value is no signal of module %s", c.m.Name).n
	case v.Mod != c.m:
		return c.m.poison(sel.Width, "switch: %v belongs to module %s", v, v.Mod.Name).n
	case v.Op == OpPoison || sel.Op == OpPoison:
		return v
	case v.Op != OpConst:
		return c.m.poison(sel.Width, "switch: case value %v is not a constant", v).n
	case v.Width != sel.Width:
		return c.m.poison(sel.Width, "switch: width mismatch: %v, %v", sel, v).n
	}
	key := v.Value.Text(62)
	if old := c.seen[key]; old != nil {
		return c.m.poison(sel.Width, "switch: a second case for %v; the first: %v", v, old).n
	}
	c.seen[key] = v
	return v
}

// CaseC holds where the selector is v.
func (c *SwitchChain) CaseC(v uint64, body func()) *SwitchChain {
	return c.Case(Signal{c.s.Sel}.C(v), body)
}

// Default holds where no case does.
func (c *SwitchChain) Default(body func()) {
	if c.defaulted {
		c.m.errorf(nil, "switch: a second Default")
		return
	}
	c.defaulted = true
	c.m.into(&c.s.Default, body)
}

// full reports whether every value of the selector has a case.
func (s *Switch) full() bool {
	return s.Sel.Width < 31 && big.NewInt(int64(len(s.Cases))).Cmp(new(big.Int).Lsh(big.NewInt(1), uint(s.Sel.Width))) == 0
}

// Write puts data into the memory at addr at the end of the cycle, where the enclosing
// When and Switch reach.
func (mem *Mem) Write(addr, data Signal) {
	m := mem.Mod
	for _, s := range []Signal{addr, data} {
		switch {
		case s.n == nil || s.n.Mod == nil:
			m.errorf(nil, "memory %v: write: no signal of module %s", mem, m.Name)
			return
		case s.n.Mod != m:
			m.errorf(nil, "memory %v: write: %v belongs to module %s", mem, s.n, s.n.Mod.Name)
			return
		case s.n.Op == OpPoison:
			return
		}
	}
	if !mem.address(addr) {
		return
	}
	if data.n.Width != mem.Width {
		m.errorf(nil, "memory %v: write: width mismatch: %v", mem, data.n)
		return
	}
	w := &Write{Mem: mem, Addr: addr.n, Data: data.n}
	m.caller(&w.caller)
	m.append(w)
}

// Assert states that the 1-bit cond holds in every cycle that reaches it, reset excepted.
// Simulators and formal tools check it.
func (m *Module) Assert(cond Signal, message string) {
	a := &Assert{Cond: m.condition("assert", cond), Message: message}
	m.caller(&a.caller)
	m.append(a)
	m.clocked = m.clocked || !m.finished
}

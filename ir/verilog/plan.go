package verilog

import "github.com/flitwright/flitwright/ir"

// A plan is a module made ready to print: its expressions, its statements sorted by what
// they drive, and the names of all nets.
type plan struct {
	m     *ir.Module
	names *names
	exprs []*expr // arguments before users
	of    []*expr // by Node.ID
	table map[string]*expr
	key   []byte
	reset *expr

	blocks *blocks
	direct map[*ir.Node]bool // inputs of instances whose value stands in the connection
}

func newPlan(m *ir.Module) (*plan, error) {
	p := &plan{
		m:      m,
		of:     make([]*expr, len(m.Nodes)),
		table:  make(map[string]*expr, len(m.Nodes)),
		direct: map[*ir.Node]bool{},
	}
	p.reset = p.add(&expr{op: ir.OpReset, width: 1, name: "rst"})
	for i, n := range m.Nodes {
		p.of[i] = p.build(n)
	}
	p.blocks = p.sort(m.Body)
	p.addFetches()
	order, err := p.checkLoops()
	if err != nil {
		return nil, err
	}
	p.foldComparisons(order)
	if err := p.claimNames(); err != nil {
		return nil, err
	}
	p.countUses()
	p.connect()
	p.nameTemporaries()
	return p, nil
}

// addFetches puts the registered reads of each memory into its block.
func (p *plan) addFetches() {
	for _, n := range p.m.Nodes {
		if n.Op == ir.OpMemReadReg {
			read := &fetch{dst: p.of[n.ID], mem: n.Mem, addr: p.of[n.Args[0].ID]}
			p.blocks.add(n.Mem, p.branch(p.of[n.Args[1].ID], []stmt{read}, nil)...)
		}
	}
}

// countUses counts the places where each expression is printed and marks those whose form
// asks for a name.
func (p *plan) countUses() {
	for _, b := range p.blocks.list {
		b.statements(func(x *expr, use use) {
			x.uses++
			if use == asAddress && !(x.leaf() || x.op == ir.OpSlice) {
				x.must = true
			}
		})
	}
	for i := len(p.exprs) - 1; i >= 0; i-- {
		x := p.exprs[i]
		if x.uses == 0 && x.node == nil {
			continue
		}
		for _, a := range x.args {
			a.uses++
			switch x.op {
			case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpNot:
				a.flags = true
			case ir.OpSlice:
				a.flags = a.flags || x.width == 1
			}
		}
		switch x.op {
		case ir.OpMemRead:
			x.special = true
			if a := x.args[0]; !a.leaf() && a.op != ir.OpSlice {
				a.must = true
			}
		case ir.OpLtS, ir.OpSra:
			x.special = true
		case ir.OpSlice:
			if a := x.args[0]; !a.leaf() {
				a.must = true
			}
		}
	}
}

// connect gives wires that are set once, unconditionally, the expression they are set to:
// the wire is then the net of that expression, or for the input of an instance the
// expression stands in the connection.
func (p *plan) connect() {
	for _, b := range p.blocks.list {
		n, src := b.assignment()
		if n == nil {
			continue
		}
		w := p.of[n.ID]
		input := n.Inst != nil && w.uses == 0
		switch {
		case input && (src.trivial() || src.node != nil || src.home != nil || src.uses > 1 || src.small()):
			p.direct[n] = true
		case !src.leaf() && src.node == nil && src.home == nil && !src.trivial():
			src.home, src.name = w, w.name
		}
	}
}

// small reports whether x is one plain operator on short operands.
func (x *expr) small() bool {
	if x.must || x.special || x.op == ir.OpOneHotMux || len(x.args) > 3 {
		return false
	}
	for _, a := range x.args {
		if !a.trivial() && a.node == nil {
			return false
		}
	}
	return true
}

// nameTemporaries chooses the expressions that get a net of their own, and its name.
func (p *plan) nameTemporaries() {
	for _, x := range p.exprs {
		if x.leaf() || x.uses == 0 && x.node == nil {
			continue
		}
		for _, a := range x.args {
			if a.size > maxSize || a.op == ir.OpOneHotMux && x.op != ir.OpOneHotMux {
				p.nameTemporary(a)
			}
		}
		if x.must || x.special || x.uses > 1 && !x.trivial() {
			p.nameTemporary(x)
		}
		if x.name != "" {
			continue
		}
		for _, a := range x.args {
			x.size += a.size
		}
		if !x.trivial() {
			x.size += max(1, len(x.args)-1)
		}
	}
	for _, b := range p.blocks.list {
		b.statements(func(x *expr, use use) {
			if use == asCondition && (x.size > maxSize || x.op == ir.OpOneHotMux) || use == asValue && x.size > 2*maxSize && len(x.args) <= 3 {
				p.nameTemporary(x)
			}
		})
	}
}

func (p *plan) nameTemporary(x *expr) {
	if x.name == "" && !x.leaf() {
		x.name = p.names.choose(describe(x))
		x.size = 0
	}
}

package mutate

import (
	"fmt"
	"math/big"

	"github.com/flitwright/flitwright/ir"
)

// Operators are the kinds of mutants, in the order of reports:
//
//	flip      a bit inverted: the one, or the highest of a word
//	stuck     that bit stuck at 0 or at 1
//	operator  and for or, sum for difference, a comparison that takes equality in, ...
//	swap      operands, arms of a choice, bodies of a branch or parts of a word exchanged
//	enable    a condition, an enable or a term dropped
//	constant  a constant one more or one less
//	reset     a reset value with a bit inverted, or no reset
//	slice     a slice one bit further up or down
//	drop      a statement that sets a register or wire, or writes a memory, taken out
//	port      two pins of an instance exchanged
var Operators = []string{"flip", "stuck", "operator", "swap", "enable", "constant", "reset", "slice", "drop", "port"}

// An enumeration collects mutants.
type enumeration struct {
	*hardware
	list   []Mutant
	index  int // of the module at hand
	m      *ir.Module
	covers map[*ir.Set]bool // that another Set of the target stands before, reached whenever they are
}

func (e *enumeration) module(i int, m *ir.Module) {
	e.index, e.m = i, m
	e.covers = covered(m.Body, nil)
	for _, n := range m.Nodes {
		if e.live[n] {
			e.node(n)
		}
	}
	for _, inst := range m.Insts {
		if e.insts[inst] {
			e.instance(inst)
		}
	}
	i = 0
	walk(m.Body, func(s ir.Stmt) {
		if e.drives(s) {
			e.statement(i, s)
		}
		i++
	})
}

// add adds a mutant at a node.
func (e *enumeration) add(operator string, n *ir.Node, change func(patch), format string, args ...any) {
	e.list = append(e.list, Mutant{
		Operator: operator, Module: e.m.Name, Line: n.Pos().String(), What: fmt.Sprintf(format, args...),
		module: e.index, change: change,
	})
}

// name is what to call a node in words.
func name(n *ir.Node) string {
	switch {
	case n.Name != "":
		return n.Name
	case n.Op == ir.OpConst:
		return n.Value.String()
	case n.Op == ir.OpSlice && n.Width == 1:
		return fmt.Sprintf("%s[%d]", name(n.Args[0]), n.Lo)
	case n.Op == ir.OpSlice:
		return fmt.Sprintf("%s[%d:%d]", name(n.Args[0]), n.Lo+n.Width-1, n.Lo)
	case n.Op == ir.OpNot:
		return "not " + name(n.Args[0])
	}
	return fmt.Sprintf("%s of %d bits (node %d)", n.Op, n.Width, n.ID)
}

// node adds the mutants of a node.
func (e *enumeration) node(n *ir.Node) {
	switch n.Op {
	case ir.OpConst:
		e.constant(n)
		return
	case ir.OpReg:
		e.reset(n)
	}
	if n.Op != ir.OpCat && (n.Op != ir.OpWire || !leaves(n) || len(e.of[e.m].sets[n]) > 0) {
		e.bit(n)
	}
	e.operator(n)
	e.swaps(n)
	e.terms(n)
	e.slice(n)
}

// bit inverts and sticks the highest bit of a node.
func (e *enumeration) bit(n *ir.Node) {
	top := new(big.Int).Lsh(big.NewInt(1), uint(n.Width-1))
	rest := new(big.Int).Sub(top, big.NewInt(1))
	bit := name(n)
	if n.Width > 1 {
		bit = fmt.Sprintf("bit %d of %s", n.Width-1, bit)
	}
	with := func(op ir.Op, v *big.Int) func(patch) {
		return func(p patch) {
			p.wrap(p.node(n), func(value *ir.Node) *ir.Node {
				c := p.after(value, ir.OpConst, value.Width)
				c.Value = v
				return p.after(c, op, value.Width, value, c)
			})
		}
	}
	e.add("flip", n, with(ir.OpXor, top), "%s inverted", bit)
	e.add("stuck", n, with(ir.OpAnd, rest), "%s stuck at 0", bit)
	e.add("stuck", n, with(ir.OpOr, top), "%s stuck at 1", bit)
}

// constant makes a constant one more and one less.
func (e *enumeration) constant(n *ir.Node) {
	for _, by := range []int64{1, -1} {
		v := new(big.Int).Add(n.Value, big.NewInt(by))
		v.Mod(v, new(big.Int).Lsh(big.NewInt(1), uint(n.Width)))
		if by < 0 && n.Width == 1 {
			break // what one more is
		}
		e.add("constant", n, func(p patch) { p.node(n).Value = v }, "%s of %d bits is %d", name(n), n.Width, v)
	}
}

// reset gives a register another reset value, or none.
func (e *enumeration) reset(n *ir.Node) {
	if n.Value == nil {
		return
	}
	for _, bit := range []int{0, n.Width - 1} {
		v := new(big.Int).SetBit(n.Value, bit, n.Value.Bit(bit)^1)
		e.add("reset", n, func(p patch) { p.node(n).Value = v }, "%s is %d after reset, not %d", n.Name, v, n.Value)
		if n.Width == 1 {
			break
		}
	}
	e.add("reset", n, func(p patch) { p.node(n).Value = nil }, "%s has no reset", n.Name)
}

// others are the operators that stand in for one.
var others = map[ir.Op][]ir.Op{
	ir.OpAnd: {ir.OpOr}, ir.OpOr: {ir.OpAnd, ir.OpXor}, ir.OpXor: {ir.OpOr},
	ir.OpAdd: {ir.OpSub}, ir.OpSub: {ir.OpAdd}, ir.OpMul: {ir.OpAdd}, ir.OpLtS: {ir.OpLt},
	ir.OpShl: {ir.OpShr}, ir.OpShr: {ir.OpShl}, ir.OpSra: {ir.OpShr},
	ir.OpReduceAnd: {ir.OpReduceOr}, ir.OpReduceOr: {ir.OpReduceAnd, ir.OpReduceXor}, ir.OpReduceXor: {ir.OpReduceOr},
}

// operator puts another operator in the place of one.
func (e *enumeration) operator(n *ir.Node) {
	for _, op := range others[n.Op] {
		e.add("operator", n, func(p patch) { p.node(n).Op = op }, "%s is %s, not %s", name(n), op, n.Op)
	}
	switch n.Op {
	case ir.OpEq, ir.OpLt, ir.OpLtS:
		if n.Op == ir.OpEq && n.Args[1].Op == ir.OpConst && n.Args[1].Value.Sign() == 0 {
			break // nothing is less than 0
		}
		order := n.Op
		what := "takes equality in"
		if order == ir.OpEq {
			order, what = ir.OpLt, "holds for more, too"
		}
		e.add("operator", n, func(p patch) { // not b < a
			n := p.node(n)
			less := p.before(n, order, 1, n.Args[1], n.Args[0])
			n.Op, n.Args = ir.OpNot, []*ir.Node{less}
		}, "comparison %s of %s and %s %s", name(n), name(n.Args[0]), name(n.Args[1]), what)
	}
}

// swaps exchanges operands whose order matters.
func (e *enumeration) swaps(n *ir.Node) {
	swap := func(i, j int) {
		a, b := n.Args[i], n.Args[j]
		if a == b || a.Width != b.Width {
			return
		}
		e.add("swap", n, func(p patch) {
			args := p.node(n).Args
			args[i], args[j] = args[j], args[i]
		}, "%s: %s and %s exchanged", name(n), name(a), name(b))
	}
	switch n.Op {
	case ir.OpSub, ir.OpLt, ir.OpLtS:
		swap(0, 1)
	case ir.OpMux:
		swap(1, 2)
	case ir.OpOneHotMux:
		for i := 2; i < len(n.Args); i++ {
			swap(i-1, i)
		}
	case ir.OpCat:
		for i := 1; i < len(n.Args); i++ {
			swap(i-1, i)
		}
	}
}

// terms takes each operand of a node out that can be missed.
func (e *enumeration) terms(n *ir.Node) {
	drop := func(i int, ones bool, format string) {
		a := n.Args[i]
		v := new(big.Int)
		if ones {
			v.Sub(v.Lsh(big.NewInt(1), uint(a.Width)), big.NewInt(1))
		}
		e.add("enable", n, func(p patch) {
			n := p.node(n)
			c := p.constBefore(n, a.Width, v)
			n.Args[i] = c
		}, format, name(n), name(a))
	}
	switch n.Op {
	case ir.OpAnd, ir.OpOr, ir.OpXor:
		for i := range n.Args {
			drop(i, n.Op == ir.OpAnd, "%s without its term %s")
		}
	case ir.OpOneHotMux:
		for i := 1; i < len(n.Args); i++ {
			drop(i, false, "%s without its arm %s")
		}
	case ir.OpMemReadReg:
		drop(1, true, "%s is read without its enable %s")
	}
}

// slice takes bits from one place up or down.
func (e *enumeration) slice(n *ir.Node) {
	if n.Op != ir.OpSlice {
		return
	}
	for _, by := range []int{1, -1} {
		lo := n.Lo + by
		if lo < 0 || lo+n.Width > n.Args[0].Width {
			continue
		}
		e.add("slice", n, func(p patch) { p.node(n).Lo = lo }, "%s begins at bit %d", name(n), lo)
	}
}

// instance exchanges pins of one direction and width that stand next to each other.
func (e *enumeration) instance(inst *ir.Instance) {
	for _, pins := range [][]*ir.Node{inst.Inputs, inst.Outputs} {
		for i, a := range pins {
			for _, b := range pins[i+1:] {
				if b.Width != a.Width {
					continue
				}
				e.add("port", a, func(p patch) { p.exchange(p.node(a), p.node(b)) }, "pins %s and %s exchanged", a.Name, b.Name)
				break
			}
		}
	}
}

// exchange exchanges two pins of an instance.
func (p patch) exchange(a, b *ir.Node) {
	other := func(n *ir.Node) *ir.Node {
		switch n {
		case a:
			return b
		case b:
			return a
		}
		return n
	}
	if a.Op == ir.OpInstOut {
		p.redirect(p.m.Nodes, other)
		return
	}
	p.statements(func(s ir.Stmt) {
		if s, ok := s.(*ir.Set); ok {
			s.Dst = other(s.Dst)
		}
	})
}

// statement adds the mutants of the i-th statement.
func (e *enumeration) statement(i int, s ir.Stmt) {
	switch s := s.(type) {
	case *ir.Set:
		if s.Dst.Op == ir.OpReg || e.covers[s] {
			e.add("drop", s.Src, func(p patch) { p.remove(p.statement(i)) }, "%s is not set to %s", s.Dst.Name, name(s.Src))
		}
	case *ir.Write:
		e.add("drop", s.Data, func(p patch) { p.remove(p.statement(i)) }, "memory %s is not written", s.Mem.Name)
	case *ir.When:
		e.add("enable", s.Cond, func(p patch) {
			s := p.statement(i).(*ir.When)
			one := p.after(s.Cond, ir.OpConst, 1)
			one.Value = big.NewInt(1)
			s.Cond = one
		}, "a branch taken without its condition %s", name(s.Cond))
		if len(s.Then) > 0 && len(s.Else) > 0 {
			e.add("swap", s.Cond, func(p patch) {
				s := p.statement(i).(*ir.When)
				s.Then, s.Else = s.Else, s.Then
			}, "the branches of %s exchanged", name(s.Cond))
		}
	case *ir.Switch:
		for k := 1; k < len(s.Cases); k++ {
			a, b := s.Cases[k-1].Value, s.Cases[k].Value
			e.add("swap", a, func(p patch) {
				s := p.statement(i).(*ir.Switch)
				s.Cases[k-1].Body, s.Cases[k].Body = s.Cases[k].Body, s.Cases[k-1].Body
			}, "cases %s and %s of %s exchanged", name(a), name(b), name(s.Sel))
		}
	}
}

// covered finds the Sets that have one of the same target before them, in their own list of
// statements or in one around it, so that without them the target is driven still.
func covered(body []ir.Stmt, around map[*ir.Node]bool) map[*ir.Set]bool {
	out := map[*ir.Set]bool{}
	set := map[*ir.Node]bool{}
	for n := range around {
		set[n] = true
	}
	within := func(body []ir.Stmt) {
		for s := range covered(body, set) {
			out[s] = true
		}
	}
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Set:
			if set[s.Dst] {
				out[s] = true
			}
			set[s.Dst] = true
		case *ir.When:
			within(s.Then)
			within(s.Else)
		case *ir.Switch:
			for _, c := range s.Cases {
				within(c.Body)
			}
			within(s.Default)
		}
	}
	return out
}

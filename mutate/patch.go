package mutate

import (
	"math/big"
	"slices"

	"github.com/flitwright/flitwright/ir"
)

// A patch changes one module of a copy in place. It keeps arguments before their users.
type patch struct{ m *ir.Module }

// node is the node with the given number in the original.
func (p patch) node(n *ir.Node) *ir.Node { return p.m.Nodes[n.ID] }

// before makes a node that stands before another of the module.
func (p patch) before(n *ir.Node, op ir.Op, width int, args ...*ir.Node) *ir.Node {
	return p.insert(n.ID, op, width, args...)
}

// after makes a node that stands after another of the module.
func (p patch) after(n *ir.Node, op ir.Op, width int, args ...*ir.Node) *ir.Node {
	return p.insert(n.ID+1, op, width, args...)
}

func (p patch) insert(at int, op ir.Op, width int, args ...*ir.Node) *ir.Node {
	n := &ir.Node{Op: op, Width: width, Args: args, Mod: p.m}
	p.m.Nodes = slices.Insert(p.m.Nodes, at, n)
	for i := at; i < len(p.m.Nodes); i++ {
		p.m.Nodes[i].ID = i
	}
	return n
}

// constBefore makes a constant that stands before a node.
func (p patch) constBefore(n *ir.Node, width int, v *big.Int) *ir.Node {
	c := p.before(n, ir.OpConst, width)
	c.Value = v
	return c
}

// wrap puts what f makes of a value in its place. Of a wire that leaves the module, or enters an
// instance, the value is what it is Set to; of all else what its readers get.
func (p patch) wrap(n *ir.Node, f func(value *ir.Node) *ir.Node) {
	if leaves(n) {
		p.statements(func(s ir.Stmt) {
			if s, ok := s.(*ir.Set); ok && s.Dst == n {
				s.Src = f(s.Src)
			}
		})
		return
	}
	old := slices.Clone(p.m.Nodes)
	p.replace(old, n, f(n))
}

// leaves tells whether a node is read from outside its module's statements and nodes.
func leaves(n *ir.Node) bool { return n.Op == ir.OpWire && (n.Port != nil || n.Inst != nil) }

// replace makes all that reads a node read another: these readers, and all statements.
func (p patch) replace(readers []*ir.Node, n, by *ir.Node) {
	p.redirect(readers, func(x *ir.Node) *ir.Node {
		if x == n {
			return by
		}
		return x
	})
}

// redirect lets f choose anew what nodes and all statements read.
func (p patch) redirect(readers []*ir.Node, f func(*ir.Node) *ir.Node) {
	for _, r := range readers {
		for i := range r.Args {
			r.Args[i] = f(r.Args[i])
		}
	}
	p.statements(func(s ir.Stmt) {
		switch s := s.(type) {
		case *ir.Set:
			s.Src = f(s.Src)
		case *ir.When:
			s.Cond = f(s.Cond)
		case *ir.Switch:
			s.Sel = f(s.Sel)
		case *ir.Write:
			s.Addr, s.Data = f(s.Addr), f(s.Data)
		case *ir.Assert:
			s.Cond = f(s.Cond)
		}
	})
}

// statements calls f for all statements of the module, those around others first.
func (p patch) statements(f func(ir.Stmt)) { walk(p.m.Body, f) }

// statement is the one with the given number in the order of walk.
func (p patch) statement(i int) ir.Stmt {
	var found ir.Stmt
	p.statements(func(s ir.Stmt) {
		if i == 0 {
			found = s
		}
		i--
	})
	return found
}

// remove takes one statement out.
func (p patch) remove(gone ir.Stmt) {
	var prune func([]ir.Stmt) []ir.Stmt
	prune = func(body []ir.Stmt) []ir.Stmt {
		body = slices.DeleteFunc(body, func(s ir.Stmt) bool { return s == gone })
		for _, s := range body {
			switch s := s.(type) {
			case *ir.When:
				s.Then, s.Else = prune(s.Then), prune(s.Else)
			case *ir.Switch:
				for i := range s.Cases {
					s.Cases[i].Body = prune(s.Cases[i].Body)
				}
				s.Default = prune(s.Default)
			}
		}
		return body
	}
	p.m.Body = prune(p.m.Body)
}

// walk calls f for every statement, those inside others included.
func walk(body []ir.Stmt, f func(ir.Stmt)) {
	for _, s := range body {
		f(s)
		switch s := s.(type) {
		case *ir.When:
			walk(s.Then, f)
			walk(s.Else, f)
		case *ir.Switch:
			for _, c := range s.Cases {
				walk(c.Body, f)
			}
			walk(s.Default, f)
		}
	}
}

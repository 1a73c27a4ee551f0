package ir_test

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

// The oracles state the invariants of an elaborated module in the plainest way, by walking
// all of it again for every question.

// sets reports whether a list of statements sets n on every path.
func sets(n *ir.Node, body []ir.Stmt) bool {
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Set:
			if s.Dst == n {
				return true
			}
		case *ir.When:
			if sets(n, s.Then) && sets(n, s.Else) {
				return true
			}
		case *ir.Switch:
			all := len(s.Cases) == 1<<s.Sel.Width || sets(n, s.Default)
			for _, c := range s.Cases {
				all = all && sets(n, c.Body)
			}
			if all {
				return true
			}
		}
	}
	return false
}

func incomplete(m *ir.Module) bool {
	for _, n := range m.Nodes {
		if n.Op == ir.OpWire && !sets(n, m.Body) {
			return true
		}
	}
	return false
}

// overwrites reports whether a Set in body is followed by another of the same target that is
// always reached; later has the targets that are set after body.
func overwrites(body []ir.Stmt, later map[*ir.Node]bool) bool {
	for i, s := range body {
		after := map[*ir.Node]bool{}
		for n := range later {
			after[n] = true
		}
		for _, s := range body[i+1:] {
			if s, ok := s.(*ir.Set); ok {
				after[s.Dst] = true
			}
		}
		switch s := s.(type) {
		case *ir.Set:
			if after[s.Dst] {
				return true
			}
		case *ir.When:
			if overwrites(s.Then, after) || overwrites(s.Else, after) {
				return true
			}
		case *ir.Switch:
			for _, c := range s.Cases {
				if overwrites(c.Body, after) {
					return true
				}
			}
			if overwrites(s.Default, after) {
				return true
			}
		}
	}
	return false
}

// visit calls f for each statement with the conditions it stands under.
func visit(body []ir.Stmt, under []*ir.Node, f func(s ir.Stmt, under []*ir.Node)) {
	for _, s := range body {
		f(s, under)
		switch s := s.(type) {
		case *ir.When:
			in := append(under[:len(under):len(under)], s.Cond)
			visit(s.Then, in, f)
			visit(s.Else, in, f)
		case *ir.Switch:
			in := append(under[:len(under):len(under)], s.Sel)
			for _, c := range s.Cases {
				visit(c.Body, in, f)
			}
			visit(s.Default, in, f)
		}
	}
}

// idle reports whether something with a name is not read.
func idle(m *ir.Module) bool {
	live, mems := map[*ir.Node]bool{}, map[*ir.Mem]bool{}
	changed := true
	mark := func(ns ...*ir.Node) {
		for _, n := range ns {
			changed = changed || !live[n]
			live[n] = true
		}
	}
	for changed {
		changed = false
		for _, n := range m.Nodes {
			if n.Op == ir.OpWire && n.Port != nil {
				mark(n)
			}
			if live[n] {
				mark(n.Args...)
				if n.Mem != nil {
					changed = changed || !mems[n.Mem]
					mems[n.Mem] = true
				}
			}
		}
		visit(m.Body, nil, func(s ir.Stmt, under []*ir.Node) {
			switch s := s.(type) {
			case *ir.Set:
				if live[s.Dst] {
					mark(under...)
					mark(s.Src)
				}
			case *ir.Write:
				if mems[s.Mem] {
					mark(under...)
					mark(s.Addr, s.Data)
				}
			case *ir.Assert:
				mark(under...)
				mark(s.Cond)
			case *ir.Unused:
				mark(s.Signal)
			}
		})
	}
	for _, n := range m.Nodes {
		if n.Name != "" && !live[n] {
			return true
		}
	}
	for _, mem := range m.Mems {
		if !mems[mem] {
			return true
		}
	}
	return false
}

// A place is an instance, the top's is nil, with the place of its parent.
type place struct {
	inst *ir.Instance
	in   *place
}

// looping reports whether a bit of a flattened design depends on itself.
func looping(top *ir.Module) bool {
	const busy, done = 1, 2
	type bit struct {
		path string
		node *ir.Node
		bit  int
	}
	state := map[bit]int{}
	children := map[string]*place{}
	loop := false
	var follow func(p *place, path string, n *ir.Node, i int)
	follow = func(p *place, path string, n *ir.Node, i int) {
		key := bit{path, n, i}
		switch state[key] {
		case busy:
			loop = true
			return
		case done:
			return
		}
		state[key] = busy
		on := func(n *ir.Node, i int) { follow(p, path, n, i) }
		all := func(n *ir.Node) {
			for i := range n.Width {
				on(n, i)
			}
		}
		switch n.Op {
		case ir.OpInput:
			if p != nil {
				for j, q := range p.inst.Inputs {
					if q.Port.Node == n {
						follow(p.in, path[:len(path)-len(p.inst.Name)-1], p.inst.Inputs[j], i)
					}
				}
			}
		case ir.OpInstOut:
			below := path + "/" + n.Inst.Name
			if children[below] == nil {
				children[below] = &place{n.Inst, p}
			}
			follow(children[below], below, n.Port.Node, i)
		case ir.OpWire:
			visit(n.Mod.Body, nil, func(s ir.Stmt, under []*ir.Node) {
				if s, ok := s.(*ir.Set); ok && s.Dst == n {
					on(s.Src, i)
					for _, c := range under {
						all(c)
					}
				}
			})
		case ir.OpReg, ir.OpMemReadReg, ir.OpReset, ir.OpConst:
		case ir.OpNot, ir.OpAnd, ir.OpOr, ir.OpXor:
			for _, a := range n.Args {
				on(a, i)
			}
		case ir.OpAdd, ir.OpSub, ir.OpMul:
			for j := range i + 1 {
				on(n.Args[0], j)
				on(n.Args[1], j)
			}
		case ir.OpMux:
			on(n.Args[0], 0)
			on(n.Args[1], i)
			on(n.Args[2], i)
		case ir.OpOneHotMux:
			all(n.Args[0])
			for _, a := range n.Args[1:] {
				on(a, i)
			}
		case ir.OpSlice:
			on(n.Args[0], n.Lo+i)
		case ir.OpCat:
			for j := len(n.Args) - 1; j >= 0; j-- {
				if a := n.Args[j]; i < a.Width {
					on(a, i)
					break
				}
				i -= n.Args[j].Width
			}
		default:
			for _, a := range n.Args {
				all(a)
			}
		}
		state[key] = done
	}
	for _, n := range top.Nodes {
		for i := range n.Width {
			follow(nil, "", n, i)
		}
	}
	return loop
}

// wellFormed checks the structure that readers rely on.
func wellFormed(d *ir.Design) error {
	seen := map[*ir.Module]bool{}
	names := map[string]bool{}
	for _, m := range d.Modules {
		if names[m.Name] {
			return fmt.Errorf("two modules %s", m.Name)
		}
		seen[m], names[m.Name] = true, true
		for _, inst := range m.Insts {
			if !seen[inst.Of] || inst.Mod != m {
				return fmt.Errorf("%s: instance %s of a module that does not stand before", m.Name, inst.Name)
			}
			for _, n := range append(inst.Inputs[:len(inst.Inputs):len(inst.Inputs)], inst.Outputs...) {
				if n.Port.Node.Mod != inst.Of || n.Port.Width != n.Width {
					return fmt.Errorf("%s: %s is of another module's port", m.Name, n.Name)
				}
			}
		}
		for i, n := range m.Nodes {
			if n.ID != i || n.Mod != m || n.Op == ir.OpPoison || n.Width < 1 {
				return fmt.Errorf("%s: node %d is not well formed: %+v", m.Name, i, n)
			}
			for _, a := range n.Args {
				if a.Mod != m || a.ID >= i || m.Nodes[a.ID] != a {
					return fmt.Errorf("%s: an argument of node %d does not stand before it", m.Name, i)
				}
			}
		}
		own := func(n *ir.Node) bool { return n.Mod == m && n.ID >= 0 && m.Nodes[n.ID] == n }
		var err error
		visit(m.Body, nil, func(s ir.Stmt, under []*ir.Node) {
			ok := true
			for _, c := range under {
				ok = ok && own(c)
			}
			switch s := s.(type) {
			case *ir.Set:
				ok = ok && own(s.Dst) && own(s.Src) && s.Dst.Width == s.Src.Width
			case *ir.Write:
				ok = ok && own(s.Addr) && own(s.Data) && s.Mem.Mod == m && s.Data.Width == s.Mem.Width
			case *ir.Assert:
				ok = ok && own(s.Cond) && s.Cond.Width == 1
			case *ir.Unused:
				ok = ok && own(s.Signal)
			}
			if !ok {
				err = fmt.Errorf("%s: statement %+v is not well formed", m.Name, s)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

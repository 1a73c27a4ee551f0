package mutate

import "github.com/flitwright/flitwright/ir"

// copies leads from what a design is made of to its copy. Nodes keep their place in their module,
// so that patches can find them by it.
type copies struct {
	modules map[*ir.Module]*ir.Module
	nodes   map[*ir.Node]*ir.Node
	mems    map[*ir.Mem]*ir.Mem
	insts   map[*ir.Instance]*ir.Instance
	ports   map[*ir.Port]*ir.Port
}

// copyDesign copies a design as deep as a patch may change it. Constants are shared: a patch
// gives a node another value and changes none.
func copyDesign(d *ir.Design) *ir.Design {
	c := &copies{
		modules: map[*ir.Module]*ir.Module{}, nodes: map[*ir.Node]*ir.Node{}, mems: map[*ir.Mem]*ir.Mem{},
		insts: map[*ir.Instance]*ir.Instance{}, ports: map[*ir.Port]*ir.Port{},
	}
	to := &ir.Design{}
	for _, m := range d.Modules { // children first
		to.Modules = append(to.Modules, c.module(m))
	}
	to.Top = c.modules[d.Top]
	return to
}

func (c *copies) module(m *ir.Module) *ir.Module {
	to := *m
	c.modules[m] = &to
	to.Ports = each(m.Ports, func(p *ir.Port) *ir.Port { return remember(c.ports, p) })
	to.Mems = each(m.Mems, func(mem *ir.Mem) *ir.Mem { return remember(c.mems, mem) })
	to.Insts = each(m.Insts, func(i *ir.Instance) *ir.Instance { return remember(c.insts, i) })
	to.Nodes = each(m.Nodes, func(n *ir.Node) *ir.Node { return remember(c.nodes, n) })
	for _, n := range to.Nodes {
		n.Args = c.list(n.Args)
		n.Mod = &to
		n.Mem, n.Inst, n.Port = c.mems[n.Mem], c.insts[n.Inst], c.ports[n.Port] // nil of nil
	}
	for _, p := range to.Ports {
		p.Node = c.nodes[p.Node]
	}
	for _, mem := range to.Mems {
		mem.Mod = &to
	}
	for _, i := range to.Insts {
		i.Of, i.Mod = c.modules[i.Of], &to
		i.Inputs, i.Outputs = c.list(i.Inputs), c.list(i.Outputs)
	}
	to.Body = c.body(m.Body)
	return &to
}

func (c *copies) list(nodes []*ir.Node) []*ir.Node {
	return each(nodes, func(n *ir.Node) *ir.Node { return c.nodes[n] })
}

func (c *copies) body(body []ir.Stmt) []ir.Stmt {
	return each(body, func(s ir.Stmt) ir.Stmt {
		switch s := s.(type) {
		case *ir.Set:
			to := *s
			to.Dst, to.Src = c.nodes[s.Dst], c.nodes[s.Src]
			return &to
		case *ir.When:
			to := *s
			to.Cond, to.Then, to.Else = c.nodes[s.Cond], c.body(s.Then), c.body(s.Else)
			return &to
		case *ir.Switch:
			to := *s
			to.Sel, to.Default = c.nodes[s.Sel], c.body(s.Default)
			to.Cases = each(s.Cases, func(arm ir.Case) ir.Case {
				arm.Value, arm.Body = c.nodes[arm.Value], c.body(arm.Body)
				return arm
			})
			return &to
		case *ir.Write:
			to := *s
			to.Mem, to.Addr, to.Data = c.mems[s.Mem], c.nodes[s.Addr], c.nodes[s.Data]
			return &to
		case *ir.Assert:
			to := *s
			to.Cond = c.nodes[s.Cond]
			return &to
		case *ir.Unused:
			return &ir.Unused{Signal: c.nodes[s.Signal]}
		}
		panic("mutate: a statement of a new kind")
	})
}

// remember copies what p points to and notes where the copy is.
func remember[T any](to map[*T]*T, p *T) *T {
	v := *p
	to[p] = &v
	return &v
}

// each applies f to all of a list; nil stays nil.
func each[T, U any](list []T, f func(T) U) []U {
	if list == nil {
		return nil
	}
	out := make([]U, len(list))
	for i, x := range list {
		out[i] = f(x)
	}
	return out
}

package flat

import (
	"fmt"
	"math/big"

	"github.com/flitwright/flitwright/ir"
)

// A graph is the nodes of all instances before they are ordered. A node's number is its index
// in its template plus the base of its instance.
type graph struct {
	Netlist
	*builder
	insts []instance // by scope
	owner []int32    // scope, by number
	ref   []Ref      // the finished node, by number; None until then
}

type instance struct {
	*template
	base     int32 // number of its first node
	children int32 // scope of its first instance; they are in a row
	parent   int32
	place    int32 // among the parent's instances
	mems     int32 // index of its first memory in Netlist.Mems
}

// newGraph places templates, breadth first.
func newGraph(top *ir.Module, templates map[*ir.Module]*template) *graph {
	g := &graph{}
	g.builder = newBuilder(&g.Nodes)
	place := func(s Scope, index int32) {
		t := templates[s.Module]
		inst := instance{template: t, base: int32(len(g.owner)), parent: int32(s.Parent), place: index, mems: int32(len(g.Mems))}
		scope := len(g.Scopes)
		for range t.nodes {
			g.owner = append(g.owner, int32(scope))
		}
		for _, m := range s.Module.Mems {
			g.Mems = append(g.Mems, Mem{Width: m.Width, Depth: m.Depth, Scope: scope, Source: m})
		}
		g.Scopes = append(g.Scopes, s)
		g.insts = append(g.insts, inst)
	}
	place(Scope{-1, top.Name, top}, 0)
	for s := 0; s < len(g.Scopes); s++ {
		g.insts[s].children = int32(len(g.Scopes))
		for i, inst := range g.Scopes[s].Module.Insts {
			place(Scope{s, inst.Name, inst.Of}, int32(i))
		}
	}
	g.ref = make([]Ref, len(g.owner))
	for i := range g.ref {
		g.ref[i] = None
	}
	return g
}

// proto gives the template's node of a number, and its instance.
func (g *graph) proto(id int32) (*proto, *instance) {
	inst := &g.insts[g.owner[id]]
	return &inst.nodes[id-inst.base], inst
}

// arg gives argument k of a node, and whether there is one. An input port of an instance has
// the wire of the parent as argument, an instance's output that of the child.
func (g *graph) arg(id int32, k int) (int32, bool) {
	p, inst := g.proto(id)
	switch p.op {
	case ir.OpInput:
		if k > 0 || inst.parent < 0 {
			return 0, false
		}
		parent := &g.insts[inst.parent]
		return parent.base + int32(parent.mod.Insts[inst.place].Inputs[p.lo].ID), true
	case ir.OpInstOut:
		if k > 0 {
			return 0, false
		}
		return g.insts[inst.children+p.inst].base + int32(p.node.Port.Node.ID), true
	}
	if k >= len(p.args) {
		return 0, false
	}
	return inst.base + p.args[k], true
}

// netlist orders and finishes the nodes that state, outputs, checks and probes depend on.
func (g *graph) netlist() (*Netlist, error) {
	g.expect(len(g.owner))
	g.pins()
	var failed error
	o := newOrder(g)
	need := func(id int32) Ref {
		if failed == nil {
			failed = o.visit(id)
		}
		return g.ref[id]
	}
	for i := range g.insts { // registers first, so that they stand together
		inst := &g.insts[i]
		for _, r := range inst.regs {
			n := inst.nodes[r.node].node
			g.Regs = append(g.Regs, Reg{Node: need(inst.base + r.node), Reset: resetOf(n), Scope: i, Source: n})
		}
	}
	next := 0
	for i := range g.insts {
		inst := &g.insts[i]
		for _, r := range inst.regs {
			g.Regs[next].Next = need(inst.base + r.next)
			next++
		}
		for _, w := range inst.writes {
			m := &g.Mems[inst.mems+w.mem]
			m.Writes = append(m.Writes, Write{need(inst.base + w.enable), need(inst.base + w.addr), need(inst.base + w.data), w.source})
		}
		for _, c := range inst.checks {
			check := c.check
			check.Fail, check.Addr, check.Scope = need(inst.base+c.fail), None, i
			if c.addr != none {
				check.Addr = need(inst.base + c.addr)
			}
			g.Checks = append(g.Checks, check)
		}
		for id, n := range inst.mod.Nodes {
			if n.Name != "" {
				g.Probes = append(g.Probes, Probe{i, n.Name, need(inst.base + int32(id))})
			}
		}
	}
	for _, p := range g.insts[0].mod.Ports {
		if p.Dir == ir.Output {
			g.Outputs = append(g.Outputs, need(int32(p.Node.ID)))
		}
	}
	if failed != nil {
		return nil, failed
	}
	g.prune()
	return &g.Netlist, nil
}

// resetOf is the reset value of a register, nil for none.
func resetOf(n *ir.Node) *big.Int {
	if n.Op == ir.OpReg {
		return n.Value
	}
	return nil
}

// pins makes the inputs of the netlist, rst first.
func (g *graph) pins() {
	top := g.insts[0].mod
	g.Rst = None
	if top.Clocked() {
		g.Rst = g.leaf(Node{Op: ir.OpInput, Width: 1})
		g.Inputs = append(g.Inputs, g.Rst)
		g.Probes = append(g.Probes, Probe{0, "rst", g.Rst})
	}
	for _, p := range top.Ports {
		if p.Dir == ir.Input {
			r := g.leaf(Node{Op: ir.OpInput, Width: p.Width})
			g.Inputs = append(g.Inputs, r)
			g.ref[p.Node.ID] = r
		}
	}
}

// finish makes the finished node of a number from those of its arguments.
func (g *graph) finish(id int32) Ref {
	p, inst := g.proto(id)
	switch p.op {
	case ir.OpConst:
		return g.constant(int(p.width), p.value)
	case ir.OpReset:
		return g.Rst
	case ir.OpReg, ir.OpMemReadReg:
		return g.leaf(Node{Op: ir.OpReg, Width: int(p.width)})
	case ir.OpWire, ir.OpInput, ir.OpInstOut:
		a, _ := g.arg(id, 0)
		return g.ref[a]
	}
	args := make([]Ref, len(p.args))
	for k, a := range p.args {
		args[k] = g.ref[inst.base+a]
	}
	return g.make(Node{Op: p.op, Width: int(p.width), Lo: int(p.lo), Mem: int(inst.mems + p.mem), Args: args})
}

// name tells a node to the user: path, and name or kind.
func (g *graph) name(id int32) string {
	p, _ := g.proto(id)
	name := p.op.String()
	if p.node != nil && p.node.Name != "" {
		name = p.node.Name
	}
	return fmt.Sprintf("%s.%s", g.Path(int(g.owner[id])), name)
}

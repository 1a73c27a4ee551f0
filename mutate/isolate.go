package mutate

import (
	"slices"

	"github.com/flitwright/flitwright/ir"
)

// isolate makes a design of one module of another and of those below it for which keep holds, all
// by their index. Instances of the others are taken out: what they give becomes an input of the
// top, what they are given an output. A design in which the isolated module is placed does not change
// when one that is equal takes its place.
func isolate(d *ir.Design, top int, keep func(module int) bool) *ir.Design {
	c := copyDesign(d)
	i := &isolation{kept: map[*ir.Module]bool{}, added: map[*ir.Module][]*ir.Port{}}
	out := &ir.Design{Top: c.Modules[top]}
	for k, m := range c.Modules[:top+1] { // children first
		if k == top || keep(k) {
			i.kept[m] = true
			i.module(m)
			out.Modules = append(out.Modules, m)
		}
	}
	return out
}

type isolation struct {
	kept  map[*ir.Module]bool
	added map[*ir.Module][]*ir.Port
}

// module takes instances out of a module and leads the pins of those taken out below it to its own.
func (i *isolation) module(m *ir.Module) {
	add := func(op ir.Op, name string, width int) *ir.Node {
		n := &ir.Node{Op: op, Width: width, Name: name, Mod: m, ID: len(m.Nodes)}
		m.Nodes = append(m.Nodes, n)
		return n
	}
	set := func(dst, src *ir.Node) { m.Body = append(m.Body, &ir.Set{Dst: dst, Src: src}) }
	port := func(dir ir.Dir, name string, width int) *ir.Node {
		op := ir.OpInput
		if dir == ir.Output {
			op = ir.OpWire
		}
		n := add(op, name, width)
		n.Port = &ir.Port{Name: name, Dir: dir, Width: width, Node: n}
		m.Ports = append(m.Ports, n.Port)
		i.added[m] = append(i.added[m], n.Port)
		return n
	}
	for _, n := range slices.Clone(m.Nodes) {
		if n.Inst == nil || i.kept[n.Inst.Of] {
			continue
		}
		if n.Op == ir.OpInstOut {
			n.Op = ir.OpWire
			set(n, port(ir.Input, "cut_"+n.Name, n.Width))
		} else {
			set(port(ir.Output, "cut_"+n.Name, n.Width), n)
		}
		n.Inst, n.Port = nil, nil
	}
	m.Insts = slices.DeleteFunc(m.Insts, func(inst *ir.Instance) bool { return !i.kept[inst.Of] })
	for _, inst := range m.Insts {
		for _, p := range i.added[inst.Of] {
			name := inst.Name + "_" + p.Name
			if p.Dir == ir.Input {
				pin := add(ir.OpWire, name, p.Width)
				pin.Inst, pin.Port = inst, p
				inst.Inputs = append(inst.Inputs, pin)
				set(pin, port(ir.Input, "cut_"+name, p.Width))
			} else {
				pin := add(ir.OpInstOut, name, p.Width)
				pin.Inst, pin.Port = inst, p
				inst.Outputs = append(inst.Outputs, pin)
				set(port(ir.Output, "cut_"+name, p.Width), pin)
			}
		}
	}
}

package mutate

import "github.com/flitwright/flitwright/ir"

// hardware finds what the outputs of a design depend on, in any number of cycles. The rest, what
// only assertions read, is no hardware: a fault in it shows nothing but how strict a check is.
type hardware struct {
	live  map[*ir.Node]bool
	mems  map[*ir.Mem]bool
	insts map[*ir.Instance]bool
	of    map[*ir.Module]*drivers
	work  []*ir.Node
}

// drivers are the statements of a module by what they drive.
type drivers struct {
	sets   map[*ir.Node][]driver
	writes map[*ir.Mem][]driver
}

// A driver is a Set or Write by the nodes that it reads: values, and the conditions around it.
type driver []*ir.Node

func newHardware(d *ir.Design) *hardware {
	h := &hardware{
		live: map[*ir.Node]bool{}, mems: map[*ir.Mem]bool{}, insts: map[*ir.Instance]bool{},
		of: map[*ir.Module]*drivers{},
	}
	for _, m := range d.Modules {
		dr := &drivers{map[*ir.Node][]driver{}, map[*ir.Mem][]driver{}}
		dr.collect(m.Body, nil)
		h.of[m] = dr
		for _, p := range m.Ports {
			if p.Dir == ir.Output {
				h.mark(p.Node)
			}
		}
	}
	for len(h.work) > 0 {
		n := h.work[len(h.work)-1]
		h.work = h.work[:len(h.work)-1]
		h.reads(n)
	}
	return h
}

func (dr *drivers) collect(body []ir.Stmt, around driver) {
	within := func(conds ...*ir.Node) driver { return append(around[:len(around):len(around)], conds...) }
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Set:
			dr.sets[s.Dst] = append(dr.sets[s.Dst], within(s.Src))
		case *ir.Write:
			dr.writes[s.Mem] = append(dr.writes[s.Mem], within(s.Addr, s.Data))
		case *ir.When:
			dr.collect(s.Then, within(s.Cond))
			dr.collect(s.Else, within(s.Cond))
		case *ir.Switch:
			for _, c := range s.Cases {
				dr.collect(c.Body, within(s.Sel, c.Value))
			}
			dr.collect(s.Default, within(s.Sel))
		}
	}
}

func (h *hardware) mark(nodes ...*ir.Node) {
	for _, n := range nodes {
		if !h.live[n] {
			h.live[n] = true
			h.work = append(h.work, n)
		}
	}
}

// reads marks what a node depends on.
func (h *hardware) reads(n *ir.Node) {
	h.mark(n.Args...)
	for _, d := range h.of[n.Mod].sets[n] {
		h.mark(d...)
	}
	if n.Mem != nil && !h.mems[n.Mem] {
		h.mems[n.Mem] = true
		for _, d := range h.of[n.Mod].writes[n.Mem] {
			h.mark(d...)
		}
	}
	if n.Op == ir.OpInstOut && !h.insts[n.Inst] {
		h.insts[n.Inst] = true
		h.mark(n.Inst.Inputs...)
	}
}

// drives tells whether a statement drives hardware, or has one within that does.
func (h *hardware) drives(s ir.Stmt) bool {
	drives := false
	walk([]ir.Stmt{s}, func(s ir.Stmt) {
		switch s := s.(type) {
		case *ir.Set:
			drives = drives || h.live[s.Dst]
		case *ir.Write:
			drives = drives || h.mems[s.Mem]
		}
	})
	return drives
}

package ir

import "strings"

// collect adds m to the design, the modules placed in it first, and returns the module that
// stands for it: itself, or an equal one that came before. Instances of m are led to theirs.
func (e *elaboration) collect(m *Module) *Module {
	if s := e.same[m]; s != nil {
		return s
	}
	for _, inst := range m.Insts {
		if s := e.collect(inst.Of); s != inst.Of {
			inst.lead(s)
		}
	}
	key := strings.ToLower(m.Name)
	first := e.first[key]
	switch {
	case first == nil:
		e.first[key] = m
	case first.Name != m.Name:
		e.fault(m, m.place, "module %s differs only in case from module %s (%v)", m.Name, first.Name, first.pos(first.place))
	case first.Dump() == m.Dump():
		e.same[m] = first
		return first
	default:
		e.fault(m, m.place, "another module %s is built differently (%v)", m.Name, first.pos(first.place))
	}
	e.same[m] = m
	e.design.Modules = append(e.design.Modules, m)
	return m
}

// lead makes an instance one of the equal module m.
func (i *Instance) lead(m *Module) {
	i.Of = m
	in, out := 0, 0
	for _, p := range m.Ports {
		if p.Dir == Input {
			i.Inputs[in].Port = p
			in++
		} else {
			i.Outputs[out].Port = p
			out++
		}
	}
}

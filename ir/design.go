package ir

// A Design is a module with all below it, free of faults.
type Design struct {
	Top     *Module
	Modules []*Module // each once, those placed in another before it
}

// Elaborate checks a module and all below it and makes a design of them. Its error is an
// Errors with every fault found.
func Elaborate(top *Module) (*Design, error) {
	d := &Design{Top: top}
	seen := map[*Module]bool{}
	var visit func(m *Module)
	visit = func(m *Module) {
		if seen[m] {
			return
		}
		seen[m] = true
		for _, i := range m.Insts {
			visit(i.Of)
		}
		d.Modules = append(d.Modules, m)
	}
	visit(top)
	var errs Errors
	for _, m := range d.Modules {
		errs = append(errs, m.diagnostics()...)
	}
	if len(errs) > 0 {
		return nil, sortErrors(errs)
	}
	return d, nil
}

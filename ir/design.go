package ir

// A Design is a module with all below it, free of faults.
type Design struct {
	Top *Module
	// Modules holds each module once, those placed in another before it. No two have one
	// name: instances of modules that are equal in all but identity are all of the first.
	Modules []*Module
}

// Elaborate checks a module and all below it and makes a design of them. Its error is an
// Errors with every fault found. Designs that share modules are to be elaborated one after
// the other.
func Elaborate(top *Module) (*Design, error) {
	if top == nil {
		return nil, Errors{{Message: "elaborate: no module"}}
	}
	e := &elaboration{
		first: map[string]*Module{},
		same:  map[*Module]*Module{},
		facts: map[*Module]*facts{},
	}
	e.design.Top = top
	e.collect(top)
	for _, p := range passes {
		for _, m := range e.design.Modules {
			if len(m.faults) == 0 || !p.sound {
				p.run(e, m)
			}
		}
	}
	if len(e.errs) > 0 {
		return nil, sortErrors(e.errs)
	}
	return &e.design, nil
}

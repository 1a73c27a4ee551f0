package ir

// A pass looks in one module for one kind of fault.
type pass struct {
	name  string
	run   func(e *elaboration, m *Module)
	sound bool // only for modules that were built without a fault: a node that is missing misleads
}

// passes run in this order, each over all modules, those placed in another before it.
var passes = [...]pass{
	{name: "builder", run: builder},
	{name: "names", run: names},
	{name: "assigned", run: assigned},
	{name: "overwritten", run: overwritten},
	{name: "styles", run: styles},
	{name: "written", run: written, sound: true},
	{name: "unread", run: unread, sound: true},
	{name: "loops", run: loops, sound: true},
}

// An elaboration is one run of the passes.
type elaboration struct {
	design Design
	errs   Errors

	first map[string]*Module  // the module that has a name, in lower case
	same  map[*Module]*Module // the module that stands for it in the design
	facts map[*Module]*facts
}

// facts of a module are found once, when a pass first asks.
type facts struct {
	flow  *flow
	paths *paths
}

func (e *elaboration) of(m *Module) *facts {
	if e.facts[m] == nil {
		e.facts[m] = &facts{flow: newFlow(m)}
	}
	return e.facts[m]
}

func (e *elaboration) fault(m *Module, at callers, format string, args ...any) {
	e.errs = append(e.errs, m.diagnostic(fault{caller: at, format: format, args: args}))
}

// builder takes over the faults found while the module was built.
func builder(e *elaboration, m *Module) {
	for _, f := range m.faults {
		e.errs = append(e.errs, m.diagnostic(f))
	}
}

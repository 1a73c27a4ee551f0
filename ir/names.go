package ir

import "strings"

// maxName is the longest name: tools cut what is longer, and readers sooner.
const maxName = 200

// names finds names that are not legal in Verilog, SystemVerilog and C++, and names of one
// module that differ in case only or not at all.
func names(e *elaboration, m *Module) {
	t := nameTable{e: e, m: m, taken: map[string]taken{}}
	t.legal("module", m.Name, m.place)
	if m.Clocked() {
		t.taken["clk"] = taken{name: "clk", kind: "the clock"}
		t.taken["rst"] = taken{name: "rst", kind: "the reset"}
	}
	for _, n := range m.Nodes {
		if n.Name == "" && n.Op != OpInput && n.Op != OpWire && !n.Op.Stateful() {
			continue
		}
		t.add(n.kind(), n.Name, n.caller)
		t.free(renamed, n.kind(), n.Name, n.caller)
		if m == e.design.Top && n.Port != nil && n.Inst == nil {
			t.free(memberOf, n.kind(), n.Name, n.caller)
		}
	}
	for _, mem := range m.Mems {
		t.add("memory", mem.Name, mem.caller)
		t.free(renamed, "memory", mem.Name, mem.caller)
	}
	for _, inst := range m.Insts {
		t.add("instance", inst.Name, inst.caller)
		if kind, at, hidden := inst.Of.declares(inst.Name); hidden {
			e.fault(m, inst.caller, "instance %s: hides behind the %s of this name inside it at %v", inst.Name, kind, at)
		}
	}
}

// declares finds what a module calls by a name. An instance of that name is hidden inside
// itself, which Verilator warns of.
func (m *Module) declares(name string) (kind string, at callers, ok bool) {
	for _, n := range m.Nodes {
		if n.Name == name {
			return n.kind(), n.caller, true
		}
	}
	for _, mem := range m.Mems {
		if mem.Name == name {
			return "memory", mem.caller, true
		}
	}
	for _, inst := range m.Insts {
		if inst.Name == name {
			return "instance", inst.caller, true
		}
	}
	return "", callers{}, false
}

// A nameTable holds the names of one module by their lower case.
type nameTable struct {
	e     *elaboration
	m     *Module
	taken map[string]taken
}

type taken struct {
	kind, name string
	at         callers // zero for clk and rst
}

func (t nameTable) add(kind, name string, at callers) {
	t.legal(kind, name, at)
	key := strings.ToLower(name)
	old, clash := t.taken[key]
	switch {
	case !clash:
		t.taken[key] = taken{kind, name, at}
	case old.at == callers{}:
		t.e.fault(t.m, at, "%s %s: %s has this name", kind, name, old.kind)
	case old.name == name:
		t.e.fault(t.m, at, "%s %s: a second of this name; the first is the %s at %v", kind, name, old.kind, old.at)
	default:
		t.e.fault(t.m, at, "%s %s: differs only in case from the %s %s at %v", kind, name, old.kind, old.name, old.at)
	}
}

func (t nameTable) legal(kind, name string, at callers) {
	switch {
	case !identifier(name):
		t.e.fault(t.m, at, "%s %q: a name is of letters, digits and underscores and does not begin with a digit", kind, name)
	case len(name) > maxName:
		t.e.fault(t.m, at, "%s %s...: %d characters; the most is %d", kind, name[:20], len(name), maxName)
	case strings.Contains(name, "__"):
		t.e.fault(t.m, at, "%s %s: two underscores in a row; Verilator's own names have them", kind, name)
	}
	t.free(languageOf, kind, name, at)
}

// free finds a name that is in a list of words.
func (t nameTable) free(words map[string]string, kind, name string, at callers) {
	if why := words[name]; why != "" {
		t.e.fault(t.m, at, "%s %s: %s", kind, name, why)
	}
}

func identifier(name string) bool {
	for i, c := range []byte(name) {
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}

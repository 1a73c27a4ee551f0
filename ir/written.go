package ir

// written finds registers that are never set and memories that are never written.
func written(e *elaboration, m *Module) {
	f := e.of(m).flow
	for _, n := range m.Nodes {
		if n.Op == OpReg && len(f.sets[n.ID]) == 0 {
			e.fault(m, n.caller, "register %s[%d] is never set", n.Name, n.Width)
		}
	}
	for i, mem := range m.Mems {
		if len(f.writes[i]) == 0 {
			e.fault(m, mem.caller, "memory %s[%d] is never written", mem.Name, mem.Width)
		}
	}
}

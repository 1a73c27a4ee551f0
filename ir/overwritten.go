package ir

// overwritten finds statements that have no effect because a later Set of the target is
// reached wherever they are. A default before a When is none: the later Set is not always
// reached.
func overwritten(e *elaboration, m *Module) {
	f := e.of(m).flow
	later := make([]*Set, len(f.blocks)) // the next Set of the target in the block
	for _, sets := range f.sets {
		for i := len(sets) - 1; i >= 0; i-- {
			s := sets[i]
			for b := s.block; b >= 0; b = f.blocks[b].in {
				if later[b] != nil {
					e.fault(m, s.caller, "set %s[%d]: overwritten on every path by the set at %v", s.Dst.Name, s.Dst.Width, later[b].caller)
					break
				}
			}
			later[s.block] = s.Set
		}
		for _, s := range sets {
			later[s.block] = nil
		}
	}
}

package ir

// unread finds what has a name and is not read: neither an output of the module, an input of
// an instance, an assertion nor a mark Unused depends on it. Where one such thing is read by
// another, only the reader is reported, and of those that read each other the first.
func unread(e *elaboration, m *Module) {
	f := e.of(m).flow
	g := newGraph(f.vertices(), f.reads)
	live := make([]bool, g.size())
	var work []int32
	mark := func(v int32) {
		if !live[v] {
			live[v] = true
			work = append(work, v)
		}
		for len(work) > 0 {
			v := work[len(work)-1]
			work = work[:len(work)-1]
			for _, w := range g.successors(v) {
				if !live[w] {
					live[w] = true
					work = append(work, w)
				}
			}
		}
	}
	for _, n := range m.Nodes {
		if n.Op == OpWire && n.Port != nil {
			mark(int32(n.ID))
		}
	}
	for _, v := range f.kept {
		mark(int32(v))
	}
	components := g.components()
	for i := len(components) - 1; i >= 0; i-- { // readers first
		first := int32(-1)
		for _, v := range components[i] {
			if !live[v] && f.named(v) && (first < 0 || v < first) {
				first = v
			}
		}
		if first < 0 {
			continue
		}
		f.reportUnread(e, first)
		mark(first)
	}
}

// reads gives the vertices that v is computed from, in this cycle or before.
func (f *flow) reads(v int, edge func(to int)) {
	blocks := len(f.m.Nodes)
	mems := blocks + len(f.blocks)
	switch {
	case v >= mems:
		for _, w := range f.writes[v-mems] {
			edge(w.Addr.ID)
			edge(w.Data.ID)
			edge(f.blockVertex(w.block))
		}
	case v >= blocks:
		f.blockReads(v-blocks, edge)
	default:
		n := f.m.Nodes[v]
		for _, a := range n.Args {
			edge(a.ID)
		}
		for _, s := range f.sets[v] {
			edge(s.Src.ID)
			edge(f.blockVertex(s.block))
		}
		if n.Mem != nil {
			edge(f.memVertex(n.Mem))
		}
	}
}

func (f *flow) named(v int32) bool {
	if int(v) < len(f.m.Nodes) {
		return f.m.Nodes[v].Name != ""
	}
	return int(v) >= len(f.m.Nodes)+len(f.blocks)
}

func (f *flow) reportUnread(e *elaboration, v int32) {
	if int(v) < len(f.m.Nodes) {
		n := f.m.Nodes[v]
		e.fault(f.m, n.caller, "%s %s[%d] is not read; if that is meant, mark it Unused", n.kind(), n.Name, n.Width)
		return
	}
	mem := f.m.Mems[int(v)-len(f.m.Nodes)-len(f.blocks)]
	e.fault(f.m, mem.caller, "memory %s[%d] is not read", mem.Name, mem.Width)
}

// kind is what a named node is to the builder.
func (n *Node) kind() string {
	switch n.Op {
	case OpConst:
		return "constant"
	case OpInput:
		return "input"
	case OpInstOut:
		return "instance output"
	case OpReg, OpMemReadReg:
		return "register"
	case OpWire:
		switch {
		case n.Inst != nil:
			return "instance input"
		case n.Port != nil:
			return "output"
		}
		return "wire"
	}
	return "signal"
}

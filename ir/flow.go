package ir

// A flow is a module as a graph of what is computed from what: one vertex for each node, for
// each block of statements and for each memory, in this order.
type flow struct {
	m        *Module
	blocks   []block
	arms     []int     // by branch: how many of its arms can be reached
	sets     [][]setAt // by Node.ID of the target, in program order
	writes   [][]writeAt
	memIndex map[*Mem]int
	kept     []int // vertices read on purpose: assertions and signals marked Unused
}

// A block is a list of statements: the body of the module, or an arm of a branch, which is a
// When with the conditions that continue it, or a Switch. One arm of a branch is reached: an
// Else or Default that is not written is an arm without statements. An arm is reached where
// before is and, but for Else, cond takes a certain value.
type block struct {
	in     int   // the block around it; -1 for the body
	branch int   // the branch it is an arm of
	before int   // the arm before it in a chain of conditions, else the block around it
	cond   *Node // nil for Else
	caller callers
	arm    string // what it is, for messages
	extra  bool   // a Default beside a case for every value: never reached
}

type setAt struct {
	*Set
	block int
}

type writeAt struct {
	*Write
	block int
}

func newFlow(m *Module) *flow {
	f := &flow{
		m:        m,
		sets:     make([][]setAt, len(m.Nodes)),
		writes:   make([][]writeAt, len(m.Mems)),
		memIndex: make(map[*Mem]int, len(m.Mems)),
	}
	for i, mem := range m.Mems {
		f.memIndex[mem] = i
	}
	f.blocks = []block{{in: -1, branch: -1, before: -1}}
	f.list(0, m.Body)
	return f
}

// list adds the statements of block b. It recurs as deep as the builder's functions were
// nested, which a chain of conditions does not add to.
func (f *flow) list(b int, body []Stmt) {
	for _, s := range body {
		switch s := s.(type) {
		case *Set:
			f.sets[s.Dst.ID] = append(f.sets[s.Dst.ID], setAt{s, b})
		case *Write:
			i := f.memIndex[s.Mem]
			f.writes[i] = append(f.writes[i], writeAt{s, b})
		case *When:
			f.when(b, s)
		case *Switch:
			f.choose(b, s)
		case *Assert:
			f.kept = append(f.kept, s.Cond.ID, f.blockVertex(b))
		case *Unused:
			f.kept = append(f.kept, s.Signal.ID)
		}
	}
}

func (f *flow) when(b int, s *When) {
	branch := f.branch()
	before := b
	for {
		before = f.arm(block{in: b, branch: branch, before: before, cond: s.Cond, caller: s.caller, arm: "the when"}, s.Then)
		next := s.chained()
		if next == nil {
			break
		}
		s = next
	}
	f.arm(block{in: b, branch: branch, before: before, caller: s.caller, arm: "the else of when"}, s.Else)
}

// chained is the When that continues the chain of conditions, or nil.
func (s *When) chained() *When {
	if len(s.Else) != 1 {
		return nil
	}
	next, _ := s.Else[0].(*When)
	return next
}

func (f *flow) choose(b int, s *Switch) {
	branch := f.branch()
	for _, c := range s.Cases {
		arm := "case"
		if c.Value.Op == OpConst {
			arm = "case " + c.Value.Value.String()
		}
		f.arm(block{in: b, branch: branch, before: b, cond: s.Sel, caller: c.caller, arm: arm}, c.Body)
	}
	f.arm(block{in: b, branch: branch, before: b, cond: s.Sel, caller: s.caller, arm: "the default of switch", extra: s.full()}, s.Default)
}

func (f *flow) branch() int {
	f.arms = append(f.arms, 0)
	return len(f.arms) - 1
}

func (f *flow) arm(b block, body []Stmt) int {
	if !b.extra {
		f.arms[b.branch]++
	}
	f.blocks = append(f.blocks, b)
	i := len(f.blocks) - 1
	f.list(i, body)
	return i
}

func (f *flow) blockVertex(b int) int { return len(f.m.Nodes) + b }
func (f *flow) memVertex(mem *Mem) int {
	return len(f.m.Nodes) + len(f.blocks) + f.memIndex[mem]
}

func (f *flow) vertices() int { return len(f.m.Nodes) + len(f.blocks) + len(f.m.Mems) }

// blockReads gives e the vertices that decide whether block b is reached.
func (f *flow) blockReads(b int, e func(to int)) {
	if c := f.blocks[b].cond; c != nil {
		e(c.ID)
	}
	if before := f.blocks[b].before; before >= 0 {
		e(f.blockVertex(before))
	}
}

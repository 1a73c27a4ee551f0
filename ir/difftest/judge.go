package difftest

import (
	"fmt"
	"math/big"

	"github.com/flitwright/flitwright/ir"
)

// A Judge evaluates an elaborated design as the text of package ir has it. Registers and
// memories hold 0 at power-up.
//
// In a cycle every node of every instance is evaluated and every statement executed, again
// and again until no value changes: no bit depends on itself, so this ends, whatever the
// order.
type Judge struct {
	scopes []*scope // the top first, parents before children
	armed  bool     // there was a cycle with rst 1
	rst    *big.Int
	pins   map[string]*big.Int
}

// A Check is one that fails in a cycle.
type Check struct {
	Path      string // of the instance, the top's name first
	Message   string
	Assertion bool // else an address or two writes
}

// A scope is an instance of a module, or the top.
type scope struct {
	*Judge
	module *ir.Module
	path   string
	inputs map[string]*big.Int // nil for the top, whose inputs are the pins
	kids   map[*ir.Instance]*scope
	value  []*big.Int // by Node.ID
	words  map[*ir.Mem][]*big.Int
	run    execution
}

// An execution is what the statements of a module do in a cycle.
type execution struct {
	set     map[*ir.Node]*big.Int // by the last Set reached
	writes  []*ir.Write
	asserts []*ir.Assert
}

// NewJudge evaluates the module and all below it.
func NewJudge(top *ir.Module) *Judge {
	j := &Judge{rst: new(big.Int)}
	j.place(top, top.Name)
	j.scopes[0].inputs = nil
	return j
}

func (j *Judge) place(m *ir.Module, path string) *scope {
	s := &scope{
		Judge: j, module: m, path: path,
		inputs: map[string]*big.Int{}, kids: map[*ir.Instance]*scope{},
		value: make([]*big.Int, len(m.Nodes)), words: map[*ir.Mem][]*big.Int{},
	}
	j.scopes = append(j.scopes, s)
	for i := range s.value {
		s.value[i] = new(big.Int)
	}
	for _, mem := range m.Mems {
		for range mem.Depth {
			s.words[mem] = append(s.words[mem], new(big.Int))
		}
	}
	for _, inst := range m.Insts {
		s.kids[inst] = j.place(inst.Of, path+"."+inst.Name)
	}
	return s
}

// Cycle gives the outputs of a cycle with the given inputs, rst among them, and the checks
// that fail in it, and lets the clock edge come that ends it.
func (j *Judge) Cycle(pins map[string]*big.Int) (outputs map[string]*big.Int, failed []Check) {
	j.pins = pins
	if rst := pins["rst"]; rst != nil {
		j.rst = rst
	}
	for changed := true; changed; {
		changed = false
		for _, s := range j.scopes {
			changed = s.evaluate() || changed
		}
	}
	if j.rst.Sign() == 1 {
		j.armed = true
	} else if j.armed {
		for _, s := range j.scopes {
			failed = append(failed, s.failed()...)
		}
	}
	outputs = map[string]*big.Int{}
	for _, p := range j.scopes[0].module.Ports {
		if p.Dir == ir.Output {
			outputs[p.Name] = j.scopes[0].of(p.Node)
		}
	}
	for _, s := range j.scopes {
		s.edge()
	}
	return outputs, failed
}

func (s *scope) of(n *ir.Node) *big.Int { return s.value[n.ID] }

// evaluate gives every node the value that follows from those of the others, and reports
// whether one has changed.
func (s *scope) evaluate() bool {
	s.run = execution{set: map[*ir.Node]*big.Int{}}
	s.execute(s.module.Body)
	changed := false
	for _, n := range s.module.Nodes {
		if v := s.compute(n); v.Cmp(s.value[n.ID]) != 0 {
			s.value[n.ID] = v
			changed = true
		}
	}
	for inst, kid := range s.kids {
		for _, in := range inst.Inputs {
			kid.inputs[in.Port.Name] = s.of(in)
		}
	}
	return changed
}

func (s *scope) compute(n *ir.Node) *big.Int {
	switch n.Op {
	case ir.OpConst:
		return n.Value
	case ir.OpInput:
		from := s.inputs
		if from == nil {
			from = s.pins
		}
		if v := from[n.Port.Name]; v != nil {
			return v
		}
		return new(big.Int)
	case ir.OpReset:
		return s.rst
	case ir.OpWire:
		if v := s.run.set[n]; v != nil {
			return v
		}
		return new(big.Int) // while a condition still changes
	case ir.OpReg, ir.OpMemReadReg:
		return s.value[n.ID]
	case ir.OpMemRead:
		return s.word(n)
	case ir.OpInstOut:
		kid := s.kids[n.Inst]
		for _, p := range kid.module.Ports {
			if p.Name == n.Port.Name {
				return kid.of(p.Node)
			}
		}
		panic("difftest: no port " + n.Port.Name)
	}
	args := make([]*big.Int, len(n.Args))
	for i, a := range n.Args {
		args[i] = s.of(a)
	}
	return operate(n, args)
}

// word is what a read finds, 0 out of range.
func (s *scope) word(n *ir.Node) *big.Int {
	if !s.inRange(n.Mem, n.Args[0]) {
		return new(big.Int)
	}
	return s.words[n.Mem][s.of(n.Args[0]).Int64()]
}

func (s *scope) inRange(mem *ir.Mem, addr *ir.Node) bool {
	return s.of(addr).Cmp(big.NewInt(int64(mem.Depth))) < 0
}

func (s *scope) execute(body []ir.Stmt) {
	for _, st := range body {
		switch st := st.(type) {
		case *ir.Set:
			s.run.set[st.Dst] = s.of(st.Src)
		case *ir.Write:
			s.run.writes = append(s.run.writes, st)
		case *ir.Assert:
			s.run.asserts = append(s.run.asserts, st)
		case *ir.When:
			if s.of(st.Cond).Sign() == 1 {
				s.execute(st.Then)
			} else {
				s.execute(st.Else)
			}
		case *ir.Switch:
			s.execute(s.chosen(st))
		}
	}
}

func (s *scope) chosen(st *ir.Switch) []ir.Stmt {
	for _, c := range st.Cases {
		if c.Value.Value.Cmp(s.of(st.Sel)) == 0 {
			return c.Body
		}
	}
	return st.Default
}

// failed is every check that fails in this cycle.
func (s *scope) failed() (list []Check) {
	address := func(what string, mem *ir.Mem, addr *ir.Node) {
		if !s.inRange(mem, addr) {
			list = append(list, Check{Path: s.path, Message: fmt.Sprintf(
				"memory %s: %s address %v is out of range; it has %d words", mem.Name, what, s.of(addr), mem.Depth)})
		}
	}
	for _, n := range s.module.Nodes {
		if n.Op == ir.OpMemRead || n.Op == ir.OpMemReadReg && s.of(n.Args[1]).Sign() == 1 {
			address("read", n.Mem, n.Args[0])
		}
	}
	for i, w := range s.run.writes {
		address("write", w.Mem, w.Addr)
		for _, o := range s.run.writes[:i] {
			if o.Mem == w.Mem && s.of(o.Addr).Cmp(s.of(w.Addr)) == 0 && s.of(o.Data).Cmp(s.of(w.Data)) != 0 {
				list = append(list, Check{Path: s.path, Message: fmt.Sprintf(
					"memory %s: two writes to address %v with different data", w.Mem.Name, s.of(w.Addr))})
			}
		}
	}
	for _, a := range s.run.asserts {
		if s.of(a.Cond).Sign() == 0 {
			list = append(list, Check{s.path, a.Message, true})
		}
	}
	return list
}

// edge gives all state its next value. Everything is read before anything changes.
func (s *scope) edge() {
	next := map[*ir.Node]*big.Int{}
	for _, n := range s.module.Nodes {
		switch {
		case n.Op == ir.OpReg && n.Value != nil && s.rst.Sign() == 1:
			next[n] = n.Value
		case n.Op == ir.OpReg && s.run.set[n] != nil:
			next[n] = s.run.set[n]
		case n.Op == ir.OpMemReadReg && s.of(n.Args[1]).Sign() == 1:
			next[n] = s.word(n)
		}
	}
	for _, w := range s.run.writes {
		if s.inRange(w.Mem, w.Addr) {
			s.words[w.Mem][s.of(w.Addr).Int64()] = s.of(w.Data)
		}
	}
	for n, v := range next {
		s.value[n.ID] = v
	}
}

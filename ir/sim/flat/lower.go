package flat

import (
	"fmt"
	"math/big"

	"github.com/flitwright/flitwright/ir"
)

// A template is a module with its statements lowered to nodes, common to all its instances.
// Nodes are named by their index; those of the ir.Module come first, in their order.
type template struct {
	mod    *ir.Module
	nodes  []proto
	regs   []protoReg
	writes []protoWrite
	checks []protoCheck
}

// none is no node of a template.
const none int32 = -1

// A proto is a node of a template. A wire has its driver as argument; a register has none.
type proto struct {
	op    ir.Op
	width int32
	lo    int32 // OpSlice: lowest bit; OpInput: position among the module's inputs
	args  []int32
	value *big.Int
	mem   int32    // OpMemRead: index in mod.Mems
	inst  int32    // OpInstOut: index in mod.Insts
	node  *ir.Node // nil for nodes made here
}

type protoReg struct{ node, next int32 }

type protoWrite struct {
	mem, enable, addr, data int32
	source                  *ir.Write
}

type protoCheck struct {
	fail, addr int32
	check      Check // its sources
}

// lower makes the template of a module.
func lower(m *ir.Module) (*template, error) {
	t := &template{mod: m}
	mems, insts := map[*ir.Mem]int32{}, map[*ir.Instance]int32{}
	for i, mem := range m.Mems {
		mems[mem] = int32(i)
	}
	for i, inst := range m.Insts {
		insts[inst] = int32(i)
	}
	inputs := int32(0)
	for _, n := range m.Nodes {
		p := proto{op: n.Op, width: int32(n.Width), lo: int32(n.Lo), value: n.Value, node: n}
		switch n.Op {
		case ir.OpInput:
			p.lo = inputs
			inputs++
		case ir.OpInstOut:
			p.inst = insts[n.Inst]
		case ir.OpMemRead, ir.OpMemReadReg:
			p.mem = mems[n.Mem]
		}
		if !n.Op.Stateful() {
			for _, a := range n.Args {
				p.args = append(p.args, int32(a.ID))
			}
		}
		t.nodes = append(t.nodes, p)
	}
	l := &lowering{template: t, mems: mems}
	l.reads()
	if err := l.body(); err != nil {
		return nil, err
	}
	return t, nil
}

// A lowering walks the statements of a module and keeps for every wire and register the
// value that those passed so far give it.
type lowering struct {
	*template
	mems  map[*ir.Mem]int32
	value []int32      // by node ID; none if not set so far
	undo  []assignment // values that were replaced, to leave a branch
	place []int32      // scratch of branch by node ID: place in its list of targets; none outside
}

type assignment struct{ target, value int32 }

// body lowers the module's statements and connects wires and registers to what they take.
func (l *lowering) body() error {
	m := l.mod
	l.value = make([]int32, len(m.Nodes))
	l.place = make([]int32, len(m.Nodes))
	for i, n := range m.Nodes {
		l.value[i], l.place[i] = none, none
		if n.Op == ir.OpReg {
			l.value[i] = int32(i) // holds
		}
	}
	l.block(m.Body, l.constant(1, 1))
	for i, n := range m.Nodes {
		switch n.Op {
		case ir.OpReg:
			l.regs = append(l.regs, protoReg{int32(i), l.value[i]})
		case ir.OpWire:
			if l.value[i] == none {
				return fmt.Errorf("%s: %s: %s is not set", n.Pos(), m.Name, n.Name)
			}
			l.nodes[i].args = []int32{l.value[i]}
		}
	}
	return nil
}

// reads makes registers of the registered memory reads, and range checks of all reads.
func (l *lowering) reads() {
	for i, n := range l.mod.Nodes {
		switch n.Op {
		case ir.OpMemRead:
			l.checkRange(n.Mem, none, int32(n.Args[0].ID), Check{Read: n})
		case ir.OpMemReadReg:
			addr, enable := int32(n.Args[0].ID), int32(n.Args[1].ID)
			read := l.add(proto{op: ir.OpMemRead, width: int32(n.Width), args: []int32{addr}, mem: l.mems[n.Mem]})
			l.regs = append(l.regs, protoReg{int32(i), l.mux(enable, read, int32(i))})
			l.checkRange(n.Mem, enable, addr, Check{Read: n})
		}
	}
}

// checkRange adds a check of an address if it can be out of range. enable none is always.
func (l *lowering) checkRange(mem *ir.Mem, enable, addr int32, c Check) {
	if mem.Depth == 1<<mem.AddrWidth() {
		return
	}
	fail := l.not(l.make(ir.OpLt, 1, addr, l.constant(mem.AddrWidth(), int64(mem.Depth))))
	if enable != none {
		fail = l.make(ir.OpAnd, 1, enable, fail)
	}
	l.checks = append(l.checks, protoCheck{fail, addr, c})
}

// block lowers statements that hold where path is 1.
func (l *lowering) block(body []ir.Stmt, path int32) {
	for _, s := range body {
		switch s := s.(type) {
		case *ir.Set:
			l.assign(int32(s.Dst.ID), int32(s.Src.ID))
		case *ir.When:
			arms, otherwise := chain(s)
			l.branch(path, arms, otherwise, false)
		case *ir.Switch:
			arms := make([]arm, len(s.Cases))
			for i, c := range s.Cases {
				arms[i] = arm{l.make(ir.OpEq, 1, int32(s.Sel.ID), int32(c.Value.ID)), c.Body}
			}
			l.branch(path, arms, s.Default, true)
		case *ir.Write:
			addr, data := int32(s.Addr.ID), int32(s.Data.ID)
			l.writes = append(l.writes, protoWrite{l.mems[s.Mem], path, addr, data, s})
			l.checkRange(s.Mem, path, addr, Check{Write: s})
		case *ir.Assert:
			fail := l.make(ir.OpAnd, 1, path, l.not(int32(s.Cond.ID)))
			l.checks = append(l.checks, protoCheck{fail, none, Check{Assert: s}})
		}
	}
}

func (l *lowering) assign(target, value int32) {
	l.undo = append(l.undo, assignment{target, l.value[target]})
	l.value[target] = value
}

// An arm of a branch runs body where cond is 1 and no arm before it ran.
type arm struct {
	cond int32
	body []ir.Stmt
}

// chain unrolls a When whose Else is one more When, and so on.
func chain(w *ir.When) (arms []arm, otherwise []ir.Stmt) {
	for {
		arms = append(arms, arm{int32(w.Cond.ID), w.Then})
		if len(w.Else) != 1 {
			return arms, w.Else
		}
		next, ok := w.Else[0].(*ir.When)
		if !ok {
			return arms, w.Else
		}
		w = next
	}
}

// branch lowers arms and what runs if none does. exclusive says that no two conditions hold
// at once.
func (l *lowering) branch(path int32, arms []arm, otherwise []ir.Stmt, exclusive bool) {
	given := make([][]assignment, len(arms)+1) // by each arm, then by otherwise
	prior := make([]int32, len(arms)+1)        // prior[i]: a condition before arm i holds
	prior[0] = l.constant(1, 0)
	for i, a := range arms {
		here := l.make(ir.OpAnd, 1, path, a.cond)
		if i > 0 && !exclusive {
			here = l.make(ir.OpAnd, 1, here, l.not(prior[i]))
		}
		given[i] = l.try(a.body, here)
		prior[i+1] = l.make(ir.OpOr, 1, prior[i], a.cond)
	}
	n := len(arms)
	given[n] = l.try(otherwise, l.make(ir.OpAnd, 1, path, l.not(prior[n])))
	for _, t := range l.byTarget(given) {
		l.assign(t.id, l.choose(arms, prior, l.value[t.id], t.values, exclusive))
	}
}

// try lowers a body, takes its effect back and returns the value of each target it set.
func (l *lowering) try(body []ir.Stmt, path int32) []assignment {
	mark := len(l.undo)
	l.block(body, path)
	var given []assignment
	for i := len(l.undo) - 1; i >= mark; i-- {
		u := l.undo[i]
		if l.place[u.target] == none {
			l.place[u.target] = 0
			given = append(given, assignment{u.target, l.value[u.target]})
		}
	}
	for i := len(l.undo) - 1; i >= mark; i-- {
		u := l.undo[i]
		l.value[u.target], l.place[u.target] = u.value, none
	}
	l.undo = l.undo[:mark]
	return given
}

// A branchTarget is a wire or register with what the arms that set it give.
type branchTarget struct {
	id     int32
	values []armValue
}

type armValue struct {
	arm   int
	value int32
}

func (l *lowering) byTarget(given [][]assignment) []branchTarget {
	var targets []branchTarget
	for i, list := range given {
		for _, a := range list {
			p := l.place[a.target]
			if p == none {
				p = int32(len(targets))
				l.place[a.target] = p
				targets = append(targets, branchTarget{id: a.target})
			}
			targets[p].values = append(targets[p].values, armValue{i, a.value})
		}
	}
	for _, t := range targets {
		l.place[t.id] = none
	}
	return targets
}

// choose gives the value of one target after a branch: values has that of each arm setting
// it, in order, and the others leave base. It takes time for the arms between the first and
// the last that set the target, not for all.
func (l *lowering) choose(arms []arm, prior []int32, base int32, values []armValue, exclusive bool) int32 {
	result, arm := base, len(arms)-1
	if last := values[len(values)-1]; last.arm == len(arms) {
		result, values = last.value, values[:len(values)-1]
		exclusive = false
	} else {
		arm = last.arm
	}
	for ; len(values) > 0; arm-- {
		if last := values[len(values)-1]; last.arm == arm {
			result, values = l.mux(arms[arm].cond, last.value, result), values[:len(values)-1]
		} else if !exclusive {
			result = l.mux(arms[arm].cond, base, result)
		}
	}
	if !exclusive && arm >= 0 {
		result = l.mux(prior[arm+1], base, result)
	}
	return result
}

// mux chooses between two values of a target; none is that of a wire not yet set, which no
// cycle may use.
func (l *lowering) mux(cond, a, b int32) int32 {
	switch {
	case a == b || b == none:
		return a
	case a == none:
		return b
	}
	return l.make(ir.OpMux, l.nodes[a].width, cond, a, b)
}

func (l *lowering) not(a int32) int32 { return l.make(ir.OpNot, 1, a) }

func (l *lowering) make(op ir.Op, width int32, args ...int32) int32 {
	return l.add(proto{op: op, width: width, args: args})
}

func (l *lowering) constant(width int, v int64) int32 {
	return l.add(proto{op: ir.OpConst, width: int32(width), value: big.NewInt(v)})
}

func (l *lowering) add(p proto) int32 {
	l.nodes = append(l.nodes, p)
	return int32(len(l.nodes) - 1)
}

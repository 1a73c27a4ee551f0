package mutate

import (
	"encoding/binary"
	"slices"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim/flat"
)

// step makes a design whose one assertion is that two netlists with the same state and inputs give the same
// outputs, the same next state and the same writes. Then they are equal for ever: both begin with the same
// state. It is weaker than miter, as the state may be one that is never reached, and much smaller: nodes that
// are the same in both are built once, and only what differs is compared.
//
// It is nil if the two do not have the same registers and memories, so that there is no state to share.
func step(gold, gate *flat.Netlist) (*ir.Design, error) {
	if !sameState(gold, gate) {
		return nil, nil
	}
	c := &classes{index: map[string]int{}}
	a, b := c.number(gold), c.number(gate)
	io := miterPorts{}
	leaf := make([]int, len(c.list)) // index among the inputs of its kind
	for i, k := range c.list {
		list := &io.In
		switch k.node.Op {
		case ir.OpInput:
		case ir.OpReg:
			list = &io.Start
		case ir.OpMemRead:
			list = &io.Read
		default:
			continue
		}
		leaf[i] = len(*list)
		*list = append(*list, ir.In(k.node.Width))
	}
	return ir.Elaborate(ir.Build("step", io, func(m *ir.Module, io miterPorts) {
		m.Unused(io.In...)
		m.Unused(io.Start...)
		m.Unused(io.Read...)
		s := &steps{classes: c, twins: &twins{m: m, io: io, reads: map[int][]read{}}, leaf: leaf, made: make([]ir.Signal, len(c.list))}
		same := []ir.Signal{m.Const(1, 1)}
		equal := func(x, y flat.Ref, or ...ir.Signal) {
			if a[x] != b[y] {
				same = append(same, ir.Or(append(or, s.signal(a[x]).Eq(s.signal(b[y])))...))
			}
		}
		for i, x := range gold.Outputs {
			equal(x, gate.Outputs[i])
		}
		for i, r := range gold.Regs {
			if r.Reset == nil {
				equal(r.Next, gate.Regs[i].Next)
			} else {
				equal(r.Next, gate.Regs[i].Next, s.signal(a[gold.Rst]))
			}
		}
		for i, mem := range gold.Mems {
			for k, w := range mem.Writes {
				v := gate.Mems[i].Writes[k]
				equal(w.Enable, v.Enable)
				off := s.signal(a[w.Enable]).Not()
				equal(w.Addr, v.Addr, off)
				equal(w.Data, v.Data, off)
			}
		}
		clocked := m.Reg("clocked", 1, 0) // what is searched has some state
		clocked.Set(clocked.C(1))
		m.Assert(ir.And(same...).Or(clocked.Not()), "the two differ")
	}).Module)
}

// sameState tells whether two netlists have the same registers and memories.
func sameState(gold, gate *flat.Netlist) bool {
	return slices.EqualFunc(gold.Regs, gate.Regs, func(r, s flat.Reg) bool {
		if (r.Reset == nil) != (s.Reset == nil) || r.Reset != nil && r.Reset.Cmp(s.Reset) != 0 {
			return false
		}
		return path(gold, r) == path(gate, s)
	}) && slices.EqualFunc(gold.Mems, gate.Mems, func(m, n flat.Mem) bool { return len(m.Writes) == len(n.Writes) })
}

// classes are nodes that are the same whatever netlist they are in.
type classes struct {
	index map[string]int // by what a node is made of
	list  []class
}

type class struct {
	node *flat.Node
	args []int
	mem  flat.Mem // of OpMemRead
}

// number gives the class of each node. Inputs and registers are the same if they have the same place.
func (c *classes) number(n *flat.Netlist) []int {
	place := map[flat.Ref]int{}
	for i, r := range n.Inputs {
		place[r] = i
	}
	for i, r := range n.Regs {
		place[r.Node] = i
	}
	of := make([]int, len(n.Nodes))
	for i := range n.Nodes {
		x := &n.Nodes[i]
		k := class{node: x}
		var key []byte
		for _, v := range []int{int(x.Op), x.Width, x.Lo, x.Mem, place[flat.Ref(i)]} {
			key = binary.AppendUvarint(key, uint64(v))
		}
		for _, r := range x.Args {
			k.args = append(k.args, of[r])
			key = binary.AppendUvarint(key, uint64(of[r]))
		}
		if x.Op == ir.OpConst {
			key = append(key, x.Value.Text(16)...)
		}
		if x.Op == ir.OpMemRead {
			k.mem = n.Mems[x.Mem]
		}
		known, ok := c.index[string(key)]
		if !ok {
			known = len(c.list)
			c.index[string(key)] = known
			c.list = append(c.list, k)
		}
		of[i] = known
	}
	return of
}

// steps builds the classes that are asked for.
type steps struct {
	*classes
	*twins
	leaf []int
	made []ir.Signal
}

func (s *steps) signal(i int) ir.Signal {
	k := &s.list[i]
	switch {
	case s.made[i].Node() != nil:
	case k.node.Op == ir.OpInput:
		s.made[i] = s.io.In[s.leaf[i]]
	case k.node.Op == ir.OpReg:
		s.made[i] = s.io.Start[s.leaf[i]]
	case k.node.Op == ir.OpMemRead:
		s.made[i] = s.memory(k.mem.Depth, k.node.Mem, s.io.Read[s.leaf[i]], s.signal(k.args[0]))
	default:
		s.made[i] = s.node(k.node, func(j int) ir.Signal { return s.signal(k.args[j]) })
	}
	return s.made[i]
}

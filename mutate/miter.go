package mutate

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim/flat"
)

// miterPorts are the inputs of both designs, and what they are free to hold or read.
type miterPorts struct {
	In    []ir.Signal
	Start []ir.Signal // of registers
	Read  []ir.Signal // of memories
}

// miter makes a design of two netlists whose one assertion is that they do the same: that from the
// first reset on all outputs are equal, and all writes to memories.
//
// Registers begin with values that are free but the same in both: the reset of the miter loads
// them, the reset of the two is an input as any other. What a memory holds is free, too, and the same in
// both as long as their writes are: what is read from one address at one time is one value.
func miter(gold, gate *flat.Netlist) (*ir.Design, error) {
	var io miterPorts
	for _, r := range gold.Inputs {
		io.In = append(io.In, ir.In(gold.Nodes[r].Width))
	}
	starts := map[string]int{} // index in Start by path
	for _, n := range []*flat.Netlist{gold, gate} {
		for _, r := range n.Regs {
			if _, ok := starts[path(n, r)]; !ok {
				starts[path(n, r)] = len(io.Start)
				io.Start = append(io.Start, ir.In(n.Nodes[r.Node].Width))
			}
		}
		for _, x := range n.Nodes {
			if x.Op == ir.OpMemRead {
				io.Read = append(io.Read, ir.In(x.Width))
			}
		}
	}
	return ir.Elaborate(ir.Build("miter", io, func(m *ir.Module, io miterPorts) {
		m.Unused(io.In...)
		m.Unused(io.Start...)
		m.Unused(io.Read...)
		t := &twins{m: m, io: io, starts: starts, reads: map[int][]read{}}
		a, b := t.side("gold", gold), t.side("gate", gate)
		same := []ir.Signal{m.Const(1, 1)}
		equal := func(x, y flat.Ref) { same = append(same, a[x].Eq(b[y])) }
		for i := range gold.Outputs {
			equal(gold.Outputs[i], gate.Outputs[i])
		}
		for i, mem := range gold.Mems {
			writes := gate.Mems[i].Writes
			if len(writes) != len(mem.Writes) { // one was taken out
				same = append(same, m.Const(1, 0))
				break
			}
			for k, w := range mem.Writes {
				v := writes[k]
				equal(w.Enable, v.Enable)
				row := a[w.Addr].Eq(b[v.Addr]).And(a[w.Data].Eq(b[v.Data]))
				same = append(same, a[w.Enable].Not().Or(row))
			}
		}
		all := ir.And(same...)
		if gold.Rst != flat.None {
			seen := m.Reg("seen", 1, 0)
			seen.Set(seen.Or(a[gold.Rst]))
			all = all.Or(seen.Not())
		}
		m.Assert(all, "the two differ")
	}).Module)
}

// path names a register.
func path(n *flat.Netlist, r flat.Reg) string { return n.Path(r.Scope) + "." + r.Source.Name }

// twins are two netlists in one module.
type twins struct {
	m      *ir.Module
	io     miterPorts
	starts map[string]int
	reads  map[int][]read // by memory
	read   int            // values in use
}

// A read is a value that a memory gives.
type read struct{ addr, data ir.Signal }

// side builds the nodes of one netlist and gives their signals.
func (t *twins) side(name string, n *flat.Netlist) []ir.Signal {
	s := make([]ir.Signal, len(n.Nodes))
	for i, r := range n.Inputs {
		s[r] = t.io.In[i]
	}
	for i, r := range n.Regs {
		s[r.Node] = t.m.RegNoReset(fmt.Sprintf("%s_%d", name, i), n.Nodes[r.Node].Width)
		t.m.Unused(s[r.Node])
	}
	for i := range n.Nodes {
		if s[i].Node() == nil {
			s[i] = t.node(&n.Nodes[i], func(k int) ir.Signal { return s[n.Nodes[i].Args[k]] })
			if n.Nodes[i].Op == ir.OpMemRead {
				s[i] = t.memory(n, &n.Nodes[i], s[n.Nodes[i].Args[0]])
			}
		}
	}
	for _, r := range n.Regs {
		next := s[r.Next]
		if r.Reset != nil {
			next = ir.Mux(s[n.Rst], t.m.ConstBig(next.Width(), r.Reset), next)
		}
		s[r.Node].Set(ir.Mux(t.m.Reset(), t.io.Start[t.starts[path(n, r)]], next))
	}
	return s
}

// memory is what a memory gives at an address: what it gave there before, or anything.
func (t *twins) memory(n *flat.Netlist, x *flat.Node, addr ir.Signal) ir.Signal {
	data := t.io.Read[t.read]
	t.read++
	if depth := n.Mems[x.Mem].Depth; depth < 1<<addr.Width() {
		data = ir.Mux(addr.LtC(uint64(depth)), data, data.C(0))
	}
	for _, r := range t.reads[x.Mem] {
		data = ir.Mux(r.addr.Eq(addr), r.data, data)
	}
	t.reads[x.Mem] = append(t.reads[x.Mem], read{addr, data})
	return data
}

// node builds a node of pure logic.
func (t *twins) node(n *flat.Node, arg func(int) ir.Signal) ir.Signal {
	args := make([]ir.Signal, len(n.Args))
	for i := range args {
		args[i] = arg(i)
	}
	switch n.Op {
	case ir.OpConst:
		return t.m.ConstBig(n.Width, n.Value)
	case ir.OpNot:
		return args[0].Not()
	case ir.OpAnd:
		return ir.And(args...)
	case ir.OpOr:
		return ir.Or(args...)
	case ir.OpXor:
		return ir.Xor(args...)
	case ir.OpAdd:
		return args[0].Add(args[1])
	case ir.OpSub:
		return args[0].Sub(args[1])
	case ir.OpMul:
		return args[0].Mul(args[1])
	case ir.OpEq:
		return args[0].Eq(args[1])
	case ir.OpLt:
		return args[0].Lt(args[1])
	case ir.OpLtS:
		return args[0].LtS(args[1])
	case ir.OpShl:
		return args[0].Shl(args[1])
	case ir.OpShr:
		return args[0].Shr(args[1])
	case ir.OpSra:
		return args[0].Sra(args[1])
	case ir.OpMux:
		return ir.Mux(args[0], args[1], args[2])
	case ir.OpOneHotMux:
		return ir.OneHotMux(args[0], args[1:]...)
	case ir.OpCat:
		return ir.Cat(args...)
	case ir.OpSlice:
		return args[0].Slice(n.Lo+n.Width-1, n.Lo)
	case ir.OpReduceAnd:
		return args[0].All()
	case ir.OpReduceOr:
		return args[0].Any()
	case ir.OpReduceXor:
		return args[0].Parity()
	}
	return ir.Signal{} // a memory's, made elsewhere
}

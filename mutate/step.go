package mutate

import (
	"encoding/binary"
	"math/big"
	"slices"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim/flat"
)

// sameStep tells whether two netlists with the same state and inputs give the same outputs, the same next state and
// the same writes. Then they are equal for ever, as both begin with the same state. The state may be one
// that is never reached, so that it may be false of two that are equal.
func sameStep(gold, gate *flat.Netlist) bool {
	if !sameState(gold, gate) {
		return false
	}
	s, a, b := newSteps(gold, gate, nil)
	differ := s.writesDiffer(gold, gate, a, b)
	for i, x := range gold.Outputs {
		differ = s.or(differ, s.differ(a[x], b[gate.Outputs[i]]))
	}
	for i, r := range gold.Regs {
		q := gate.Regs[i]
		if a[r.Next] != b[q.Next] || !sameReset(r, q) {
			differ = s.or(differ, -s.equal(s.next(gold, a, r), s.next(gate, b, q)))
		}
	}
	return s.solve(differ) == nil
}

// writesDiffer tells whether some memory is not written alike.
func (s *steps) writesDiffer(gold, gate *flat.Netlist, a, b []int) int {
	differ := -one
	for i, mem := range gold.Mems {
		for j, w := range mem.Writes {
			v := gate.Mems[i].Writes[j]
			differ = s.or(differ, s.differ(a[w.Enable], b[v.Enable]))
			if what := s.or(s.differ(a[w.Addr], b[v.Addr]), s.differ(a[w.Data], b[v.Data])); what != -one {
				differ = s.or(differ, s.and(s.word(a[w.Enable])[0], what))
			}
		}
	}
	return differ
}

// differ tells whether two classes have different values.
func (s *steps) differ(x, y int) int {
	if x == y {
		return -one
	}
	return -s.equal(s.word(x), s.word(y))
}

// sameState tells whether two netlists have the same registers and memories.
func sameState(gold, gate *flat.Netlist) bool {
	return slices.EqualFunc(gold.Regs, gate.Regs, func(r, s flat.Reg) bool { return path(gold, r) == path(gate, s) }) &&
		slices.EqualFunc(gold.Mems, gate.Mems, func(m, n flat.Mem) bool { return len(m.Writes) == len(n.Writes) })
}

func sameReset(r, s flat.Reg) bool {
	if r.Reset == nil || s.Reset == nil {
		return r.Reset == s.Reset
	}
	return r.Reset.Cmp(s.Reset) == 0
}

// classes are nodes that are the same whatever netlist they are in.
type classes struct {
	index map[string]int // by what a node is made of
	list  []class
}

type class struct {
	node  *flat.Node
	args  []int
	depth int // of the memory that OpMemRead reads
}

// number gives the class of each node. Inputs and registers are the same if they have the same place; registers that are apart, by their index, are
// those of this netlist only.
func (c *classes) number(n *flat.Netlist, apart map[int]bool) []int {
	place := map[flat.Ref]int{}
	for i, r := range n.Inputs {
		place[r] = i
	}
	for i, r := range n.Regs {
		place[r.Node] = i
		if apart[i] {
			place[r.Node] += len(n.Regs)
		}
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
			k.depth = n.Mems[x.Mem].Depth
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
	*circuit
	*classes
	words []word
	reads map[int][]readWord // by memory
}

// A readWord is what a memory gives at an address.
type readWord struct{ addr, data word }

// newSteps gives the classes of the nodes of two netlists, which have the registers in common that are not apart.
func newSteps(gold, gate *flat.Netlist, apart map[int]bool) (s *steps, a, b []int) {
	k := &classes{index: map[string]int{}}
	a, b = k.number(gold, nil), k.number(gate, apart)
	return &steps{circuit: newCircuit(), classes: k, words: make([]word, len(k.list)), reads: map[int][]readWord{}}, a, b
}

func (s *steps) word(i int) word {
	if s.words[i] != nil {
		return s.words[i]
	}
	k := &s.list[i]
	args := make([]word, len(k.args))
	for j, a := range k.args {
		args[j] = s.word(a)
	}
	switch k.node.Op {
	case ir.OpInput, ir.OpReg:
		s.words[i] = s.inputs(k.node.Width)
	case ir.OpMemRead:
		s.words[i] = s.read(k, args[0])
	default:
		s.words[i] = s.pure(k.node, args)
	}
	return s.words[i]
}

// next is what a register of a netlist, whose nodes are of these classes, holds after the step.
func (s *steps) next(n *flat.Netlist, of []int, r flat.Reg) word {
	next := s.word(of[r.Next])
	if r.Reset == nil {
		return next
	}
	rst, start := s.word(of[n.Rst])[0], constant(len(next), r.Reset)
	return s.zip(start, next, func(a, b int) int { return s.mux(rst, a, b) })
}

// read is what a memory gives: what it gave at that address before, or anything, and 0 beyond its end.
func (s *steps) read(k *class, addr word) word {
	data := s.inputs(k.node.Width)
	if k.depth < 1<<len(addr) {
		inside := s.less(addr, constant(len(addr), big.NewInt(int64(k.depth))))
		data = each(data, func(bit int) int { return s.and(inside, bit) })
	}
	for _, r := range s.reads[k.node.Mem] {
		same := s.equal(r.addr, addr)
		data = s.zip(r.data, data, func(a, b int) int { return s.mux(same, a, b) })
	}
	s.reads[k.node.Mem] = append(s.reads[k.node.Mem], readWord{addr, data})
	return data
}

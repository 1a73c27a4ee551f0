package wasm

import (
	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim/flat"
)

// A role says where the value of a node comes from.
type role uint8

const (
	dead   role = iota // nothing needs it
	leaf               // a constant, input or register, or bits of one: made afresh in each function
	inline             // used once: its code stands inside that of its user
	rooted             // computed once, in its home function
)

// maxTree limits the code that an inline node brings to its user, so that the operand stack
// stays shallow and functions can be cut anywhere.
const maxTree = 48

// functionSize is the estimated number of instructions after which a new function begins. On the
// CM-5 router 600 to 3000 are equally good; a smaller size passes more values in memory, and
// registers are allocated in more than linear time.
const functionSize = 1000

// A plan cuts the netlist into functions.
type plan struct {
	net        *flat.Netlist
	role       []role
	uses       []int32 // times the code of its users and sinks asks for it
	size       []int32 // of the code of a node with what is inline in it
	home       []int32 // rooted: index of the function
	slot       []int32 // rooted: offset of its first word in the frame, or none
	sinks      [][]sink
	chunks     []chunk
	layout     *memoryMap
	scratch    int32 // words needed for operands in memory
	multiplies bool  // wide values
}

// A chunk is the nodes of a function, in order.
type chunk struct{ nodes []flat.Ref }

const none = -1

// A sink is a place that takes the value of a node, a word every 8 bytes.
type sink struct {
	base   local  // address to which offset is added: a parameter
	offset uint32 // in bytes
	flag   bool   // one byte
}

func words(width int) int { return (width + 63) / 64 }

// typeOf is the type of the words of a value: up to 32 bits are an i32, more are one or
// several i64.
func typeOf(width int) valType {
	if width <= 32 {
		return i32
	}
	return i64
}

func newPlan(net *flat.Netlist, layout *memoryMap) *plan {
	n := len(net.Nodes)
	p := &plan{
		net: net, layout: layout,
		role: make([]role, n), uses: make([]int32, n), size: make([]int32, n),
		home: make([]int32, n), slot: make([]int32, n), sinks: make([][]sink, n),
	}
	p.findSinks()
	p.countUses()
	p.assignRoles()
	p.cut()
	p.placeSlots()
	return p
}

func (p *plan) sink(r flat.Ref, s sink) {
	p.sinks[r] = append(p.sinks[r], s)
	p.uses[r]++
}

func (p *plan) findSinks() {
	l := p.layout
	offset := uint32(0)
	for _, r := range p.net.Regs {
		p.sink(r.Next, sink{base: next, offset: offset})
		offset += uint32(8 * words(p.net.Nodes[r.Node].Width))
	}
	offset = 0
	for _, r := range p.net.Outputs {
		p.sink(r, sink{base: output, offset: offset})
		offset += uint32(8 * words(p.net.Nodes[r].Width))
	}
	for i, c := range p.net.Checks {
		if n := &p.net.Nodes[c.Fail]; n.Op == ir.OpConst && n.Value.Sign() == 0 {
			continue
		}
		p.sink(c.Fail, sink{base: current, offset: l.flags + uint32(i), flag: true})
		if c.Addr != flat.None {
			p.sink(c.Addr, sink{base: current, offset: l.addresses[i]})
		}
	}
	for i, m := range p.net.Mems {
		at := l.mems[i].rows
		for _, w := range m.Writes {
			p.sink(w.Enable, sink{base: current, offset: at})
			p.sink(w.Addr, sink{base: current, offset: at + 8})
			p.sink(w.Data, sink{base: current, offset: at + 16})
			at += rowBytes(m)
		}
	}
}

// countUses counts how often the code of live nodes asks for their arguments.
func (p *plan) countUses() {
	for i := len(p.net.Nodes) - 1; i >= 0; i-- {
		n := &p.net.Nodes[i]
		if p.uses[i] == 0 {
			continue
		}
		weight := int32(1)
		if words(n.Width) > 1 && n.Op != ir.OpCat && n.Op != ir.OpSlice {
			weight = 2
		}
		for k, a := range n.Args {
			p.uses[a] += weight
			switch {
			case n.Op == ir.OpOneHotMux && k == 0, n.Op == ir.OpSra, n.Op == ir.OpShl && k == 1, n.Op == ir.OpShr && k == 1:
				p.uses[a]++ // asked for more than once
			}
		}
	}
}

func (p *plan) assignRoles() {
	for i := range p.net.Nodes {
		n := &p.net.Nodes[i]
		size := int32(1 + len(n.Args))
		for _, a := range n.Args {
			if p.role[a] == inline {
				size += p.size[a]
			}
		}
		p.size[i] = size
		switch {
		case p.uses[i] == 0:
			p.role[i] = dead
		case n.Level == 0, p.cheap(n):
			p.role[i] = leaf
		case words(n.Width) > 1, p.uses[i] > 1, len(p.sinks[i]) > 0, size > maxTree:
			p.role[i] = rooted
		default:
			p.role[i] = inline
		}
	}
}

// cheap reports whether computing a node again costs no more than keeping it in memory.
func (p *plan) cheap(n *flat.Node) bool {
	if n.Op != ir.OpNot && n.Op != ir.OpSlice || words(n.Width) > 1 {
		return false
	}
	a := &p.net.Nodes[n.Args[0]]
	return a.Level == 0 && words(a.Width) == 1
}

// cut deals the rooted nodes out to functions and finds the values that cross.
func (p *plan) cut() {
	size := int32(functionSize)
	add := func(r flat.Ref) {
		cost := p.size[r] + int32(3*len(p.sinks[r]))
		if size += cost; size > functionSize {
			p.chunks = append(p.chunks, chunk{})
			size = cost
		}
		c := &p.chunks[len(p.chunks)-1]
		c.nodes = append(c.nodes, r)
		p.home[r] = int32(len(p.chunks) - 1)
	}
	for i := range p.net.Nodes {
		p.slot[i] = none
		if p.role[i] == rooted {
			add(flat.Ref(i))
			p.cross(flat.Ref(i), p.home[i])
		}
	}
	for i := range p.net.Nodes {
		if p.role[i] == leaf && len(p.sinks[i]) > 0 {
			add(flat.Ref(i))
		}
	}
}

// needed marks a node to get a slot.
const needed = -2

// cross marks the values that the code of a node takes from other functions than the given.
func (p *plan) cross(r flat.Ref, home int32) {
	n := &p.net.Nodes[r]
	if n.Op == ir.OpMul && words(n.Width) > 1 {
		p.multiplies = true
		p.scratch = max(p.scratch, int32(3*words(n.Width)))
	}
	if (n.Op == ir.OpShl || n.Op == ir.OpShr || n.Op == ir.OpSra) && words(n.Width) > 1 {
		p.scratch = max(p.scratch, int32(2*words(n.Width)+1))
	}
	for _, a := range n.Args {
		switch {
		case p.role[a] == inline:
			p.cross(a, home)
		case p.role[a] == rooted && p.home[a] != home:
			p.slot[a] = needed
		}
	}
}

func (p *plan) placeSlots() {
	for i := range p.slot {
		if p.slot[i] == needed {
			p.slot[i] = int32(p.layout.frameWords(words(p.net.Nodes[i].Width)))
		}
	}
	p.layout.scratch = p.layout.frameWords(int(p.scratch))
}

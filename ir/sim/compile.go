package sim

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim/flat"
)

// words is the number of words of a value.
func words(width int) uint32 { return uint32(width+63) / 64 }

// topMask is the mask of the highest word of a value.
func topMask(width int) uint64 { return ^uint64(0) >> (-width & 63) }

// wordOf is word k of a value.
func wordOf(v *big.Int, k uint32) uint64 {
	return new(big.Int).Rsh(v, uint(k)*64).Uint64()
}

// toBig is the value of words, the lowest first.
func toBig(words []uint64) *big.Int {
	v := new(big.Int)
	for k := len(words) - 1; k >= 0; k-- {
		v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(words[k]))
	}
	return v
}

// A compiler makes the program of a netlist.
type compiler struct {
	*program
	net   *flat.Netlist
	order []flat.Ref // evaluated nodes, sorted by level and kind
	todo  []pending
}

// A pending instruction waits to be sorted.
type pending struct {
	instr
	level int32
	op    opcode
}

func compile(net *flat.Netlist) *program {
	c := &compiler{program: &program{}, net: net}
	c.slot = make([]uint32, len(net.Nodes))
	c.placeState()
	c.placeMemories()
	for _, r := range c.order {
		c.node(r)
	}
	c.nextValues()
	c.link()
	for _, r := range net.Outputs {
		for k := range words(net.Nodes[r].Width) {
			c.outputs = append(c.outputs, c.slot[r]+k)
		}
	}
	for _, check := range net.Checks {
		c.checks = append(c.checks, c.slot[check.Fail])
	}
	return c.program
}

func (c *compiler) alloc(n uint32) uint32 {
	at := uint32(c.words)
	c.words += int(n)
	return at
}

func appendMasks(list []uint64, width int) []uint64 {
	for k := words(width); k > 1; k-- {
		list = append(list, ^uint64(0))
	}
	return append(list, topMask(width))
}

// placeState gives words to inputs, registers and their next values.
func (c *compiler) placeState() {
	const unplaced = ^uint32(0)
	for i := range c.slot {
		c.slot[i] = unplaced
	}
	c.inputs.start = uint32(c.words)
	for _, r := range c.net.Inputs {
		width := c.net.Nodes[r].Width
		c.slot[r] = c.alloc(words(width))
		c.inMask = appendMasks(c.inMask, width)
	}
	c.inputs.words = uint32(c.words) - c.inputs.start
	if c.net.Rst != flat.None {
		c.clocked, c.rst = true, c.slot[c.net.Rst]
	}
	c.regs.start = uint32(c.words)
	for _, reg := range c.net.Regs {
		width := c.net.Nodes[reg.Node].Width
		at := c.alloc(words(width))
		c.slot[reg.Node] = at
		c.regMask = appendMasks(c.regMask, width)
		if reg.Reset != nil {
			for k := range words(width) {
				c.resets = append(c.resets, initial{at + k, wordOf(reg.Reset, k)})
			}
		}
	}
	c.regs.words = uint32(c.words) - c.regs.start
	c.next = c.alloc(c.regs.words)
	for _, reg := range c.net.Regs {
		if n := c.net.Nodes[reg.Next]; n.Level > 0 && c.slot[reg.Next] == unplaced {
			c.slot[reg.Next] = c.nextOf(reg)
		}
	}
	for r, n := range c.net.Nodes {
		switch {
		case n.Level > 0:
			c.order = append(c.order, flat.Ref(r))
		case n.Op == ir.OpConst:
			c.slot[r] = c.alloc(words(n.Width))
			for k := range words(n.Width) {
				c.constants = append(c.constants, initial{c.slot[r] + k, wordOf(n.Value, k)})
			}
		}
	}
	slices.SortFunc(c.order, func(a, b flat.Ref) int {
		x, y := &c.net.Nodes[a], &c.net.Nodes[b]
		return cmp.Or(cmp.Compare(x.Level, y.Level), cmp.Compare(x.Op, y.Op), cmp.Compare(a, b))
	})
	for _, r := range c.order {
		if c.slot[r] == unplaced {
			c.slot[r] = c.alloc(words(c.net.Nodes[r].Width))
		}
	}
}

// nextOf is where the next value of a register stands.
func (c *compiler) nextOf(reg flat.Reg) uint32 {
	return c.next + c.slot[reg.Node] - c.regs.start
}

// nextValues moves values that a register takes and that have their place elsewhere.
func (c *compiler) nextValues() {
	for _, reg := range c.net.Regs {
		n := &c.net.Nodes[reg.Next]
		from, to := c.slot[reg.Next], c.nextOf(reg)
		if from == to {
			continue
		}
		for k := range words(n.Width) {
			c.emit(n.Level+1, opMove, instr{dst: to + k, a: from + k})
		}
	}
}

func (c *compiler) placeMemories() {
	for _, m := range c.net.Mems {
		mem := memory{base: uint32(c.memWords), stride: words(m.Width), depth: uint32(m.Depth), topMask: topMask(m.Width)}
		c.memWords += m.Depth * int(mem.stride)
		mem.writes = span{uint32(len(c.writes)), uint32(len(m.Writes))}
		for _, w := range m.Writes {
			c.writes = append(c.writes, memWrite{c.slot[w.Enable], c.slot[w.Addr], c.slot[w.Data]})
		}
		c.mems = append(c.mems, mem)
	}
}

func (c *compiler) emit(level int, op opcode, i instr) {
	c.todo = append(c.todo, pending{i, int32(level), op})
}

// link sorts the instructions into runs.
func (c *compiler) link() {
	slices.SortStableFunc(c.todo, func(a, b pending) int {
		return cmp.Or(cmp.Compare(a.level, b.level), cmp.Compare(a.op, b.op))
	})
	for i, p := range c.todo {
		if len(c.runs) == 0 || c.runs[len(c.runs)-1].op != p.op {
			c.runs = append(c.runs, run{op: p.op})
		}
		c.runs[len(c.runs)-1].end = uint32(i + 1)
		c.code = append(c.code, p.instr)
	}
}

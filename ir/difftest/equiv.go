package difftest

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim/flat"
)

// BLIF is a second text of a design without memories, in Berkeley's logic interchange format:
// a truth table for each bit. It is made of the flat netlist and shares nothing with package
// verilog.
//
// Registers are cut: register r is an output r and an input r.i, which is what all that reads
// the register reads. Designs that are equal so cut do the same from every state. Registers
// are called by their paths below the top.
func BLIF(d *ir.Design) (text []byte, registers []string, err error) {
	n, err := flat.Flatten(d)
	if err != nil {
		return nil, nil, err
	}
	if len(n.Mems) > 0 {
		return nil, nil, fmt.Errorf("difftest: module %s has memories", d.Top.Name)
	}
	b := &blif{values: make([]bits, len(n.Nodes))}
	var inputs, outputs bits
	if n.Rst != flat.None {
		b.values[n.Rst] = bits{"rst"}
		inputs = bits{"clk", "rst"}
	}
	ins, outs := n.Inputs[len(n.Inputs)-count(d.Top, ir.Input):], n.Outputs
	for _, p := range d.Top.Ports {
		if p.Dir == ir.Input {
			b.values[ins[0]] = word(p.Name, p.Width)
			inputs = append(inputs, b.values[ins[0]]...)
			ins = ins[1:]
		}
	}
	for _, r := range n.Regs {
		name := strings.TrimPrefix(n.Path(r.Scope)+"."+r.Source.Name, d.Top.Name+".")
		registers = append(registers, name)
		b.values[r.Node] = word(name+".i", n.Nodes[r.Node].Width)
		inputs = append(inputs, b.values[r.Node]...)
	}
	b.zero, b.one = b.gate(""), b.gate("1\n")
	for i := range n.Nodes {
		if b.values[i] == nil {
			b.values[i] = b.node(&n.Nodes[i])
		}
	}
	for _, p := range d.Top.Ports {
		if p.Dir == ir.Output {
			for i, out := range word(p.Name, p.Width) {
				fmt.Fprintf(&b.text, ".names %s %s\n1 1\n", b.values[outs[0]][i], out)
				outputs = append(outputs, out)
			}
			outs = outs[1:]
		}
	}
	for k, r := range n.Regs {
		next := b.values[r.Next]
		if r.Reset != nil {
			next = b.mux("rst", b.constant(r.Reset.Bit, len(next)), next)
		}
		for i, out := range word(registers[k], len(next)) {
			fmt.Fprintf(&b.text, ".latch %s %s re clk 3\n", next[i], out)
			outputs = append(outputs, out)
		}
	}
	head := fmt.Sprintf(".model %s\n.inputs %s\n.outputs %s\n",
		d.Top.Name, strings.Join(inputs, " "), strings.Join(outputs, " "))
	return append([]byte(head), append(b.text.Bytes(), ".end\n"...)...), registers, nil
}

func count(m *ir.Module, dir ir.Dir) (n int) {
	for _, p := range m.Ports {
		if p.Dir == dir {
			n++
		}
	}
	return n
}

// bits are the nets of a value, the least significant first.
type bits []string

// word is the nets of a port or register as read_blif -wideports has them.
func word(name string, width int) bits {
	if width == 1 {
		return bits{name}
	}
	var w bits
	for i := range width {
		w = append(w, fmt.Sprintf("%s[%d]", name, i))
	}
	return w
}

// A blif writes gates.
type blif struct {
	text      bytes.Buffer
	nets      int    // that gates drive; their names are numbers
	values    []bits // of the nodes
	zero, one string
}

// Truth tables: the lines that give 1.
const (
	inverter = "0 1\n"
	both     = "11 1\n"
	either   = "1- 1\n-1 1\n"
	differ   = "10 1\n01 1\n"
	odd      = "100 1\n010 1\n001 1\n111 1\n"
	majority = "11- 1\n1-1 1\n-11 1\n"
	chosen   = "11- 1\n0-1 1\n" // the second if the first is 1, else the third
)

// gate is a net that is the given function of others.
func (b *blif) gate(table string, in ...string) string {
	b.nets++
	out := strconv.Itoa(b.nets)
	fmt.Fprintf(&b.text, ".names %s\n%s", strings.Join(append(in, out), " "), table)
	return out
}

// fold joins nets by a gate of two inputs.
func (b *blif) fold(table string, in bits) string {
	out := in[0]
	for _, x := range in[1:] {
		out = b.gate(table, out, x)
	}
	return out
}

// each applies a gate bit by bit.
func (b *blif) each(table string, args ...bits) bits {
	var out bits
	for i := range args[0] {
		var in []string
		for _, a := range args {
			in = append(in, a[i])
		}
		out = append(out, b.gate(table, in...))
	}
	return out
}

func (b *blif) constant(bit func(int) uint, width int) bits {
	return b.fill(width, func(i int) string {
		if bit(i) == 1 {
			return b.one
		}
		return b.zero
	})
}

func (b *blif) fill(width int, net func(int) string) bits {
	out := make(bits, width)
	for i := range out {
		out[i] = net(i)
	}
	return out
}

func (b *blif) repeat(net string, width int) bits {
	return b.fill(width, func(int) string { return net })
}

func (b *blif) mux(s string, x, y bits) bits {
	return b.each(chosen, b.repeat(s, len(x)), x, y)
}

// add is x + y + carry and the carry out.
func (b *blif) add(x, y bits, carry string) (sum bits, out string) {
	for i := range x {
		sum = append(sum, b.gate(odd, x[i], y[i], carry))
		carry = b.gate(majority, x[i], y[i], carry)
	}
	return sum, carry
}

// less tells whether x < y: x - y has no carry.
func (b *blif) less(x, y bits) bits {
	_, carry := b.add(x, b.each(inverter, y), b.one)
	return bits{b.gate(inverter, carry)}
}

// flip inverts the highest bit, which turns the order of signed numbers into that of unsigned ones.
func (b *blif) flip(x bits) bits {
	top := len(x) - 1
	return append(append(bits{}, x[:top]...), b.gate(inverter, x[top]))
}

// shift moves x by each bit of the amount in turn: up, or down with what comes from the left.
func (b *blif) shift(op ir.Op, x, amount bits) bits {
	in := b.zero
	if op == ir.OpSra {
		in = x[len(x)-1]
	}
	for k, bit := range amount {
		by := 1 << min(k, 16)
		moved := b.fill(len(x), func(i int) string {
			from := i + by
			if op == ir.OpShl {
				from = i - by
			}
			if from < 0 || from >= len(x) {
				return in
			}
			return x[from]
		})
		x = b.mux(bit, moved, x)
	}
	return x
}

func (b *blif) node(n *flat.Node) bits {
	x := make([]bits, len(n.Args))
	for i, a := range n.Args {
		x[i] = b.values[a]
	}
	switch n.Op {
	case ir.OpConst:
		return b.constant(n.Value.Bit, n.Width)
	case ir.OpNot:
		return b.each(inverter, x[0])
	case ir.OpAnd, ir.OpOr, ir.OpXor:
		table := map[ir.Op]string{ir.OpAnd: both, ir.OpOr: either, ir.OpXor: differ}[n.Op]
		v := x[0]
		for _, a := range x[1:] {
			v = b.each(table, v, a)
		}
		return v
	case ir.OpAdd:
		sum, _ := b.add(x[0], x[1], b.zero)
		return sum
	case ir.OpSub:
		sum, _ := b.add(x[0], b.each(inverter, x[1]), b.one)
		return sum
	case ir.OpMul:
		sum := b.repeat(b.zero, n.Width)
		for i, bit := range x[1] {
			row := append(b.repeat(b.zero, i), b.each(both, x[0][:n.Width-i], b.repeat(bit, n.Width-i))...)
			sum, _ = b.add(sum, row, b.zero)
		}
		return sum
	case ir.OpEq:
		return bits{b.gate(inverter, b.fold(either, b.each(differ, x[0], x[1])))}
	case ir.OpLt:
		return b.less(x[0], x[1])
	case ir.OpLtS:
		return b.less(b.flip(x[0]), b.flip(x[1]))
	case ir.OpShl, ir.OpShr, ir.OpSra:
		return b.shift(n.Op, x[0], x[1])
	case ir.OpMux:
		return b.mux(x[0][0], x[1], x[2])
	case ir.OpOneHotMux:
		v := b.repeat(b.zero, n.Width)
		for i, a := range x[1:] {
			v = b.each(either, v, b.each(both, a, b.repeat(x[0][i], n.Width)))
		}
		return v
	case ir.OpCat:
		var v bits
		for i := range x {
			v = append(v, x[len(x)-1-i]...)
		}
		return v
	case ir.OpSlice:
		return x[0][n.Lo : n.Lo+n.Width]
	case ir.OpReduceAnd:
		return bits{b.fold(both, x[0])}
	case ir.OpReduceOr:
		return bits{b.fold(either, x[0])}
	case ir.OpReduceXor:
		return bits{b.fold(differ, x[0])}
	}
	panic("difftest: no gates of " + n.Op.String())
}

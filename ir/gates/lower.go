package gates

import (
	"fmt"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim/flat"
)

// lower takes the words of a netlist apart.
func lower(n *flat.Netlist, m *ir.Module) (*Logic, error) {
	l := &lowering{Logic: &Logic{Module: m.Name}, known: map[gate]bit{}, words: make([][]bit, len(n.Nodes))}
	input := func(r flat.Ref, name string, state bool) {
		bits := make([]bit, n.Nodes[r].Width)
		for i := range bits {
			bits[i] = firstInput + bit(l.inputs)
			l.inputs++
		}
		l.words[r] = bits
		l.ports = append(l.ports, port{name, state, bits})
	}
	pins := n.Inputs
	if m.Clocked() {
		input(pins[0], "rst", true)
		pins = pins[1:]
	}
	var outputs []string
	for _, p := range m.Ports {
		if p.Dir == ir.Output {
			outputs = append(outputs, p.Name)
			continue
		}
		input(pins[0], p.Name, false)
		pins = pins[1:]
	}
	for _, r := range n.Regs {
		input(r.Node, r.Source.Name, true)
	}
	for i := range n.Nodes {
		r := flat.Ref(i)
		node := &n.Nodes[i]
		switch {
		case l.words[r] != nil:
		case node.Op == ir.OpMemRead:
			input(r, n.Mems[node.Mem].Source.Name, true)
		}
	}
	for i := range n.Nodes {
		if l.words[i] != nil {
			continue
		}
		bits, err := l.node(&n.Nodes[i])
		if err != nil {
			return nil, fmt.Errorf("module %s: %w", m.Name, err)
		}
		l.words[i] = bits
	}
	for i, r := range n.Outputs {
		l.outputs = append(l.outputs, port{outputs[i], false, l.words[r]})
	}
	l.sweep()
	return l.Logic, nil
}

// lowering makes gates, each once.
type lowering struct {
	*Logic
	known map[gate]bit
	words [][]bit
}

func (l *lowering) gate(g gate) bit {
	if b, ok := l.known[g]; ok {
		return b
	}
	b := firstInput + bit(l.inputs+len(l.gates))
	l.gates = append(l.gates, g)
	l.known[g] = b
	return b
}

func (l *lowering) not(a bit) bit {
	if a <= one {
		return one - a
	}
	return l.gate(gate{op: not, a: a})
}

func (l *lowering) and(a, b bit) bit {
	switch a, b = min(a, b), max(a, b); {
	case a == zero || a == b:
		return a
	case a == one:
		return b
	}
	return l.gate(gate{op: and, a: a, b: b})
}

func (l *lowering) or(a, b bit) bit {
	switch a, b = min(a, b), max(a, b); {
	case a == zero:
		return b
	case a == one || a == b:
		return a
	}
	return l.gate(gate{op: or, a: a, b: b})
}

func (l *lowering) xor(a, b bit) bit {
	switch a, b = min(a, b), max(a, b); {
	case a == b:
		return zero
	case a == zero:
		return b
	case a == one:
		return l.not(b)
	}
	return l.gate(gate{op: xor, a: a, b: b})
}

func (l *lowering) mux(s, a, b bit) bit {
	switch {
	case s == one || a == b:
		return a
	case s == zero:
		return b
	case a == one && b == zero:
		return s
	case a == zero:
		return l.and(l.not(s), b)
	case b == zero:
		return l.and(s, a)
	}
	return l.gate(gate{mux, s, a, b})
}

// add is a + b + carry, as wide as a, and the carry out.
func (l *lowering) add(a, b []bit, carry bit) ([]bit, bit) {
	sum := make([]bit, len(a))
	for i := range a {
		half := l.xor(a[i], b[i])
		sum[i] = l.xor(half, carry)
		carry = l.mux(half, carry, a[i])
	}
	return sum, carry
}

func (l *lowering) each(a []bit, f func(bit) bit) []bit {
	out := make([]bit, len(a))
	for i := range a {
		out[i] = f(a[i])
	}
	return out
}

// less is a < b, unsigned.
func (l *lowering) less(a, b []bit) bit {
	_, carry := l.add(a, l.each(b, l.not), one) // a - b
	return l.not(carry)
}

// shift moves a by amount places, a power of two for each bit; fill comes in. up is to the left.
func (l *lowering) shift(a, amount []bit, fill bit, up bool) []bit {
	for k, s := range amount {
		moved := make([]bit, len(a))
		for i := range a {
			from := i + 1<<min(k, 30)
			if up {
				from = i - 1<<min(k, 30)
			}
			moved[i] = fill
			if from >= 0 && from < len(a) {
				moved[i] = a[from]
			}
		}
		out := make([]bit, len(a))
		for i := range a {
			out[i] = l.mux(s, moved[i], a[i])
		}
		a = out
	}
	return a
}

// node is the bits of one node of the netlist.
func (l *lowering) node(n *flat.Node) ([]bit, error) {
	args := make([][]bit, len(n.Args))
	for i, r := range n.Args {
		args[i] = l.words[r]
	}
	fold := func(f func(a, b bit) bit) []bit {
		out := args[0]
		for _, a := range args[1:] {
			next := make([]bit, len(out))
			for i := range out {
				next[i] = f(out[i], a[i])
			}
			out = next
		}
		return out
	}
	reduce := func(a []bit, f func(a, b bit) bit) []bit {
		b := a[0]
		for _, x := range a[1:] {
			b = f(b, x)
		}
		return []bit{b}
	}
	switch n.Op {
	case ir.OpConst:
		bits := make([]bit, n.Width)
		for i := range bits {
			bits[i] = bit(n.Value.Bit(i))
		}
		return bits, nil
	case ir.OpNot:
		return l.each(args[0], l.not), nil
	case ir.OpAnd:
		return fold(l.and), nil
	case ir.OpOr:
		return fold(l.or), nil
	case ir.OpXor:
		return fold(l.xor), nil
	case ir.OpAdd:
		sum, _ := l.add(args[0], args[1], zero)
		return sum, nil
	case ir.OpSub:
		sum, _ := l.add(args[0], l.each(args[1], l.not), one)
		return sum, nil
	case ir.OpMul:
		product := make([]bit, n.Width)
		for i, m := range args[1] {
			row := make([]bit, n.Width)
			for k := i; k < n.Width; k++ {
				row[k] = l.and(m, args[0][k-i])
			}
			product, _ = l.add(product, row, zero)
		}
		return product, nil
	case ir.OpEq:
		same := []bit{one}
		for i := range args[0] {
			same = append(same, l.not(l.xor(args[0][i], args[1][i])))
		}
		return reduce(same, l.and), nil
	case ir.OpLt:
		return []bit{l.less(args[0], args[1])}, nil
	case ir.OpLtS:
		flip := func(a []bit) []bit {
			out := append([]bit(nil), a...)
			out[len(out)-1] = l.not(out[len(out)-1])
			return out
		}
		return []bit{l.less(flip(args[0]), flip(args[1]))}, nil
	case ir.OpShl:
		return l.shift(args[0], args[1], zero, true), nil
	case ir.OpShr:
		return l.shift(args[0], args[1], zero, false), nil
	case ir.OpSra:
		return l.shift(args[0], args[1], args[0][len(args[0])-1], false), nil
	case ir.OpMux:
		out := make([]bit, n.Width)
		for i := range out {
			out[i] = l.mux(args[0][0], args[1][i], args[2][i])
		}
		return out, nil
	case ir.OpOneHotMux:
		out := make([]bit, n.Width)
		for k, s := range args[0] {
			for i := range out {
				out[i] = l.or(out[i], l.and(s, args[1+k][i]))
			}
		}
		return out, nil
	case ir.OpCat:
		var out []bit
		for i := len(args) - 1; i >= 0; i-- {
			out = append(out, args[i]...)
		}
		return out, nil
	case ir.OpSlice:
		return args[0][n.Lo : n.Lo+n.Width], nil
	case ir.OpReduceAnd:
		return reduce(args[0], l.and), nil
	case ir.OpReduceOr:
		return reduce(args[0], l.or), nil
	case ir.OpReduceXor:
		return reduce(args[0], l.xor), nil
	}
	return nil, fmt.Errorf("no gates are known for %s", n.Op)
}

// sweep takes out the gates that no output reads.
func (l *Logic) sweep() {
	first := firstInput + bit(l.inputs)
	read := make([]bool, len(l.gates))
	mark := func(b bit) {
		if b >= first {
			read[b-first] = true
		}
	}
	for _, p := range l.outputs {
		for _, b := range p.bits {
			mark(b)
		}
	}
	for i := len(l.gates) - 1; i >= 0; i-- {
		if read[i] {
			mark(l.gates[i].a)
			mark(l.gates[i].b)
			mark(l.gates[i].c)
		}
	}
	to := make([]bit, len(l.gates))
	moved := func(b bit) bit {
		if b < first {
			return b
		}
		return to[b-first]
	}
	kept := l.gates[:0]
	for i, g := range l.gates {
		if read[i] {
			to[i] = first + bit(len(kept))
			kept = append(kept, gate{g.op, moved(g.a), moved(g.b), moved(g.c)})
		}
	}
	l.gates = kept
	for i := range l.outputs {
		bits := append([]bit(nil), l.outputs[i].bits...)
		for k, b := range bits {
			bits[k] = moved(b)
		}
		l.outputs[i].bits = bits
	}
}

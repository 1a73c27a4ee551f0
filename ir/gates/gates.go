// Package gates makes logic of one bit each of the modules of a design, to look at all that a module can
// answer rather than at its cycles.
//
//	module --flatten--> words --New--> gates --Eval--> 64 answers at once
//	                                        --Symbolic--> decision diagrams: all answers
//
// State of the module, its registers and what it reads of memories, is an input like its ports: what
// holds for all inputs holds in every state.
package gates

import (
	"fmt"
	"slices"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim/flat"
)

// Logic is a module as gates. Bits are numbered: 0 is the constant 0, 1 the constant 1, then come the inputs,
// then the gates, whose arguments stand before them.
type Logic struct {
	Module  string
	inputs  int // bits
	ports   []port
	gates   []gate
	outputs []port
}

// A port has its bits, the lowest first. State is a port too, named after the register or memory.
type port struct {
	name  string
	state bool
	bits  []bit
}

type bit int32

const (
	zero bit = iota
	one
	firstInput
)

type gate struct {
	op      op
	a, b, c bit
}

type op uint8

const (
	and op = iota
	or
	xor
	not
	mux // a ? b : c
)

// New makes gates of the one module of a design that has a name, with all below it.
func New(d *ir.Design, module string) (*Logic, error) {
	i := slices.IndexFunc(d.Modules, func(m *ir.Module) bool { return m.Name == module })
	if i < 0 {
		return nil, fmt.Errorf("%s has no module %s", d.Top.Name, module)
	}
	n, err := flat.Flatten(&ir.Design{Top: d.Modules[i], Modules: d.Modules[:i+1]})
	if err != nil {
		return nil, fmt.Errorf("module %s: %w", module, err)
	}
	return lower(n, d.Modules[i])
}

// Input finds an input port by its name.
func (l *Logic) Input(name string, width int) (Port, error) {
	return l.find(l.ports, "input", name, false, width)
}

// State finds a register by its name, or what is read of a memory.
func (l *Logic) State(name string, width int) (Port, error) {
	return l.find(l.ports, "register", name, true, width)
}

// Output finds an output port by its name.
func (l *Logic) Output(name string, width int) (Port, error) {
	return l.find(l.outputs, "output", name, false, width)
}

// A Port is where a port stands among the inputs or outputs of Eval.
type Port struct {
	First, Width int
	bits         []bit
}

func (l *Logic) find(list []port, kind, name string, state bool, width int) (Port, error) {
	first := 0
	for _, p := range list {
		switch {
		case p.name != name || p.state != state:
			first += len(p.bits)
			continue
		case len(p.bits) != width:
			return Port{}, fmt.Errorf("module %s: %s %s has %d bits, not %d", l.Module, kind, name, len(p.bits), width)
		}
		return Port{first, width, p.bits}, nil
	}
	return Port{}, fmt.Errorf("module %s has no %s %s", l.Module, kind, name)
}

// Inputs counts the bits of all inputs, state included.
func (l *Logic) Inputs() int { return l.inputs }

// Outputs counts the bits of all outputs.
func (l *Logic) Outputs() int {
	n := 0
	for _, p := range l.outputs {
		n += len(p.bits)
	}
	return n
}

// Names are those of the input ports, without state, in the order of the module.
func (l *Logic) Names() []string {
	var names []string
	for _, p := range l.ports {
		if !p.state {
			names = append(names, p.name)
		}
	}
	return names
}

// An Evaluator holds the values of a logic's bits: bit k of each word is of the k-th of 64 evaluations.
type Evaluator struct {
	In, Out []uint64 // a word a bit, in the order of Port.First
	logic   *Logic
	values  []uint64
}

// Evaluator makes an evaluator, all inputs 0.
func (l *Logic) Evaluator() *Evaluator {
	v := make([]uint64, int(firstInput)+l.inputs+len(l.gates))
	v[one] = ^uint64(0)
	return &Evaluator{In: v[firstInput : int(firstInput)+l.inputs], Out: make([]uint64, l.Outputs()), logic: l, values: v}
}

// Eval computes the outputs of 64 inputs.
func (e *Evaluator) Eval() {
	v := e.values
	to := v[int(firstInput)+e.logic.inputs:]
	for i, g := range e.logic.gates {
		switch g.op {
		case and:
			to[i] = v[g.a] & v[g.b]
		case or:
			to[i] = v[g.a] | v[g.b]
		case xor:
			to[i] = v[g.a] ^ v[g.b]
		case not:
			to[i] = ^v[g.a]
		case mux:
			to[i] = v[g.c] ^ (v[g.b]^v[g.c])&v[g.a]
		}
	}
	k := 0
	for _, p := range e.logic.outputs {
		for _, b := range p.bits {
			e.Out[k] = v[b]
			k++
		}
	}
}

// Set gives all 64 evaluations one value of an input.
func (e *Evaluator) Set(p Port, value uint64) {
	for i := range p.Width {
		e.In[p.First+i] = -(value >> i & 1)
	}
}

// SetLane gives one evaluation a value of an input.
func (e *Evaluator) SetLane(p Port, lane int, value uint64) {
	for i := range p.Width {
		w := &e.In[p.First+i]
		*w = *w&^(1<<lane) | value>>i&1<<lane
	}
}

// Lane is the value of an output in one evaluation.
func (e *Evaluator) Lane(p Port, lane int) uint64 {
	value := uint64(0)
	for i := range p.Width {
		value |= e.Out[p.First+i] >> lane & 1 << i
	}
	return value
}

// Transpose takes 16 words apart into what each of 64 evaluations has in them, bit i from word i.
func Transpose(words *[16]uint64, lanes *[64]uint16) {
	for byte := range 8 {
		var low, high uint64 // 8 lanes of words 0 to 7, and of 8 to 15
		for i := range 8 {
			low |= words[i] >> (8 * byte) & 0xff << (8 * i)
			high |= words[8+i] >> (8 * byte) & 0xff << (8 * i)
		}
		low, high = transpose8(low), transpose8(high)
		for i := range 8 {
			lanes[8*byte+i] = uint16(low>>(8*i)&0xff | high>>(8*i)&0xff<<8)
		}
	}
}

// transpose8 transposes a matrix of 8 rows of 8 bits (H. S. Warren, Hacker's Delight, 2nd edition, 7-3).
func transpose8(x uint64) uint64 {
	t := (x ^ x>>7) & 0x00aa00aa00aa00aa
	x ^= t ^ t<<7
	t = (x ^ x>>14) & 0x0000cccc0000cccc
	x ^= t ^ t<<14
	t = (x ^ x>>28) & 0x00000000f0f0f0f0
	return x ^ t ^ t<<28
}

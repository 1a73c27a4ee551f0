package sim

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim/flat"
)

// An Interp is the reference engine: it executes a design by interpretation, two-state, and
// checks assertions, addresses and write conflicts as package ir lays down.
//
// The edge that ends a cycle takes effect when the next cycle begins. Until then Peek shows
// all signals, registers included, as they stood in the cycle. After a Failure that edge has
// not come: running on repeats the cycle, with new inputs.
type Interp struct {
	*program
	net     *flat.Netlist
	layout  *Layout
	v, mem  []uint64
	cycle   int
	edge    bool // the edge of the last cycle is to come
	armed   bool // there was a cycle with rst 1
	onCycle []func()
}

var _ Engine = (*Interp)(nil)

// NewInterp makes an engine for a design, powered up from seed 0.
func NewInterp(d *ir.Design) (*Interp, error) {
	net, err := flat.Flatten(d)
	if err != nil {
		return nil, err
	}
	p := compile(net)
	e := &Interp{program: p, net: net, layout: NewLayout(d.Top), v: make([]uint64, p.words), mem: make([]uint64, p.memWords)}
	if len(p.inMask) != e.layout.InWords || len(p.outputs) != e.layout.OutWords {
		panic("sim: the netlist's pins are not those of the layout")
	}
	return e, e.Reset(0)
}

// Layout tells where each port stands in the words of a cycle.
func (e *Interp) Layout() *Layout { return e.layout }

// Close does nothing.
func (e *Interp) Close() error { return nil }

// Cycle is the number of cycles since Reset.
func (e *Interp) Cycle() int { return e.cycle }

// Reset puts the engine back to power-up. Registers, then memories, take successive values of
// a PCG generator of the seed, cut to their width.
func (e *Interp) Reset(seed uint64) error {
	draw := rand.NewPCG(seed, 0)
	clear(e.v)
	for _, c := range e.constants {
		e.v[c.word] = c.value
	}
	regs := e.v[e.regs.start:][:e.regs.words]
	for i, mask := range e.regMask {
		regs[i] = draw.Uint64() & mask
	}
	for _, m := range e.mems {
		for i := range m.depth * m.stride {
			word := draw.Uint64()
			if i%m.stride == m.stride-1 {
				word &= m.topMask
			}
			e.mem[m.base+i] = word
		}
	}
	e.cycle, e.edge, e.armed = 0, false, false
	return nil
}

// Run advances by cycles.
func (e *Interp) Run(in, out []uint64, cycles int) error {
	nIn, nOut := len(e.inMask), len(e.outputs)
	if len(in) < cycles*nIn || len(out) < cycles*nOut {
		return fmt.Errorf("sim: %d cycles take %d words in and %d out; there are %d and %d",
			cycles, cycles*nIn, cycles*nOut, len(in), len(out))
	}
	pins := e.v[e.inputs.start:][:nIn]
	for range cycles {
		if e.edge {
			e.clock()
		}
		for i, mask := range e.inMask {
			pins[i] = in[i] & mask
		}
		e.exec(e.v, e.mem)
		for i, w := range e.outputs {
			out[i] = e.v[w]
		}
		for _, f := range e.onCycle {
			f()
		}
		if e.clocked {
			if e.v[e.rst] == 1 {
				e.armed = true
			} else if e.armed {
				if f := e.check(); f != nil {
					e.edge = false
					return f
				}
			}
		}
		in, out = in[nIn:], out[nOut:]
		e.edge = true
		e.cycle++
	}
	return nil
}

// clock lets the edge come: memories first, as what they take may stand in registers.
func (e *Interp) clock() {
	for i := range e.mems {
		m := &e.mems[i]
		for _, w := range e.writes[m.writes.start:][:m.writes.words] {
			if addr := e.v[w.addr]; e.v[w.enable] == 1 && addr < uint64(m.depth) {
				copy(e.mem[m.at(addr):][:m.stride], e.v[w.data:])
			}
		}
	}
	copy(e.v[e.regs.start:][:e.regs.words], e.v[e.next:])
	if e.clocked && e.v[e.rst] == 1 {
		for _, r := range e.resets {
			e.v[r.word] = r.value
		}
	}
	e.edge = false
}

// at is the first word of an entry.
func (m *memory) at(addr uint64) uint64 { return uint64(m.base) + addr*uint64(m.stride) }

// check gives the first check that fails in this cycle, nil if none.
func (e *Interp) check() *Failure {
	failed := uint64(0)
	for _, w := range e.checks {
		failed |= e.v[w]
	}
	if failed != 0 {
		i := slices.IndexFunc(e.checks, func(w uint32) bool { return e.v[w] == 1 })
		c := e.net.Checks[i]
		addr := uint64(0)
		if c.Addr != flat.None {
			addr = e.v[e.slot[c.Addr]]
		}
		message, pos := e.net.Describe(c, addr)
		return &Failure{Cycle: e.cycle, Path: e.net.Path(c.Scope), Message: message, Pos: pos}
	}
	for i := range e.mems {
		if e.mems[i].writes.words > 1 {
			if f := e.conflict(i); f != nil {
				return f
			}
		}
	}
	return nil
}

// conflict finds two writes to one address of a memory with different data.
func (e *Interp) conflict(mem int) *Failure {
	m := &e.mems[mem]
	list := e.writes[m.writes.start:][:m.writes.words]
	for j, b := range list {
		if e.v[b.enable] == 0 {
			continue
		}
		for _, a := range list[:j] {
			if e.v[a.enable] == 0 || e.v[a.addr] != e.v[b.addr] ||
				slices.Equal(e.v[a.data:][:m.stride], e.v[b.data:][:m.stride]) {
				continue
			}
			source := &e.net.Mems[mem]
			module := e.net.Scopes[source.Scope].Module
			return &Failure{
				Cycle:   e.cycle,
				Path:    e.net.Path(source.Scope),
				Message: fmt.Sprintf("memory %s: two writes to address %d with different data", source.Source.Name, e.v[b.addr]),
				Pos:     source.Writes[j].Source.Pos(module),
			}
		}
	}
	return nil
}

// A Probe is a signal that can be looked at.
type Probe struct {
	Path  string // dotted, the top's name first
	Width int
}

// Signals lists every named signal of the design; Peek takes its indexes.
func (e *Interp) Signals() []Probe {
	scope := make([]string, len(e.net.Scopes))
	for i := range scope {
		scope[i] = e.net.Path(i)
	}
	list := make([]Probe, len(e.net.Probes))
	for i, p := range e.net.Probes {
		list[i] = Probe{scope[p.Scope] + "." + p.Name, e.net.Nodes[p.Node].Width}
	}
	return list
}

// Peek is the value of a signal in the last cycle (before the first: of a register that of
// power-up, of others nothing of use), in words, the lowest first. The slice is
// valid until the engine runs on.
func (e *Interp) Peek(signal int) []uint64 {
	r := e.net.Probes[signal].Node
	return e.v[e.slot[r]:][:words(e.net.Nodes[r].Width)]
}

// A MemoryProbe is a memory that can be looked at.
type MemoryProbe struct {
	Path         string // dotted, the top's name first
	Width, Depth int
}

// Memories lists every memory of the design; PeekMemory takes its indexes.
func (e *Interp) Memories() []MemoryProbe {
	list := make([]MemoryProbe, len(e.net.Mems))
	for i, m := range e.net.Mems {
		list[i] = MemoryProbe{e.net.Path(m.Scope) + "." + m.Source.Name, m.Width, m.Depth}
	}
	return list
}

// PeekMemory is a word of a memory as it stood in the last cycle, valid until the engine runs on.
func (e *Interp) PeekMemory(memory, addr int) []uint64 {
	m := &e.mems[memory]
	return e.mem[m.at(uint64(addr)):][:m.stride]
}

// OnCycle has f called in every cycle once all values stand, before its edge: the place to
// Peek from while Run advances.
func (e *Interp) OnCycle(f func()) { e.onCycle = append(e.onCycle, f) }

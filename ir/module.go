package ir

import (
	"fmt"
	"math/big"
)

// A Module is one piece of hardware with ports. Builders get one from Build and add to it;
// once elaborated its exported fields are for reading.
type Module struct {
	Name  string
	Doc   string
	Ports []*Port
	Nodes []*Node // arguments before users
	Mems  []*Mem
	Insts []*Instance
	Body  []Stmt // in the order written

	block    *[]Stmt // the innermost open statement list
	scope    string
	faults   []fault
	helpers  map[string]bool
	place    callers
	finished bool // Build has returned
	clocked  bool
}

// SetDoc sets the module's comment: what it does, ports and timing, in a sentence or more.
func (m *Module) SetDoc(text string) { m.Doc = text }

// Clocked reports whether the module or one below it holds state or checks assertions: it then
// has the ports clk and rst, which are not among Ports.
func (m *Module) Clocked() bool { return m.clocked }

// open reports whether m may still be added to; a fault is recorded if not. What is added to
// a finished module could place it within itself.
func (m *Module) open(what string) bool {
	if m.finished {
		m.errorf(nil, "%s: module %s is finished", what, m.Name)
	}
	return !m.finished
}

// Scope prefixes every name given inside body with name and an underscore.
func (m *Module) Scope(name string, body func()) {
	old := m.scope
	m.scope = old + name + "_"
	body()
	m.scope = old
}

// Wire is a signal driven by Set; in every cycle some Set must reach it.
func (m *Module) Wire(name string, width int) Signal {
	s := m.node(OpWire, width)
	s.n.Name = m.scope + name
	return s
}

// Reg is a register of the given width that holds reset after a cycle with rst 1. It takes
// at the clock edge what Set gave it in the cycle, and else keeps its value.
func (m *Module) Reg(name string, width int, reset uint64) Signal {
	return m.RegBig(name, width, new(big.Int).SetUint64(reset))
}

// RegBig is Reg for a reset value of any size.
func (m *Module) RegBig(name string, width int, reset *big.Int) Signal {
	if reset == nil {
		return m.poison(width, "register %s: the reset value is nil", m.scope+name)
	}
	if width >= 1 && (reset.Sign() < 0 || reset.BitLen() > width) {
		return m.poison(width, "register %s: reset value %v does not fit in %d bits", m.scope+name, reset, width)
	}
	s := m.RegNoReset(name, width)
	s.n.Value = new(big.Int).Set(reset)
	return s
}

// RegNoReset is a register that reset does not touch, for data paths: unknown until it is
// first set.
func (m *Module) RegNoReset(name string, width int) Signal {
	s := m.node(OpReg, width)
	s.n.Name = m.scope + name
	return s
}

// Enum gives the constants 0, 1, ... of the least width that holds them all, named: Verilog
// shows them as localparams.
func (m *Module) Enum(names ...string) []Signal {
	values := make([]Signal, len(names))
	for i, name := range names {
		values[i] = m.Const(max(1, Bits(len(names)-1)), uint64(i)).Named(name)
	}
	return values
}

// Reset is the module's reset pin as a signal, to load in reset what is not a constant.
func (m *Module) Reset() Signal { return m.node(OpReset, 1) }

// Mem is a memory of depth words of width bits, unknown until written.
func (m *Module) Mem(name string, width, depth int) *Mem {
	mem := &Mem{Name: m.scope + name, Width: width, Depth: depth, Mod: m}
	m.caller(&mem.caller)
	if width < 1 || depth < 1 {
		m.errorf(nil, "memory %s: %d words of %d bits; the least is 1 of 1", mem.Name, depth, width)
		mem.Width, mem.Depth = max(1, width), max(1, depth)
	}
	if m.open("memory") {
		m.Mems = append(m.Mems, mem)
		m.clocked = true
	}
	return mem
}

func (mem *Mem) address(addr Signal) bool {
	if addr.n == nil || addr.n.Op == OpPoison || addr.n.Mod != mem.Mod {
		return true // reported, or reported by the user of the address
	}
	if addr.n.Width != mem.AddrWidth() {
		mem.Mod.errorf(nil, "memory %v of %d words: address %v is not %d bits", mem, mem.Depth, addr.n, mem.AddrWidth())
		return false
	}
	return true
}

// Read is the word at addr in the same cycle (LUT RAM). The address has AddrWidth bits.
func (mem *Mem) Read(addr Signal) Signal {
	if !mem.address(addr) {
		return mem.Mod.silent(mem.Width)
	}
	s := mem.Mod.node(OpMemRead, mem.Width, addr)
	s.n.Mem = mem
	return s
}

// ReadReg is a register that takes the word at addr at the clock edge of a cycle in which
// enable is 1 (block RAM), and else keeps its value. It has no reset. A write at the same
// edge is not yet seen.
func (mem *Mem) ReadReg(name string, addr, enable Signal) Signal {
	bad := !mem.address(addr)
	if enable.n != nil && enable.n.Mod == mem.Mod && enable.n.Op != OpPoison && enable.n.Width != 1 {
		mem.Mod.errorf(nil, "memory %v: enable %v is not 1 bit", mem, enable.n)
		bad = true
	}
	if bad {
		return mem.Mod.silent(mem.Width)
	}
	s := mem.Mod.node(OpMemReadReg, mem.Width, addr, enable)
	s.n.Mem, s.n.Name = mem, mem.Mod.scope+name
	return s
}

// Unused marks signals that are not read on purpose, such as pins that a parameter takes
// out of use.
func (m *Module) Unused(xs ...Signal) {
	for i, x := range xs {
		switch {
		case x.n == nil || x.n.Mod == nil:
			m.errorf(nil, "unused: operand %d is no signal of module %s", i+1, m.Name)
		case x.n.Mod != m:
			m.errorf(nil, "unused: %v belongs to module %s", x.n, x.n.Mod.Name)
		case x.n.Op != OpPoison:
			m.append(&Unused{Signal: x.n})
		}
	}
}

// NoCollision says that nothing depends on what a ReadReg of the memory gives of a word that is written at the same edge. A synthesizer
// then puts no logic around a block RAM that does not give the old word by itself: Yosys reads the attribute no_rw_check. In simulation it
// is the old word all the same. The builder answers for it, best by an Assert.
func (mem *Mem) NoCollision() { mem.Apart = true }

func (m *Module) String() string { return fmt.Sprintf("module %s", m.Name) }

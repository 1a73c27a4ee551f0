package ir

import (
	"fmt"
	"math/big"
	"math/bits"
)

// Op is the kind of a node.
type Op uint8

// The kinds of node. n is the number of arguments, w the width of the result.
const (
	OpPoison     Op = iota // stands for a node that could not be made; never in a Design
	OpConst                // Value
	OpInput                // an input port of the module
	OpReset                // 1 bit: the reset pin rst of the module
	OpWire                 // driven by statements; an output port if Port is set, an instance input if Inst is
	OpReg                  // a register, driven by statements; Value is the reset value, nil for none
	OpMemRead              // Args[0] is the address: the word in this cycle
	OpMemReadReg           // Args are address and enable: a register that takes the word when enabled
	OpInstOut              // an output of instance Inst
	OpNot                  // bitwise
	OpAnd                  // n >= 2, bitwise
	OpOr                   // n >= 2, bitwise
	OpXor                  // n >= 2, bitwise
	OpAdd                  // modulo 2^w
	OpSub                  // modulo 2^w
	OpMul                  // modulo 2^w
	OpEq                   // 1 bit
	OpLt                   // 1 bit, unsigned
	OpLtS                  // 1 bit, two's complement
	OpShl                  // Args[1] is the amount, of any width; 0 when it is w or more
	OpShr                  // likewise, zeros from the left
	OpSra                  // likewise, copies of the sign bit from the left
	OpMux                  // Args[0] ? Args[1] : Args[2]; Args[0] is 1 bit
	OpOneHotMux            // Args[0] has one bit for each of Args[1:], bit i for Args[1+i]: the or of the selected
	OpCat                  // Args[0] is the most significant
	OpSlice                // Args[0][Lo+w-1:Lo]
	OpReduceAnd            // 1 bit
	OpReduceOr             // 1 bit
	OpReduceXor            // 1 bit
)

var opNames = [...]string{
	"poison", "const", "input", "reset", "wire", "reg", "memread", "memreadreg", "instout",
	"not", "and", "or", "xor", "add", "sub", "mul", "eq", "lt", "lts", "shl", "shr", "sra",
	"mux", "onehotmux", "cat", "slice", "reduceand", "reduceor", "reducexor",
}

func (op Op) String() string {
	if int(op) < len(opNames) {
		return opNames[op]
	}
	return fmt.Sprintf("Op(%d)", uint8(op))
}

// Stateful reports whether a node of this kind holds its value from a clock edge.
func (op Op) Stateful() bool { return op == OpReg || op == OpMemReadReg }

// A Node is one value of a module, Width bits in every cycle. Readers of a Design may read
// all fields; only the builder writes them.
type Node struct {
	Op    Op
	Width int
	Args  []*Node
	Lo    int       // OpSlice: lowest bit taken
	Value *big.Int  // OpConst: the value; OpReg: the reset value or nil
	Mem   *Mem      // OpMemRead, OpMemReadReg
	Inst  *Instance // OpInstOut, OpWire of an instance input
	Port  *Port     // OpInput, OpWire of an output; OpInstOut and instance inputs: the port of the instance's module

	Name string // as given, with the scope; "" for a temporary
	Doc  string // one sentence for the emitted text
	ID   int    // index in Mod.Nodes
	Mod  *Module

	States []State // OpReg: values that tests have to bring about

	dir    Dir // of a declaration made by In or Out
	caller callers
}

// A Signal is a handle on a node, as builders pass it about. The zero Signal is no signal:
// using it is an error that Elaborate reports.
type Signal struct{ n *Node }

// Node gives the node behind the signal, for readers of the graph.
func (s Signal) Node() *Node { return s.n }

// Width is the number of bits.
func (s Signal) Width() int {
	if s.n == nil {
		return 0
	}
	return s.n.Width
}

// Named gives the signal a name, unique in its module: Verilog shows it as a wire (for a
// constant: a localparam) of that name. Ports, registers, wires and memory outputs have
// their name already.
func (s Signal) Named(name string) Signal {
	n := s.n
	switch {
	case n == nil || n.Op == OpPoison && n.Name != "":
		return s
	case n.Mod == nil:
		n.Name = name // a port declaration: Build reports it
		return s
	case name == "":
		n.Mod.errorf(nil, "name: the name of %v is empty", n)
		return s
	}
	if n.Name != "" {
		s = n.Mod.alias(s)
		n = s.n
	}
	n.Name = n.Mod.scope + name
	if n.Op != OpPoison {
		n.Mod.caller(&n.caller)
	}
	return s
}

// Doc attaches one sentence that the emitted text carries beside the signal.
func (s Signal) Doc(sentence string) Signal {
	if s.n != nil {
		s.n.Doc = sentence
	}
	return s
}

// A Mem is a memory of Depth words of Width bits.
type Mem struct {
	Name         string
	Width, Depth int
	Style        MemStyle
	Doc          string
	Apart        bool // see NoCollision
	Mod          *Module
	caller       callers
}

// AddrWidth is the width of an address: the least number of bits, at least 1, that
// counts to Depth-1.
func (mem *Mem) AddrWidth() int { return max(1, Bits(mem.Depth-1)) }

// An Instance is a module placed in another.
type Instance struct {
	Name    string
	Of      *Module
	Inputs  []*Node // OpWire of the parent, in port order
	Outputs []*Node // OpInstOut of the parent, in port order
	Doc     string
	Mod     *Module // the parent
	caller  callers
}

// Bits is the number of bits needed to write v: 0 for 0.
func Bits(v int) int { return bits.Len(uint(max(0, v))) }

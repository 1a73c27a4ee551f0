// Package flat turns the hierarchy of a design into one netlist of pure nodes, registers
// and memories, for engines to execute.
//
// Instances are dissolved, statements become multiplexers, wires vanish: what is left is a
// list of nodes in which arguments stand before their users, so that one walk over it
// evaluates a cycle.
//
//	hierarchy --lower--> a template a module --order--> nodes, folded and shared
//
// Words that depend on themselves while no bit of them does (a carry chain written over the
// bits of one wire) are split into bits.
package flat

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/flitwright/flitwright/ir"
)

// A Ref is the index of a node in Netlist.Nodes.
type Ref int32

// None is no node.
const None Ref = -1

// A Node is one value of the flat design. Its kind is one of ir.OpConst, OpInput (a pin of
// the top, or rst), OpReg, OpMemRead and the pure operators from OpNot on.
type Node struct {
	Op    ir.Op
	Width int
	Lo    int      // OpSlice: lowest bit taken
	Mem   int      // OpMemRead: index in Netlist.Mems
	Value *big.Int // OpConst
	Args  []Ref    // as in ir.Node
	Level int      // 0 for constants, inputs and registers, else one more than the highest argument
}

// A Netlist is a whole design without hierarchy.
type Netlist struct {
	Nodes   []Node // arguments before users
	Inputs  []Ref  // rst, if the design is clocked, and the inputs of the top in their order
	Outputs []Ref  // of the top in their order
	Rst     Ref    // None if the design is not clocked
	Regs    []Reg
	Mems    []Mem
	Checks  []Check
	Scopes  []Scope // the top first, parents before children
	Probes  []Probe // every named signal
}

// A Reg takes at the clock edge the value of Next, or Reset if that is not nil and rst is 1.
// Registered memory outputs are Regs, too.
type Reg struct {
	Node, Next Ref
	Reset      *big.Int
	Scope      int
	Source     *ir.Node
}

// A Mem is a memory with its writes in the order written; a later one wins.
type Mem struct {
	Width, Depth int
	Writes       []Write
	Scope        int
	Source       *ir.Mem
}

// A Write puts Data at Addr at the clock edge if Enable is 1 and Addr is in range.
type Write struct {
	Enable, Addr, Data Ref
	Source             *ir.Write
}

// A Check has failed when the 1-bit node Fail is 1. It is an assertion or an address range;
// exactly one of the three sources is set.
type Check struct {
	Fail   Ref
	Addr   Ref // of a range check, else None
	Scope  int
	Assert *ir.Assert
	Read   *ir.Node
	Write  *ir.Write
}

// A Scope is an instance, or the top.
type Scope struct {
	Parent int // -1 for the top
	Name   string
	Module *ir.Module
}

// A Probe is a named signal of a scope and the node that holds its value.
type Probe struct {
	Scope int
	Name  string
	Node  Ref
}

// Path is the dotted name of a scope, the top's name first.
func (n *Netlist) Path(scope int) string {
	var parts []string
	for s := scope; s >= 0; s = n.Scopes[s].Parent {
		parts = append(parts, n.Scopes[s].Name)
	}
	for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
		parts[i], parts[j] = parts[j], parts[i]
	}
	return strings.Join(parts, ".")
}

// Describe tells what went wrong when c failed; addr is the value of c.Addr.
func (n *Netlist) Describe(c Check, addr uint64) (message string, pos ir.Pos) {
	mod := n.Scopes[c.Scope].Module
	switch {
	case c.Assert != nil:
		return c.Assert.Message, c.Assert.Pos(mod)
	case c.Read != nil:
		return rangeMessage(c.Read.Mem, "read", addr), c.Read.Pos()
	default:
		return rangeMessage(c.Write.Mem, "write", addr), c.Write.Pos(mod)
	}
}

func rangeMessage(m *ir.Mem, what string, addr uint64) string {
	return fmt.Sprintf("memory %s: %s address %d is out of range; it has %d words", m.Name, what, addr, m.Depth)
}

// Flatten makes the netlist of an elaborated design.
func Flatten(d *ir.Design) (*Netlist, error) {
	templates := map[*ir.Module]*template{}
	for _, m := range d.Modules {
		t, err := lower(m)
		if err != nil {
			return nil, err
		}
		templates[m] = t
	}
	g := newGraph(d.Top, templates)
	return g.netlist()
}

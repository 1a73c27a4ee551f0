package mutate

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim/flat"
)

// A Mutant is one fault that a design may be given.
type Mutant struct {
	Operator string `json:"operator"` // one of Operators
	Module   string `json:"module"`
	Line     string `json:"line"` // of the builder's source
	What     string `json:"what"` // in words

	module int // index in Design.Modules
	change func(patch)
}

func (m Mutant) String() string {
	return fmt.Sprintf("%s: %s: %s: %s", m.Line, m.Module, m.Operator, m.What)
}

// Enumerate lists all mutants of an elaborated design, those of a module together, in an order
// that depends on the design alone. A module that is placed several times changes everywhere.
func Enumerate(d *ir.Design) []Mutant {
	e := &enumeration{hardware: newHardware(d)}
	for i, m := range d.Modules {
		e.module(i, m)
	}
	return e.list
}

// Errors of Apply.
var (
	ErrSame = errors.New("the mutant is the design as it was")
	ErrLoop = errors.New("the mutant has a combinational loop")
)

// Apply makes the mutated copy of the design that the mutant was enumerated from; every width is
// right and every wire driven. ErrSame says that it has the netlist of the design, ErrLoop that it
// has none.
func (m Mutant) Apply(d *ir.Design) (*ir.Design, error) {
	mutated, digest, err := m.apply(d)
	if err != nil {
		return nil, err
	}
	original, err := fingerprint(d)
	if err != nil {
		return nil, err
	}
	if digest == original {
		return nil, ErrSame
	}
	return mutated, nil
}

func (m Mutant) apply(d *ir.Design) (*ir.Design, [sha256.Size]byte, error) {
	mutated := copyDesign(d)
	m.change(patch{mutated.Modules[m.module]})
	digest, err := fingerprint(mutated)
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrLoop, err)
	}
	return mutated, digest, err
}

// fingerprint is equal for designs of one netlist, as far as outputs, state and checks depend on it.
func fingerprint(d *ir.Design) (digest [sha256.Size]byte, err error) {
	n, err := flat.Flatten(d)
	if err != nil {
		return digest, err
	}
	live := make([]bool, len(n.Nodes))
	var roots []flat.Ref
	root := func(refs ...flat.Ref) { roots = append(roots, refs...) }
	for _, r := range n.Regs {
		root(r.Node, r.Next)
	}
	for _, m := range n.Mems {
		for _, w := range m.Writes {
			root(w.Enable, w.Addr, w.Data)
		}
		root(flat.None)
	}
	for _, c := range n.Checks {
		root(c.Fail)
	}
	root(n.Outputs...)
	for _, r := range roots {
		if r != flat.None {
			live[r] = true
		}
	}
	for i := len(n.Nodes) - 1; i >= 0; i-- {
		if live[i] {
			for _, a := range n.Nodes[i].Args {
				live[a] = true
			}
		}
	}
	var text []byte
	place := make([]uint64, len(n.Nodes))
	number := func(v uint64) { text = binary.AppendUvarint(text, v) }
	count := uint64(0)
	for i, node := range n.Nodes {
		if !live[i] {
			continue
		}
		count++
		place[i] = count
		number(uint64(node.Op))
		number(uint64(node.Width))
		number(uint64(node.Lo))
		number(uint64(node.Mem))
		number(uint64(len(node.Args)))
		for _, a := range node.Args {
			number(place[a])
		}
		if node.Op == ir.OpInput {
			number(uint64(slices.Index(n.Inputs, flat.Ref(i)) + 1))
		}
		if node.Value != nil {
			value := node.Value.Bytes()
			number(uint64(len(value)))
			text = append(text, value...)
		}
	}
	for _, r := range n.Regs {
		number(place[r.Node])
		if r.Reset != nil {
			text = append(text, r.Reset.Text(16)...)
		}
		text = append(text, ' ')
	}
	for _, r := range roots {
		if r == flat.None {
			number(0)
		} else {
			number(place[r])
		}
	}
	return sha256.Sum256(text), nil
}

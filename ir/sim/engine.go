package sim

import (
	"fmt"
	"math/big"

	"github.com/flitwright/flitwright/ir"
)

// An Engine runs one design, cycle by cycle, in batches. The interpreter of this package,
// Verilator and Icarus Verilog are engines.
type Engine interface {
	// Layout tells where each port stands in the words of a cycle.
	Layout() *Layout
	// Reset puts the engine back to power-up: registers and memories hold values drawn
	// from seed (Icarus: unknown), and the cycle count is 0. It does not drive rst.
	Reset(seed uint64) error
	// Run advances by cycles. in holds cycles*Layout.InWords words, the inputs of each cycle
	// in turn; out is filled with cycles*Layout.OutWords words, the outputs of each cycle as
	// they stand before the edge that ends it. A failed assertion, a bad address or a
	// crash is an error; outputs up to it are then valid if the error is a *Failure.
	Run(in, out []uint64, cycles int) error
	Close() error
}

// A Failure is a check of the design that failed during Run.
type Failure struct {
	Cycle   int    // since Reset, from 0
	Path    string // of the module instance, the top's name first
	Message string
	Pos     ir.Pos // of the check in the builder's source; zero from engines that cannot know it
}

// A Pin is a port with its place among the words of a cycle: word Word holds its lowest 64 bits,
// the words after it the rest, zero above its width.
type Pin struct {
	Name  string `json:"name"`
	Width int    `json:"width"`
	Word  int    `json:"word"`
}

// Words is the number of words the pin takes.
func (p Pin) Words() int { return (p.Width + 63) / 64 }

// Value reads the pin from the words of a cycle.
func (p Pin) Value(words []uint64) *big.Int { return toBig(words[p.Word:][:p.Words()]) }

// Put writes a value into the words of a cycle. It must fit.
func (p Pin) Put(words []uint64, v *big.Int) {
	for k := range p.Words() {
		words[p.Word+k] = wordOf(v, uint32(k))
	}
}

// A Layout places the ports of a top module in words of 64 bits. Inputs begin with rst if the
// design has state; the clock is not among them.
type Layout struct {
	Inputs   []Pin `json:"inputs"`
	Outputs  []Pin `json:"outputs"`
	InWords  int   `json:"in_words"`
	OutWords int   `json:"out_words"`
}

// NewLayout lays out the ports of a module in their order.
func NewLayout(top *ir.Module) *Layout {
	l := &Layout{}
	if top.Clocked() {
		l.Inputs = append(l.Inputs, Pin{Name: "rst", Width: 1})
		l.InWords = 1
	}
	for _, p := range top.Ports {
		list, words := &l.Inputs, &l.InWords
		if p.Dir == ir.Output {
			list, words = &l.Outputs, &l.OutWords
		}
		pin := Pin{Name: p.Name, Width: p.Width, Word: *words}
		*list = append(*list, pin)
		*words += pin.Words()
	}
	return l
}

func (f *Failure) Error() string {
	s := fmt.Sprintf("cycle %d: %s: %s", f.Cycle, f.Path, f.Message)
	if f.Pos.File != "" {
		s += fmt.Sprintf(" (%s)", f.Pos)
	}
	return s
}

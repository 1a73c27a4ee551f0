// Package golden is the cycle model of the VC allocators. It is written from docs/spec/vcalloc.md
// alone, in the names and loops of its Timing section, and is the truth the emitted design is
// compared with in every cycle on every output.
package golden

import (
	"fmt"
	"iter"

	"github.com/flitwright/flitwright/vcallocator/config"
)

// An Allocator is one allocator with everything that is registered in it.
type Allocator struct {
	config config.Config

	illegal uint64 // err_illegal, bit i

	// The order of sep-if and sep-of: a choice of w for each i, and of i for each o and w.
	inputs  []arbiter
	outputs [][]arbiter

	// The order of wavefront: the arrays of all ports.
	arrays []array

	wasReset bool // rst in the cycle before, for coverage only
	seen     counts
}

// New makes an allocator in its reset state.
func New(c config.Config) (*Allocator, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	a := &Allocator{config: c, seen: newCounts(c)}
	a.reset()
	return a, nil
}

// reset gives every register its reset value.
func (a *Allocator) reset() {
	a.illegal = 0
	a.inputs, a.outputs, a.arrays = nil, nil, nil
	if a.config.Arch == config.Wavefront {
		a.arrays = newArrays(a.config)
		return
	}
	for i := range a.requesters() {
		a.inputs = append(a.inputs, arbiter{kind: a.config.Arb, order: successors(a.config, a.vc(i))})
	}
	for range a.config.Outputs {
		var port []arbiter
		for w := range a.config.VCs {
			port = append(port, arbiter{kind: a.config.Arb, order: predecessors(a.config, w)})
		}
		a.outputs = append(a.outputs, port)
	}
}

// requesters is the number of input VCs; vc is v of input VC i, and port the input port.
func (a *Allocator) requesters() int { return a.config.Inputs * a.config.VCs }
func (a *Allocator) vc(i int) int    { return i % a.config.VCs }
func (a *Allocator) port(i int) int  { return i / a.config.VCs }

// Inputs lists the input ports with their widths, in the order of Step.
func (a *Allocator) Inputs() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		if !yield("rst", 1) {
			return
		}
		for i := range a.requesters() {
			if !yield(fmt.Sprintf("req_%d_valid", i), 1) ||
				!yield(fmt.Sprintf("req_%d_port", i), a.config.PortBits()) ||
				!yield(fmt.Sprintf("req_%d_vcs", i), a.config.VCs) ||
				!yield(fmt.Sprintf("req_%d_turn", i), 1) {
				return
			}
		}
		for o := range a.config.Outputs {
			if !yield(fmt.Sprintf("free_%d", o), a.config.VCs) {
				return
			}
		}
	}
}

// Outputs lists the output ports with their widths, in the order of Step.
func (a *Allocator) Outputs() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for i := range a.requesters() {
			if !yield(fmt.Sprintf("gnt_%d_valid", i), 1) ||
				!yield(fmt.Sprintf("gnt_%d_vc", i), a.config.VCs) {
				return
			}
		}
		yield("err_illegal", a.requesters())
	}
}

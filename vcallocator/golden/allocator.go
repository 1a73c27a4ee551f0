// Package golden is the cycle model of the VC allocators. It is written from the Timing section of
// docs/spec/vcalloc.md alone, at the level of requests and of who comes before whom, and is the
// truth the emitted design is compared with in every cycle on every output.
package golden

import (
	"fmt"
	"iter"

	"github.com/flitwright/flitwright/vcallocator/config"
)

const none = -1 // no VC, no input VC

// An Allocator is one allocator with everything that is registered in it.
type Allocator struct {
	config          config.Config
	inputVCs        int // i counts to this
	inputs, outputs int
	vcs             int
	requests        []request
	free            [][]bool // of output port o and VC w
	granted         []int    // VC that input VC i has in the present cycle, or none
	illegal         uint64   // err_illegal
	wasReset        bool     // the cycle before was in reset
	inputArbiters   []arbiter
	outputArbiters  [][]arbiter // of (o,w)
	arrays          [][]array   // of port o
	seen            events
	chosen          []int   // sep-if: w(i), or none
	offers          [][]int // sep-of: VCs offered to i
	wrong           []bool  // request i is illegal in the present cycle
}

// A request is what the pins of one input VC say in the present cycle.
type request struct {
	valid bool
	port  int
	vcs   []bool
	turn  bool
}

// New makes an allocator in its reset state.
func New(c config.Config) (*Allocator, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	a := &Allocator{config: c, inputVCs: c.Inputs * c.VCs, inputs: c.Inputs, outputs: c.Outputs, vcs: c.VCs}
	a.requests = make([]request, a.inputVCs)
	a.granted = make([]int, a.inputVCs)
	a.chosen = make([]int, a.inputVCs)
	a.offers = make([][]int, a.inputVCs)
	a.wrong = make([]bool, a.inputVCs)
	for i := range a.requests {
		a.requests[i].vcs = make([]bool, a.vcs)
	}
	a.free = make([][]bool, a.outputs)
	for o := range a.free {
		a.free[o] = make([]bool, a.vcs)
	}
	a.seen = newEvents(c)
	a.reset()
	return a, nil
}

// reset gives all state its reset value.
func (a *Allocator) reset() {
	a.illegal = 0
	a.inputArbiters = nil
	for i := range a.inputVCs {
		a.inputArbiters = append(a.inputArbiters, newArbiter(a.config.Arb, a.successors(i)))
	}
	a.outputArbiters, a.arrays = nil, nil
	for o := range a.outputs {
		var row []arbiter
		for w := range a.vcs {
			row = append(row, newArbiter(a.config.Arb, a.predecessors(w)))
		}
		a.outputArbiters = append(a.outputArbiters, row)
		a.arrays = append(a.arrays, a.newArrays(o))
	}
}

// Inputs lists the input ports with their widths, in the order of Step.
func (a *Allocator) Inputs() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		ok := yield("rst", 1)
		for i := 0; ok && i < a.inputVCs; i++ {
			ok = yield(fmt.Sprintf("req_%d_valid", i), 1) && yield(fmt.Sprintf("req_%d_port", i), a.config.PortBits()) &&
				yield(fmt.Sprintf("req_%d_vcs", i), a.vcs) && yield(fmt.Sprintf("req_%d_turn", i), 1)
		}
		for o := 0; ok && o < a.outputs; o++ {
			ok = yield(fmt.Sprintf("free_%d", o), a.vcs)
		}
	}
}

// Outputs lists the output ports with their widths, in the order of Step.
func (a *Allocator) Outputs() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		ok := true
		for i := 0; ok && i < a.inputVCs; i++ {
			ok = yield(fmt.Sprintf("gnt_%d_valid", i), 1) && yield(fmt.Sprintf("gnt_%d_vc", i), a.vcs)
		}
		_ = ok && yield("err_illegal", a.inputVCs)
	}
}

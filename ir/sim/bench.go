package sim

import (
	"errors"
	"fmt"
	"math/big"
)

// A Bench drives an engine by pin names, a cycle at a time.
//
//	b := sim.NewBench(engine)
//	b.Reset(seed)
//	b.Set("enq_valid", 1)
//	b.Step()
//	got := b.Get("deq_data")
//	...
//	if b.Err() != nil { ... }
//
// The first error (an unknown name, a value too wide, a Failure of the engine) is kept for
// Err; after it Step does nothing.
type Bench struct {
	engine    Engine
	inputs    map[string]Pin
	outputs   map[string]Pin
	in, out   []uint64
	recorders []Recorder
	err       error
}

// A Recorder is shown the words of every cycle; a Wave is one.
type Recorder interface {
	Record(in, out []uint64)
}

// NewBench makes a bench with all inputs 0.
func NewBench(e Engine) *Bench {
	l := e.Layout()
	b := &Bench{
		engine: e, inputs: map[string]Pin{}, outputs: map[string]Pin{},
		in: make([]uint64, l.InWords), out: make([]uint64, l.OutWords),
	}
	for _, p := range l.Inputs {
		b.inputs[p.Name] = p
	}
	for _, p := range l.Outputs {
		b.outputs[p.Name] = p
	}
	return b
}

// Reset powers the engine up from seed, forgets an earlier error, and steps one cycle with rst
// 1 if the design has it. Other inputs keep their values.
func (b *Bench) Reset(seed uint64) {
	b.err = b.engine.Reset(seed)
	if _, ok := b.inputs["rst"]; ok {
		b.Set("rst", 1)
		b.Step()
		b.Set("rst", 0)
	}
}

// Watch shows r every cycle from now on.
func (b *Bench) Watch(r Recorder) { b.recorders = append(b.recorders, r) }

// Set gives an input its value for the cycles to come.
func (b *Bench) Set(name string, v uint64) { b.SetBig(name, new(big.Int).SetUint64(v)) }

// SetBig is Set for a value of any size.
func (b *Bench) SetBig(name string, v *big.Int) {
	p, ok := b.inputs[name]
	switch {
	case !ok:
		b.fail(fmt.Errorf("bench: no input %s", name))
	case v.Sign() < 0 || v.BitLen() > p.Width:
		b.fail(fmt.Errorf("bench: %v does not fit input %s of %d bits", v, name, p.Width))
	default:
		p.Put(b.in, v)
	}
}

// Step advances by one cycle.
func (b *Bench) Step() { b.Steps(1) }

// Steps advances by n cycles with the same inputs.
func (b *Bench) Steps(n int) {
	for range n {
		if b.err != nil {
			return
		}
		err := b.engine.Run(b.in, b.out, 1)
		var failure *Failure
		if err == nil || errors.As(err, &failure) {
			for _, r := range b.recorders {
				r.Record(b.in, b.out)
			}
		}
		b.fail(err)
	}
}

// Get is the value of an output, or an input, in the last cycle stepped, before the edge
// that ended it; of a pin of more than 64 bits the lowest 64.
func (b *Bench) Get(name string) uint64 {
	if p, words, ok := b.pin(name); ok {
		return words[p.Word]
	}
	return 0
}

// GetBig is Get for a pin of any width.
func (b *Bench) GetBig(name string) *big.Int {
	if p, words, ok := b.pin(name); ok {
		return p.Value(words)
	}
	return new(big.Int)
}

func (b *Bench) pin(name string) (p Pin, words []uint64, ok bool) {
	if p, ok = b.outputs[name]; ok {
		return p, b.out, true
	}
	if p, ok = b.inputs[name]; ok {
		return p, b.in, true
	}
	b.fail(fmt.Errorf("bench: no pin %s", name))
	return p, nil, false
}

// Err is the first error.
func (b *Bench) Err() error { return b.err }

func (b *Bench) fail(err error) {
	if b.err == nil {
		b.err = err
	}
}

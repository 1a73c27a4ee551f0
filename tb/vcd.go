package tb

import "github.com/flitwright/flitwright/ir/sim"

// A vcd writes the waves of a run: all named signals of an engine whose signals can be looked at,
// the pins of any other, and the golden model's outputs in a scope of their own.
type vcd struct {
	*sim.VCD
	probes int // of the design; those of the golden model follow
	layout *sim.Layout
	golden bool

	batch *batch // under way
	next  int    // its next cycle to write
}

// A probed engine shows its inner signals, as the interpreter does.
type probed interface {
	Signals() []sim.Probe
	Peek(signal int) []uint64
	OnCycle(func())
}

// openVCD begins the waves that the configuration asks for, nil if none.
func (r *run) openVCD() *vcd {
	if r.VCD == nil {
		return nil
	}
	v := &vcd{layout: r.layout, golden: r.Judges == All}
	inside, ok := r.engine.(probed)
	probes := sim.LayoutProbes(r.Design.Top.Name, r.layout)
	if ok {
		probes = inside.Signals()
		inside.OnCycle(func() { v.cycle(inside.Peek) })
	}
	v.probes = len(probes)
	if v.golden {
		probes = append(probes, sim.LayoutProbes("golden", &sim.Layout{Outputs: r.layout.Outputs})...)
	}
	v.VCD = sim.NewVCD(r.VCD, probes)
	return v
}

// begin is called before the engine runs a batch.
func (v *vcd) begin(b *batch) {
	if v != nil {
		v.batch, v.next = b, 0
	}
}

// end is called when n cycles of the batch are valid; it writes those that were not written while
// the engine ran.
func (v *vcd) end(n int) {
	if v == nil {
		return
	}
	for v.next < n {
		in := cycle(v.batch.in, v.next, v.layout.InWords)
		v.cycle(sim.PinValues(v.layout, in, cycle(v.batch.got, v.next, v.layout.OutWords)))
	}
}

// cycle writes the next cycle of the batch, given the values of the design.
func (v *vcd) cycle(design func(i int) []uint64) {
	golden := sim.PinValues(&sim.Layout{Outputs: v.layout.Outputs}, nil, cycle(v.batch.want, v.next, v.layout.OutWords))
	v.Cycle(func(i int) []uint64 {
		if i < v.probes {
			return design(i)
		}
		return golden(i - v.probes)
	})
	v.next++
}

func (v *vcd) flush() error {
	if v == nil {
		return nil
	}
	return v.Flush()
}

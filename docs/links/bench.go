package links

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/sim/wasm"
)

// A bench runs a design by the names of its pins and keeps what was on them.
type bench struct {
	*sim.Bench
	pins map[string]kept
	in   [][]uint64
	out  [][]uint64
}

// kept is a pin and whether it is an output.
type kept struct {
	sim.Pin
	out bool
}

// Record keeps a cycle.
func (b *bench) Record(in, out []uint64) {
	b.in, b.out = append(b.in, slices.Clone(in)), append(b.out, slices.Clone(out))
}

// newBench resets a design for two cycles, in the second of them with the inputs that set gives.
func newBench(d *ir.Design, set map[string]uint64) (*bench, error) {
	e, err := wasm.New(d)
	if err != nil {
		return nil, err
	}
	b := &bench{Bench: sim.NewBench(e), pins: map[string]kept{}}
	for _, p := range e.Layout().Inputs {
		b.pins[p.Name] = kept{p, false}
	}
	for _, p := range e.Layout().Outputs {
		b.pins[p.Name] = kept{p, true}
	}
	b.Watch(b)
	b.Reset(1)
	for name, v := range set {
		b.Set(name, v)
	}
	b.Set("rst", 1)
	b.Step()
	b.Set("rst", 0)
	return b, b.Err()
}

// at is what was on a pin in a cycle.
func (b *bench) at(cycle int, name string) uint64 {
	p := b.pins[name]
	if p.out {
		return b.out[cycle][p.Word]
	}
	return b.in[cycle][p.Word]
}

// now is the number of the next cycle.
func (b *bench) now() int { return len(b.in) }

// cycles runs with the inputs as they stand.
func (b *bench) cycles(n int) error {
	b.Steps(n)
	return b.Err()
}

// A group is lanes under a name.
type group struct {
	name  string
	lanes []lane
}

// diagram shows the cycles from first on, which is number 0, with the clock.
func (b *bench) diagram(title string, first, n int, groups ...group) *Diagram {
	d := &Diagram{Head: head{Text: title}, Config: config{Scale: 1}}
	d.Signal = append(d.Signal, wave{Name: "clk", Wave: "p" + strings.Repeat(".", n-1)})
	for _, g := range groups {
		list := []any{g.name}
		for _, l := range g.lanes {
			var values, when []uint64
			for t := first; t < first+n; t++ {
				values = append(values, b.at(t, l.pin))
				if l.when != "" {
					when = append(when, b.at(t, l.when))
				}
			}
			list = append(list, l.wave(values, when))
		}
		d.Signal = append(d.Signal, list)
	}
	return d
}

func bit(pin string) lane { return lane{pin: pin} }

func hex(v uint64) string { return fmt.Sprintf("%X", v) }

// bits names the bits of a mask that are 1.
func bits(v uint64) string {
	var list []string
	for i := range 64 {
		if v>>i&1 == 1 {
			list = append(list, fmt.Sprint(i))
		}
	}
	return strings.Join(list, ",")
}

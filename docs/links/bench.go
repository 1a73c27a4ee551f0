package links

import (
	"fmt"
	"strings"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/sim/wasm"
)

// A bench runs a design by the names of its pins and keeps what was on them.
type bench struct {
	engine  *wasm.Engine
	words   map[string][2]int // 0 for inputs, 1 for outputs; word
	in, out []uint64
	kept    [][2][]uint64
}

// newBench resets a design for two cycles, with the inputs that set gives.
func newBench(d *ir.Design, set map[string]uint64) (*bench, error) {
	e, err := wasm.New(d)
	if err != nil {
		return nil, err
	}
	l := e.Layout()
	b := &bench{engine: e, words: map[string][2]int{}, in: make([]uint64, l.InWords), out: make([]uint64, l.OutWords)}
	for k, pins := range [][]sim.Pin{l.Inputs, l.Outputs} {
		for _, p := range pins {
			b.words[p.Name] = [2]int{k, p.Word}
		}
	}
	if err := e.Reset(1); err != nil {
		return nil, err
	}
	for name, v := range set {
		b.set(name, v)
	}
	b.set("rst", 1)
	if err := b.cycles(2); err != nil {
		return nil, err
	}
	b.set("rst", 0)
	return b, nil
}

func (b *bench) set(name string, v uint64) { b.in[b.words[name][1]] = v }

// get is what was on a pin in a cycle.
func (b *bench) get(cycle int, name string) uint64 {
	at := b.words[name]
	return b.kept[cycle][at[0]][at[1]]
}

// now is the number of the next cycle.
func (b *bench) now() int { return len(b.kept) }

// cycles runs with the inputs as they stand.
func (b *bench) cycles(n int) error {
	for range n {
		if err := b.engine.Run(b.in, b.out, 1); err != nil {
			return err
		}
		b.kept = append(b.kept, [2][]uint64{append([]uint64(nil), b.in...), append([]uint64(nil), b.out...)})
	}
	return nil
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
				values = append(values, b.get(t, l.pin))
				if l.when != "" {
					when = append(when, b.get(t, l.when))
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

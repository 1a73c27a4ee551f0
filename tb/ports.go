package tb

import (
	"fmt"
	"iter"

	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/target"
)

// compareLayout tells the first port in which the engine's layout and the model differ.
func compareLayout(l *sim.Layout, m target.Model) error {
	if err := comparePins("input", l.Inputs, m.Inputs()); err != nil {
		return err
	}
	return comparePins("output", l.Outputs, m.Outputs())
}

func comparePins(dir string, pins []sim.Pin, model iter.Seq2[string, int]) error {
	i := 0
	for name, width := range model {
		switch {
		case i == len(pins):
			return fmt.Errorf("%s %d: the design has none, the golden model has %s[%d]", dir, i, name, width)
		case pins[i].Name != name || pins[i].Width != width:
			return fmt.Errorf("%s %d: the design has %s[%d], the golden model has %s[%d]",
				dir, i, pins[i].Name, pins[i].Width, name, width)
		}
		i++
	}
	if i < len(pins) {
		return fmt.Errorf("%s %d: the design has %s[%d], the golden model has none", dir, i, pins[i].Name, pins[i].Width)
	}
	return nil
}

// words takes the value of a pin from the words of a cycle.
func words(p sim.Pin, cycle []uint64) []uint64 { return cycle[p.Word : p.Word+p.Words()] }

// digits writes the value of a pin in hexadecimal, as many digits as its width takes.
func digits(p sim.Pin, cycle []uint64) string {
	return fmt.Sprintf("%0*x", (p.Width+3)/4, p.Value(cycle))
}

// format writes the value of a pin: one bit as it is, more as Verilog does.
func format(p sim.Pin, cycle []uint64) string {
	if p.Width == 1 {
		return digits(p, cycle)
	}
	return fmt.Sprintf("%d'h%s", p.Width, digits(p, cycle))
}

package formal

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
)

// A Counterexample is a run that makes an assertion fail.
type Counterexample struct {
	Layout *sim.Layout
	Cycles int
	Inputs []uint64 // words of each cycle in turn, as Layout places them
	// Failure is what fails, and when, in the interpreter. It is nil if nothing does: the run then
	// needs certain values at power-up in what no reset sets.
	Failure *sim.Failure
	wave    *sim.Wave
}

// String names the assertion and draws the pins of the run.
func (c *Counterexample) String() string {
	if c.Failure == nil {
		return "an assertion fails for certain values at power-up of what no reset sets\n" + c.wave.String()
	}
	return fmt.Sprintf("%s: cycle %d: %s: %s\n%s", c.Failure.Pos, c.Failure.Cycle, c.Failure.Path, c.Failure.Message, c.wave)
}

var value = regexp.MustCompile(`(?m)^([^@\s]+?)(?:\[(\d+)\])?@(\d+)=([01])$`)

// longest is more cycles than any search goes through.
const longest = 1 << 16

// replay reads the values that ABC gives to inputs and runs them.
func replay(d *ir.Design, text string) (*Counterexample, error) {
	engine, err := sim.NewInterp(d)
	if err != nil {
		return nil, err
	}
	defer engine.Close()
	c := &Counterexample{Layout: engine.Layout()}
	if err := c.read(text); err != nil {
		return nil, fmt.Errorf("berkeley-abc: counterexample: %w", err)
	}
	return c, c.run(engine)
}

// read reads lines such as req[3]@7=1: bit 3 of req is 1 in cycle 7. Names that are no inputs, such as
// those of registers, say nothing.
func (c *Counterexample) read(text string) error {
	pins := map[string]sim.Pin{}
	for _, pin := range c.Layout.Inputs {
		pins[pin.Name] = pin
	}
	type bit struct {
		pin          sim.Pin
		index, cycle int
	}
	var ones []bit
	for _, m := range value.FindAllStringSubmatch(text, -1) {
		pin, ok := pins[m[1]]
		if !ok {
			continue
		}
		index := 0
		if m[2] != "" {
			index, _ = strconv.Atoi(m[2]) // out of range: the largest number
		}
		cycle, err := strconv.Atoi(m[3])
		if err != nil || cycle >= longest || index >= pin.Width {
			return fmt.Errorf("%s: %s has %d bits, a run fewer than %d cycles", m[0], pin.Name, pin.Width, longest)
		}
		c.Cycles = max(c.Cycles, cycle+1)
		if m[4] == "1" {
			ones = append(ones, bit{pin, index, cycle})
		}
	}
	if c.Cycles == 0 {
		return errors.New("it is empty")
	}
	c.Inputs = make([]uint64, c.Cycles*c.Layout.InWords)
	for _, b := range ones {
		c.Inputs[b.cycle*c.Layout.InWords+b.pin.Word+b.index/64] |= 1 << (b.index % 64)
	}
	return nil
}

// run runs the counterexample a cycle at a time, up to the failure.
func (c *Counterexample) run(engine *sim.Interp) error {
	c.wave = sim.NewWave(c.Layout)
	if err := engine.Reset(0); err != nil {
		return err
	}
	out := make([]uint64, c.Layout.OutWords)
	for cycle := range c.Cycles {
		in := c.Inputs[cycle*c.Layout.InWords : (cycle+1)*c.Layout.InWords]
		err := engine.Run(in, out, 1)
		c.wave.Record(in, out)
		if failure, ok := errors.AsType[*sim.Failure](err); ok {
			c.Failure = failure
			c.Cycles = cycle + 1
			c.Inputs = c.Inputs[:c.Cycles*c.Layout.InWords]
			return nil
		} else if err != nil {
			return err
		}
	}
	return nil
}

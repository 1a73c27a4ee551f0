package formal

import (
	"errors"
	"fmt"
	"math/big"
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

// replay reads the values that ABC gives to inputs and runs them.
func replay(d *ir.Design, text string) (*Counterexample, error) {
	engine, err := sim.NewInterp(d)
	if err != nil {
		return nil, err
	}
	defer engine.Close()
	c := &Counterexample{Layout: engine.Layout()}
	type bit struct{ cycle, index int }
	ones := map[string][]bit{}
	for _, m := range value.FindAllStringSubmatch(text, -1) {
		cycle, err := strconv.Atoi(m[3])
		if err != nil {
			return nil, err
		}
		index, _ := strconv.Atoi(m[2]) // none: 0
		c.Cycles = max(c.Cycles, cycle+1)
		if m[4] == "1" {
			ones[m[1]] = append(ones[m[1]], bit{cycle, index})
		}
	}
	if c.Cycles == 0 {
		return nil, errors.New("berkeley-abc gives an empty counterexample")
	}
	c.Inputs = make([]uint64, c.Cycles*c.Layout.InWords)
	for _, pin := range c.Layout.Inputs {
		values := make([]big.Int, c.Cycles)
		for _, b := range ones[pin.Name] {
			values[b.cycle].SetBit(&values[b.cycle], b.index, 1)
		}
		for cycle := range values {
			pin.Put(c.Inputs[cycle*c.Layout.InWords:(cycle+1)*c.Layout.InWords], &values[cycle])
		}
	}
	return c, c.run(engine)
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

package mutate

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/target"
)

// Cycles of a run with counters that begin high, and how far from the end of their range, or from its middle.
const (
	countedCycles = 2_000
	countedShort  = 20
)

// counted are the runs in which the counters begin at a value after which a carry goes through all of their bits, up to the highest, or with
// which they are all but full. In the design that is their reset value. The golden model begins with 0; what it counts is added.
type counted struct {
	begin  func(width int) uint64
	design *ir.Design
	traces []*trace
}

// count kills what lives in the upper bits of counters, which take up to 2^32 events to fill.
func (r *run) count(ctx context.Context) error {
	if len(r.Target.Counters.Registers) == 0 || r.Longest > 0 && r.Longest < countedCycles {
		return nil
	}
	runs := []*counted{
		{begin: func(width int) uint64 { return 1<<(width-1) - countedShort }},
		{begin: func(width int) uint64 { return 1<<width - countedShort }},
	}
	for _, c := range runs {
		c.design = copyDesign(r.design)
		if err := beginAt(c.design, r.Target.Counters, c.begin); err != nil {
			return err
		}
		for _, p := range r.Target.Traffic {
			t, err := record(&r.Config, r.layout, p, r.Seed, countedCycles)
			if err != nil {
				return err
			}
			if err := t.countFrom(c.design, c.begin, r.Target.Counters.Stay); err != nil {
				return err
			}
			c.traces = append(c.traces, t)
		}
		if err := holds(ctx, c.design, c.traces); err != nil {
			return fmt.Errorf("counters that begin high: %w", err)
		}
	}
	return r.each(ctx, func(ctx context.Context, v *Verdict) error {
		for _, c := range runs {
			d, _, err := v.apply(c.design)
			if err != nil {
				return err
			}
			if err := v.run(ctx, d, c.traces); err != nil || v.Kill != nil {
				return err
			}
		}
		return nil
	})
}

// beginAt gives the counters of a design another reset value.
func beginAt(d *ir.Design, counters target.Counters, begin func(width int) uint64) error {
	var errs []error
	for _, name := range counters.Registers {
		module, register, _ := strings.Cut(name, ".")
		found := false
		for _, m := range d.Modules {
			for _, n := range m.Nodes {
				if m.Name == module && n.Op == ir.OpReg && n.Name == register {
					n.Value = new(big.Int).SetUint64(begin(n.Width))
					found = true
				}
			}
		}
		if !found {
			errs = append(errs, fmt.Errorf("no counter %s in the design", name))
		}
	}
	return errors.Join(errs...)
}

// countFrom has the counters on the pins begin at a value: those that do so in the design, as ports that lead nowhere have none.
func (t *trace) countFrom(d *ir.Design, begin func(width int) uint64, stay bool) error {
	e, err := sim.NewInterp(d)
	if err != nil {
		return err
	}
	defer e.Close()
	shown := make([]uint64, (t.known+1)*t.layout.OutWords)
	if err := e.Run(t.in[:(t.known+1)*t.layout.InWords], shown, t.known+1); err != nil {
		return err
	}
	for _, pin := range t.layout.Outputs {
		if !strings.HasPrefix(pin.Name, "stat_") || shown[t.known*t.layout.OutWords+pin.Word] != begin(pin.Width) {
			continue
		}
		full := uint64(1)<<pin.Width - 1
		for i := range t.cycles {
			count := &t.want[i*t.layout.OutWords+pin.Word]
			if *count += begin(pin.Width); stay {
				*count = min(*count, full)
			} else {
				*count &= full
			}
		}
	}
	return nil
}

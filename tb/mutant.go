package tb

import (
	"context"
	"errors"
	"fmt"

	"github.com/flitwright/flitwright/ir"
)

// A Mutant is a fault put into a design on purpose, to see whether the checks find it.
type Mutant struct {
	Name  string
	Patch func(*ir.Design) error // such as Edit makes
}

// A Verdict says what became of a mutant.
type Verdict struct {
	Name     string    `json:"name"`
	Caught   bool      `json:"caught"`
	Mismatch *Mismatch `json:"mismatch,omitempty"` // how, if it was
	Cycles   int       `json:"cycles"`             // run
}

func (v Verdict) String() string {
	if !v.Caught {
		return fmt.Sprintf("%s: survived %d cycles", v.Name, v.Cycles)
	}
	return fmt.Sprintf("%s: caught by %s in cycle %d", v.Name, v.Mismatch.Kind, v.Mismatch.Cycle)
}

// Mutants checks each mutant in turn as c says, in a fresh design each. With c.Judges
// ScoreboardOnly it measures what the scoreboard finds without the golden model. Its error
// names every mutant that could not be made or run; a survivor is no error.
func Mutants(ctx context.Context, c Config, mutants []Mutant) ([]Verdict, error) {
	var verdicts []Verdict
	var errs []error
	for _, m := range mutants {
		v, err := m.check(ctx, c)
		if err != nil {
			errs = append(errs, fmt.Errorf("mutant %s: %w", m.Name, err))
			continue
		}
		verdicts = append(verdicts, v)
	}
	return verdicts, errors.Join(errs...)
}

func (m Mutant) check(ctx context.Context, c Config) (Verdict, error) {
	d, err := c.Target.Build(c.Values)
	if err != nil {
		return Verdict{}, err
	}
	if err := m.Patch(d); err != nil {
		return Verdict{}, err
	}
	c.Design = d
	report, err := Check(ctx, c)
	if report == nil {
		return Verdict{}, err
	}
	return Verdict{Name: m.Name, Caught: err != nil, Mismatch: report.Mismatch, Cycles: report.Cycles}, nil
}

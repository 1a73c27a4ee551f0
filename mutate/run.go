package mutate

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/sim/wasm"
	"github.com/flitwright/flitwright/target"
	"github.com/flitwright/flitwright/tb"
)

// A Config describes a run. The zero values of the last group are good.
type Config struct {
	Target *target.Target
	Values target.Values
	Seed   uint64

	N        int                   // mutants drawn from all; 0 is all
	Longest  int                   // cycles of the longest trace; 0 is as many as the ladder has
	Prove    bool                  // goes on with survivors: proofs that they are equal, by Yosys and ABC, and long runs
	Progress func(done, total int) // called now and then with the mutants decided
	Keep     func(Mutant) bool     // chooses among all before N are drawn; nil keeps all
}

// A rung is a number of cycles that mutants run which the rungs before have not killed.
type rung struct {
	cycles int
	first  bool // under the first profile only
	steps  bool // comparisons of single steps are worth their time before it
	proof  bool // proofs of modules alone are
}

// ladder is the lengths of traces. All profiles come in turn, each rung with a seed of its own. The
// last is for what needs long: under the first profile, which has all kinds of traffic in it.
var ladder = []rung{{cycles: 300}, {cycles: 3_000}, {cycles: 30_000, steps: true}, {cycles: 100_000, first: true, proof: true}}

// longestTrace is the cycles of the longest rung.
const longestTrace = 100_000

// interpreted is the length up to which the interpreter is quicker, as it needs no machine code.
const interpreted = 300

// ErrDiffers says that there is nothing to compare mutants with.
var ErrDiffers = errors.New("the design itself differs from its golden model")

// Run applies mutants and tells what became of each. Equal configurations give equal reports, but
// for times. That mutants survive is no error.
func Run(ctx context.Context, c Config) (*Report, error) {
	start := time.Now()
	d, err := c.Target.Build(c.Values)
	if err != nil {
		return nil, err
	}
	mutants := Enumerate(d)
	if c.Keep != nil {
		mutants = slices.DeleteFunc(mutants, func(m Mutant) bool { return !c.Keep(m) })
	}
	r := &run{Config: c, design: d, layout: sim.NewLayout(d.Top)}
	for _, m := range sample(mutants, c.N, c.Seed) {
		r.verdicts = append(r.verdicts, Verdict{Mutant: m})
	}
	if r.digest, err = fingerprint(d); err != nil {
		return nil, err
	}
	report := &Report{Target: c.Target.Name, Flags: c.Target.Flags(c.Values), Seed: c.Seed, Possible: len(mutants)}
	if err := r.climb(ctx); err != nil {
		return nil, err
	}
	report.Seconds = time.Since(start).Seconds()
	report.count(r.verdicts)
	return report, nil
}

// sample draws n of all mutants and keeps their order.
func sample(all []Mutant, n int, seed uint64) []Mutant {
	if n == 0 || n >= len(all) {
		return all
	}
	drawn := rand.New(rand.NewPCG(seed, 0)).Perm(len(all))[:n]
	slices.Sort(drawn)
	list := make([]Mutant, n)
	for i, k := range drawn {
		list[i] = all[k]
	}
	return list
}

// A run is a Run under way.
type run struct {
	Config
	design   *ir.Design
	endless  []target.Profile // those that reset once
	digest   [sha256.Size]byte
	layout   *sim.Layout
	alone    sync.Map // by module: functions that give the states that it can be in
	below    sync.Map // the same, with all that is below it
	verdicts []Verdict
	decided  atomic.Int64
}

// climb takes the mutants up the ladder.
func (r *run) climb(ctx context.Context) error {
	r.progress(0)
	for i, rung := range ladder {
		if r.Longest > 0 && rung.cycles > r.Longest {
			break
		}
		if rung.steps && r.Prove {
			if err := r.each(ctx, r.compareSteps); err != nil {
				return err
			}
		}
		if rung.proof && r.Prove {
			if err := r.each(ctx, r.proveAlone); err != nil {
				return err
			}
		}
		profiles := r.Target.Traffic
		if rung.first {
			profiles = profiles[:1]
		}
		// Short traces go together, so that an engine is made once for them.
		together := 1
		if rung.cycles*len(profiles) <= longestTrace {
			together = len(profiles)
		}
		for group := range slices.Chunk(profiles, together) {
			var traces []*trace
			for _, p := range group {
				t, err := record(&r.Config, r.layout, p, r.Seed+uint64(i), rung.cycles)
				if err != nil {
					return err
				}
				traces = append(traces, t)
				if rung.steps && t.endless {
					r.endless = append(r.endless, p)
				}
			}
			if err := holds(ctx, r.design, traces); err != nil {
				return err
			}
			err := r.each(ctx, func(ctx context.Context, v *Verdict) error { return r.try(ctx, v, traces) })
			if err != nil {
				return err
			}
			r.duplicates()
		}
		if i == 0 {
			if err := r.count(ctx); err != nil {
				return err
			}
		}
	}
	if !r.Prove {
		return nil
	}
	if err := r.each(ctx, r.proveAround); err != nil {
		return err
	}
	return r.each(ctx, r.endure)
}

// longRun is the cycles that show what needs many messages.
const longRun = 2_500_000

// endure runs a mutant in lockstep, as any check, under those profiles that never come to an end: in others
// nothing is older than the latest reset.
func (r *run) endure(ctx context.Context, v *Verdict) error {
	d, _, err := v.apply(r.design)
	if err != nil {
		return err
	}
	compiled := tb.Engine{Name: "wasm", Open: func(_ context.Context, d *ir.Design) (sim.Engine, error) { return wasm.New(d) }}
	for _, p := range r.endless {
		report, err := tb.Check(ctx, tb.Config{
			Target: r.Target, Values: r.Values, Engine: compiled, Cycles: longRun, Seed: r.Seed, Design: d, Traffic: p.Name, Batch: lastBatch,
		})
		if report == nil {
			return err
		}
		if m := report.Mismatch; m != nil {
			v.Outcome, v.Kill = Killed, &kill{cmp.Or(m.Port, m.Message), p.Name, r.Seed, longRun, m.Cycle}
			return nil
		}
	}
	return nil
}

// holds sees to it that a design that is no mutant agrees with the traces.
func holds(ctx context.Context, d *ir.Design, traces []*trace) error {
	e, err := open(d, traces[0].cycles)
	if err != nil {
		return err
	}
	defer e.Close()
	for _, t := range traces {
		if k, err := t.kills(ctx, e); err != nil {
			return err
		} else if k != nil {
			return fmt.Errorf("%w: traffic %s, seed %d, cycle %d: %s", ErrDiffers, k.Profile, k.Seed, k.Cycle, k.By)
		}
	}
	return nil
}

func open(d *ir.Design, cycles int) (sim.Engine, error) {
	if cycles <= interpreted {
		return sim.NewInterp(d)
	}
	return wasm.New(d)
}

// each calls f for all mutants that live, several at once.
func (r *run) each(ctx context.Context, f func(context.Context, *Verdict) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(r.verdicts) {
					return
				}
				v := &r.verdicts[i]
				if v.Outcome != Survived {
					continue
				}
				if err := f(ctx, v); err != nil {
					cancel(err)
				}
				if v.Outcome != Survived {
					r.progress(1)
				}
			}
		})
	}
	workers.Wait()
	err := context.Cause(ctx)
	if errors.Is(err, context.Canceled) {
		err = fmt.Errorf("stopped with %d of %d mutants decided: %w", r.decided.Load(), len(r.verdicts), err)
	}
	return err
}

func (r *run) progress(more int64) {
	done := r.decided.Add(more)
	if r.Progress != nil {
		r.Progress(int(done), len(r.verdicts))
	}
}

// try makes a mutant and runs it along traces until one kills it.
func (r *run) try(ctx context.Context, v *Verdict, traces []*trace) error {
	d, digest, err := v.apply(r.design)
	switch {
	case errors.Is(err, ErrLoop):
		v.Outcome = Invalid
		return nil
	case err != nil:
		return err
	case digest == r.digest:
		v.Outcome = Same
		return nil
	}
	v.digest = digest
	return v.run(ctx, d, traces)
}

// run runs a mutant along traces until one kills it.
func (v *Verdict) run(ctx context.Context, d *ir.Design, traces []*trace) error {
	e, err := open(d, traces[0].cycles)
	if err != nil {
		return fmt.Errorf("%s: %w", v.Mutant, err)
	}
	defer e.Close()
	for _, t := range traces {
		if v.Kill, err = t.kills(ctx, e); err != nil {
			return err
		} else if v.Kill != nil {
			v.Outcome = Killed
			return nil
		}
	}
	return nil
}

// duplicates leaves of mutants with one netlist the first.
func (r *run) duplicates() {
	first := map[[sha256.Size]byte]bool{}
	for i := range r.verdicts {
		v := &r.verdicts[i]
		if v.Outcome != Killed && v.Outcome != Survived {
			continue
		}
		if first[v.digest] {
			if v.Outcome == Survived {
				r.progress(1)
			}
			v.Outcome, v.Kill = Duplicate, nil
		}
		first[v.digest] = true
	}
}

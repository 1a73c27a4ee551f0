package mutate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/target"
)

// A trace is the pins of a run of the golden model: what goes in, and what has to come out. It is
// only read once it is recorded, so that many engines may run beside it.
type trace struct {
	profile string
	seed    uint64
	cycles  int
	known   int  // cycles up to the first with rst, whose outputs are not compared
	endless bool // rst never came again
	layout  *sim.Layout
	in      []uint64
	want    []uint64
}

// record runs the golden model under a profile.
func record(c *Config, layout *sim.Layout, profile target.Profile, seed uint64, cycles int) (*trace, error) {
	model, err := c.Target.Golden(c.Values)
	if err != nil {
		return nil, fmt.Errorf("golden model: %w", err)
	}
	t := &trace{
		profile: profile.Name, seed: seed, cycles: cycles, layout: layout,
		in: make([]uint64, cycles*layout.InWords), want: make([]uint64, cycles*layout.OutWords),
	}
	stateful := len(layout.Inputs) > 0 && layout.Inputs[0].Name == "rst"
	resets, was := 0, false
	stimulus := profile.New(c.Values, seed)
	prev := make([]uint64, layout.OutWords)
	for i := range cycles {
		in, want := t.in[i*layout.InWords:][:layout.InWords], t.want[i*layout.OutWords:][:layout.OutWords]
		stimulus.Next(prev, in)
		if rst := stateful && in[0]&1 == 1; rst != was {
			if was = rst; rst {
				if resets++; resets == 1 {
					t.known = i + 1
				}
			}
		}
		model.Step(in, want)
		prev = want
	}
	if stateful && resets == 0 {
		return nil, fmt.Errorf("traffic %s never raised rst in %d cycles", profile.Name, cycles)
	}
	t.endless = resets < 2
	return t, nil
}

// A kill is how a mutant was found out.
type kill struct {
	By      string `json:"by"` // the output that differs first, or what the failed check says
	Profile string `json:"traffic"`
	Seed    uint64 `json:"seed"`
	Length  int    `json:"length"` // cycles of the run
	Cycle   int    `json:"cycle"`
}

// Cycles that an engine runs before its outputs are looked at: few at first, as most mutants die soon.
const (
	firstBatch = 32
	lastBatch  = 1024
)

// kills runs an engine along the trace up to the first difference. It is nil if there is none.
func (t *trace) kills(ctx context.Context, e sim.Engine) (*kill, error) {
	if err := e.Reset(t.seed); err != nil {
		return nil, err
	}
	ins, outs := t.layout.InWords, t.layout.OutWords
	got := make([]uint64, lastBatch*outs)
	batch := firstBatch
	for first := 0; first < t.cycles; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n := min(batch, t.cycles-first)
		err := e.Run(t.in[first*ins:][:n*ins], got[:n*outs], n)
		failure, failed := errors.AsType[*sim.Failure](err)
		if err != nil && !failed {
			return nil, err
		}
		valid := n
		if failed {
			valid = min(failure.Cycle-first, n)
		}
		for i := max(0, t.known-first); i < valid; i++ {
			words, want := got[i*outs:][:outs], t.want[(first+i)*outs:][:outs]
			if !slices.Equal(words, want) {
				return &kill{t.differs(words, want), t.profile, t.seed, t.cycles, first + i}, nil
			}
		}
		if failed {
			return &kill{failure.Path + ": " + failure.Message, t.profile, t.seed, t.cycles, failure.Cycle}, nil
		}
		first += n
		batch = min(2*batch, lastBatch)
	}
	return nil, nil
}

// differs names the first output that differs.
func (t *trace) differs(got, want []uint64) string {
	for _, pin := range t.layout.Outputs {
		if !slices.Equal(got[pin.Word:][:pin.Words()], want[pin.Word:][:pin.Words()]) {
			return pin.Name
		}
	}
	return ""
}

package tb

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/target"
)

// A run is a Check under way.
type run struct {
	Config
	engine     sim.Engine
	layout     *sim.Layout
	model      target.Model
	stimulus   target.Stimulus
	scoreboard target.Scoreboard

	reset    int    // first cycle with rst 1; outputs are known after it
	done     int    // cycles judged
	injected uint64 // errors injected in them, to the end of the batch
	history  history
	vcd      *vcd // nil: none
}

// noReset stands for the first reset cycle before there was one.
const noReset = math.MaxInt

// A batch is what passes from the golden model to the engine: the inputs of n cycles and the
// outputs expected of them.
type batch struct {
	first, n      int
	in, want, got []uint64
	reset         int
	injected      uint64
	failed        error // of the engine
	valid         int   // cycles whose outputs it gave
}

func (r *run) newBatch(cycles int) *batch {
	return &batch{
		in:   make([]uint64, cycles*r.layout.InWords),
		want: make([]uint64, cycles*r.layout.OutWords),
		got:  make([]uint64, cycles*r.layout.OutWords),
	}
}

// batchesAhead is how far the golden model may run ahead of the engine.
const batchesAhead = 4

// lockstep lets the golden model run ahead of the engine, and the engine of the judges, each in a
// goroutine. With waves the engine waits, so that they end where the run does.
func (r *run) lockstep(ctx context.Context) error {
	ready, free, stop := make(chan *batch, batchesAhead), make(chan *batch, batchesAhead), make(chan struct{})
	for range batchesAhead {
		free <- r.newBatch(r.Batch)
	}
	var workers sync.WaitGroup
	defer workers.Wait()
	defer close(stop)
	workers.Go(func() {
		defer close(ready)
		r.predict(ready, free, stop)
	})
	executed := ready
	if r.vcd == nil {
		executed = make(chan *batch)
		workers.Go(func() {
			defer close(executed)
			for b := range ready {
				r.execute(b)
				select {
				case executed <- b:
				case <-stop:
					return
				}
			}
		})
	}
	for b := range executed {
		if err := ctx.Err(); err != nil {
			return r.interrupted(err)
		}
		if r.vcd != nil {
			r.execute(b)
		}
		if err := r.judge(b); err != nil {
			if ctx.Err() != nil { // a signal may have reached the simulator as well
				return r.interrupted(ctx.Err())
			}
			return err
		}
		free <- b
	}
	return r.end()
}

// predict fills free batches with stimulus and expected outputs until the run is complete.
func (r *run) predict(ready chan<- *batch, free <-chan *batch, stop <-chan struct{}) {
	prev := make([]uint64, r.layout.OutWords)
	reset := r.firstReset()
	for first := 0; first < r.Cycles; {
		var b *batch
		select {
		case b = <-free:
		case <-stop:
			return
		}
		b.first, b.n = first, min(r.Batch, r.Cycles-first)
		for i := range b.n {
			in := cycle(b.in, i, r.layout.InWords)
			r.stimulus.Next(prev, in)
			if reset == noReset && in[0]&1 == 1 {
				reset = first + i
			}
			out := cycle(b.want, i, r.layout.OutWords)
			r.model.Step(in, out)
			prev = append(prev[:0], out...)
		}
		b.reset, b.injected = reset, r.stimulus.Injected()
		first += b.n
		select {
		case ready <- b:
		case <-stop:
			return
		}
	}
}

// closedLoop runs cycle by cycle without a golden model.
func (r *run) closedLoop(ctx context.Context) error {
	b := r.newBatch(1)
	b.n, b.reset = 1, r.firstReset()
	prev := make([]uint64, r.layout.OutWords)
	for b.first = 0; b.first < r.Cycles; b.first++ {
		if err := ctx.Err(); err != nil && b.first%r.Batch == 0 {
			return r.interrupted(err)
		}
		r.stimulus.Next(prev, b.in)
		if b.reset == noReset && b.in[0]&1 == 1 {
			b.reset = b.first
		}
		b.injected = r.stimulus.Injected()
		r.execute(b)
		if err := r.judge(b); err != nil {
			return err
		}
		copy(prev, b.got)
	}
	return r.end()
}

// firstReset is noReset, or, for a design without state, as if it had been reset before the run.
func (r *run) firstReset() int {
	if len(r.layout.Inputs) > 0 && r.layout.Inputs[0].Name == "rst" {
		return noReset
	}
	return -1
}

// execute runs a batch on the engine.
func (r *run) execute(b *batch) {
	r.vcd.begin(b)
	b.failed = r.engine.Run(b.in, b.got[:b.n*r.layout.OutWords], b.n)
	b.valid = b.n
	if failure, ok := errors.AsType[*sim.Failure](b.failed); ok {
		b.valid = min(max(failure.Cycle-b.first, 0), b.n)
	} else if b.failed != nil {
		b.valid = 0 // it crashed: nothing it gave can be relied on
	}
	r.vcd.end(b.valid)
}

// judge finds the first thing wrong with a batch that the engine ran: in the order of cycles, and
// within a cycle a failure of the engine, a difference, the scoreboard.
func (r *run) judge(b *batch) error {
	failed, valid := b.failed, b.valid
	failure, checked := errors.AsType[*sim.Failure](failed)
	known := min(max(b.reset+1-b.first, 0), b.n) // outputs are unknown up to the first reset cycle
	if b.reset == noReset {
		known = b.n
	}
	clear(b.got[:known*r.layout.OutWords])
	wrong := valid
	if r.Judges == All {
		clear(b.want[:known*r.layout.OutWords])
		wrong = r.firstDifference(b, known, valid)
	}
	r.injected, r.reset = b.injected, b.reset
	for i := range wrong {
		r.done = b.first + i + 1
		if err := r.scoreboard.Observe(cycle(b.in, i, r.layout.InWords), cycle(b.got, i, r.layout.OutWords)); err != nil {
			return r.mismatch(b, i, &Mismatch{Kind: Scoreboard, Message: err.Error()})
		}
	}
	if wrong < b.n {
		r.done = b.first + wrong + 1
		switch {
		case wrong < valid:
			return r.mismatch(b, wrong, r.difference(b, wrong))
		case checked:
			m := &Mismatch{Kind: Assertion, Path: failure.Path, Message: failure.Message}
			if failure.Pos.File != "" {
				m.Source = failure.Pos.String()
			}
			return r.mismatch(b, wrong, m)
		}
		return r.mismatch(b, wrong, &Mismatch{Kind: Crash, Message: failed.Error()})
	}
	if r.Progress != nil && (r.done%r.Batch == 0 || r.done == r.Cycles) {
		r.Progress(r.done, r.Cycles)
	}
	r.history.add(b, b.n)
	return nil
}

// firstDifference is the index of the first cycle from known up to valid in which an output
// differs, or valid.
func (r *run) firstDifference(b *batch, known, valid int) int {
	w := r.layout.OutWords
	if known >= valid || slices.Equal(b.got[known*w:valid*w], b.want[known*w:valid*w]) {
		return valid
	}
	for i := known; ; i++ {
		if !slices.Equal(cycle(b.got, i, w), cycle(b.want, i, w)) {
			return i
		}
	}
}

// end is called after the last cycle.
func (r *run) end() error {
	if r.reset == noReset {
		return fmt.Errorf("traffic %s never raised rst in %d cycles: nothing was compared", r.Traffic, r.Cycles)
	}
	return nil
}

func (r *run) interrupted(err error) error {
	return fmt.Errorf("stopped after %d of %d cycles: %w", r.done, r.Cycles, err)
}

// cycle takes the words of cycle i of a batch.
func cycle(words []uint64, i, per int) []uint64 { return words[i*per : (i+1)*per] }

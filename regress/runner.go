package regress

import (
	"context"
	"errors"
	"iter"
	"os/exec"
	"sync"
	"time"

	"github.com/flitwright/flitwright/tb"
	"golang.org/x/sync/errgroup"
)

// A Runner makes runs in worker processes and keeps their records in a journal.
type Runner struct {
	Journal  *Journal
	Jobs     int                                 // workers
	Worker   func(ctx context.Context) *exec.Cmd // a process that calls Serve on its standard input and output
	Until    time.Time                           // no run begins later; zero: no end
	Progress func(cycles int)                    // told how many more were run, in all attempts
	Finished func(Record)                        // told each record once it is on the disk
}

// attempts is how often a run is made whose worker or simulator dies: one may have been killed by
// somebody else, such as a system without memory.
const attempts = 3

// Run makes runs until all are made or the time is up; those under way are then made to their end. A
// run that cannot be made gives a record that says so; the error is of the journal, the context, or
// of a program that no run can do without.
func (r *Runner) Run(ctx context.Context, runs iter.Seq[Run]) error {
	next, stop := iter.Pull(runs)
	defer stop()
	var mu sync.Mutex // of next, the journal, and what is told
	take := func() (Run, bool) {
		mu.Lock()
		defer mu.Unlock()
		if !r.Until.IsZero() && time.Now().After(r.Until) {
			return Run{}, false
		}
		return next()
	}
	group, ctx := errgroup.WithContext(ctx)
	for range r.Jobs {
		group.Go(func() error {
			j := jobber{Runner: r, told: &mu}
			defer j.end()
			for {
				run, ok := take()
				if !ok {
					return nil
				}
				record, err := j.make(ctx, run)
				if err != nil {
					return err
				}
				mu.Lock()
				if err = r.Journal.Add(Entry{Record: &record}); err == nil {
					r.Finished(record)
				}
				mu.Unlock()
				if err != nil {
					return err
				}
			}
		})
	}
	return group.Wait()
}

// A jobber has one worker at a time.
type jobber struct {
	*Runner
	told   *sync.Mutex
	worker *worker // nil: none yet, or it died
}

func (j *jobber) end() {
	if j.worker != nil {
		j.worker.end()
	}
}

// make makes a run in as many attempts as it takes.
func (j *jobber) make(ctx context.Context, run Run) (Record, error) {
	for n := 1; ; n++ {
		record, err := j.once(ctx, run)
		record.Attempts = n
		if ctx.Err() != nil {
			return record, ctx.Err()
		}
		switch died := errors.Is(err, errDied); {
		case died && n == attempts:
			return Record{Run: run, Outcome: Errors, Error: err.Error(), Attempts: n, Ended: time.Now().UTC().Truncate(time.Second)}, nil
		case died, err == nil && crashed(record) && n < attempts:
		default:
			return record, err
		}
	}
}

// crashed tells that the simulator gave up, for whatever reason.
func crashed(r Record) bool {
	return r.Report != nil && r.Report.Mismatch != nil && r.Report.Mismatch.Kind == tb.Crash
}

func (j *jobber) once(ctx context.Context, run Run) (Record, error) {
	if j.worker == nil {
		w, err := startWorker(j.Worker(ctx))
		if err != nil {
			return Record{}, err
		}
		j.worker = w
	}
	before := 0
	tell := func(done int) {
		j.told.Lock()
		defer j.told.Unlock()
		j.Progress(done - before)
		before = done
	}
	record, err := j.worker.run(run, tell)
	if err != nil {
		j.worker = nil
	} else if record.Report != nil {
		tell(record.Report.Cycles)
	}
	return record, err
}

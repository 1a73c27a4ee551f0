package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/flitwright/flitwright/regress"
)

// regress makes all runs of a plan that are not made yet.
func (c *command) regress(o *options) int {
	if o.worker {
		return c.serve(o)
	}
	dir := o.out
	if dir == "" {
		dir = filepath.Join("build", "regress")
	}
	plan := c.planOf(o, dir)
	o.readTask()
	if o.farm != "" {
		o.checkFarm()
	}
	if len(o.faults) > 0 {
		return c.refuse(o, o.faults...)
	}
	if o.list {
		return c.listRuns(o, dir, plan)
	}
	program, digest, err := thisProgram()
	if err != nil {
		return c.refuse(o, err)
	}
	d, err := regress.Create(dir, plan)
	if err != nil {
		return c.refuse(o, fmt.Errorf("-out %s: %w", dir, err))
	}
	var journal *regress.Journal
	if o.tasks > 0 {
		journal, err = d.TaskJournal(o.taskNumber, o.tasks, digest)
	} else {
		journal, err = d.Journal(digest)
	}
	if err != nil {
		return c.refuse(o, fmt.Errorf("-out %w", err))
	}
	defer journal.Close()
	r := &regression{command: c, options: o, dir: d, journal: journal, program: program}
	if o.hours > 0 {
		r.until = time.Now().Add(time.Duration(o.hours * float64(time.Hour)))
	}
	if err := r.run(); err != nil {
		if c.ctx.Err() != nil && o.farm == "" {
			err = fmt.Errorf("stopped, the same line goes on: %w", err)
		}
		return r.broken(err)
	}
	return r.report()
}

// broken tells what ended a regression before its time; what was made until then is in the reports.
func (r *regression) broken(err error) int {
	if r.options.tasks > 0 {
		return r.refuse(r.options, err)
	}
	s, lost := r.write()
	if lost != nil {
		err = errors.Join(err, lost)
	}
	status := r.refuse(r.options, err)
	if s != nil && s.Made() > 0 {
		status = failed
	}
	return status
}

// A regression is one under way.
type regression struct {
	*command
	options *options
	dir     *regress.Dir
	journal *regress.Journal
	program string
	until   time.Time // no run begins later, zero: no end
}

// run makes the runs, here or on a farm, while the page follows.
func (r *regression) run() error {
	records, err := r.dir.Records()
	if err != nil {
		return err
	}
	if r.options.tasks == 0 {
		stop := make(chan struct{})
		var follower sync.WaitGroup
		defer follower.Wait()
		defer close(stop)
		follower.Go(func() { r.follow(stop) })
	}
	status := newStatus(r.command, r.dir.Plan, records, r.toDo(records), r.until)
	defer status.end()
	if r.options.farm != "" {
		return r.farm(status)
	}
	jobs := r.options.jobs
	switch {
	case jobs == 0 && r.options.tasks > 0:
		jobs = 1
	case jobs == 0:
		jobs = runtime.NumCPU()
	}
	runner := &regress.Runner{
		Journal: r.journal, Jobs: jobs, Until: r.until, Progress: status.cycles, Finished: status.finished,
		Worker: func(ctx context.Context) *exec.Cmd {
			return exec.CommandContext(ctx, r.program, "regress", "-worker", "-out", r.dir.Path, "-silence", fmt.Sprint(r.options.silent().Seconds()))
		},
	}
	return runner.Run(r.ctx, r.toDo(records))
}

// runs are those that are asked of this process and its farm.
func (r *regression) runs() iter.Seq[regress.Run] {
	if o := r.options; o.tasks > 0 {
		return r.dir.Plan.Share(o.taskNumber, o.tasks)
	}
	return r.dir.Plan.Runs()
}

func (r *regression) toDo(records map[int]regress.Record) iter.Seq[regress.Run] {
	return func(yield func(regress.Run) bool) {
		for run := range r.runs() {
			if !records[run.Number].Finished() && !yield(run) {
				return
			}
		}
	}
}

// readTask reads -task, K of N.
func (o *options) readTask() {
	if o.task == "" {
		return
	}
	k, n, _ := strings.Cut(o.task, "/")
	var err, err2 error
	o.taskNumber, err = strconv.Atoi(k)
	o.tasks, err2 = strconv.Atoi(n)
	if err != nil || err2 != nil || o.taskNumber < 0 || o.tasks < 1 || o.taskNumber >= o.tasks {
		o.faultf("-task %s: want K/N, K from 0 to N-1", o.task)
	}
}

// thisProgram is what to start for a worker, which is this program even if its file was replaced, and
// its digest.
func thisProgram() (path, digest string, err error) {
	path = "/proc/self/exe"
	if _, err := os.Stat(path); err != nil {
		if path, err = os.Executable(); err != nil {
			return "", "", err
		}
	}
	f, err := os.Open(path)
	if err != nil {
		return "", "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", "", err
	}
	return path, hex.EncodeToString(sum.Sum(nil)), nil
}

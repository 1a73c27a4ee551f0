package regress

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Job is an array of tasks that was submitted to Slurm. It stands in the journal twice: without an
// identifier before it is submitted, so that one whose driver dies then is found by its name, and with it.
type Job struct {
	Name  string `json:"name"`
	ID    string `json:"id,omitempty"`
	Tasks int    `json:"tasks"` // into which the plan is cut
	Array string `json:"array"` // those of them that it has
}

// Slurm makes the runs of a plan, which has an end, as tasks of job arrays. Each task is a process that makes its part of
// the plan and keeps a journal of its own in the directory, which all nodes share. Tasks that end
// before their runs are made, as they were killed or had no more time, are submitted again.
type Slurm struct {
	Dir     *Dir
	Journal *Journal
	Tasks   int                          // at most, into which a plan is cut that has no job yet
	Most    int                          // tasks at once; 0: as Slurm will
	Until   time.Time                    // nothing is submitted later; zero: no end
	Script  func(tasks int) string       // of a task, whose number is $SLURM_ARRAY_TASK_ID; it runs in the directory
	Poll    time.Duration                // between two looks at the queue
	Look    func(records map[int]Record) // told all records at every look
}

// SlurmMissing is the error of a machine without the commands of Slurm, nil if it has them.
func SlurmMissing() error {
	var missing []string
	for _, name := range []string{"sbatch", "squeue", "sacct"} {
		if _, err := exec.LookPath(name); err != nil {
			missing = append(missing, name)
		}
	}
	if missing != nil {
		return fmt.Errorf("not in PATH: %s: run it on a machine that submits to Slurm (Debian: apt-get install slurm-client)", strings.Join(missing, ", "))
	}
	return nil
}

// fruitless is how many jobs in a row may end with no run made.
const fruitless = 3

// Run submits and waits until every run is made. When the context ends the jobs go on; Run in the
// same directory waits for them again.
func (s *Slurm) Run(ctx context.Context) error {
	old, err := s.look()
	if err != nil {
		return err
	}
	job, number := s.last()
	tasks := min(s.Tasks, s.Dir.Plan.Len())
	left, idle := math.MaxInt, 0
	for {
		end := ""
		if job != nil {
			tasks = job.Tasks // for good: the journals of tasks are named by it
			if end, err = s.wait(ctx, job); err != nil {
				return err
			}
		}
		records, err := s.look()
		if err != nil {
			return err
		}
		runs, open := s.open(old, records, tasks)
		if idle++; runs < left {
			left, idle = runs, 0
		}
		switch {
		case runs == 0, !s.Until.IsZero() && time.Now().After(s.Until):
			return nil
		case strings.Contains(end, "CANCELLED"):
			return fmt.Errorf("job %s was cancelled with %d runs to make; the same line submits them again", job.ID, runs)
		case idle == fruitless:
			return fmt.Errorf("%d jobs in a row made no run, the last was %s (%s): see task-%d.out in %s", fruitless, job.ID, end, open[0], s.Dir.Path)
		}
		number++
		if job, err = s.submit(ctx, number, tasks, open); err != nil {
			return err
		}
	}
}

// open counts the runs to be made, and lists the tasks that have them. A run that could not be made is to
// be made again, but once.
func (s *Slurm) open(old, records map[int]Record, tasks int) (runs int, list []int) {
	has := make([]bool, tasks)
	for r := range s.Dir.Plan.Runs() {
		now := records[r.Number]
		if now.Finished() || now.Outcome == Errors && now.Ended != old[r.Number].Ended {
			continue
		}
		runs++
		has[r.Number%tasks] = true
	}
	for task, has := range has {
		if has {
			list = append(list, task)
		}
	}
	return runs, list
}

// last is the job to wait for, which the journal has without identifier if the driver died while it
// submitted, and the number of jobs so far.
func (s *Slurm) last() (job *Job, number int) {
	for _, e := range s.Journal.Entries {
		if e.Job != nil {
			if e.Job.ID == "" {
				number++
			}
			job = e.Job
		}
	}
	return job, number
}

func (s *Slurm) look() (map[int]Record, error) {
	records, err := s.Dir.Records()
	if err != nil {
		return nil, err
	}
	s.Look(records)
	return records, nil
}

// submit makes an array of tasks.
func (s *Slurm) submit(ctx context.Context, number, tasks int, open []int) (*Job, error) {
	dir, err := filepath.Abs(s.Dir.Path)
	if err != nil {
		return nil, err
	}
	here := sha256.Sum256([]byte(dir + s.Dir.Plan.Digest()))
	job := &Job{Name: fmt.Sprintf("flitwright-%s-%d", hex.EncodeToString(here[:6]), number), Tasks: tasks, Array: ranges(open)}
	if err := s.Journal.Add(Entry{Job: job}); err != nil {
		return nil, err
	}
	array := job.Array
	if s.Most > 0 {
		array += "%" + strconv.Itoa(s.Most)
	}
	cmd := exec.CommandContext(ctx, "sbatch", "--parsable", "--requeue", "--job-name="+job.Name, "--chdir="+dir,
		"--array="+array, "--output=task-%a.out", "--open-mode=append")
	cmd.Stdin = strings.NewReader("#!/bin/sh\n" + s.Script(tasks) + "\n")
	answer, err := output(cmd)
	if err != nil {
		return nil, err
	}
	id, _, _ := strings.Cut(answer, ";") // the name of a cluster may follow
	return job, s.submitted(job, id)
}

func (s *Slurm) submitted(job *Job, id string) error {
	job.ID = id
	return s.Journal.Add(Entry{Job: job})
}

// wait waits until a job is gone from the queue, and tells how its tasks ended as far as Slurm knows. One
// that has no identifier is one of its name; if there is none it was never submitted, or is gone.
func (s *Slurm) wait(ctx context.Context, job *Job) (end string, err error) {
	for silent := 0; ; {
		states, err := s.queue(ctx, job)
		switch {
		case ctx.Err() != nil:
			return "", fmt.Errorf("stopped; job %s (%s) goes on, the same line waits for it: %w", job.ID, job.Name, ctx.Err())
		case err != nil: // the controller may be starting anew
			if silent++; silent == 100 {
				return "", err
			}
		case !slices.ContainsFunc(states, live):
			return s.ended(ctx, job, states), nil
		default:
			silent = 0
		}
		start := time.Now()
		if _, err := s.look(); err != nil {
			return "", err
		}
		select {
		case <-ctx.Done():
		case <-time.After(max(s.Poll, 10*time.Since(start))): // many records take long to read
		}
	}
}

// queue gives the states of the tasks of a job that Slurm still knows, and fills in its identifier.
func (s *Slurm) queue(ctx context.Context, job *Job) ([]string, error) {
	text, err := output(exec.CommandContext(ctx, "squeue", "--noheader", "--array", "--states=all", "--name="+job.Name, "--format=%F %T"))
	if err != nil {
		return nil, err
	}
	var states []string
	for line := range strings.Lines(text) {
		id, state, _ := strings.Cut(strings.TrimSpace(line), " ")
		if job.ID == "" {
			if err := s.submitted(job, id); err != nil {
				return nil, err
			}
		}
		if id == job.ID {
			states = append(states, state)
		}
	}
	return states, nil
}

// live tells a state that a task leaves yet.
func live(state string) bool {
	return !slices.Contains([]string{
		"BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED", "NODE_FAIL", "OUT_OF_MEMORY", "PREEMPTED", "REVOKED", "TIMEOUT",
	}, state)
}

// ended lists the states in which tasks ended, each once. Slurm forgets them after a while; then its
// accounting is asked, if it has one.
func (s *Slurm) ended(ctx context.Context, job *Job, states []string) string {
	if states == nil && job.ID != "" {
		text, err := output(exec.CommandContext(ctx, "sacct", "--noheader", "--parsable2", "--allocations", "--jobs="+job.ID, "--format=State"))
		if err == nil {
			states = strings.Split(strings.TrimSpace(text), "\n")
		}
	}
	slices.Sort(states)
	return strings.Join(slices.Compact(states), ", ")
}

// output is what a command prints; its error has what it says of it.
func output(cmd *exec.Cmd) (string, error) {
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w: %s", cmd.Args[0], err, strings.TrimSpace(stderr.String()))
	}
	return strings.TrimSpace(stdout.String()), nil
}

// ranges writes sorted numbers as Slurm takes them: 0-3,5.
func ranges(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		end := i
		for end+1 < len(numbers) && numbers[end+1] == numbers[end]+1 {
			end++
		}
		part := strconv.Itoa(numbers[i])
		if end > i {
			part += "-" + strconv.Itoa(numbers[end])
		}
		parts, i = append(parts, part), end+1
	}
	return strings.Join(parts, ",")
}

package regress

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// trial is a regression of fake checks, one for each kind of traffic.
type trial struct {
	*Runner
	dir   *Dir
	notes string
}

func newTrial(t *testing.T, traffic ...string) *trial {
	plan := &Plan{Seeds: Seeds{1, 1}}
	for _, what := range traffic {
		plan.Points = append(plan.Points, Point{Target: "toy", Set: []string{}, Engine: "wasm", Traffic: what, Cycles: 100})
	}
	return trialOf(t, plan)
}

func trialOf(t *testing.T, plan *Plan) *trial {
	d, err := Create(filepath.Join(t.TempDir(), "regression"), plan)
	require.NoError(t, err)
	j, err := d.Journal("program")
	require.NoError(t, err)
	t.Cleanup(func() { j.Close() })
	notes := t.TempDir()
	return &trial{&Runner{Journal: j, Jobs: 2, Worker: workers(notes), Progress: func(int) {}, Finished: func(Record) {}}, d, notes}
}

// calls is how often a run was begun.
func (f *trial) calls(t *testing.T, number int) int {
	text, err := os.ReadFile(filepath.Join(f.notes, strconv.Itoa(number)))
	require.NoError(t, err)
	return len(text)
}

// Whatever becomes of a run, it has one record. A worker that is killed, as three of these are, costs the run under
// way and no other.
func TestOutcomes(t *testing.T) {
	f := newTrial(t, "hold", "fail", "panic", "unable", "die xx", "die xxx", "crash x", "crash xxx", "hold")
	var cycles, finished int
	f.Progress, f.Finished = func(n int) { cycles += n }, func(Record) { finished++ }
	require.NoError(t, f.Run(t.Context(), f.dir.Plan.Runs()))
	records, err := f.dir.Records()
	require.NoError(t, err)
	require.Len(t, records, 9)
	text, err := os.ReadFile(f.Journal.Name())
	require.NoError(t, err)
	require.Equal(t, 10, strings.Count(string(text), "\n"), "a header and each run once")
	require.Equal(t, 9, finished)
	require.Equal(t, 900, cycles, "all attempts")
	for number, want := range []struct {
		outcome  Outcome
		attempts int
		text     string
	}{
		{Held, 1, ""}, {Failed, 1, "cycle 6: out: golden 1, wasm 0"}, {Errors, 1, "panic: a bug"}, {Errors, 1, "no such thing"},
		{Held, 3, ""}, {Errors, 3, "the worker died: signal: killed\nsomething about memory"},
		{Held, 2, ""}, {Failed, 3, "wasm failed in the cycles from 0 on: gone"}, {Held, 1, ""},
	} {
		r := records[number]
		require.Equal(t, want.outcome, r.Outcome, "run %d", number)
		require.Equal(t, want.attempts, r.Attempts, "run %d", number)
		require.True(t, strings.HasPrefix(r.Text(), want.text), "run %d: %s", number, r.Text())
		require.Equal(t, want.attempts, f.calls(t, number), "run %d", number)
		require.WithinDuration(t, time.Now(), r.Ended, time.Minute)
	}
}

func TestMissingToolEndsAll(t *testing.T) {
	f := newTrial(t, "hold", "missing", "slow", "slow", "slow", "slow")
	require.ErrorContains(t, f.Run(t.Context(), f.dir.Plan.Runs()), "nothing can be run: tool: executable file not found")
	records, err := f.dir.Records()
	require.NoError(t, err)
	require.NotContains(t, records, 1)
}

// When the time is up no run begins, and those under way are made.
func TestUntil(t *testing.T) {
	plan := newTrial(t, "slow").dir.Plan
	plan.Seeds.Last = 1 << 62
	f := trialOf(t, plan)
	f.Until = time.Now().Add(300 * time.Millisecond)
	require.NoError(t, f.Run(t.Context(), plan.Runs()))
	records, err := f.dir.Records()
	require.NoError(t, err)
	require.NotEmpty(t, records)
	notes, err := os.ReadDir(f.notes)
	require.NoError(t, err)
	require.Len(t, notes, len(records), "a run was begun and not made")
}

// Stopping ends the workers in the middle of their runs and leaves no records of those.
func TestStopped(t *testing.T) {
	f := newTrial(t, "hold", "hang", "hang")
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		for {
			if notes, _ := os.ReadDir(f.notes); len(notes) == 3 {
				stop()
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	require.ErrorIs(t, f.Run(ctx, f.dir.Plan.Runs()), context.Canceled)
	records, err := f.dir.Records()
	require.NoError(t, err)
	require.Equal(t, []int{0}, slices.Collect(maps.Keys(records)))
}

// A worker whose driver is gone ends, also in the middle of a run.
func TestWorkerWithoutDriver(t *testing.T) {
	f := newTrial(t, "hang")
	w, err := startWorker(f.Worker(t.Context()))
	require.NoError(t, err)
	done := make(chan error)
	go func() {
		_, err := w.run(f.dir.Plan.Run(0), func(int) {})
		done <- err
	}()
	require.Eventually(t, func() bool {
		notes, _ := os.ReadDir(f.notes)
		return len(notes) == 1
	}, time.Minute, time.Millisecond)
	w.in.Close()
	require.ErrorIs(t, <-done, errDied)
}

// Once lets one in alone until one has made it.
func TestOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "locks")
	var inside, together, calls, made atomic.Int32
	done := make(chan error)
	for range 8 {
		go func() {
			done <- Once(t.Context(), dir, "a key", func() error {
				if calls.Add(1) == 1 {
					return context.DeadlineExceeded // the first fails
				}
				if made.Load() == 0 && inside.Add(1) > 1 {
					together.Add(1)
				}
				time.Sleep(30 * time.Millisecond)
				inside.Add(-1)
				made.Store(1)
				return nil
			})
		}()
	}
	wrong := 0
	for range 8 {
		if <-done != nil {
			wrong++
		}
	}
	require.Equal(t, 1, wrong)
	require.Zero(t, together.Load())
}

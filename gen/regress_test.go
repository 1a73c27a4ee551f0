package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/flitwright/flitwright/regress"
	"github.com/stretchr/testify/require"
)

// entries reads what whole lines of all journals in a directory say.
func entries(t *testing.T, dir string) []regress.Entry {
	names, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	require.NoError(t, err)
	var list []regress.Entry
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		lines := bytes.SplitAfter(text, []byte("\n"))
		for i, line := range lines {
			if i == 0 || !bytes.HasSuffix(line, []byte("\n")) {
				continue
			}
			var e regress.Entry
			require.NoError(t, json.Unmarshal(line, &e), "%s: %s", name, line)
			list = append(list, e)
		}
	}
	return list
}

func records(t *testing.T, dir string) []regress.Record {
	var list []regress.Record
	for _, e := range entries(t, dir) {
		if e.Record != nil {
			list = append(list, *e.Record)
		}
	}
	return list
}

func jobs(t *testing.T, dir string) []regress.Job {
	var list []regress.Job
	for _, e := range entries(t, dir) {
		if e.Job != nil {
			list = append(list, *e.Job)
		}
	}
	return list
}

// With the driver killed at many moments no run is lost and none is made again.
func TestRegressKilled(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "regression")
	line := []string{"regress", "-target", "toy", "-params", "default", "-seeds", "12", "-cycles", "20000", "-jobs", "2", "-out", dir}
	before := []regress.Record{}
	for n := 1; len(before) < 20; n++ {
		cmd := gen(t.Context(), t.TempDir(), os.Environ(), line...)
		require.NoError(t, cmd.Start())
		require.Eventually(t, func() bool { return len(records(t, dir)) >= min(20, len(before)+2*n) }, time.Minute, time.Millisecond)
		time.Sleep(time.Duration(n) * time.Millisecond)
		require.NoError(t, cmd.Process.Kill())
		cmd.Wait()
		after := records(t, dir)
		require.Equal(t, before, append([]regress.Record{}, after[:len(before)]...))
		before = after
	}
	text, err := gen(t.Context(), t.TempDir(), os.Environ(), line...).CombinedOutput()
	require.NoError(t, err, string(text))
	after := records(t, dir)
	require.Equal(t, before, after[:len(before)])
	onceEach(t, after, 24)
}

// onceEach wants a record of each run.
func onceEach(t *testing.T, records []regress.Record, runs int) {
	require.Equal(t, runs, len(records), "a run is lost or was made again")
	seen := map[int]bool{}
	for _, r := range records {
		require.False(t, seen[r.Number], "run %d was made again", r.Number)
		seen[r.Number] = true
	}
}

// A second driver has no place beside the first.
func TestRegressTwice(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "regression")
	line := []string{"regress", "-target", "toy", "-params", "default", "-cycles", "1000000000", "-out", dir}
	first := gen(t.Context(), t.TempDir(), os.Environ(), line...)
	require.NoError(t, first.Start())
	defer first.Process.Kill()
	waitForJournal(t, dir)
	ctx, stop := context.WithTimeout(t.Context(), time.Minute) // else it would run for long
	defer stop()
	second := gen(ctx, t.TempDir(), os.Environ(), line...)
	text, err := second.CombinedOutput()
	require.Error(t, err)
	require.Equal(t, misuse, second.ProcessState.ExitCode())
	require.Equal(t, "gen: -out "+dir+"/journal.jsonl: another process writes to it\n", string(text))
}

// Stopping a regression is not one that held.
func TestRegressStopped(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "regression")
	var stderr bytes.Buffer
	cmd := gen(t.Context(), t.TempDir(), os.Environ(), "regress", "-target", "toy", "-params", "default", "-cycles", "1000000000", "-out", dir)
	cmd.Stderr = &stderr
	require.NoError(t, cmd.Start())
	waitForJournal(t, dir)
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	require.Error(t, cmd.Wait())
	require.Equal(t, failed, cmd.ProcessState.ExitCode())
	require.Equal(t, "gen: stopped, the same line goes on: context canceled\n", stderr.String())
	require.Empty(t, records(t, dir))
	require.FileExists(t, filepath.Join(dir, "index.html"))
}

func waitForJournal(t *testing.T, dir string) {
	require.Eventually(t, func() bool {
		text, _ := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
		return len(text) > 0
	}, time.Minute, time.Millisecond)
}

// The corners are all in the plan of a target, and what is drawn can be built.
func TestPlanOfTheTargets(t *testing.T) {
	c := &command{ctx: t.Context(), targets: targets()}
	for _, target := range targets() {
		o, _ := parse([]string{"regress", "-target", target.Name, "-params", "corners,1", "-traffic", "mixed"}, verbs())
		points := c.plan(o).Points
		require.Empty(t, o.faults)
		require.Len(t, points, len(settings[target.Name])+1)
		for _, p := range points[len(settings[target.Name]):] {
			line := &options{target: p.Target, set: p.Set}
			j := c.job(line)
			require.Empty(t, line.faults)
			_, err := j.target.Build(j.values)
			require.NoError(t, err, "%s %s", p.Target, p.Setting())
			_, err = j.target.Golden(j.values)
			require.NoError(t, err, "%s %s", p.Target, p.Setting())
		}
	}
}

// taskInTheMiddle finds the process of a task which has runs behind it and before it.
func taskInTheMiddle(dir string) (pid int, task string) {
	names, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, name := range names {
		text, _ := os.ReadFile(name)
		args := strings.Split(string(text), "\x00")
		cwd, _ := os.Readlink(filepath.Join(filepath.Dir(name), "cwd"))
		if len(args) < 7 || args[5] != "-task" || cwd != dir {
			continue
		}
		k, n, _ := strings.Cut(args[6], "/")
		journal, _ := os.ReadFile(filepath.Join(dir, "task-"+k+"-of-"+n+".jsonl"))
		if bytes.Count(journal, []byte("\n")) == 2 {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
			return pid, k
		}
	}
	return 0, ""
}

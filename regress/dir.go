package regress

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/flitwright/flitwright/ir/verilog"
)

// A Dir is the directory of a regression.
type Dir struct {
	Path string
	Plan *Plan
}

// The names of files in it.
const (
	planName    = "plan.json"
	journalName = "journal.jsonl"
	taskNames   = "task-*-of-*.jsonl"
	PageName    = "index.html"
	JUnitName   = "junit.xml"
	ProgramName = "gen"
)

// Create makes a directory for a plan, or finds the one in which it is already. It refuses one that
// holds another plan, or files of somebody else's.
func Create(path string, plan *Plan) (*Dir, error) {
	old, err := Load(path)
	switch {
	case err == nil && old.Plan.Digest() == plan.Digest():
		return old, nil
	case err == nil:
		return nil, fmt.Errorf("%w: %s; asked for are %s: give another directory, or go on with the plan there by -resume",
			ErrPlan, old.Plan, plan)
	case !errors.Is(err, os.ErrNotExist):
		return nil, err
	}
	entries, err := os.ReadDir(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "."+planName) { // of a driver that was killed
			return nil, fmt.Errorf("holds %s and no %s: give a directory that is empty or not there", e.Name(), planName)
		}
	}
	if err := verilog.WriteFiles(path, []verilog.File{{Name: planName, Text: plan.text()}}); err != nil {
		return nil, err
	}
	return &Dir{path, plan}, syncDirectory(path)
}

// Load finds the regression in a directory.
func Load(path string) (*Dir, error) {
	name := filepath.Join(path, planName)
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	plan := &Plan{}
	if err := json.Unmarshal(text, plan); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(plan.Points) == 0 || plan.Seeds.First > plan.Seeds.Last {
		return nil, fmt.Errorf("%s: no runs in it", name)
	}
	return &Dir{path, plan}, nil
}

// Journal opens the driver's journal.
func (d *Dir) Journal(program string) (*Journal, error) {
	return OpenJournal(filepath.Join(d.Path, journalName), d.Plan.Digest(), program)
}

// TaskJournal opens the journal of a task.
func (d *Dir) TaskJournal(task, tasks int, program string) (*Journal, error) {
	return OpenJournal(filepath.Join(d.Path, fmt.Sprintf("task-%d-of-%d.jsonl", task, tasks)), d.Plan.Digest(), program)
}

// Install copies a program into the directory, where machines that share it find it.
func (d *Dir) Install(program string) error {
	name := filepath.Join(d.Path, ProgramName)
	if _, err := os.Stat(name); err == nil {
		return nil // the journal's header says that it is the same
	}
	from, err := os.Open(program)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.CreateTemp(d.Path, "."+ProgramName+".*")
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	if err = errors.Join(err, to.Chmod(0o755), to.Close()); err == nil {
		err = os.Rename(to.Name(), name)
	}
	if err != nil {
		os.Remove(to.Name())
	}
	return err
}

// Locks is the directory for Once.
func (d *Dir) Locks() string { return filepath.Join(d.Path, "locks") }

// Records merges all journals: the records by the numbers of their runs, a finished one before one
// with an error.
func (d *Dir) Records() (map[int]Record, error) {
	names, err := filepath.Glob(filepath.Join(escape(d.Path), taskNames))
	if err != nil {
		return nil, err
	}
	records := map[int]Record{}
	for _, name := range append(names, filepath.Join(d.Path, journalName)) {
		entries, err := ReadJournal(name, d.Plan.Digest())
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if r := e.Record; r != nil && !records[r.Number].Finished() {
				records[r.Number] = *r
			}
		}
	}
	return records, nil
}

// escape takes the meaning of a pattern from a path.
func escape(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// Write replaces the reports.
func (d *Dir) Write(page, junit []byte) error {
	return verilog.WriteFiles(d.Path, []verilog.File{{Name: PageName, Text: page}, {Name: JUnitName, Text: junit}})
}

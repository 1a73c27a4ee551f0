package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"time"

	"github.com/flitwright/flitwright/regress"
)

// A regressed plan is what programs are told about a regression.
type regressed struct {
	Held bool `json:"held"`
	*regress.Summary
	Left    int    `json:"left"`
	Journal string `json:"journal"`
	Page    string `json:"page,omitempty"`
	JUnit   string `json:"junit,omitempty"`
}

// report tells what became of the runs; a task leaves the files to its driver.
func (r *regression) report() int {
	v := regressed{Journal: r.journal.Name()}
	var err error
	if r.options.tasks > 0 {
		v.Summary, err = r.summary()
	} else {
		v.Summary, err = r.write()
		v.Page, v.JUnit = filepath.Join(r.dir.Path, regress.PageName), filepath.Join(r.dir.Path, regress.JUnitName)
	}
	if err != nil {
		return r.refuse(r.options, err)
	}
	v.Held, v.Left = v.Failed+v.Errors == 0, v.Summary.Left()
	if r.options.json {
		r.print(v)
	} else {
		fmt.Fprint(r.stdout, v)
	}
	if !v.Held {
		return failed
	}
	return held
}

// String is the report for people.
func (v regressed) String() string {
	text := v.Summary.String()
	if v.Page != "" {
		text += fmt.Sprintf("%-16s %s\n%-16s %s\n", "page", v.Page, "junit", v.JUnit)
	}
	switch {
	case !v.Held:
		text += "FAILED\n"
	case v.Left > 0:
		text += "held so far: the time is up, the same line goes on\n"
	default:
		text += "held\n"
	}
	return text
}

// summary adds up the runs that are asked of this process.
func (r *regression) summary() (*regress.Summary, error) {
	records, err := r.dir.Records()
	if err != nil {
		return nil, err
	}
	if r.options.tasks > 0 {
		maps.DeleteFunc(records, func(n int, _ regress.Record) bool { return n%r.options.tasks != r.options.taskNumber })
	}
	return regress.Summarize(r.dir.Plan, r.runs(), records), nil
}

// write is summary with the files.
func (r *regression) write() (*regress.Summary, error) {
	s, err := r.summary()
	if err != nil {
		return nil, err
	}
	page, err := regress.Page(s)
	if err != nil {
		return nil, err
	}
	junit, err := regress.JUnit(s)
	if err != nil {
		return nil, err
	}
	return s, r.dir.Write(page, junit)
}

// listRuns prints the plan, with what became of the runs that were made.
func (c *command) listRuns(o *options, dir string, plan *regress.Plan) int {
	records := map[int]regress.Record{}
	if d, err := regress.Load(dir); err == nil && d.Plan.Digest() == plan.Digest() {
		if records, err = d.Records(); err != nil {
			return c.refuse(o, err)
		}
	} else if err != nil && !errors.Is(err, os.ErrNotExist) {
		return c.refuse(o, err)
	}
	type listed struct {
		regress.Run
		State   string `json:"state"`
		Command string `json:"command"`
	}
	list := []listed{}
	for run := range plan.Runs() {
		if plan.Seeds.Endless() && run.Number == len(plan.Points) {
			break // the first seed stands for all
		}
		state := "to do"
		if r, made := records[run.Number]; made {
			state = string(r.Outcome)
		}
		list = append(list, listed{run, state, run.Command()})
	}
	if o.json {
		c.print(map[string]any{"plan": plan.String(), "runs": list})
		return held
	}
	for _, l := range list {
		fmt.Fprintf(c.stdout, "%6d  %-6s  %s\n", l.Number, l.State, l.Command)
	}
	fmt.Fprintln(c.stdout, plan)
	return held
}

// follow writes the reports now and then. That it cannot is told when they are written at the end.
func (r *regression) follow(stop <-chan struct{}) {
	every := time.NewTicker(time.Minute)
	defer every.Stop()
	for {
		select {
		case <-every.C:
			r.write()
		case <-stop:
			return
		}
	}
}

package main

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/flitwright/flitwright/regress"
)

// A status shows how far a regression is, and each run that does not hold as soon as it is known.
type status struct {
	c        *command
	progress *progress
	start    time.Time

	mu     sync.Mutex
	runs   int     // of the plan, 0 if it is endless
	made   int     // by now, in all
	wrong  int     // of them
	ran    float64 // cycles run by this process
	toRun  float64 // cycles of the runs not made when it began; 0 if the plan is endless
	ending time.Time

	known map[int]regress.Record // those that were told
}

func newStatus(c *command, plan *regress.Plan, records map[int]regress.Record, toDo iter.Seq[regress.Run], until time.Time) *status {
	s := &status{c: c, progress: &progress{c: c}, start: time.Now(), runs: plan.Len(), ending: until, known: records}
	for _, r := range records {
		if r.Finished() {
			s.made++
			if r.Outcome != regress.Held {
				s.wrong++
			}
		}
	}
	if !plan.Seeds.Endless() {
		for r := range toDo {
			s.toRun += float64(r.Cycles)
		}
	}
	s.progress.text = s.line
	s.progress.begin()
	return s
}

func (s *status) end() { s.progress.end() }

func (s *status) cycles(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ran += float64(n)
}

func (s *status) finished(r regress.Record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.made++
	if r.Outcome == regress.Held {
		return
	}
	s.wrong++
	text, _, _ := strings.Cut(r.Text(), "\n")
	s.progress.print("%s %s: %s\n  replay: %s\n", strings.ToUpper(string(r.Outcome)), r.Run, text, r.Replay())
}

// look takes the records of a farm.
func (s *status) look(records map[int]regress.Record) {
	for _, n := range slices.Sorted(maps.Keys(records)) {
		r := records[n]
		if known, ok := s.known[n]; ok && known.Ended.Equal(r.Ended) {
			continue
		}
		s.known[n] = r
		if r.Report != nil {
			s.cycles(r.Report.Cycles)
		}
		s.finished(r)
	}
}

// line is the line of progress.
func (s *status) line() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := fmt.Sprintf("regress: %d", s.made)
	if s.runs > 0 {
		text += fmt.Sprintf(" of %d", s.runs)
	}
	text += " runs"
	if s.wrong > 0 {
		text += fmt.Sprintf(", %d FAILED", s.wrong)
	}
	since := time.Since(s.start).Seconds()
	text += fmt.Sprintf(", %.0f k cycles/s", s.ran/since/1000)
	if left, known := s.left(since); known {
		text += ", " + left.String() + " left"
	}
	return text
}

// left is how long it will take yet.
func (s *status) left(since float64) (left time.Duration, known bool) {
	if s.toRun > 0 && s.ran > 0 {
		left, known = time.Duration((s.toRun-s.ran)*since/s.ran)*time.Second, true
	}
	if until := time.Until(s.ending); !s.ending.IsZero() && (!known || until < left) {
		left, known = until, true
	}
	return max(0, left).Round(time.Second), known
}

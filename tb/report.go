package tb

import (
	"fmt"
	"strings"
	"time"
)

// A Report says what a run did.
type Report struct {
	Target     string    `json:"target"`
	Parameters []Setting `json:"parameters"`
	Engine     string    `json:"engine"`
	Traffic    string    `json:"traffic"`
	Seed       uint64    `json:"seed"`
	Cycles     int       `json:"cycles"` // judged, the one with the mismatch included
	Messages   uint64    `json:"messages"`
	Injected   uint64    `json:"errors_injected"`
	Coverage   *Coverage `json:"coverage,omitempty"` // of a run that held, unless the scoreboard judged alone
	Speed      float64   `json:"cycles_per_second"`  // the only field that differs from run to run
	Mismatch   *Mismatch `json:"mismatch,omitempty"`
}

// A Setting is a parameter with its value as -set takes it.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Coverage counts the events of the specification that a run met.
type Coverage struct {
	Hit    int      `json:"hit"`
	Total  int      `json:"total"`
	Missed []string `json:"missed"` // in the order of the specification
}

func (r *run) report(taken time.Duration, wrong *Mismatch) *Report {
	report := &Report{
		Target: r.Target.Name, Engine: r.Engine.Name, Traffic: r.Traffic, Seed: r.Seed,
		Cycles: r.done, Messages: r.scoreboard.Messages(), Injected: r.injected,
		Speed:    float64(r.done) / max(taken.Seconds(), 1e-9),
		Mismatch: wrong,
	}
	for _, p := range r.Target.Params {
		report.Parameters = append(report.Parameters, Setting{p.Name, p.Format(r.Values[p.Name])})
	}
	if r.Judges == All && wrong == nil { // else the model is ahead of what was judged
		report.Coverage = &Coverage{Missed: []string{}}
		for event, count := range r.model.Events() {
			report.Coverage.Total++
			if count > 0 {
				report.Coverage.Hit++
			} else {
				report.Coverage.Missed = append(report.Coverage.Missed, event)
			}
		}
	}
	return report
}

// String is the report for people, without the mismatch.
func (r *Report) String() string {
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-16s %s\n", name, fmt.Sprintf(format, args...))
	}
	line("engine", "%s", r.Engine)
	line("traffic", "%s, seed %d", r.Traffic, r.Seed)
	line("cycles", "%d (%s a second)", r.Cycles, rate(r.Speed))
	line("messages", "%d", r.Messages)
	line("errors injected", "%d", r.Injected)
	if c := r.Coverage; c != nil {
		line("coverage", "%d/%d events", c.Hit, c.Total)
		if len(c.Missed) > 0 {
			line("missed", "%s", group(c.Missed))
		}
	}
	return b.String()
}

// rate writes a number of cycles to two digits.
func rate(perSecond float64) string {
	switch {
	case perSecond >= 1e6:
		return fmt.Sprintf("%.1f M", perSecond/1e6)
	case perSecond >= 1e4:
		return fmt.Sprintf("%.0f k", perSecond/1e3)
	}
	return fmt.Sprintf("%.0f", perSecond)
}

// Details is the mismatch for people: what, the wave, and the line that replays it.
func (m *Mismatch) Details() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", m.Error())
	if len(m.Others) > 0 {
		fmt.Fprintf(&b, "in the same cycle differ: %s\n", strings.Join(m.Others, " "))
	}
	if m.Wave != "" {
		fmt.Fprintf(&b, "\n%s", m.Wave)
	}
	fmt.Fprintf(&b, "\nreplay: %s\nwaves:  the same with -vcd FILE\n", m.Replay)
	return b.String()
}

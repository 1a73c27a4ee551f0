package regress

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/flitwright/flitwright/tb"
)

// A Summary is a regression as far as it got, in the order of the plan.
type Summary struct {
	Plan      string     `json:"plan"`
	Digest    string     `json:"plan_digest"`
	Runs      int        `json:"runs"` // of the plan, 0 if it is endless
	Tally                // of all runs made
	Cells     []Cell     `json:"by_target_and_traffic"`
	Coverage  []Coverage `json:"coverage"`
	Speeds    []Speed    `json:"speeds"`
	Wrong     []Record   `json:"wrong"` // runs that failed, then those with an error
	records   []Record
	remaining []Run
}

// A Tally counts runs and what they did.
type Tally struct {
	Held     int     `json:"held"`
	Failed   int     `json:"failed"`
	Errors   int     `json:"errors"`
	Cycles   uint64  `json:"cycles"`
	Messages uint64  `json:"messages"`
	Injected uint64  `json:"errors_injected"`
	Seconds  float64 `json:"seconds"` // of workers
}

// Made is the number of runs.
func (t Tally) Made() int { return t.Held + t.Failed + t.Errors }

func (t *Tally) add(r Record) {
	switch r.Outcome {
	case Held:
		t.Held++
	case Failed:
		t.Failed++
	default:
		t.Errors++
	}
	t.Seconds += r.Seconds
	if r.Report != nil {
		t.Cycles += uint64(r.Report.Cycles)
		t.Messages += r.Report.Messages
		t.Injected += r.Report.Injected
	}
}

func (t Tally) plus(u Tally) Tally {
	return Tally{
		t.Held + u.Held, t.Failed + u.Failed, t.Errors + u.Errors,
		t.Cycles + u.Cycles, t.Messages + u.Messages, t.Injected + u.Injected, t.Seconds + u.Seconds,
	}
}

// A Cell is the runs of a target under a profile of traffic.
type Cell struct {
	Target  string `json:"target"`
	Traffic string `json:"traffic"`
	Tally
	Hit   int `json:"events_hit"` // by any seed, summed over parameter sets
	Total int `json:"events"`
}

// Coverage is the events of a target with a parameter set that any run met which held.
type Coverage struct {
	Target  string   `json:"target"`
	Setting string   `json:"setting"`
	Hit     int      `json:"hit"`
	Total   int      `json:"total"`
	Missed  []string `json:"missed"`
}

// A Speed is how fast runs of a target on an engine were, time to build not counted.
type Speed struct {
	Engine    string  `json:"engine"`
	Target    string  `json:"target"`
	Runs      int     `json:"runs"`
	Cycles    uint64  `json:"cycles"`
	PerSecond float64 `json:"cycles_per_second"`
	seconds   float64
}

// Summarize adds up the records of runs that were asked for, by their numbers.
func Summarize(plan *Plan, runs iter.Seq[Run], records map[int]Record) *Summary {
	s := &Summary{Plan: plan.String(), Digest: plan.Digest(), Runs: plan.Len(), Wrong: []Record{}}
	cells, speeds := keyed[Cell]{}, keyed[Speed]{}
	inCells, inSets := keyed[union]{}, keyed[union]{}
	for _, p := range plan.Points { // rows in the order of the plan
		cells.at(p.Target, p.Traffic).Target, cells.at(p.Target, p.Traffic).Traffic = p.Target, p.Traffic
	}
	var unable []Record
	for _, n := range slices.Sorted(maps.Keys(records)) {
		r := records[n]
		s.records = append(s.records, r)
		s.add(r)
		cells.at(r.Target, r.Traffic).add(r)
		switch r.Outcome {
		case Failed:
			s.Wrong = append(s.Wrong, r)
		case Errors:
			unable = append(unable, r)
		}
		if r.Report == nil {
			continue
		}
		v := speeds.at(r.Engine, r.Target)
		v.Engine, v.Target = r.Engine, r.Target
		v.Runs++
		v.Cycles += uint64(r.Report.Cycles)
		v.seconds += float64(r.Report.Cycles) / max(r.Report.Speed, 1e-9)
		if c := r.Report.Coverage; c != nil {
			inCells.at(r.Target, r.Traffic, r.Setting()).add(c)
			inSets.at(r.Target, r.Setting()).add(c)
		}
	}
	s.Wrong = append(s.Wrong, unable...)
	for _, p := range plan.Points {
		if u := inCells.at(p.Target, p.Traffic, p.Setting()); !u.counted {
			c := cells.at(p.Target, p.Traffic)
			c.Hit, c.Total, u.counted = c.Hit+u.hit(), c.Total+u.total, true
		}
		if u := inSets.at(p.Target, p.Setting()); !u.counted && u.total > 0 {
			u.counted = true
			s.Coverage = append(s.Coverage, Coverage{p.Target, p.Setting(), u.hit(), u.total, u.missed})
		}
	}
	for _, c := range cells.list() {
		s.Cells = append(s.Cells, *c)
	}
	for _, v := range speeds.list() {
		v.PerSecond = float64(v.Cycles) / max(v.seconds, 1e-9)
		s.Speeds = append(s.Speeds, *v)
	}
	slices.SortStableFunc(s.Speeds, func(a, b Speed) int { return strings.Compare(a.Engine, b.Engine) })
	if !plan.Seeds.Endless() {
		for r := range runs {
			if _, made := records[r.Number]; !made {
				s.remaining = append(s.remaining, r)
			}
		}
	}
	return s
}

// Left is the number of runs of the plan that were not made, 0 if it is endless.
func (s *Summary) Left() int { return len(s.remaining) }

// A union is the events that any of several runs met.
type union struct {
	total   int
	missed  []string // by all
	counted bool
}

func (u *union) add(c *tb.Coverage) {
	if u.total == 0 {
		u.total, u.missed = c.Total, slices.Clone(c.Missed)
		return
	}
	u.missed = slices.DeleteFunc(u.missed, func(event string) bool { return !slices.Contains(c.Missed, event) })
}

func (u *union) hit() int { return u.total - len(u.missed) }

// keyed makes values as they are asked for and remembers the order.
type keyed[T any] struct {
	values map[string]*T
	order  []*T
}

func (k *keyed[T]) at(key ...string) *T {
	name := strings.Join(key, "\x00")
	if k.values[name] == nil {
		if k.values == nil {
			k.values = map[string]*T{}
		}
		k.values[name] = new(T)
		k.order = append(k.order, k.values[name])
	}
	return k.values[name]
}

func (k *keyed[T]) list() []*T { return k.order }

// mostTold bounds the runs that went wrong in the summary for people.
const mostTold = 20

// String is the summary for people.
func (s *Summary) String() string {
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-16s %s\n", name, fmt.Sprintf(format, args...))
	}
	line("plan", "%s", s.Plan)
	line("held", "%d", s.Held)
	line("failed", "%d", s.Failed)
	if s.Errors > 0 {
		line("not to be made", "%d", s.Errors)
	}
	if s.Left() > 0 {
		line("left", "%d", s.Left())
	}
	line("cycles", "%d", s.Cycles)
	line("messages", "%d", s.Messages)
	line("errors injected", "%d", s.Injected)
	hit, total := 0, 0
	for _, c := range s.Coverage {
		hit, total = hit+c.Hit, total+c.Total
	}
	if total > 0 {
		line("coverage", "%d/%d events", hit, total)
	}
	for i, r := range s.Wrong {
		if i == mostTold {
			fmt.Fprintf(&b, "and %d more\n", len(s.Wrong)-i)
			break
		}
		text, _, _ := strings.Cut(r.Text(), "\n")
		fmt.Fprintf(&b, "%s\n  %s\n  replay: %s\n", strings.ToUpper(string(r.Outcome))+" "+r.String(), text, r.Replay())
	}
	return b.String()
}

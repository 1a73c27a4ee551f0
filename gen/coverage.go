package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/sim"
	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/tb"
	"github.com/flitwright/flitwright/verilator"
)

// measured is the number of cycles under each profile without -cycles.
const measured = 20_000

// coverage runs a target under all its profiles in Verilator and tells what they do not reach of its Verilog
// and of the events of its page.
func (c *command) coverage(o *options) int {
	j := c.job(o)
	if len(o.faults) > 0 {
		return c.refuse(o, o.faults...)
	}
	if o.cycles == 0 {
		o.cycles = measured
	}
	dir := o.out
	if dir == "" {
		dir = filepath.Join("build", j.target.Name+"-coverage")
	}
	m := &measurement{job: j, dir: dir, cycles: o.cycles, seed: o.seed}
	progress := c.progress("coverage " + j.target.Name)
	err := m.run(c.ctx, progress.set)
	progress.end()
	if err != nil {
		status := c.refuse(o, err)
		if _, wrong := errors.AsType[*tb.Mismatch](err); wrong {
			status = failed
		}
		return status
	}
	r, err := m.report()
	if err != nil {
		return c.refuse(o, err)
	}
	if o.json {
		c.print(r)
	} else {
		fmt.Fprint(c.stdout, r)
	}
	return held
}

// A measurement is the runs of one target for coverage.
type measurement struct {
	*job
	dir    string
	cycles int
	seed   uint64

	waivers []waiver
	events  int
	missed  []string // events that no profile met
	points  points
	pairs   pairs
}

// run leaves in its directory the Verilog, the counts of each profile and of all, and pages that show them.
// Assertions are left out: it is the traffic that is measured, and they never fail.
func (m *measurement) run(ctx context.Context, progress func(done, total int)) error {
	if _, err := exec.LookPath("genhtml"); err != nil {
		return &verilator.MissingTool{Tool: "genhtml", Packages: "lcov"}
	}
	var err error
	if m.waivers, err = waivers(m.target.Name); err != nil {
		return err
	}
	d, err := m.target.Build(m.values)
	if err != nil {
		return err
	}
	files, manifest, err := m.emit(d)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(m.dir, 0o777); err != nil {
		return err
	}
	if states := verilog.States(d); len(states.Text) > 0 {
		files = append(files, states)
	}
	if err := verilog.WriteFiles(m.dir, files); err != nil {
		return err
	}
	watched := *m.target
	watched.Golden = m.pairs.watch(watched.Golden)
	m.points = points{}
	var counts []string
	for i, p := range m.target.Traffic {
		file := p.Name + ".dat"
		counts = append(counts, file)
		options := verilator.Options{Coverage: filepath.Join(m.dir, file), NoAssert: true}
		report, err := tb.Check(ctx, tb.Config{
			Target: &watched, Values: m.values, Cycles: m.cycles, Seed: m.seed, Design: d, Traffic: p.Name,
			Engine: tb.Engine{Name: "verilator", Open: func(ctx context.Context, _ *ir.Design) (sim.Engine, error) {
				return verilator.OpenContext(ctx, files, *manifest, options)
			}},
			Progress: func(done, total int) { progress(i*total+done, len(m.target.Traffic)*total) },
		})
		if err != nil {
			return err
		}
		m.meet(i == 0, report.Coverage)
		if err := m.points.add(options.Coverage); err != nil {
			return err
		}
	}
	for _, line := range [][]string{
		append([]string{"verilator_coverage", "--write", "all.dat"}, counts...),
		{"verilator_coverage", "--write-info", "all.info", "all.dat"},
		{"genhtml", "--quiet", "--title", m.target.Name, "--output-directory", "html", "all.info"},
	} {
		cmd := exec.CommandContext(ctx, line[0], line[1:]...)
		cmd.Dir = m.dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", line[0], err, out)
		}
	}
	return nil
}

// meet takes in the events of one more run.
func (m *measurement) meet(first bool, c *tb.Coverage) {
	m.events = c.Total
	if first {
		m.missed = c.Missed
		return
	}
	m.missed = slices.DeleteFunc(m.missed, func(e string) bool { return !slices.Contains(c.Missed, e) })
}

// A measure is how much of one kind was reached.
type measure struct {
	Reached int `json:"reached"`
	Waived  int `json:"waived"` // of those not reached, by construction
	Total   int `json:"total"`
}

func (m measure) String() string {
	text := fmt.Sprintf("%d/%d", m.Reached, m.Total)
	if m.Waived > 0 {
		text += fmt.Sprintf(", %d cannot be", m.Waived)
	}
	return fmt.Sprintf("%s: %.2f %%", text, 100*float64(m.Reached)/float64(max(1, m.Total-m.Waived)))
}

// A coverageReport is what programs are told of its coverage.
type coverageReport struct {
	Target   string   `json:"target"`
	Flags    []string `json:"flags"`
	Seed     uint64   `json:"seed"`
	Cycles   int      `json:"cycles"` // under each profile
	Profiles int      `json:"profiles"`
	Lines    measure  `json:"lines"`
	Branches measure  `json:"branches"`
	Toggles  measure  `json:"toggles"`
	States   measure  `json:"states"` // of registers, which the design names
	Events   measure  `json:"events"`
	Pairs    measure  `json:"pairs"` // of events in one cycle
	Holes    []string `json:"holes"`
	Waived   []waived `json:"waived"`
	Never    string   `json:"never"` // the file of pairs of events that were not seen, but for what cannot be
	HTML     string   `json:"html"`
}

// A waived group is holes that have one reason.
type waived struct {
	Reason string   `json:"reason"`
	Holes  []string `json:"holes"`
}

// report judges what was counted.
func (m *measurement) report() (*coverageReport, error) {
	r := &coverageReport{
		Target: m.target.Name, Flags: m.target.Flags(m.values), Seed: m.seed, Cycles: m.cycles, Profiles: len(m.target.Traffic),
		Holes: []string{}, Waived: []waived{}, HTML: filepath.Join(m.dir, "html", "index.html"),
	}
	kinds := map[string]*measure{"line": &r.Lines, "branch": &r.Branches, "toggle": &r.Toggles, "user": &r.States}
	judge := func(k *measure, reached bool, hole string) {
		k.Total++
		if reached {
			k.Reached++
		} else if reason := reasonFor(hole, m.waivers); reason != "" {
			k.Waived++
			r.waive(reason, hole)
		} else {
			r.Holes = append(r.Holes, hole)
		}
	}
	for _, p := range m.points.sorted() {
		name, reached := judged(p)
		judge(kinds[p.Kind], reached, name)
	}
	r.Events.Reached = m.events - len(m.missed)
	r.Events.Total = r.Events.Reached
	for _, event := range m.missed {
		judge(&r.Events, false, "event "+event)
	}
	var never [][2]string
	var err error
	if r.Pairs, never, err = m.pairs.judge(m.waivers); err != nil {
		return nil, err
	}
	r.Never = filepath.Join(m.dir, "never.txt")
	return r, os.WriteFile(r.Never, neverText(never), 0o666)
}

func (r *coverageReport) waive(reason, hole string) {
	for i := range r.Waived {
		if w := &r.Waived[i]; w.Reason == reason {
			w.Holes = append(w.Holes, hole)
			return
		}
	}
	r.Waived = append(r.Waived, waived{reason, []string{hole}})
}

// String is the report for people.
func (r *coverageReport) String() string {
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-16s %s\n", name, fmt.Sprintf(format, args...))
	}
	line("profiles", "%d, %d cycles each, seed %d", r.Profiles, r.Cycles, r.Seed)
	line("lines", "%s", r.Lines)
	line("branches", "%s", r.Branches)
	line("toggles", "%s", r.Toggles)
	line("states", "%s", r.States)
	line("events", "%s", r.Events)
	line("pairs", "%s", r.Pairs)
	line("never seen", "%s", r.Never)
	line("pages", "%s", r.HTML)
	for _, w := range r.Waived {
		line("cannot be", "%d: %s", len(w.Holes), w.Reason)
	}
	for _, h := range r.Holes {
		line("not reached", "%s", h)
	}
	return b.String()
}

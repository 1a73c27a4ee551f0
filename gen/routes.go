package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flitwright/flitwright/ir/verilog"
	"github.com/flitwright/flitwright/t3erouter/table"
	"github.com/flitwright/flitwright/t3erouter/table/figure"
)

// routed is the target whose routes are tables.
const routed = "t3e"

// routes writes the routing tables of a torus and the balance of its virtual channels.
func (c *command) routes(o *options) int {
	if o.target == "" {
		o.faultf("-target is missing: want %s", routed)
		return c.refuse(o, o.faults...)
	}
	j := c.job(o)
	if j != nil && j.target.Name != routed {
		o.faultf("-target %s: routes are tables on %s only", j.target.Name, routed)
		return c.refuse(o, o.faults...)
	}
	var r *routing
	if j != nil {
		r = newRouting(j, o)
	}
	if len(o.faults) > 0 {
		return c.refuse(o, o.faults...)
	}
	progress := c.progress("routes " + routed)
	tab, err := table.Build(c.ctx, r.torus, o.seed)
	progress.end()
	if err != nil {
		return c.refuse(o, err)
	}
	files, err := r.files(tab, o)
	if err != nil {
		return c.refuse(o, err)
	}
	dir := o.out
	if dir == "" {
		dir = filepath.Join("build", routed+"-routes")
	}
	written, err := write(c.ctx, dir, files)
	if err != nil {
		return c.refuse(o, fmt.Errorf("-out %s: %w", dir, err))
	}
	e := r.report(tab, o)
	e.Directory, e.Replaced, e.Removed = dir, written.replaced, written.removed
	for _, f := range files {
		e.Files = append(e.Files, emittedFile{f.Name, len(f.Text)})
	}
	if o.json {
		c.print(e)
	} else {
		fmt.Fprint(c.stdout, e)
	}
	if !e.Held {
		return failed
	}
	return held
}

// A routing is the torus that a line names and the sources whose tables it wants.
type routing struct {
	*job
	torus   *table.Torus
	sources []table.Node
}

// newRouting reads what a line says of the torus, and leaves all that is wrong in its faults.
func newRouting(j *job, o *options) *routing {
	torus, err := table.NewTorus([3]int{int(j.values["x"]), int(j.values["y"]), int(j.values["z"])})
	if err != nil {
		o.faults = append(o.faults, err)
		return nil
	}
	r := &routing{job: j, torus: torus}
	for _, text := range o.dead {
		l, err := torus.ParseLink(text)
		if err == nil {
			err = torus.Kill(l)
		}
		for _, line := range errorLines(err) {
			o.faultf("-dead %s: %s", text, line)
		}
	}
	wanted := map[table.Node]bool{}
	for _, text := range o.source {
		n, err := torus.ParseNode(text)
		for _, line := range errorLines(err) {
			o.faultf("-source %s: %s", text, line)
		}
		wanted[n] = true
	}
	for n := range table.Node(torus.Nodes()) {
		if len(o.source) == 0 || wanted[n] {
			r.sources = append(r.sources, n)
		}
	}
	return r
}

// errorLines is lines, none for no error.
func errorLines(err error) []string {
	if err == nil {
		return nil
	}
	return lines(err)
}

// files makes all that is written, the manifest last.
func (r *routing) files(tab *table.Table, o *options) ([]verilog.File, error) {
	m := &verilog.Manifest{Target: routed, Command: r.line(o), Parameters: r.sizes(), Ports: []verilog.Port{}}
	var files []verilog.File
	for _, src := range r.sources {
		name := "routes_" + strings.ReplaceAll(r.torus.FormatNode(src), ",", "_") + ".hex"
		f := verilog.File{Name: name, Text: tab.Hex(src)}
		files, m.Files = append(files, f), append(m.Files, f.Digest())
	}
	others := []verilog.File{
		{Name: "routes.json", Text: tab.JSON(r.sources)},
		{Name: "balance.json", Text: tab.BalanceJSON()},
		{Name: "balance.txt", Text: []byte(tab.Report())},
	}
	if r.torus.Nodes() > 1 {
		svg, err := figure.SVG(tab)
		if err != nil {
			return nil, err
		}
		others = append(others, verilog.File{Name: "balance.svg", Text: svg})
	}
	for _, f := range others {
		files, m.Descriptions = append(files, f), append(m.Descriptions, f.Digest())
	}
	manifest, err := m.File()
	return append(files, manifest), err
}

// sizes are the parameters that matter to routes.
func (r *routing) sizes() []verilog.Parameter {
	return slices.DeleteFunc(r.parameters(), func(p verilog.Parameter) bool { return !slices.Contains([]string{"x", "y", "z"}, p.Name) })
}

// line reproduces the files.
func (r *routing) line(o *options) string {
	line := r.command("routes")
	if o.seed != 1 {
		line += fmt.Sprintf(" -seed %d", o.seed)
	}
	for _, l := range r.torus.Dead() {
		line += " -dead " + r.torus.FormatLink(l)
	}
	if len(o.source) > 0 {
		for _, n := range r.sources {
			line += " -source " + r.torus.FormatNode(n)
		}
	}
	return line
}

// A routesReport is what programs are told.
type routesReport struct {
	Held      bool                `json:"held"` // every node has a route to every other
	Target    string              `json:"target"`
	Directory string              `json:"directory"`
	Command   string              `json:"command"` // makes the same files
	Params    []verilog.Parameter `json:"parameters"`
	Tally     table.Tally         `json:"tally"`
	NoRoute   []string            `json:"no_route"` // some of the pairs
	Balance   []table.Summary     `json:"balance"`
	Files     []emittedFile       `json:"files"`
	Replaced  []string            `json:"replaced"`
	Removed   []string            `json:"removed"`

	seed   uint64
	table  string // the balance for people
	dead   int
	tables int // how many of the files are of one source
}

// told is how many pairs without a route are told; routes.json has all.
const told = 20

func (r *routing) report(tab *table.Table, o *options) *routesReport {
	e := &routesReport{
		Held: tab.Tally.NoRoute == 0, Target: routed, Command: r.line(o), Params: r.sizes(), Tally: tab.Tally,
		NoRoute: []string{}, Balance: tab.Summaries(),
		seed: o.seed, table: tab.Report(), dead: len(r.torus.Dead()), tables: len(r.sources),
	}
	for src, dst := range tab.Unrouted() {
		if len(e.NoRoute) == told {
			break
		}
		e.NoRoute = append(e.NoRoute, r.torus.FormatNode(src)+" > "+r.torus.FormatNode(dst))
	}
	return e
}

// String is the report for people.
func (e *routesReport) String() string {
	var b strings.Builder
	b.WriteString(e.Target)
	for _, p := range e.Params {
		fmt.Fprintf(&b, " %s=%s", p.Name, p.Value)
	}
	y := e.Tally
	fmt.Fprintf(&b, " seed=%d: %d pairs\n", e.seed, y.Pairs)
	if e.dead > 0 {
		fmt.Fprintf(&b, "dead links %d: %d pairs go a longer way, %d by an initial hop, %d by a final hop, %d may not be adaptive, %d have no route\n",
			e.dead, y.Longer, y.Initial, y.Final, y.NotAdaptive, y.NoRoute)
	}
	b.WriteString(e.table)
	bytes, total := 0, 0
	for i, f := range e.Files {
		total += f.Bytes
		if i < e.tables {
			bytes += f.Bytes
		}
	}
	row := func(name string, n int) { fmt.Fprintf(&b, "  %-*s %9d bytes\n", len(e.Directory)+26, name, n) }
	row(filepath.Join(e.Directory, fmt.Sprintf("routes_X_Y_Z.hex (%d)", e.tables)), bytes)
	for _, f := range e.Files[e.tables:] {
		row(filepath.Join(e.Directory, f.Name), f.Bytes)
	}
	row("total", total)
	if len(e.Replaced) > 0 {
		fmt.Fprintf(&b, "replaced, though changed since: %s\n", strings.Join(e.Replaced, " "))
	}
	if len(e.Removed) > 0 {
		fmt.Fprintf(&b, "removed, of an earlier run: %d files\n", len(e.Removed))
	}
	if !e.Held {
		fmt.Fprintf(&b, "no route for %d pairs: %s", y.NoRoute, strings.Join(e.NoRoute, "; "))
		if y.NoRoute > len(e.NoRoute) {
			b.WriteString("; ...")
		}
		b.WriteString("\n")
	}
	return b.String()
}

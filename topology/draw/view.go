package draw

import (
	"fmt"
	"slices"

	"github.com/flitwright/flitwright/topology"
)

// A view is the part of a picture that is drawn.
type view struct {
	*Picture
	nodes    []int        // ascending
	shown    map[int]bool // nodes
	channels []int        // between nodes that are shown
	marked   map[int][]mark
	notes    []string
	at       map[int]point // places of nodes
	beside   bool          // names are beside nodes, not in them
	labels   map[int]label // of nodes, if beside
	boxes    []box         // of nodes and labels
}

// newView chooses the nodes: all, or those of the cycle, or of the set, or the first, with the
// neighbours if there is room.
func newView(p *Picture) *view {
	v := &view{Picture: p, shown: map[int]bool{}, marked: p.marks(), at: map[int]point{}}
	g := p.Graph
	if len(g.Nodes) <= MaxNodes {
		for n := range g.Nodes {
			v.show(n)
		}
	} else {
		v.choose()
	}
	slices.Sort(v.nodes)
	for _, n := range v.nodes {
		for _, c := range g.Out(n) {
			if v.shown[g.Channels[c].To] {
				v.channels = append(v.channels, c)
			}
		}
	}
	v.notes = append(v.notes, p.Notes...)
	v.beside = v.longNames()
	return v
}

func (v *view) show(n int) {
	if !v.shown[n] {
		v.shown[n] = true
		v.nodes = append(v.nodes, n)
	}
}

// choose shows a part of a large graph and says so.
func (v *view) choose() {
	g := v.Graph
	core, what := v.nodesOf(v.Cycle), "nodes of the cycle are"
	if len(core) == 0 {
		core, what = v.nodesOf(v.Set), "nodes of the set are"
	}
	if len(core) == 0 {
		core, what = []int{0}, "first node is"
	}
	note := fmt.Sprintf("%s: %d nodes and %d channels, too many to draw. ", g.Name, len(g.Nodes), len(g.Channels))
	if len(core) > MaxNodes {
		note += fmt.Sprintf("Of %d nodes the first %d %s shown.", len(core), MaxNodes, what)
		core = core[:MaxNodes]
	} else {
		note += "The " + what + " shown"
		around := v.neighbours(core)
		if len(core)+len(around) <= MaxNodes {
			core = append(core, around...)
			note += fmt.Sprintf(" with all %d neighbours.", len(around))
		} else {
			note += fmt.Sprintf(", the %d neighbours are not.", len(around))
		}
	}
	for _, n := range core {
		v.show(n)
	}
	v.notes = append(append(v.notes, note), v.totals()...)
}

// neighbours are the nodes that are joined to some of the core and not among them.
func (v *view) neighbours(core []int) []int {
	g := v.Graph
	seen := map[int]bool{}
	for _, n := range core {
		seen[n] = true
	}
	var around []int
	add := func(n int) {
		if !seen[n] {
			seen[n] = true
			around = append(around, n)
		}
	}
	for _, n := range core {
		for _, c := range g.Out(n) {
			add(g.Channels[c].To)
		}
		for _, c := range g.In(n) {
			add(g.Channels[c].From)
		}
	}
	return around
}

// totals counts channels and marks by dimension, or by level of a fat tree.
func (v *view) totals() []string {
	g := v.Graph
	type total struct{ channels, wraps, set, cycle int }
	totals := map[int]*total{}
	of := func(c int) *total {
		d := g.Channels[c].Dim
		if totals[d] == nil {
			totals[d] = &total{}
		}
		return totals[d]
	}
	for c, ch := range g.Channels {
		of(c).channels++
		if ch.Wrap {
			of(c).wraps++
		}
	}
	for _, r := range v.Set {
		if r.Channel >= 0 {
			of(r.Channel).set++
		}
	}
	for _, r := range v.Cycle {
		if r.Channel >= 0 {
			of(r.Channel).cycle++
		}
	}
	var lines []string
	for d := -1; d < len(g.K); d++ {
		t := totals[d]
		if t == nil {
			continue
		}
		line := "all"
		switch {
		case g.Kind == topology.FatTreeKind:
			line = fmt.Sprintf("levels %d-%d", d, d+1)
		case d >= 0:
			line = fmt.Sprintf("%s, %d nodes", topology.Heading(d, +1)[1:], g.K[d])
		}
		line += fmt.Sprintf(": %d channels", t.channels)
		if t.wraps > 0 {
			line += fmt.Sprintf(", %d of them wrap", t.wraps)
		}
		if len(v.Cycle) > 0 {
			line += fmt.Sprintf("; in the cycle: %d", t.cycle)
		}
		if len(v.Set) > 0 {
			line += fmt.Sprintf("; in the set: %d virtual channels", t.set)
		}
		lines = append(lines, line)
	}
	return lines
}

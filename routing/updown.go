package routing

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/flitwright/flitwright/target"
	"github.com/flitwright/flitwright/topology"
)

// graphSchemes are for graphs of any shape, and for fat trees.
func graphSchemes() []Scheme {
	root := text("root", "name of the root; else a node that is nowhere far away", func(string) error { return nil })
	return []Scheme{
		{"updown", "up*/down*: towards the root, then away from it", []Param{
			root,
			words("state", "the tables of a switch differ by input, or not, as in some implementations: then packets turn up again", "input", "switch"),
		}, one(buildUpDown)},
		{"shortest", "shortest paths among those of up*/down*, or all of them, which nothing keeps from deadlock", []Param{
			root, words("order", "what paths there are", "updown", "none"),
		}, one(buildShortest)},
		{"search", "tables made off-line: up*/down* and every further turn that closes no cycle, then shortest paths", []Param{root}, one(buildSearch)},
		{"fattree-updown", "up any parents of a fat tree, then down the one way", []Param{
			flag("parent_turns", "1: a packet from a parent may go up again", 0),
		}, one(buildFatTree)},
	}
}

// upward says for each channel whether it goes up: nearer to the root, or at the same distance to
// the node of the lower index. Every cycle of channels goes up and down. Of parallel channels and
// of loops at a node: a loop goes down.
func upward(g *topology.Graph, root int) []bool {
	level := undirected(g, root)
	up := make([]bool, len(g.Channels))
	for i, c := range g.Channels {
		up[i] = cmp.Or(cmp.Compare(level[c.To], level[c.From]), cmp.Compare(c.To, c.From)) < 0
	}
	return up
}

// undirected are the distances from a node over links either way; -1: not joined.
func undirected(g *topology.Graph, root int) []int {
	level := make([]int, len(g.Nodes))
	for n := range level {
		level[n] = -1
	}
	level[root] = 0
	queue := []int{root}
	for i := 0; i < len(queue); i++ {
		n := queue[i]
		visit := func(m int) {
			if level[m] < 0 {
				level[m] = level[n] + 1
				queue = append(queue, m)
			}
		}
		for _, c := range g.Out(n) {
			visit(g.Channels[c].To)
		}
		for _, c := range g.In(n) {
			visit(g.Channels[c].From)
		}
	}
	return level
}

// findRoot finds the node of a name, or one in the middle: of least distance to the farthest, found
// from an end of a long path.
func findRoot(g *topology.Graph, name string) (int, error) {
	if name != "" {
		if n := g.Find(name); n >= 0 {
			return n, nil
		}
		var known []string
		for _, n := range g.Nodes {
			known = append(known, n.Name)
		}
		hint := ""
		if len(known) > 0 {
			hint = fmt.Sprintf(" (the first of %d is called %s)", len(known), known[0])
		}
		if near := target.Closest(name, known); near != "" {
			hint = " (did you mean " + near + "?)"
		}
		return 0, fmt.Errorf("-set root=%s: %s has no such node%s", name, g.Name, hint)
	}
	far := func(n int) (int, []int) {
		d := undirected(g, n)
		return slices.Index(d, slices.Max(d)), d
	}
	first := slices.IndexFunc(g.Nodes, func(n topology.Node) bool { return n.Switch })
	end, _ := far(max(0, first))
	other, d := far(end)
	_, e := far(other)
	best := max(0, first)
	for n := range g.Nodes {
		if passes(g, n) && d[n] >= 0 && max(d[n], e[n]) < max(d[best], e[best]) {
			best = n
		}
	}
	return best, nil
}

// connected refuses graphs that are not connected.
func connected(g *topology.Graph, scheme string) error {
	for n, d := range undirected(g, 0) {
		if d < 0 {
			return fmt.Errorf("-routing %s: %s is not connected: no way joins %s and %s", scheme, g.Name, g.Nodes[0].Name, g.Nodes[n].Name)
		}
	}
	return nil
}

func buildUpDown(g *topology.Graph, v Values) (*Relation, error) {
	root, err := findRoot(g, v.text("root"))
	if err == nil {
		err = connected(g, "updown")
	}
	if err != nil {
		return nil, err
	}
	up := upward(g, root)
	allowed := func(a, b int) bool { return up[a] || !up[b] }
	return tables("updown", g, allowed, v.says("state", "switch")), nil
}

func buildShortest(g *topology.Graph, v Values) (*Relation, error) {
	if v.says("order", "none") {
		return tables("shortest", g, func(int, int) bool { return true }, false), nil
	}
	root, err := findRoot(g, v.text("root"))
	if err == nil {
		err = connected(g, "shortest")
	}
	if err != nil {
		return nil, err
	}
	up := upward(g, root)
	return tables("shortest", g, func(a, b int) bool { return up[a] || !up[b] }, false), nil
}

// buildSearch begins with the turns of up*/down*, so that every destination is reached, and adds
// turns, those of the lowest channels first, each if it closes no cycle with those that are there.
func buildSearch(g *topology.Graph, v Values) (*Relation, error) {
	root, err := findRoot(g, v.text("root"))
	if err == nil {
		err = connected(g, "search")
	}
	if err != nil {
		return nil, err
	}
	up := upward(g, root)
	turns := make([]map[int]bool, len(g.Channels))
	var others [][2]int
	for a := range g.Channels {
		turns[a] = map[int]bool{}
		for _, b := range g.Out(g.Channels[a].To) {
			if up[a] || !up[b] {
				turns[a][b] = true
			} else if g.Channels[a].Reverse != b {
				others = append(others, [2]int{a, b})
			}
		}
	}
	seen := make([]int, len(g.Channels))
	for i, t := range others {
		if !reaches(turns, t[1], t[0], seen, i+1) {
			turns[t[0]][t[1]] = true
		}
	}
	return tables("search", g, func(a, b int) bool { return turns[a][b] }, false), nil
}

// reaches is whether turns lead from a channel to another.
func reaches(turns []map[int]bool, from, to int, seen []int, mark int) bool {
	stack := []int{from}
	seen[from] = mark
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if c == to {
			return true
		}
		for next := range turns[c] {
			if seen[next] != mark {
				seen[next] = mark
				stack = append(stack, next)
			}
		}
	}
	return false
}

// tables are all shortest paths among those whose every two channels in a row are allowed. A table
// entry is for an input of a switch and a destination; with forgetful for a switch and a
// destination, as if each packet began there.
func tables(name string, g *topology.Graph, allowed func(a, b int) bool, forgetful bool) *Relation {
	r := &Relation{Name: name, Graph: g, VCs: 1, Headers: 1, Parts: destinations(g)}
	r.Open = func(part int) Part {
		destination := r.Parts[part]
		left := make([]int32, len(g.Channels)) // hops that follow a channel, -1 if there is no way
		for c := range left {
			left[c] = -1
		}
		var queue []int
		for _, c := range g.In(destination) {
			left[c] = 0
			queue = append(queue, c)
		}
		for i := 0; i < len(queue); i++ {
			c := queue[i]
			n := g.Channels[c].From
			if n == destination || !passes(g, n) {
				continue
			}
			for _, before := range g.In(n) {
				if left[before] < 0 && allowed(before, c) {
					left[before] = left[c] + 1
					queue = append(queue, before)
				}
			}
		}
		return Part{
			Inject: fromAll(g, destination),
			Route: func(p Packet, options []Option) []Option {
				if p.Node == destination {
					return append(options, Option{Channel: Eject, Escape: true})
				}
				free := p.Channel == Injected || forgetful
				best := int32(-1)
				for _, c := range g.Out(p.Node) {
					if left[c] >= 0 && (best < 0 || left[c] < best) && (free || allowed(p.Channel, c)) {
						best = left[c]
					}
				}
				for _, c := range g.Out(p.Node) {
					if left[c] == best && best >= 0 && (free || allowed(p.Channel, c)) {
						options = append(options, Option{Channel: c, Escape: true})
					}
				}
				return options
			},
		}
	}
	return r
}

// buildFatTree makes routing in a fat tree: up by any parents to a common ancestor, then down to
// the destination, never straight back to the child that it came from. The header is what the
// router reads: the levels still to climb, and once that is 0 the child that comes next. What a
// later switch reads is left open, since the digits of a destination below a switch may be any.
func buildFatTree(g *topology.Graph, v Values) (*Relation, error) {
	if g.Kind != topology.FatTreeKind {
		return nil, fmt.Errorf("-routing fattree-updown: is for a fat tree, and %s is %s", g.Name, article(g.Kind))
	}
	levels := len(g.K)
	turns := v.is("parent_turns")
	// Headers: 0: arrived; 1..levels: to climb; above: the child.
	r := &Relation{Name: "fattree-updown", Graph: g, VCs: 1, Headers: levels + 1 + slices.Max(g.K), Parts: []int{Anywhere}}
	if turns {
		r.Livelock = "none: packets may go up any number of times"
	}
	// after appends an option for each header with which a channel may lead on.
	after := func(c int, climb int, options []Option) []Option {
		ch := g.Channels[c]
		at := g.Nodes[ch.To].Level
		switch {
		case at == 0:
			return append(options, Option{Channel: c})
		case climb > 0:
			return append(options, Option{Channel: c, Header: uint32(climb)})
		}
		for child := range g.K[at-1] {
			if ch.Sign < 0 || child != ch.ToPort {
				options = append(options, Option{Channel: c, Header: uint32(levels + 1 + child)})
			}
		}
		for climb := 1; turns && ch.Sign < 0 && climb <= levels-at; climb++ {
			options = append(options, Option{Channel: c, Header: uint32(climb)})
		}
		return options
	}
	r.Open = func(int) Part {
		return Part{
			Inject: func(inject func(int, uint32)) {
				for n := range g.Nodes {
					for climb := 1; climb <= levels && g.Nodes[n].Terminal; climb++ {
						if g.K[climb-1] == 1 {
							continue // nobody else is there
						}
						inject(n, uint32(climb))
					}
				}
			},
			Route: func(p Packet, options []Option) []Option {
				h := int(p.Header)
				if h == 0 {
					return append(options, Option{Channel: Eject, Escape: true})
				}
				first := len(options)
				for _, c := range g.Out(p.Node) {
					up := g.Channels[c].Sign > 0
					switch {
					case h <= levels && up:
						options = after(c, h-1, options)
					case h > levels && !up && g.Channels[c].FromPort == h-levels-1:
						options = after(c, 0, options)
					}
				}
				for i := range options[first:] {
					options[first+i].Escape = !turns
				}
				return options
			},
		}
	}
	r.Write = func(_ int, h uint32) string {
		switch {
		case h == 0:
			return "arrived"
		case int(h) <= levels:
			return fmt.Sprintf("climb=%d", h)
		}
		return fmt.Sprintf("child=%d", int(h)-levels-1)
	}
	return r, nil
}

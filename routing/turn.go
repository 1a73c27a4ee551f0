package routing

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/flitwright/flitwright/topology"
)

// A turn is from one direction of a mesh to another, neither the same nor the opposite.
type turn struct{ from, to int }

// turnSchemes forbid turns (Glass and Ni's turn model). A packet may go wherever it can still reach
// its destination by the turns that are left.
func turnSchemes() []Scheme {
	minimal := func(def uint64) Param { return flag("minimal", "1: shortest paths only; 0: any path", def) }
	named := func(name, help string, removed ...turn) Scheme {
		return Scheme{name, help, []Param{minimal(1)}, one(func(g *topology.Graph, v Values) (*Relation, error) {
			k, err := newGrid(g, name, topology.MeshKind)
			if err == nil && k.dims != 2 && name != "negative-first" {
				err = fmt.Errorf("-routing %s: is for 2 dimensions, and %s has %d", name, g.Name, k.dims)
			}
			if err != nil {
				return nil, err
			}
			turns := removed
			if name == "negative-first" {
				turns = positiveToNegative(k.dims)
			}
			return turnRelation(name, k, turns, v.is("minimal")), nil
		})}
	}
	const east, west, north, south = 0, 1, 2, 3
	return []Scheme{
		{"turn", "all paths but those with a turn removed", []Param{
			text("remove", "turns as N>E,E>N or, in any dimension, +y>+x", checkTurns),
			words("sweep", "compare: one turn out of each abstract cycle, any two turns, any one", "none", "cycles", "pairs", "single"),
			minimal(0),
		}, buildTurn},
		named("west-first", "no turns to the west", turn{north, west}, turn{south, west}),
		named("north-last", "no turns from the north", turn{north, east}, turn{north, west}),
		named("negative-first", "no turns from up to down"),
	}
}

func positiveToNegative(dims int) []turn {
	var list []turn
	for i := range dims {
		for j := range dims {
			if i != j {
				list = append(list, turn{2 * i, 2*j + 1})
			}
		}
	}
	return list
}

func buildTurn(g *topology.Graph, v Values) ([]*Relation, error) {
	k, err := newGrid(g, "turn", topology.MeshKind)
	if err != nil {
		return nil, err
	}
	minimal := v.is("minimal")
	sweep, remove := v.text("sweep"), v.text("remove")
	if sweep == "none" {
		turns, err := k.turns(remove)
		if err != nil {
			return nil, err
		}
		return []*Relation{turnRelation("turn", k, turns, minimal)}, nil
	}
	var errs []error
	if remove != "" {
		errs = append(errs, errors.New("-set sweep: does not go with remove"))
	}
	if k.dims != 2 {
		errs = append(errs, fmt.Errorf("-set sweep=%s: is for 2 dimensions, and %s has %d", sweep, g.Name, k.dims))
	}
	var list []*Relation
	for _, turns := range sweeps(sweep) {
		list = append(list, turnRelation("turn without "+k.write(turns), k, turns, minimal))
	}
	return list, errors.Join(errs...)
}

// sweeps are sets of turns of two dimensions.
func sweeps(kind string) [][]turn {
	left := []turn{{0, 2}, {2, 1}, {1, 3}, {3, 0}}
	right := []turn{{0, 3}, {3, 1}, {1, 2}, {2, 0}}
	all := slices.Concat(left, right)
	var sets [][]turn
	switch kind {
	case "cycles":
		for _, l := range left {
			for _, r := range right {
				sets = append(sets, []turn{l, r})
			}
		}
	case "pairs":
		for i, a := range all {
			for _, b := range all[i+1:] {
				sets = append(sets, []turn{a, b})
			}
		}
	case "single":
		for _, a := range all {
			sets = append(sets, []turn{a})
		}
	}
	return sets
}

// compass names the directions of two dimensions.
const compass = "EWNS"

func checkTurns(text string) error {
	for _, t := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' }) {
		if from, to, ok := strings.Cut(t, ">"); !ok || from == "" || to == "" {
			return fmt.Errorf("%s: want turns as N>E,E>N or +y>+x", t)
		}
	}
	return nil
}

// turns reads a list of turns and reports all that are none.
func (g *grid) turns(text string) ([]turn, error) {
	find := func(name string) int {
		if i := strings.Index(compass, name); len(name) == 1 && i >= 0 && g.dims <= 2 && i < 2*g.dims {
			return i
		}
		return g.directionOf(name)
	}
	known := g.directions()
	if g.dims <= 2 {
		known += fmt.Sprintf(" (%s)", strings.Join(strings.Split(compass[:2*g.dims], ""), ", "))
	}
	var list []turn
	var errs []error
	for _, t := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' }) {
		from, to, _ := strings.Cut(t, ">")
		a, b := find(from), find(to)
		if a < 0 || b < 0 || a/2 == b/2 {
			errs = append(errs, fmt.Errorf("-set remove=%s: %s is no turn in %s, from one of %s to one of another dimension", text, t, g.Name, known))
			continue
		}
		list = append(list, turn{a, b})
	}
	return list, errors.Join(errs...)
}

func (g *grid) write(turns []turn) string {
	var list []string
	for _, t := range turns {
		list = append(list, compass[t.from:t.from+1]+">"+compass[t.to:t.to+1])
	}
	return strings.Join(list, ",")
}

// turnRelation is the relation with some turns removed. Turns back are never taken.
func turnRelation(name string, g *grid, removed []turn, minimal bool) *Relation {
	dirs := 2 * g.dims
	legal := make([]bool, dirs*dirs)
	for a := range dirs {
		for b := range dirs {
			legal[a*dirs+b] = a == b || a/2 != b/2 && !slices.Contains(removed, turn{a, b})
		}
	}
	r := &Relation{Name: name, Graph: g.Graph, VCs: 1, Headers: 1, Parts: destinations(g.Graph)}
	if !minimal {
		r.Livelock = "none: paths are not bounded"
	}
	r.Open = func(part int) Part {
		destination := r.Parts[part]
		productive := func(c int) bool {
			d := int(g.dir[c])
			up, down := g.minimal(g.at(g.Channels[c].From, d/2), g.at(destination, d/2), d/2)
			return !minimal || d&1 == 0 && up || d&1 == 1 && down
		}
		// reaches: from the end of the channel there is a way on.
		reaches := make([]bool, len(g.Channels))
		var queue []int
		for _, c := range g.In(destination) {
			if productive(c) {
				reaches[c] = true
				queue = append(queue, c)
			}
		}
		for i := 0; i < len(queue); i++ {
			c := queue[i]
			if g.Channels[c].From == destination {
				continue // a packet that has arrived does not leave
			}
			for _, before := range g.In(g.Channels[c].From) {
				if !reaches[before] && productive(before) && legal[int(g.dir[before])*dirs+int(g.dir[c])] {
					reaches[before] = true
					queue = append(queue, before)
				}
			}
		}
		return Part{
			Inject: fromAll(g.Graph, destination),
			Route: func(p Packet, options []Option) []Option {
				if p.Node == destination {
					return append(options, Option{Channel: Eject, Escape: true})
				}
				for _, c := range g.Out(p.Node) {
					if reaches[c] && (p.Channel == Injected || legal[int(g.dir[p.Channel])*dirs+int(g.dir[c])]) {
						options = append(options, Option{Channel: c})
					}
				}
				return options
			},
		}
	}
	return r
}

package verify

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/flitwright/flitwright/topology"
)

// rules reads the scheme by its name and parameters.
func (k *checker) rules() (rules, error) {
	scheme, ok := known[k.Routing]
	if !ok {
		return rules{}, fmt.Errorf("%w: the scheme is not known here", errTrust)
	}
	p, err := scheme.read(k.Set)
	if err != nil {
		return rules{}, err
	}
	if k.Messages != nil && k.Routing != "t3e" || p["classes"] == "2" && k.Routing != "t3e" {
		return rules{}, fmt.Errorf("%w: requests and replies of %s", errTrust, k.Routing)
	}
	if scheme.kind != 0 && scheme.kind != k.g.Kind {
		return rules{}, fmt.Errorf("%w: the scheme is known here for a %s alone", errTrust, scheme.kind)
	}
	return scheme.make(&net{Graph: k.g, p: p})
}

// A scheme is one that is known here, for graphs of a kind, or of several if that is 0.
type scheme struct {
	kind topology.Kind
	make func(*net) (rules, error)
	set  string // its parameters beside classes, with the values that they can have, if these are words
}

var known = map[string]scheme{
	"any":              {0, dimensionOrder, "vcs wait=class|commit tie=plus|both"},
	"dor":              {0, dimensionOrder, "vcs wait=class|commit tie=plus|both"},
	"dateline":         {0, datelines, "tie=plus|both"},
	"dor-dateline":     {0, datelines, "tie=plus|both restart=0|1 select=zero|any"},
	"dor-two-dateline": {0, twoDatelines, "tie=plus|both"},
	"direction-order":  {0, directionOrder, "tie=plus|both initial final initial_vc=0|dateline"},
	"t3e": {0, t3e, "tie=plus|both signs=minimal|any select=any|zero initial final initial_vc=0|dateline|1 dateline=0|1 escape=0|1 " +
		"dead adaptive=table|all sink=0|1 reply_escape=0|1 shared_injection=0|1 shared_ejection=0|1"},
	"adaptive":        {0, adaptive, "vcs tie=plus|both"},
	"duato":           {topology.MeshKind, duato, "escape adaptive minimal=0|1"},
	"duato-text":      {topology.MeshKind, duatoText, ""},
	"planar-adaptive": {topology.MeshKind, planar, ""},
	"west-first":      {topology.MeshKind, westFirst, "minimal=0|1"},
	"negative-first":  {topology.MeshKind, negativeFirst, "minimal=0|1"},
	"fattree-updown":  {topology.FatTreeKind, fatTree, "parent_turns=0|1"},
	"updown":          {0, upDown, "root state=input|switch"},
	"shortest":        {0, upDown, "root order=updown|none"},
}

// read takes parameters that the scheme has, each once, with a value that it can have.
func (s scheme) read(set []string) (parameters, error) {
	values := map[string]string{"classes": "1|2"}
	for _, text := range strings.Fields(s.set) {
		name, words, _ := strings.Cut(text, "=")
		values[name] = words
	}
	p := parameters{}
	for _, text := range set {
		name, value, ok := strings.Cut(text, "=")
		words, has := values[name]
		_, twice := p[name]
		switch {
		case !ok || !has:
			return nil, fmt.Errorf("set: the scheme has no parameter %q", text)
		case twice:
			return nil, fmt.Errorf("set: %s is there twice", name)
		case words != "" && !slices.Contains(strings.Split(words, "|"), value):
			return nil, fmt.Errorf("set: %s=%s is not one of %s", name, value, words)
		}
		p[name] = value
	}
	return p, nil
}

type parameters map[string]string

// is is whether a parameter has a value, which it may have by default.
func (p parameters) is(name, value, def string) bool {
	if v, ok := p[name]; ok {
		return v == value
	}
	return value == def
}

// A net is a graph with coordinates.
type net struct {
	*topology.Graph
	p parameters
}

func (n *net) x(node, d int) int { return n.Nodes[node].Coord[d] }

// out is the channel of a node up or down in dimension d; -1: there is none.
func (n *net) out(node, d int, up bool) int {
	for _, c := range n.Out(node) {
		if ch := n.Channels[c]; ch.Dim == d && (ch.Sign > 0) == up {
			return c
		}
	}
	return -1
}

// shorter is whether a packet may go up, or down, from x to y in dimension d.
func (n *net) shorter(x, y, d int, up bool) bool {
	k := n.K[d]
	switch {
	case x == y || n.Kind == topology.RingKind:
		return up
	case n.Kind == topology.MeshKind:
		return up == (y > x)
	}
	hops := (y - x + k) % k
	if !up {
		hops = k - hops
	}
	return 2*hops < k || 2*hops == k && (up || n.p.is("tie", "both", "plus"))
}

// over is whether hops up, or down, from x to y pass between k-1 and 0.
func (n *net) over(x, y, d int, up bool) bool {
	if n.Kind == topology.MeshKind {
		return false
	}
	for ; x != y; x = n.step(x, d, up) {
		if up && x == n.K[d]-1 || !up && x == 0 {
			return true
		}
	}
	return false
}

func (n *net) step(x, d int, up bool) int {
	if up {
		return (x + 1) % n.K[d]
	}
	return (x + n.K[d] - 1) % n.K[d]
}

// signs are the choices with every combination of directions, those of dimensions in which all
// packets go the same way left out.
func (n *net) signs(selects bool) []choice {
	list := []choice{{}}
	for d := range n.K {
		var next []choice
		for _, c := range list {
			for i := range 4 {
				c.up[d], c.selected[d] = i&1 == 0, i&2 != 0
				if selects || i < 2 {
					next = append(next, c)
				}
			}
		}
		list = next
	}
	return list
}

func (n *net) begins(source, destination int, c choice) bool {
	if source == destination {
		return false
	}
	for d := range n.K {
		if !n.shorter(n.x(source, d), n.x(destination, d), d, c.up[d]) {
			return false
		}
	}
	return true
}

// first is the lowest dimension that is not done; -1: none.
func (n *net) first(at, destination int) int {
	for d := range n.K {
		if n.x(at, d) != n.x(destination, d) {
			return d
		}
	}
	return -1
}

// needs refuses graphs without coordinates.
func (n *net) needs() error {
	if n.Kind == topology.Irregular || n.Kind == topology.FatTreeKind || len(n.K) > 8 {
		return fmt.Errorf("%w: %s has no coordinates", errTrust, n.Name)
	}
	return nil
}

// lanes is the parameter vcs.
func (n *net) lanes() (int, error) {
	text, ok := n.p["vcs"]
	if !ok {
		return 1, nil
	}
	vcs, err := strconv.Atoi(text)
	if err != nil || vcs < 1 || vcs > 64 {
		return 0, fmt.Errorf("vcs=%s is not in 1..64", text)
	}
	return vcs, nil
}

func dimensionOrder(n *net) (rules, error) {
	vcs, err := n.lanes()
	if err != nil {
		return rules{}, err
	}
	return rules{
		vcs: vcs, commit: n.p.is("wait", "commit", "class"), choices: n.signs(false), begins: n.begins,
		next: func(at, destination int, c choice, _ *hop) []hop {
			d := n.first(at, destination)
			if d < 0 {
				return []hop{eject}
			}
			var list []hop
			for vc := range vcs {
				list = append(list, hop{n.out(at, d, c.up[d]), vc, true})
			}
			return list
		},
	}, n.needs()
}

// oneVC is dimension order with a virtual channel by vc, which is given the last hop if it was in the
// same dimension, and any other.
func (n *net) oneVC(selects bool, vc func(at, destination, d int, c choice, same, other *hop) int) (rules, error) {
	return rules{
		vcs: 2, choices: n.signs(selects), begins: n.begins,
		next: func(at, destination int, c choice, last *hop) []hop {
			d := n.first(at, destination)
			if d < 0 {
				return []hop{eject}
			}
			same, other := last, last
			if last != nil && n.Channels[last.channel].Dim == d {
				other = nil
			} else {
				same = nil
			}
			return []hop{{n.out(at, d, c.up[d]), vc(at, destination, d, c, same, other), true}}
		},
	}, n.needs()
}

func datelines(n *net) (rules, error) {
	stays, anySelect := n.p.is("restart", "0", "1"), n.p.is("select", "any", "zero")
	return n.oneVC(anySelect, func(at, destination, d int, c choice, same, other *hop) int {
		x, y := n.x(at, d), n.x(destination, d)
		next := n.step(x, d, c.up[d])
		switch {
		case n.over(x, next, d, c.up[d]), same != nil && same.vc == 1, stays && other != nil && other.vc == 1:
			return 1
		case n.over(x, y, d, c.up[d]), same != nil:
			return 0
		case anySelect && c.selected[d]:
			return 1
		}
		return 0
	})
}

// twoDatelines has a second dateline half round.
func twoDatelines(n *net) (rules, error) {
	return n.oneVC(true, func(at, destination, d int, c choice, same, _ *hop) int {
		half := (n.K[d]-1)/2 + 1 // the dateline is between half-1 and half
		for x := n.x(at, d); x != n.x(destination, d); x = n.step(x, d, c.up[d]) {
			next := n.step(x, d, c.up[d])
			if n.over(x, next, d, c.up[d]) {
				return 0
			}
			if max(x, next) == half {
				return 1
			}
		}
		switch {
		case same != nil:
			return same.vc
		case c.selected[d]:
			return 1
		}
		return 0
	})
}

func adaptive(n *net) (rules, error) {
	if err := n.needs(); err != nil {
		return rules{}, err
	}
	vcs, err := n.lanes()
	if err != nil {
		return rules{}, err
	}
	// With ties both ways a packet chooses on its way: every direction is free at every hop.
	return rules{
		vcs: vcs, choices: []choice{{}}, begins: func(s, d int, _ choice) bool { return s != d },
		next: func(at, destination int, _ choice, _ *hop) []hop {
			if at == destination {
				return []hop{eject}
			}
			var list []hop
			for d := range n.K {
				for _, up := range []bool{true, false} {
					if x, y := n.x(at, d), n.x(destination, d); x != y && n.shorter(x, y, d, up) {
						for vc := range vcs {
							list = append(list, hop{n.out(at, d, up), vc, false})
						}
					}
				}
			}
			return list
		},
	}, nil
}

func duato(n *net) (rules, error) {
	if !n.p.is("escape", "auto", "auto") && !n.p.is("escape", "dor", "auto") || !n.p.is("adaptive", "1", "1") {
		return rules{}, fmt.Errorf("%w: this escape", errTrust)
	}
	minimal := n.p.is("minimal", "1", "1")
	return rules{
		vcs: 2, choices: []choice{{}}, begins: func(s, d int, _ choice) bool { return s != d },
		next: func(at, destination int, _ choice, last *hop) []hop {
			e := n.first(at, destination)
			if e < 0 {
				return []hop{eject}
			}
			list := []hop{{n.out(at, e, n.x(destination, e) > n.x(at, e)), 0, true}}
			for _, c := range n.Out(at) {
				ch := n.Channels[c]
				x, y := n.x(at, ch.Dim), n.x(destination, ch.Dim)
				near := ch.Sign > 0 && y > x || ch.Sign < 0 && y < x
				if near || !minimal && (last == nil || ch.Reverse != last.channel) {
					list = append(list, hop{c, 1, false})
				}
			}
			return list
		},
	}, nil
}

func duatoText(n *net) (rules, error) {
	return rules{
		vcs: 2, choices: []choice{{}}, begins: func(s, d int, _ choice) bool { return s != d },
		next: func(at, destination int, _ choice, last *hop) []hop {
			if at == destination {
				return []hop{eject}
			}
			var list []hop
			for d := range n.K {
				x, y := n.x(at, d), n.x(destination, d)
				if x == y {
					continue
				}
				c := n.out(at, d, y > x)
				if last == nil || last.vc == 1 || n.Channels[last.channel].Dim <= d {
					list = append(list, hop{c, 0, true})
				}
				list = append(list, hop{c, 1, false})
			}
			return list
		},
	}, nil
}

func planar(n *net) (rules, error) {
	last := len(n.K) - 1
	return rules{
		vcs: 3, choices: []choice{{}}, begins: func(s, d int, _ choice) bool { return s != d },
		next: func(at, destination int, _ choice, held *hop) []hop {
			i := n.first(at, destination)
			if i < 0 {
				return []hop{eject}
			}
			toward := func(d, vc int) hop { return hop{n.out(at, d, n.x(destination, d) > n.x(at, d)), vc, false} }
			if i == last {
				vc := 0
				if held != nil {
					switch ch := n.Channels[held.channel]; {
					case ch.Dim == last:
						vc = held.vc
					case ch.Dim == last-1 && held.vc == 2 && ch.Sign < 0:
						vc = 1
					}
				}
				return []hop{toward(i, vc)}
			}
			list := []hop{toward(i, 2)}
			if n.x(at, i+1) != n.x(destination, i+1) {
				vc := 0
				if n.x(destination, i) < n.x(at, i) {
					vc = 1
				}
				list = append(list, toward(i+1, vc))
			}
			return list
		},
	}, nil
}

// turnFree is minimal routing that goes in all the directions of early before any other.
func (n *net) turnFree(early func(d int, up bool) bool) (rules, error) {
	if !n.p.is("minimal", "1", "1") {
		return rules{}, fmt.Errorf("%w: paths that are not minimal", errTrust)
	}
	return rules{
		vcs: 1, choices: []choice{{}}, begins: func(s, d int, _ choice) bool { return s != d },
		next: func(at, destination int, _ choice, _ *hop) []hop {
			if at == destination {
				return []hop{eject}
			}
			var first, then []hop
			for d := range n.K {
				x, y := n.x(at, d), n.x(destination, d)
				switch h := (hop{n.out(at, d, y > x), 0, false}); {
				case x == y:
				case early(d, y > x):
					first = append(first, h)
				default:
					then = append(then, h)
				}
			}
			if len(first) > 0 {
				return first
			}
			return then
		},
	}, nil
}

func westFirst(n *net) (rules, error) {
	return n.turnFree(func(d int, up bool) bool { return d == 0 && !up })
}

func negativeFirst(n *net) (rules, error) {
	return n.turnFree(func(_ int, up bool) bool { return !up })
}

package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flitwright/flitwright/topology"
)

// headings reads +x-y as directions 2d, and 2d+1 for down.
func (n *net) headings(text string) ([]int, error) {
	var list []int
	for i := 0; i < len(text); i += 2 {
		d := -1
		if i+1 < len(text) {
			d = strings.IndexByte("xyzw", text[i+1])
		}
		if d < 0 || d >= len(n.K) || text[i] != '+' && text[i] != '-' {
			return nil, fmt.Errorf("%s: no headings of %s", text, n.Name)
		}
		list = append(list, 2*d+strings.IndexByte("+-", text[i]))
	}
	return list, nil
}

// directionOrder is for a mesh or a torus.
func directionOrder(n *net) (rules, error) {
	vcs := 2
	if n.Kind == topology.MeshKind {
		vcs = 1
	}
	o := &ordered{net: n, escapes: vcs}
	return o.rules()
}

func t3e(n *net) (rules, error) {
	for name, def := range map[string]string{"dead": "", "reply_escape": "1", "dateline": "1"} {
		if v, ok := n.p[name]; ok && v != def {
			return rules{}, fmt.Errorf("%w: %s", errTrust, name)
		}
	}
	o := &ordered{
		net: n, escapes: 2, selects: n.p.is("select", "any", "any"), adaptive: true, replies: n.p.is("classes", "2", "2"),
		anyWay: n.p.is("signs", "any", "minimal"), alone: n.p.is("escape", "0", "1"),
	}
	return o.rules()
}

// ordered goes up in x, y, z before it goes down in x, y, z.
type ordered struct {
	*net
	escapes                                   int // virtual channels of a class
	selects, adaptive, replies, anyWay, alone bool
}

func (o *ordered) rules() (rules, error) {
	if err := o.needs(); err != nil {
		return rules{}, err
	}
	if o.Kind == topology.RingKind {
		return rules{}, fmt.Errorf("%w: a one-way ring has no directions", errTrust)
	}
	initial, err := o.headings(o.p["initial"])
	if err != nil {
		return rules{}, err
	}
	classes := 1
	if o.replies {
		classes = 2
	}
	switch final, err := o.headings(o.p["final"]); {
	case err != nil:
		return rules{}, err
	case len(final) > 0 && !slices.Equal(final, []int{2*len(o.K) - 1}):
		return rules{}, fmt.Errorf("final=%s is not the last dimension down", o.p["final"])
	}
	r := rules{vcs: classes * o.escapes, begins: o.begins, next: func(at, destination int, c choice, last *hop) []hop {
		return o.hops(at, destination, c, last, classes)
	}}
	if o.adaptive {
		r.vcs++
	}
	if o.replies {
		yes := func(name string) bool { return o.p.is(name, "1", "0") }
		r.messages = &messages{yes("shared_injection"), yes("shared_ejection"), o.p.is("sink", "1", "1")}
	}
	for _, c := range o.signs(o.selects) {
		for _, first := range append([]int{-1}, initial...) {
			c.initial = first + 1
			for f := range 2 {
				c.final = f == 1
				for a := range 2 {
					c.adaptive = a == 1
					for c.class = 0; c.class < classes; c.class++ {
						if c.final && o.p["final"] == "" || c.adaptive && !o.adaptive || !c.adaptive && o.alone {
							continue
						}
						r.choices = append(r.choices, c)
					}
				}
			}
		}
	}
	return r, nil
}

// target is where the order leads in dimension d: one beyond the destination before a last hop down.
func (o *ordered) target(destination, d int, c choice) int {
	if y := o.x(destination, d); !c.final || d < len(o.K)-1 {
		return y
	} else {
		return (y + 1) % o.K[d]
	}
}

func (o *ordered) begins(source, destination int, c choice) bool {
	last := len(o.K) - 1
	if c.final && o.Kind == topology.MeshKind && o.x(destination, last) == o.K[last]-1 {
		return false
	}
	if c.initial > 0 {
		first := o.out(source, (c.initial-1)/2, c.initial&1 == 1)
		if first < 0 {
			return false
		}
		source = o.Channels[first].To
	} else if source == destination {
		return false
	}
	for d := range o.K {
		if !o.anyWay && !o.shorter(o.x(source, d), o.target(destination, d, c), d, c.up[d]) {
			return false
		}
	}
	return true
}

func (o *ordered) hops(at, destination int, c choice, last *hop, classes int) []hop {
	base := c.class * o.escapes
	if last == nil && c.initial > 0 {
		d, up := (c.initial-1)/2, c.initial&1 == 1
		out := o.out(at, d, up)
		vc := 0
		if o.p.is("initial_vc", "dateline", "0") && o.Channels[out].Wrap || o.p.is("initial_vc", "1", "0") {
			vc = 1
		}
		return []hop{{out, base + vc, true}}
	}
	if at == destination {
		return []hop{eject}
	}
	type due struct {
		d   int
		up  bool
		end int // of the run
	}
	var ups, downs []due
	z := len(o.K) - 1
	for d := range o.K {
		switch t := o.target(destination, d, c); {
		case o.x(at, d) == t:
		case c.up[d]:
			ups = append(ups, due{d, true, t})
		default:
			downs = append(downs, due{d, false, o.x(destination, d)})
		}
	}
	list := append(ups, downs...)
	if len(list) == 0 {
		list = []due{{z, false, o.x(destination, z)}}
	}
	var hops []hop
	for _, l := range list {
		if c.adaptive {
			hops = append(hops, hop{o.out(at, l.d, l.up), classes * o.escapes, false})
		}
	}
	if o.alone {
		return hops
	}
	e := list[0]
	out := o.out(at, e.d, e.up)
	vc := 0
	x := o.x(at, e.d)
	held := last != nil && last.vc < classes*o.escapes && last.vc&1 == 1 && o.escapes == 2
	switch {
	case o.Kind == topology.MeshKind:
	case o.Channels[out].Wrap:
		vc = 1
	case o.over(x, e.end, e.d, e.up):
	case held && o.Channels[last.channel].Dim == e.d && (o.Channels[last.channel].Sign > 0) == e.up:
		vc = 1
	case o.selects && c.selected[e.d]:
		vc = 1
	}
	return append(hops, hop{out, base + vc, true})
}

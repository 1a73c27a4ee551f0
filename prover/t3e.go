package prover

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/routing"
	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/topology"
)

// T3EParams are the parameters of the scheme t3e of package routing that say what nodes and routing tables do, and so
// are not in the router.
var T3EParams = []string{
	"signs", "initial", "final", "dead", "adaptive", "sink", "reply_escape", "shared_injection", "shared_ejection",
}

// The ports and VCs of docs/spec/t3e.md.
const (
	t3eLinks    = 6
	t3eNode     = 6
	t3eVCs      = 5
	t3eAdaptive = 4
)

// T3E reads the relation out of modules t3e_route and t3e_choice of a router that is built for c. set are assignments to
// parameters of the scheme t3e of package routing. Unless it says otherwise packets are all that nodes may send, with any
// sign, select bits, initial and final hop, to every destination, the node itself included; where a link is dead, those that
// survive it.
//
// The route of a packet is that of t3e_route for its header, the port that it came in by and the VC that it came on. A
// header that the module finds wrong is refused. What t3e_choice may ask for with that route, for
// some state of the buffers, are the options. So it is taken for granted that a route gets from one
// module to the other, and that flits go where they are asked to go. The differences are those of
// t3e_choice, and of t3e_ranking that it reads, from the page.
func T3E(ctx context.Context, d *ir.Design, c config.Config, set ...string) (*Reading, []Difference, error) {
	t, err := newT3E(d, c, set...)
	if err != nil {
		return nil, nil, err
	}
	choice, err := readChoice(d, c)
	if err != nil {
		return nil, nil, err
	}
	asks, differences, err := choice.read(ctx)
	if err != nil {
		return nil, nil, err
	}
	t.asks = asks
	ranking, err := checkRanking(d, c)
	if err != nil {
		return nil, nil, err
	}
	differences = append(differences, ranking...)
	logic := *t.rules
	logic.Name, logic.Quotient, logic.Open = "t3e as emitted", nil, t.open
	g := t.rules.Graph
	r := &Reading{Logic: &logic, Rules: t.inSight(), Header: t.header, Refusal: t.refusal}
	if len(g.Nodes) > t3eNodes {
		if t.dead() {
			return nil, nil, fmt.Errorf("-set dead: a torus with a dead link is proved up to %d nodes, and %s has %d", t3eNodes, g.Name, len(g.Nodes))
		}
		r.factors = t.factors
	}
	return r, differences, nil
}

// newT3E makes the rules and reads the route.
func newT3E(d *ir.Design, c config.Config, set ...string) (*t3e, error) {
	g, err := topology.Torus(c.X, c.Y, c.Z)
	if err != nil {
		return nil, err
	}
	rules, err := routing.New(g, "t3e", widest(c, set)...)
	if err != nil {
		return nil, err
	}
	t := &t3e{rules: rules[0], replies: !slices.Contains(set, "reply_escape=0")}
	t.route, err = readT3ERoute(d)
	return t, errors.Join(err, t.headers(), t.network(set))
}

// widest adds to assignments those with which there are most packets, where they do not say.
func widest(c config.Config, set []string) []string {
	initial, final := "", ""
	for d, size := range []int{c.X, c.Y, c.Z} {
		if size > 1 {
			initial += "+" + "xyz"[d:d+1]
		}
	}
	if c.Z > 1 {
		final = "-z"
	}
	for _, s := range []string{"signs=any", "tie=both", "initial=" + initial, "final=" + final} {
		name, _, _ := strings.Cut(s, "=")
		if !slices.ContainsFunc(set, func(t string) bool { return strings.HasPrefix(t, name+"=") }) {
			set = append(slices.Clip(set), s)
		}
	}
	return set
}

// t3e is a relation of the T3E being read.
type t3e struct {
	rules   *routing.Relation
	fields  []t3eHeader // of a header
	settled []uint32    // header: the same without its initial hop
	out     []int       // of a node and port, a channel or -1
	in      []int       // of a channel, the port that it leads to
	usable  []uint64    // of a node: its cfg_links, 0 in dimensions of size 1
	route   t3eRoute
	asks    [][]request // of a head
	replies bool        // may begin on an escape VC
}

// A t3eHeader has the fields of a header that are read.
type t3eHeader struct{ sign, selects, initial, final, class, adaptive uint64 }

// rest numbers what t3e_route reads of a header besides the destination and the initial hop.
func (h t3eHeader) rest() int { return int(h.sign | h.selects<<3 | h.final<<6 | h.adaptive<<7) }

const (
	t3eRests    = 1 << 8
	t3eInitials = 4
)

// headers reads the headers of the rules as they are written for people.
func (t *t3e) headers() error {
	byFields := map[t3eHeader]uint32{}
	for h := range uint32(t.rules.Headers) {
		f, err := parseHeader(t.rules.Write(0, h))
		if err != nil {
			return err
		}
		t.fields = append(t.fields, f)
		byFields[f] = h
	}
	for _, f := range t.fields {
		f.initial = 0
		t.settled = append(t.settled, byFields[f])
	}
	return nil
}

func parseHeader(text string) (h t3eHeader, err error) {
	for _, part := range strings.Fields(text) {
		name, value, _ := strings.Cut(part, "=")
		binary := func() uint64 { // the digits are of x, y, z
			n := uint64(0)
			for i, r := range value {
				n |= uint64(r-'0') << i
			}
			return n
		}
		switch name {
		case "sign":
			h.sign = binary()
		case "select":
			h.selects = binary()
		case "final":
			h.final = binary()
		case "class":
			h.class = binary()
		case "adaptive":
			h.adaptive = binary()
		case "initial":
			// Some numbers stand for directions that no packet has, behind the last here.
			known := []string{"none", "+x", "+y", "+z", value}
			h.initial = uint64(slices.Index(known, value))
		default:
			err = errors.Join(err, fmt.Errorf("the relation t3e has a header with %s", part))
		}
	}
	return h, err
}

// network numbers channels by nodes and ports, and takes the dead link of set out.
func (t *t3e) network(set []string) error {
	g := t.rules.Graph
	t.out = slices.Repeat([]int{-1}, len(g.Nodes)*t3eLinks)
	t.usable = make([]uint64, len(g.Nodes))
	for i, c := range g.Channels {
		port := 2 * c.Dim
		if c.Sign < 0 {
			port++
		}
		t.out[c.From*t3eLinks+port] = i
		t.in = append(t.in, port^1)
		t.usable[c.From] |= 1 << port
	}
	for _, s := range set {
		if text, ok := strings.CutPrefix(s, "dead="); ok && text != "" {
			parts := strings.Split(text, ",") // its form was looked at with the rules
			n, stride := 0, 1
			for d, k := range g.K {
				x, err := strconv.Atoi(parts[d])
				if err != nil {
					return err
				}
				n += x * stride
				stride *= k
			}
			port, err := strconv.Atoi(parts[3])
			if err != nil {
				port = slices.Index([]string{"+x", "-x", "+y", "-y", "+z", "-z"}, parts[3])
			}
			c := g.Channels[t.out[n*t3eLinks+port]]
			t.usable[c.From] &^= 1 << port
			t.usable[c.To] &^= 1 << (port ^ 1)
		}
	}
	return nil
}

// header is that of the rules: the initial hop is forgotten once it is taken.
func (t *t3e) header(p routing.Packet) uint32 {
	if p.Channel == routing.Injected {
		return p.Header
	}
	return t.settled[p.Header]
}

// inSight is the rules as a router follows them: it refuses a packet whose escape hop is dead, where the rules let it wait
// for adaptive hops.
func (t *t3e) inSight() *routing.Relation {
	r := *t.rules
	open := r.Open
	r.Open = func(part int) routing.Part {
		in := open(part)
		route := in.Route
		in.Route = func(p routing.Packet, options []routing.Option) []routing.Option {
			first := len(options)
			options = route(p, options)
			if n := len(options); n > first && !options[n-1].Escape && t.dead() && !t.withheld(p) {
				return options[:first]
			}
			return options
		}
		return in
	}
	return &r
}

func (t *t3e) dead() bool {
	for n, u := range t.usable {
		for p := range t3eLinks {
			if t.out[n*t3eLinks+p] >= 0 && u>>p&1 == 0 {
				return true
			}
		}
	}
	return false
}

// withheld is whether a packet is a reply in its injection queue that may not enter the escape.
func (t *t3e) withheld(p routing.Packet) bool {
	return !t.replies && p.Channel == routing.Injected && t.fields[p.Header].class == 1
}

// open evaluates the routes to one destination, router by router, as they are asked for.
func (t *t3e) open(part int) routing.Part {
	d := t.rules.Parts[part]
	e := t.route.evaluator(t.rules.Graph.Nodes[d].Coord)
	known := make([]*[128]t3eWay, len(t.rules.Graph.Nodes)*t3eRests)
	way := func(p routing.Packet) t3eWay {
		h := t.fields[p.Header]
		i := p.Node*t3eRests + h.rest()
		if known[i] == nil {
			known[i] = e.at(t.rules.Graph.Nodes[p.Node].Coord, t.usable[p.Node], h)
		}
		return t.pick(known[i], p, h)
	}
	inject := t.rules.Open(part).Inject
	return routing.Part{
		Inject: func(begin func(int, uint32)) {
			inject(begin)
			for h, f := range t.fields { // to itself
				if f.initial == 0 {
					begin(d, uint32(h))
				}
			}
		},
		Route: func(p routing.Packet, options []routing.Option) []routing.Option {
			return t.options(p, way(p), options)
		},
	}
}

// pick is the answer for a packet. One that is under way and has forgotten its initial hop may have had any: what it reads of it
// must not matter, but for the turn check, which is strictest for none.
func (t *t3e) pick(ways *[128]t3eWay, p routing.Packet, h t3eHeader) t3eWay {
	arrival := int(h.class)
	if p.Channel != routing.Injected {
		arrival = 2 + t.in[p.Channel]*t3eVCs + p.VC
	}
	w := ways[int(h.initial)*32+arrival]
	if p.Channel == routing.Injected || h.initial > 0 {
		return w
	}
	for i := 1; i < t3eInitials; i++ {
		if other := ways[i*32+arrival]; other.route() != w.route() {
			return w | wayUnsteady
		}
	}
	return w
}

// options are what a packet may ask for.
func (t *t3e) options(p routing.Packet, w t3eWay, options []routing.Option) []routing.Option {
	if w.refused() {
		return options
	}
	h := t.fields[p.Header]
	first := len(options)
	after := p.Header
	if p.Channel != routing.Injected {
		after = t.settled[after]
	}
	for _, ask := range t.asks[w.head(h.class)] {
		if ask.port == t3eNode {
			options = append(options, routing.Option{Channel: routing.Eject, Escape: true})
			continue
		}
		escape := ask.vc != t3eAdaptive
		if escape && t.withheld(p) {
			continue
		}
		if !t.works(p.Node, ask.port) {
			return options[:first] // flits for that link are lost
		}
		out := t.out[p.Node*t3eLinks+ask.port]
		options = append(options, routing.Option{Channel: out, VC: ask.vc, Header: after, Escape: escape})
	}
	return options
}

// works is whether a port leads somewhere.
func (t *t3e) works(node, port int) bool {
	return port == t3eNode || t.out[node*t3eLinks+port] >= 0 && t.usable[node]>>port&1 == 1
}

// refusal says why a packet is refused.
func (t *t3e) refusal(part int, p routing.Packet) string {
	h := t.fields[p.Header]
	e := t.route.evaluator(t.rules.Graph.Nodes[t.rules.Parts[part]].Coord)
	w := t.pick(e.at(t.rules.Graph.Nodes[p.Node].Coord, t.usable[p.Node], h), p, h)
	asks := t.asks[w.head(h.class)]
	switch {
	case w.refused():
		return w.String()
	case slices.ContainsFunc(asks, func(a request) bool { return !t.works(p.Node, a.port) }):
		return "it asks for a link that does not work"
	}
	return "t3e_choice asks for nothing"
}

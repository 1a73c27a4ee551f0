package routing

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/flitwright/flitwright/topology"
)

// t3eScheme is the relation of the Cray T3E's router, written from docs/spec/t3e.md alone.
func t3eScheme() Scheme {
	return Scheme{"t3e", "direction order with one dateline and a select bit, beside one adaptive VC that both classes share", []Param{
		number("classes", "1: one class of packets; 2: requests and replies", 1, 2, 2),
		tie(),
		words("signs", "runs go the shorter way, or any way", "minimal", "any"),
		words("select", "runs that do not cross the dateline are on either VC by the header, or on VC 0", "any", "zero"),
		text("initial", "headings, as +x+y+z, of a hop that some packets take before all others", checkHeadings),
		text("final", "-z: some packets arrive by a last hop down", checkHeadings),
		words("initial_vc", "the first hop is on VC 0, on VC 1 if it crosses, or on VC 1", "0", "dateline", "1"),
		flag("dateline", "0: every escape hop but the first is on VC 0", 1),
		flag("escape", "0: the adaptive VC alone", 1),
		text("dead", "x,y,z,dir: a link that is dead both ways; dir is 0..5 or a heading", checkDead),
		words("adaptive", "with a dead link: the header bit as the table of routes has it, or set in all headers", "table", "all"),
		flag("sink", "0: replies are taken only by a node that can inject a request", 1),
		flag("reply_escape", "0: replies begin on the adaptive VC alone", 1),
		flag("shared_injection", "1: both classes begin in one queue", 0),
		flag("shared_ejection", "1: both classes end in one queue", 0),
	}, one(buildT3E)}
}

func checkDead(text string) error {
	if text == "" {
		return nil
	}
	if parts := strings.Split(text, ","); len(parts) < 2 {
		return errors.New("want coordinates and a direction, as 0,0,0,+x")
	}
	return nil
}

func buildT3E(g *topology.Graph, v Values) (*Relation, error) {
	k, err := newGrid(g, "t3e", topology.TorusKind)
	if err != nil {
		return nil, err
	}
	k.ties = v.says("tie", "both")
	o := &ordered{
		grid: k, directions: true, rule: t3eDateline, staticVC: 2, classes: v.number("classes"),
		selects: v.says("select", "any"), anySign: v.says("signs", "any"),
		initialVC0: v.says("initial_vc", "0"), initialVC1: v.says("initial_vc", "1"), adaptive: true, onlyVC: !v.is("escape"), replyVC: v.is("reply_escape"),
	}
	if !v.is("dateline") {
		o.rule = noDateline
	}
	if err := o.ends(v.text("initial"), v.text("final")); err != nil {
		return nil, err
	}
	if o.dead, err = k.deadLink(v.text("dead")); err != nil {
		return nil, err
	}
	o.table = o.dead != nil && v.says("adaptive", "table")
	if o.dead != nil && v.says("adaptive", "all") {
		o.all = true
	}
	r := o.relation("t3e")
	r.Livelock = fmt.Sprintf("at most %d", o.most())
	if o.classes == 2 {
		f := o.fields.class
		r.Messages = &Messages{
			Class:           func(_ int, h uint32) int { return int(f.of(h)) },
			SharedInjection: v.is("shared_injection"), SharedEjection: v.is("shared_ejection"), Sink: v.is("sink"),
		}
	}
	if o.selects && o.dead == nil && o.replyVC && o.rule == t3eDateline {
		r.Quotient = o.quotient(r)
	}
	return r, nil
}

// most is the greatest number of hops: adaptive hops are those that are due anyway.
func (o *ordered) most() int {
	n := min(1, len(o.initial))
	if o.final {
		n++
	}
	for _, k := range o.K {
		if o.anySign {
			n += k - 1
		} else {
			n += k / 2
		}
	}
	return n
}

// deadLink reads x,y,z,dir and returns the dead channels, nil for "".
func (g *grid) deadLink(text string) ([]bool, error) {
	if text == "" {
		return nil, nil
	}
	fail := func() ([]bool, error) {
		return nil, fmt.Errorf("-set dead=%s: want %d coordinates within %s and a direction 0..%d or a heading", text, g.dims, g.Name, 2*g.dims-1)
	}
	parts := strings.Split(text, ",")
	if len(parts) != g.dims+1 {
		return fail()
	}
	n, stride := 0, 1
	for d := range g.dims {
		x, err := strconv.Atoi(parts[d])
		if err != nil || x < 0 || x >= g.K[d] {
			return fail()
		}
		n += x * stride
		stride *= g.K[d]
	}
	dir := g.directionOf(parts[g.dims])
	if i, err := strconv.Atoi(parts[g.dims]); err == nil {
		dir = i
	}
	if dir < 0 || dir >= 2*g.dims || g.out(n, dir) < 0 {
		return fail()
	}
	dead := make([]bool, len(g.Channels))
	c := g.out(n, dir)
	dead[c], dead[g.Channels[c].Reverse] = true, true
	return dead, nil
}

// sounds are what is known to be sound or not, by node and what matters of a header, for one destination.
type sounds map[[2]uint32]bool

// survives is whether a packet may begin with a header although a link is dead: its way by escape
// hops has no dead link, and with the table's adaptive bits nor has that from wherever it may wander.
func (o *ordered) survives(source, destination int, h uint32, known sounds) bool {
	if i := int(o.fields.initial.of(h)); i > 0 {
		c := o.out(source, i-1)
		if o.dead[c] {
			return false
		}
		source, h = o.Channels[c].To, o.fields.initial.put(h, 0)
	}
	if !o.sound(source, destination, o.fields.adaptive.put(h, 0), known) {
		return false
	}
	return o.fields.adaptive.of(h) == 0 || !o.table || o.sound(source, destination, h, known)
}

// sound is whether no node within reach of a packet has a dead escape hop. Which hop that is does not
// depend on how the packet came, and every hop leads nearer to the end of its run.
func (o *ordered) sound(n, destination int, h uint32, known sounds) bool {
	if n == destination {
		return true
	}
	key := [2]uint32{uint32(n), h & (o.fields.sign.mask() | o.fields.final.mask() | o.fields.adaptive.mask())}
	sound, ok := known[key]
	if !ok {
		sound = o.soundHops(n, destination, h, known)
		known[key] = sound
	}
	return sound
}

func (o *ordered) soundHops(n, destination int, h uint32, known sounds) bool {
	legs := o.legs(n, destination, h, nil)
	next := o.next(legs)
	for d, l := range legs {
		if l.dir < 0 || d != next && o.fields.adaptive.of(h) == 0 {
			continue
		}
		c := o.out(n, l.dir)
		if o.dead[c] && d == next {
			return false
		}
		if !o.dead[c] && !o.sound(o.Channels[c].To, destination, h, known) {
			return false
		}
	}
	return true
}

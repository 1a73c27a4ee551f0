package prover

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/ir/gates"
	"github.com/flitwright/flitwright/t3erouter/config"
)

// A request is a VC of a port that a header may ask for.
type request struct{ port, vc int }

// t3eEscapes is the number of escape buffers: VC 0 to 3 of ports 0 to 5, then VC 0 and 2 of the node.
const t3eEscapes = 26

// escapeBuffer is the number of the escape buffer of a port for a class and a VC bit.
func escapeBuffer(port int, class, bit uint64) int {
	if port == t3eNode {
		return 24 + int(class)
	}
	return 4*port + int(2*class+bit)
}

// t3eChoice is module t3e_choice as functions of its inputs: all states of the buffers, claims and rankings at once, for all
// adaptive sets. Port, VC bit and class of a head are constants.
type t3eChoice struct {
	*gates.Logic
	config config.Config

	header, headPort, headBit, headClass, may, adaptive, minus, length gates.Port
	hop, claims, barred, beats                                         gates.Port
	owned, freeOwned                                                   gates.Port
	credits                                                            [t3eEscapes]gates.Port
	freeCredits                                                        [t3eLinks]gates.Port
	follows, last, again                                               gates.Port
	some, to, vc                                                       gates.Port

	variables []int // of an input bit, its place in the order
}

func readChoice(d *ir.Design, cfg config.Config) (*t3eChoice, error) {
	l, err := gates.New(d, "t3e_choice")
	if err != nil {
		return nil, err
	}
	c := &t3eChoice{Logic: l, config: cfg}
	f := &finder{Logic: l}
	length, escape, free := ir.Bits(cfg.MaxFlits), ir.Bits(cfg.EscapeDepth), ir.Bits(cfg.AdaptiveDepth)
	c.header, c.hop, c.claims, c.beats = f.input("header", 1), f.input("hop", t3eLinks+1), f.input("claims", 1), f.input("beats", 12)
	c.headPort, c.headBit, c.headClass, c.may = f.input("head_port", 3), f.input("head_vc_bit", 1), f.input("head_kind", 1), f.input("head_may", 1)
	c.adaptive, c.minus, c.length = f.input("head_adaptive", 3), f.input("head_minus", 3), f.input("head_length", length)
	c.barred, c.owned, c.freeOwned = f.input("barred", t3eEscapes), f.input("escape_owned", t3eEscapes), f.input("adaptive_owned", t3eLinks)
	for i := range c.credits {
		c.credits[i] = f.input(fmt.Sprintf("escape_credits_%d", i), escape)
	}
	for i := range c.freeCredits {
		c.freeCredits[i] = f.input(fmt.Sprintf("adaptive_credits_%d", i), free)
	}
	c.follows, c.last, c.again = f.input("follows", 4), f.input("last", 1), f.input("again", 4)
	c.some, c.to, c.vc = f.output("some", 1), f.output("to", t3eLinks+1), f.output("vc", t3eVCs)
	c.order()
	return c, errors.Join(f.errs...)
}

// order puts adaptive sets first, which requests asks for, then the length, which all credits are compared with, and then buffer by buffer, what goes before
// the header behind the buffers that it may go to.
func (c *t3eChoice) order() {
	c.variables = make([]int, c.Inputs())
	next := 1
	place := func(p gates.Port) {
		for i := p.Width - 1; i >= 0; i-- {
			if c.variables[p.First+i] == 0 {
				c.variables[p.First+i] = next
				next++
			}
		}
	}
	for i := range 3 {
		place(gates.Port{First: c.adaptive.First + i, Width: 1})
		place(gates.Port{First: c.minus.First + i, Width: 1})
	}
	place(c.length)
	before := func(way int) {
		place(gates.Port{First: c.follows.First + way, Width: 1})
		place(gates.Port{First: c.again.First + way, Width: 1})
	}
	for i, p := range c.freeCredits {
		place(p)
		place(gates.Port{First: c.freeOwned.First + i, Width: 1})
		if i%2 == 1 {
			before(i / 2)
		}
	}
	for i, p := range c.credits {
		place(p)
		place(gates.Port{First: c.owned.First + i, Width: 1})
	}
	before(3)
	place(gates.Port{First: 0, Width: c.Inputs()})
}

// portCode is how a head names a port: 0 to 3 as they are, 4 to 6 as 5 to 7.
func portCode(port int) uint64 {
	if port < 4 {
		return uint64(port)
	}
	return uint64(port + 1)
}

// An answer is what the module answers to heads of one port, VC bit and class. All are in one space, since they have much in
// common.
type answer struct {
	*gates.Space
	*t3eChoice
	port       int
	class, bit uint64
	in, out    []gates.Diagram
}

func (c *t3eChoice) answer(s *gates.Space, port int, class, bit uint64) *answer {
	a := &answer{s, c, port, class, bit, make([]gates.Diagram, c.Inputs()), nil}
	for i, v := range c.variables {
		a.in[i] = a.Variable(v)
	}
	set := func(p gates.Port, value uint64) {
		for i := range p.Width {
			a.in[p.First+i] = gates.Diagram(value >> i & 1)
		}
	}
	set(c.headPort, portCode(port))
	set(c.hop, 1<<port)
	set(c.headBit, bit)
	set(c.headClass, class)
	a.out = c.Symbolic(a.Space, a.in)
	return a
}

func (a *answer) input(p gates.Port, i int) gates.Diagram { return a.in[p.First+i] }

// asks is where a VC of a port is asked for.
func (a *answer) asks(port, vc int) gates.Diagram {
	return a.And(a.out[a.to.First+port], a.out[a.vc.First+vc])
}

// read goes through all heads. It gives the requests that some state of the buffers makes, by the number of a head, adaptive
// ones by port and then others; and what is not as the page says.
func (c *t3eChoice) read(ctx context.Context) (asks [][]request, differences []Difference, err error) {
	asks = make([][]request, 2<<wayErrors)
	failed := map[string]bool{}
	space := gates.NewSpace()
	for port := range t3eNode + 1 {
		for class := range uint64(2) {
			for bit := range uint64(2) {
				if port == t3eNode && bit == 1 {
					continue // no route has it
				}
				if err := ctx.Err(); err != nil {
					return nil, nil, err
				}
				a := c.answer(space, port, class, bit)
				for _, r := range a.rules() {
					broken := a.And(r.when, a.Not(r.then))
					if broken != gates.False { // but what no ranking gives does not count
						broken = a.And(broken, a.ranked())
					}
					if broken == gates.False || failed[r.text] {
						continue
					}
					failed[r.text] = true
					state := fmt.Sprintf("a head with port %d, VC bit %d, class %d, all inputs 0 but %s", port, bit, class, c.state(a.Example(broken)))
					differences = append(differences, Difference{Field: "request", State: state, Logic: "otherwise", Rules: r.text})
				}
				requests := a.requests()
				for sets := range t3eWay(1 << 6) {
					w := t3eWay(port) | t3eWay(bit)<<3 | sets<<4
					asks[w.head(class)] = requests[sets]
				}
			}
		}
	}
	return asks, differences, nil
}

// requests are what some state of the buffers asks for, by the adaptive set in bits 2:0 and the signs in bits 5:3.
func (a *answer) requests() (list [1 << 6][]request) {
	for vc := t3eAdaptive; vc >= 0; vc-- {
		for port := range t3eNode + 1 {
			asked := a.asks(port, vc)
			if asked == gates.False {
				continue
			}
			for sets := range list {
				f := asked
				for i := range 3 {
					f = a.At(f, int32(a.variables[a.adaptive.First+i]), uint64(sets>>i&1))
					f = a.At(f, int32(a.variables[a.minus.First+i]), uint64(sets>>(3+i)&1))
				}
				if f != gates.False {
					list[sets] = append(list[sets], request{port, vc})
				}
			}
		}
	}
	return list
}

// ranked is where the ranking orders the directions of the set.
func (a *answer) ranked() gates.Diagram {
	return ordered(a.Space, a.in[a.beats.First:], a.input(a.minus, 0), a.input(a.minus, 1), a.input(a.minus, 2))
}

// ordered is where a ranking orders three directions, of x, y and z: there are no three each of which goes before the next.
func ordered(s *gates.Space, beats []gates.Diagram, x, y, z gates.Diagram) gates.Diagram {
	before := func(pair int, p, q gates.Diagram) gates.Diagram {
		of := beats[4*pair:]
		return s.If(p, s.If(q, of[3], of[2]), s.If(q, of[1], of[0]))
	}
	xy, xz, yz := before(0, x, y), before(1, x, z), before(2, y, z)
	return s.Not(s.Or(s.And(xy, yz, s.Not(xz)), s.And(s.Not(xy), s.Not(yz), xz)))
}

// checkRanking proves of module t3e_ranking that it orders all directions, whatever the credits are. Its pointer counts to 2.
func checkRanking(d *ir.Design, cfg config.Config) ([]Difference, error) {
	l, err := gates.New(d, "t3e_ranking")
	if err != nil {
		return nil, err
	}
	f := &finder{Logic: l}
	tie, err := l.State("tie", 2)
	beats := f.output("beats", 12)
	if err := errors.Join(append(f.errs, err)...); err != nil {
		return nil, err
	}
	s := gates.NewSpace()
	in := make([]gates.Diagram, l.Inputs())
	for i := range in {
		in[i] = s.Variable(i)
	}
	width := ir.Bits(cfg.AdaptiveDepth)
	for link := range t3eLinks { // bits that are compared stand beside each other
		credits := f.input(fmt.Sprintf("credits_%d", link), width)
		for i := range credits.Width {
			in[credits.First+i] = s.Variable(len(in) + t3eLinks*(width-i) + link)
		}
	}
	if len(f.errs) > 0 {
		return nil, errors.Join(f.errs...)
	}
	out := l.Symbolic(s, in)[beats.First:]
	pointer := s.Not(s.And(in[tie.First], in[tie.First+1]))
	for signs := range 8 {
		sign := func(d int) gates.Diagram { return gates.Diagram(signs >> d & 1) }
		if s.And(pointer, s.Not(ordered(s, out, sign(0), sign(1), sign(2)))) != gates.False {
			return []Difference{{
				Field: "request", State: fmt.Sprintf("t3e_ranking, directions with signs %03b", signs),
				Logic: "otherwise", Rules: "the directions are in an order",
			}}, nil
		}
	}
	return nil, nil
}

// A rule says what has to hold for all inputs.
type rule struct {
	text       string
	when, then gates.Diagram
}

// rules are what the page says of the choice.
func (a *answer) rules() []rule {
	header, length := a.input(a.header, 0), a.in[a.length.First:][:a.length.Width]
	room := func(way int, owned gates.Diagram, credits gates.Port) gates.Diagram { // way: a dimension, or 3 for the escape
		count, follows := a.in[credits.First:][:credits.Width], a.input(a.follows, way)
		enough := a.If(a.Or(follows, a.input(a.again, way)), a.Not(a.atLeast(length, count)), a.atLeast(count, length))
		return a.And(enough, a.If(follows, a.input(a.last, 0), a.Not(owned)))
	}

	b := escapeBuffer(a.port, a.class, a.bit)
	claimed := a.input(a.claims, 0)
	open := a.And(header, a.Or(a.Not(a.input(a.barred, b)), claimed), room(3, a.input(a.owned, b), a.credits[b]))
	escape := a.asks(a.port, int(2*a.class+a.bit))

	var list []rule
	somewhere, allowed := gates.False, escape
	for p := range t3eLinks {
		inSet := a.And(a.input(a.adaptive, p/2), a.If(a.input(a.minus, p/2), gates.Diagram(p%2), gates.Diagram(1-p%2)))
		here := a.And(header, inSet, room(p/2, a.input(a.freeOwned, p), a.freeCredits[p]))
		asked := a.asks(p, t3eAdaptive)
		somewhere, allowed = a.Or(somewhere, here), a.Or(allowed, asked)
		list = append(list, rule{"an adaptive VC is asked for only in a direction of the set in which it has room", asked, here})
	}
	several := gates.False
	for _, out := range []gates.Port{a.to, a.vc} {
		one := gates.False
		for i := range out.Width {
			several = a.Or(several, a.And(one, a.out[out.First+i]))
			one = a.Or(one, a.out[out.First+i])
		}
	}
	some := a.out[a.some.First]
	return append(list,
		rule{"one VC of one port is asked for", gates.True, a.Not(several)},
		rule{"it is an adaptive VC or the escape", some, allowed},
		rule{"nothing is asked for where there is no choice", a.Not(some), a.Not(allowed)},
		rule{"the escape is asked for only where it is open and has room", escape, open},
		rule{"the escape is asked for where it alone is to be had", a.And(open, a.Not(somewhere)), escape},
		rule{"a claimed escape that has room goes first", a.And(open, claimed), escape},
		rule{"something is asked for where something is to be had", a.Or(open, somewhere), some},
	)
}

// atLeast is a >= b, of numbers of any widths, their lowest bits first.
func (a *answer) atLeast(x, y []gates.Diagram) gates.Diagram {
	f := gates.True
	for i := range max(len(x), len(y)) {
		p, q := gates.False, gates.False
		if i < len(x) {
			p = x[i]
		}
		if i < len(y) {
			q = y[i]
		}
		f = a.If(p, a.If(q, f, gates.True), a.If(q, gates.False, f))
	}
	return f
}

// state writes the inputs of an example that are not 0.
func (c *t3eChoice) state(example map[int]uint64) string {
	var texts []string
	add := func(name string, p gates.Port) {
		value := uint64(0)
		for i := range p.Width {
			value |= example[c.variables[p.First+i]] << i
		}
		if value != 0 {
			texts = append(texts, fmt.Sprintf("%s=%d", name, value))
		}
	}
	add("header", c.header)
	add("head_adaptive", c.adaptive)
	add("head_minus", c.minus)
	add("head_length", c.length)
	add("claims", c.claims)
	add("barred", c.barred)
	add("escape_owned", c.owned)
	add("adaptive_owned", c.freeOwned)
	add("beats", c.beats)
	add("follows", c.follows)
	add("last", c.last)
	add("again", c.again)
	for i, p := range c.credits {
		add(fmt.Sprintf("escape_credits_%d", i), p)
	}
	for i, p := range c.freeCredits {
		add(fmt.Sprintf("adaptive_credits_%d", i), p)
	}
	return strings.Join(texts, " ")
}

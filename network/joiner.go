package network

import (
	"fmt"
	"iter"
	"maps"
	"math/bits"
	"slices"
)

// A pin is a named place among the words of a model or of the net.
type pin struct {
	name        string
	width, word int
}

func (p pin) words() int { return (p.width + 63) / 64 }

// table finds the pins of a model by their names.
func table(pins iter.Seq2[string, int]) map[string]pin {
	t, word := map[string]pin{}, 0
	for name, width := range pins {
		p := pin{name, width, word}
		t[name] = p
		word += p.words()
	}
	return t
}

// A joiner makes the wires of a net.
type joiner struct {
	net       *Net
	pins      Pins
	ins, outs []map[string]pin // of each router; inputs go as they are joined
	errs      []error
}

func (j *joiner) errorf(format string, args ...any) {
	j.errs = append(j.errs, fmt.Errorf(format, args...))
}

// portPin is the name of pin x of a port, as every emitted top names it.
func portPin(side string, port int, x string) string { return fmt.Sprintf("%s_%d_%s", side, port, x) }

// in takes an input of a router that is to be joined, out gives an output.
func (j *joiner) in(r int, name string) pin {
	p, ok := j.ins[r][name]
	if !ok {
		j.errorf("router %d: no input %s that is free", r, name)
	}
	delete(j.ins[r], name)
	return p
}

func (j *joiner) out(r int, name string) pin {
	p, ok := j.outs[r][name]
	if !ok {
		j.errorf("router %d: no output %s", r, name)
	}
	return p
}

// lead makes the wires from one pin to another.
func (j *joiner) lead(b *bundle, latency int, from, to pin) {
	if from.width != to.width && from.name != "" && to.name != "" { // a pin without a name is reported already
		j.errorf("%s of %d bits leads to %s of %d", from.name, from.width, to.name, to.width)
		return
	}
	b.add(latency, from, to)
}

// ports lists the pins of the net, as wide as those of the routers that they lead to.
func (j *joiner) ports(t *Topology) {
	n := j.net
	input := func(name string, like pin) {
		n.inputs = append(n.inputs, pin{name, like.width, n.inWords})
		n.inWords += like.words()
	}
	output := func(name string, like pin) {
		n.outputs = append(n.outputs, pin{name, like.width, n.outWords})
		n.outWords += like.words()
	}
	input("rst", pin{width: 1})
	for _, name := range j.pins.Shared {
		input(name, j.ins[0][name])
	}
	each := func(names []string, add func(i int, x Terminal, name string)) {
		for i, x := range t.Terminals {
			for _, name := range names {
				add(i, x, name)
			}
		}
	}
	each(j.pins.Along, func(i int, x Terminal, s string) {
		input(portPin("in", i, s), j.ins[x.Router][portPin("in", x.Port, s)])
	})
	each(j.pins.Back, func(i int, x Terminal, s string) {
		input(portPin("out", i, s), j.ins[x.Router][portPin("out", x.Port, s)])
	})
	each(j.pins.Back, func(i int, x Terminal, s string) {
		output(portPin("in", i, s), j.outs[x.Router][portPin("in", x.Port, s)])
	})
	each(j.pins.Along, func(i int, x Terminal, s string) {
		output(portPin("out", i, s), j.outs[x.Router][portPin("out", x.Port, s)])
	})
	for _, s := range j.pins.Status {
		for r := range j.outs {
			output(fmt.Sprintf("%s_%d", s, r), j.outs[r][s])
		}
	}
}

// lay gives every pin its words: first those of the net, then those of each router.
func (j *joiner) lay() {
	n := j.net
	from, to := n.inWords, n.outWords
	shift := func(t map[string]pin, by int) (words int) {
		for name, p := range t {
			words += p.words()
			p.word += by
			t[name] = p
		}
		return words
	}
	inWords, outWords := make([]int, len(n.models)), make([]int, len(n.models))
	for r := range n.models {
		inWords[r], outWords[r] = shift(j.ins[r], to), shift(j.outs[r], from)
		to, from = to+inWords[r], from+outWords[r]
	}
	n.from, n.to = make([]uint64, from), make([]uint64, to)
	models, froms := n.to[n.outWords:], n.from[n.inWords:]
	for r := range n.models {
		n.in = append(n.in, models[:inWords[r]:inWords[r]])
		n.out = append(n.out, froms[:outWords[r]:outWords[r]])
		models, froms = models[inWords[r]:], froms[outWords[r]:]
	}
}

// share leads rst and the shared pins to every router.
func (j *joiner) share() {
	for i, name := range append([]string{"rst"}, j.pins.Shared...) {
		for r := range j.ins {
			j.lead(&j.net.shared, 0, j.net.inputs[i], j.in(r, name))
		}
	}
}

func (j *joiner) channels(t *Topology) {
	b := &j.net.inner
	for _, c := range t.Channels {
		for _, x := range j.pins.Along {
			j.lead(b, c.Latency, j.out(c.From.Router, portPin("out", c.From.Port, x)), j.in(c.To.Router, portPin("in", c.To.Port, x)))
		}
		for _, x := range j.pins.Back {
			j.lead(b, c.Latency, j.out(c.To.Router, portPin("in", c.To.Port, x)), j.in(c.From.Router, portPin("out", c.From.Port, x)))
		}
	}
}

// terminals leads the pins of the nodes to and from the net's.
func (j *joiner) terminals(t *Topology) {
	n := j.net
	ins, outs := table(n.Inputs()), table(n.Outputs())
	for i, x := range t.Terminals {
		for _, s := range j.pins.Along {
			j.lead(&n.inner, x.Latency, ins[portPin("in", i, s)], j.in(x.Router, portPin("in", x.Port, s)))
			j.lead(&n.outer, x.Latency, j.out(x.Router, portPin("out", x.Port, s)), outs[portPin("out", i, s)])
		}
		for _, s := range j.pins.Back {
			j.lead(&n.inner, x.Latency, ins[portPin("out", i, s)], j.in(x.Router, portPin("out", x.Port, s)))
			j.lead(&n.outer, x.Latency, j.out(x.Router, portPin("in", x.Port, s)), outs[portPin("in", i, s)])
		}
	}
}

// status leads the status of the routers out, which are the last outputs of the net.
func (j *joiner) status() {
	n := j.net
	to := n.outputs[len(n.outputs)-len(j.pins.Status)*len(n.models):]
	for _, name := range j.pins.Status {
		for r := range n.models {
			j.lead(&n.outer, 0, j.out(r, name), to[0])
			to = to[1:]
		}
	}
}

// idle leaves the inputs at ports without a channel 0.
func (j *joiner) idle(side string, places []Place, names []string) {
	for _, p := range places {
		for _, x := range names {
			j.in(p.Router, portPin(side, p.Port, x))
		}
	}
}

// fix sets what is left of a router's inputs.
func (j *joiner) fix(r int, values map[string]uint64) {
	for _, name := range slices.Sorted(maps.Keys(values)) {
		switch p, v := j.in(r, name), values[name]; {
		case p.name == "": // reported already
		case bits.Len64(v) > p.width:
			j.errorf("router %d: %d does not fit input %s of %d bits", r, v, name, p.width)
		default:
			j.net.to[p.word] = v
		}
	}
	for _, name := range slices.Sorted(maps.Keys(j.ins[r])) {
		j.errorf("router %d: nothing drives input %s", r, name)
	}
}

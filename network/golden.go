package network

import (
	"errors"
	"fmt"
	"iter"

	"github.com/flitwright/flitwright/target"
)

// A Model is a golden model whose outputs follow from its registers and its static inputs, so
// that those of a whole net are known before the other inputs are. Step is Drive, then Clock.
type Model interface {
	target.Model
	Drive(in, out []uint64) // writes the outputs of a cycle
	Clock(in []uint64)      // takes all inputs of that cycle and passes the edge
}

// Pins says by their names what the pins of a model are for. Those of port p are in_p_X and out_p_X.
type Pins struct {
	Along  []string // X: out_q_X of a channel's source leads to in_p_X of its destination
	Back   []string // X: in_p_X of the destination leads to out_q_X of the source
	Shared []string // inputs that the net has one of for all routers; static but for those that Drive ignores
	Status []string // outputs that the net has one of for each router r, called X_r
}

// A Net is a net of golden models and a golden model itself: its ports are the terminals, numbered
// as those of a router are, so that a net can be joined to others.
type Net struct {
	models   []Model
	in, out  [][]uint64 // words of each model
	from, to []uint64   // inputs of the net and outputs of the models; outputs of the net and inputs of the models
	shared   bundle     // to models, before Drive
	inner    bundle     // to models, before Clock
	outer    bundle     // to the outputs of the net

	inputs, outputs []pin
	inWords         int
	outWords        int
}

// NewNet joins the models, one for each router of the topology. fixed gives the inputs of router r
// that are neither joined nor shared. The outputs mean something after the first cycle with rst 1.
func NewNet(t *Topology, pins Pins, models []Model, fixed func(r int) map[string]uint64) (*Net, error) {
	idleIn, idleOut, err := t.idle()
	if err != nil {
		return nil, err
	}
	if len(models) != len(t.Routers) {
		return nil, fmt.Errorf("%d models for %d routers", len(models), len(t.Routers))
	}
	n := &Net{models: models}
	j := joiner{net: n, pins: pins}
	for _, m := range models {
		j.ins = append(j.ins, table(m.Inputs()))
		j.outs = append(j.outs, table(m.Outputs()))
	}
	j.ports(t)
	j.lay()
	j.share()
	j.channels(t)
	j.terminals(t)
	j.status()
	j.idle("in", idleIn, pins.Along)
	j.idle("out", idleOut, pins.Back)
	for r := range models {
		j.fix(r, fixed(r))
	}
	for _, b := range []bundle{n.shared, n.inner, n.outer} {
		b.complete()
	}
	return n, errors.Join(j.errs...)
}

// Inputs lists the input pins: rst, those shared, along into each terminal, back into each.
func (n *Net) Inputs() iter.Seq2[string, int] { return list(n.inputs) }

// Outputs lists the output pins: back out of each terminal, along out of each, status.
func (n *Net) Outputs() iter.Seq2[string, int] { return list(n.outputs) }

func list(pins []pin) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for _, p := range pins {
			if !yield(p.name, p.width) {
				return
			}
		}
	}
}

// Step is one cycle.
func (n *Net) Step(in, out []uint64) {
	n.Drive(in, out)
	n.Clock(in)
}

// Drive writes the outputs of a cycle.
func (n *Net) Drive(in, out []uint64) {
	copy(n.from[:n.inWords], in)
	n.shared.lead(n.from, n.to)
	for r, m := range n.models {
		m.Drive(n.in[r], n.out[r])
	}
	n.outer.lead(n.from, n.to)
	copy(out[:n.outWords], n.to)
}

// Clock takes the inputs of the cycle that Drive was called for, and passes the edge.
func (n *Net) Clock(in []uint64) {
	copy(n.from[:n.inWords], in)
	n.shared.lead(n.from, n.to)
	n.inner.lead(n.from, n.to)
	for r, m := range n.models {
		m.Clock(n.in[r])
	}
	rst := in[0] != 0
	n.inner.clock(n.from, rst)
	n.outer.clock(n.from, rst)
}

// Events lists the events of the routers, each with the sum of its counts.
func (n *Net) Events() iter.Seq2[string, uint64] {
	return func(yield func(string, uint64) bool) {
		var names []string
		counts := map[string]uint64{}
		for _, m := range n.models {
			for name, count := range m.Events() {
				if _, known := counts[name]; !known {
					names = append(names, name)
				}
				counts[name] += count
			}
		}
		for _, name := range names {
			if !yield(name, counts[name]) {
				return
			}
		}
	}
}

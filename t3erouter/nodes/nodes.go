package nodes

import (
	"github.com/flitwright/flitwright/t3erouter/table"
)

// Nodes are the nodes of a torus. Each sends as fast as credits allow, flits of both classes in turn, and
// returns a credit when it takes a flit out of its ejection queue, at most one of each queue in a cycle.
type Nodes struct {
	plan  *Plan
	pins  Pins
	nodes []*node
	cycle int
}

// New makes the nodes of a plan.
func New(p *Plan) *Nodes {
	n := &Nodes{plan: p, pins: NewPins(p.Config)}
	for i := range p.Table.Torus.Nodes() {
		n.nodes = append(n.nodes, newNode(n, table.Node(i)))
	}
	return n
}

// Next drives the pins of all nodes.
func (n *Nodes) Next(prev, in []uint64) {
	clear(in)
	if n.cycle < 2 {
		in[0] = 1
	} else {
		for i, x := range n.nodes {
			x.receive(n.pins.down(prev, i))
			*n.pins.downCredit(in, i) = x.sink()
			x.credit(n.pins.upCredit(prev, i))
			x.draw()
			x.send(n.pins.up(in, i))
		}
	}
	n.cycle++
}

// Injected is 0: nodes make no errors.
func (n *Nodes) Injected() uint64 { return 0 }

// Idle tells that no node has anything to send or to sink, now or later.
func (n *Nodes) Idle() bool {
	for _, x := range n.nodes {
		if !x.idle() {
			return false
		}
	}
	return true
}

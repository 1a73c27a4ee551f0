package nodes

import (
	"math/rand/v2"

	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/t3erouter/table"
)

// A Plan says what the nodes of a torus do. Equal plans send the same packets.
type Plan struct {
	Config  config.Config
	Table   *table.Table // routes
	Seed    uint64
	Pattern Pattern

	Packets  int  // that a node sends of its own accord in each class; 0: no end
	Requests bool // of its own accord a node sends requests alone
	Until    int  // cycle from which on no node begins another; 0: never
	Length   int  // flits of every packet; 0: drawn from 1..max_flits
	Straight int  // of 256 packets so many may not be adaptive
	Wild     bool // routes are drawn: signs, initial and final hops, selects; not those of the table
	// Route is used instead of the table, unless nil.
	Route func(src, dst table.Node) table.Entry

	Replies *Replies // nil: nodes send both classes of their own accord, and sink them at once
}

// Replies makes nodes answer requests, in bounded room. A request is sunk only if there is room for the
// reply that it causes, a reply at once: with separate queues that is free of deadlock. The
// switches each take one of the conditions away.
type Replies struct {
	Room int // packets in a queue of packets to be injected

	SharedInjection bool // requests and replies are injected from one queue, in order
	SharedEjection  bool // requests and replies are sunk from one queue, in order
	HeldReplies     bool // a reply is sunk only while there is room in the queue of requests
}

// drawing draws the packets of a node in one class.
type drawing struct {
	*Plan
	torus *table.Torus
	src   table.Node
	class int
	rand  *rand.Rand
	drawn int
	quiet bool // the pattern leads to the node itself
}

func newDrawing(p *Plan, src table.Node, class int) *drawing {
	d := &drawing{Plan: p, torus: p.Table.Torus, src: src, class: class}
	d.rand = rand.New(rand.NewPCG(p.Seed, uint64(src)<<1|uint64(class)))
	d.quiet = !p.Pattern.free && d.where() == src
	return d
}

// where draws a destination.
func (d *drawing) where() table.Node {
	return d.torus.Number(d.Pattern.to(d.torus, d.torus.Coordinates(d.src), d.rand))
}

// ended tells that there are no more packets.
func (d *drawing) ended(cycle int) bool {
	return d.quiet || d.Packets > 0 && d.drawn == d.Packets || d.Until > 0 && cycle >= d.Until
}

// next draws the next packet.
func (d *drawing) next(number int) Packet {
	d.drawn++
	return d.to(d.where(), number)
}

// to makes a packet to a node.
func (d *drawing) to(dst table.Node, number int) Packet {
	e := d.Table.Entry(d.src, dst)
	switch {
	case d.Wild:
		e = d.wild()
	case d.Route != nil:
		e = d.Route(d.src, dst)
	}
	length := d.Length
	if length == 0 {
		length = 1 + d.rand.IntN(d.Config.MaxFlits)
	}
	p := newPacket(d.torus, d.src, dst, e, d.class, length, number)
	if d.rand.IntN(256) < d.Straight {
		p &^= mayAdapt
	}
	return p
}

// wild is any route that there is: an initial hop needs a link.
func (d *drawing) wild() table.Entry {
	e := table.Entry(d.rand.IntN(1 << 9))
	if i := e.Initial(); i > 0 && d.torus.Size()[i-1] == 1 {
		e &^= 3 << 3
	}
	return e | 1<<10
}

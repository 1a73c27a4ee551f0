package cm5router_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/flitwright/flitwright/cm5router"
	"github.com/flitwright/flitwright/cm5router/traffic"
)

// A reader finds the messages in the flits of a link.
type reader struct {
	flits []byte
	size  int // of the message under way, 0 if not yet known
}

// push takes a flit and gives the message that it ends.
func (r *reader) push(f *traffic.Format, flit uint64) (m traffic.Message, ended bool, err error) {
	r.flits = append(r.flits, byte(flit))
	header := 1 + (int(r.flits[0])+1)/2 + f.LengthFlits
	if len(r.flits) == header {
		_, hi := f.Span(r.flits, traffic.LengthPart)
		r.size = f.Flits(int(r.flits[0]), int(r.flits[hi-1]))
	}
	if r.size == 0 || len(r.flits) < r.size {
		return m, false, nil
	}
	if v := f.Check(r.flits); v != traffic.Good {
		return m, false, fmt.Errorf("the CRC of a message is %v", v)
	}
	m, _, err = f.Decode(r.flits)
	r.flits, r.size = nil, 0
	return m, true, err
}

// number is the first word of a message, by which the tests know it again.
func number(m traffic.Message) (v uint32) {
	for _, x := range m.Data[:8] {
		v = v<<4 | uint32(x)
	}
	return v
}

// destination is where a message of some height belongs that is at a node, about to be sent or
// fallen there: the node's own digits above the height, then the fields.
func destination(node uint32, m traffic.Message) uint32 {
	d := node >> (2 * m.Height)
	for i := m.Height - 1; i >= 0; i-- {
		flit := m.Route[len(m.Route)-1-i/2]
		d = d<<2 | uint32(flit>>(i%2*2)&3)
	}
	return d
}

// An order is a message to be sent.
type order struct{ id, to uint32 }

// A fall is a time of all-fall-down.
type fall struct{ from, to int }

// nodes are the senders and receivers of a tree: they send their orders, in all networks, and
// what falls to them once more when all-fall-down is over.
type nodes struct {
	tree   cm5router.Tree
	f      *traffic.Format
	rand   *rand.Rand
	use    float64 // chance to use a token, and to raise one
	fall   fall
	cycle  int
	orders [][]order // of each terminal
	flits  [][]byte  // of the message under way
	come   []reader
}

func newNodes(t cm5router.Tree, seed uint64) *nodes {
	n := t.Networks * t.Nodes()
	return &nodes{
		tree: t, f: traffic.NewFormat(t.Config), rand: rand.New(rand.NewPCG(seed, 0)), use: 1,
		orders: make([][]order, n), flits: make([][]byte, n), come: make([]reader, n),
	}
}

// random gives every terminal count messages, numbered from next on, their heights equally likely.
func (n *nodes) random(next, count int) int {
	for range count {
		for i := range n.orders {
			node := uint32(i % n.tree.Nodes())
			h := n.rand.IntN(n.tree.Levels) + 1
			digit := uint32(n.rand.IntN(3)+1) << (2 * (h - 1))
			below := uint32(n.rand.IntN(1 << (2 * (h - 1))))
			next = n.send(i, next, node&^(1<<(2*(h-1))-1)^digit|below)
		}
	}
	return next
}

// permute gives every terminal a message to its place in each of count permutations of the nodes.
func (n *nodes) permute(next, count int) int {
	for range count {
		var to []int
		for i := range n.orders {
			node := i % n.tree.Nodes()
			if node == 0 {
				to = n.rand.Perm(n.tree.Nodes())
			}
			if to[node] != node {
				next = n.send(i, next, uint32(to[node]))
			}
		}
	}
	return next
}

func (n *nodes) send(i, id int, to uint32) int {
	n.orders[i] = append(n.orders[i], order{uint32(id), to})
	return id + 1
}

// Next drives the pins of all nodes: rst, cfg_afd, flit and valid of each, token of each.
func (n *nodes) Next(prev, in []uint64) {
	clear(in)
	terminals := len(n.orders)
	rst := n.cycle < 2
	falling := n.cycle >= n.fall.from && n.cycle < n.fall.to
	n.cycle++
	if rst {
		in[0] = 1
		return
	}
	if falling {
		in[1] = 1
	}
	for i := range terminals {
		flit, valid, token := &in[2+2*i], &in[3+2*i], &in[2+2*terminals+i]
		if n.rand.Float64() < n.use {
			*token = 1
		}
		if prev[terminals+2*i+1] == 1 {
			n.take(i, prev[terminals+2*i])
		}
		if len(n.flits[i]) == 0 && len(n.orders[i]) > 0 && !falling {
			n.begin(i)
		}
		if prev[i] == 1 && len(n.flits[i]) > 0 && (n.use == 1 || n.rand.Float64() < n.use) {
			*flit, *valid = uint64(n.flits[i][0]), 1
			n.flits[i] = n.flits[i][1:]
		}
	}
}

func (n *nodes) Injected() uint64 { return 0 }

// begin encodes the next message of a terminal.
func (n *nodes) begin(i int) {
	o := n.orders[i][0]
	n.orders[i] = n.orders[i][1:]
	h := traffic.HeightTo(uint32(i%n.tree.Nodes()), o.to)
	m := traffic.Message{
		Height: h, Route: traffic.AppendRoute(nil, o.to, h), Tag: byte(o.id % 16),
		Length: n.rand.IntN(n.f.Words) + 1,
	}
	for k := range 8 * m.Length {
		m.Data = append(m.Data, byte(o.id>>(28-4*(k%8))&15)^byte(k/8))
	}
	n.flits[i] = n.f.AppendSealed(nil, &m)
}

// take receives a flit; a message that fell here and belongs elsewhere is sent once more.
func (n *nodes) take(i int, flit uint64) {
	m, ended, err := n.come[i].push(n.f, flit)
	if node := uint32(i % n.tree.Nodes()); ended && err == nil {
		if to := destination(node, m); to != node {
			n.orders[i] = append(n.orders[i], order{number(m), to})
		}
	}
}

// A postmaster sees all messages go in and come out, from the pins alone.
type postmaster struct {
	tree        cm5router.Tree
	f           *traffic.Format
	sent, come  []reader
	underWay    map[uint32]letter // by number
	arrived     int
	fallen      int // to a node that they were not for
	messages    uint64
	heights     [16]int // arrived, by the height they were sent with
	falling     bool    // cfg_afd
	lastArrival int
	cycle       int
}

type letter struct {
	to      uint32
	network int
	height  int
}

func newPostmaster(t cm5router.Tree) *postmaster {
	n := t.Networks * t.Nodes()
	return &postmaster{
		tree: t, f: traffic.NewFormat(t.Config), sent: make([]reader, n), come: make([]reader, n),
		underWay: map[uint32]letter{},
	}
}

// Observe judges one cycle.
func (p *postmaster) Observe(in, out []uint64) error {
	p.cycle++
	if in[0] == 1 {
		return nil
	}
	if p.falling && in[1] == 0 && len(p.underWay) > 0 {
		return fmt.Errorf("%d messages have not fallen out", len(p.underWay))
	}
	p.falling = in[1] == 1
	terminals := len(p.sent)
	for i := range terminals {
		if in[3+2*i] == 1 {
			if err := p.goes(i, in[2+2*i]); err != nil {
				return fmt.Errorf("from terminal %d: %w", i, err)
			}
		}
		if out[terminals+2*i+1] == 1 {
			if err := p.comes(i, out[terminals+2*i]); err != nil {
				return fmt.Errorf("to terminal %d: %w", i, err)
			}
		}
	}
	if k := slices.IndexFunc(out[3*terminals:], func(x uint64) bool { return x != 0 }); k >= 0 {
		return fmt.Errorf("error flag %d is raised", k)
	}
	return nil
}

func (p *postmaster) Messages() uint64 { return p.messages }

func (p *postmaster) goes(i int, flit uint64) error {
	m, ended, err := p.sent[i].push(p.f, flit)
	if !ended || err != nil {
		return err
	}
	id := number(m)
	if _, twice := p.underWay[id]; twice {
		return fmt.Errorf("message %d is under way already", id)
	}
	nodes := p.tree.Nodes()
	p.underWay[id] = letter{destination(uint32(i%nodes), m), i / nodes, m.Height}
	p.messages++
	return nil
}

func (p *postmaster) comes(i int, flit uint64) error {
	m, ended, err := p.come[i].push(p.f, flit)
	if !ended || err != nil {
		return err
	}
	id := number(m)
	l, known := p.underWay[id]
	delete(p.underWay, id)
	nodes := p.tree.Nodes()
	node := uint32(i % nodes)
	switch to := destination(node, m); {
	case !known:
		return fmt.Errorf("message %d was not sent, or comes a second time", id)
	case i/nodes != l.network:
		return fmt.Errorf("message %d has changed networks", id)
	case to != l.to:
		return fmt.Errorf("message %d is for %d, not %d", id, l.to, to)
	case to != node:
		p.fallen++
		return nil
	}
	for k, x := range m.Data {
		if x != byte(id>>(28-4*(k%8))&15)^byte(k/8) {
			return fmt.Errorf("message %d: data flit %d is %d", id, k, x)
		}
	}
	p.arrived++
	p.heights[l.height]++
	p.lastArrival = p.cycle
	return nil
}

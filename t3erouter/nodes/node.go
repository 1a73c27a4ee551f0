package nodes

import "github.com/flitwright/flitwright/t3erouter/table"

// A node has a queue of packets to be injected and a queue of flits to be sunk for each class, or one
// for both.
type node struct {
	*Nodes
	at      table.Node
	own     [classes]*drawing // packets of its own accord; nil: none
	answers *drawing
	number  int // of the next packet

	out     [classes][]Packet // to be injected, by class; SharedInjection: all in the first
	sent    [classes]int      // flits of the first packet of the class that have gone
	credits [classes]int
	turn    int // class that sends first

	come [classes][]arrival // flits to be sunk, by class; SharedEjection: all in the first
	now  [classes]Packet    // the packet that comes
}

// An arrival is a flit that waits to be sunk.
type arrival struct {
	packet Packet
	head   bool
}

// backlog is how many packets of its own a node draws ahead.
const backlog = 2

func newNode(n *Nodes, at table.Node) *node {
	x := &node{Nodes: n, at: at}
	for class := range classes {
		x.credits[class] = n.plan.Config.EscapeDepth
		x.own[class] = newDrawing(n.plan, at, class)
	}
	if n.plan.Replies != nil {
		x.answers = x.own[1]
	}
	if n.plan.Replies != nil || n.plan.Requests {
		x.own[1] = nil
	}
	return x
}

// outQueue and comeQueue are the numbers of the queues of a class.
func (x *node) outQueue(class int) int {
	if r := x.plan.Replies; r != nil && r.SharedInjection {
		return 0
	}
	return class
}

func (x *node) comeQueue(class int) int {
	if r := x.plan.Replies; r != nil && r.SharedEjection {
		return 0
	}
	return class
}

// room is how many packets a queue to be injected holds.
func (x *node) room() int {
	if r := x.plan.Replies; r != nil {
		return r.Room
	}
	return backlog
}

// receive puts a flit into its ejection queue.
func (x *node) receive(l lane) {
	if !l.valid() {
		return
	}
	class, head := l.vc()/2%classes, x.pins.sideband(l.flit())&headFlit != 0
	if head {
		x.now[class] = Packet(l.flit()[0])
	}
	q := &x.come[x.comeQueue(class)]
	*q = append(*q, arrival{x.now[class], head})
}

// sink takes a flit out of each ejection queue, if it may, and gives the credits.
func (x *node) sink() (credits uint64) {
	for i := range x.come {
		q := &x.come[i]
		if len(*q) == 0 || !x.accepts((*q)[0]) {
			continue
		}
		a := (*q)[0]
		*q = append((*q)[:0], (*q)[1:]...)
		credits |= 1 << (2 * a.packet.Class())
		if a.head && a.packet.Class() == 0 && x.answers != nil {
			o := &x.out[x.outQueue(1)]
			*o = append(*o, x.answers.to(a.packet.Src(x.plan.Table.Torus), x.take()))
		}
	}
	return credits
}

// accepts tells whether a flit may be sunk.
func (x *node) accepts(a arrival) bool {
	_, blocked := x.blocked(a)
	return !blocked
}

// blocked names the queue without room for what a flit causes, if it does.
func (x *node) blocked(a arrival) (queue int, blocked bool) {
	r := x.plan.Replies
	switch {
	case r == nil || !a.head:
		return 0, false
	case a.packet.Class() == 0:
		queue = x.outQueue(1)
	case r.HeldReplies:
		queue = x.outQueue(0)
	default:
		return 0, false
	}
	return queue, len(x.out[queue]) >= r.Room
}

// take gives the next packet its number.
func (x *node) take() int {
	x.number++
	return x.number - 1
}

func (x *node) credit(vcs uint64) {
	for class := range classes {
		x.credits[class] += int(vcs >> (2 * class) & 1)
	}
}

// draw fills the queues with packets of the node's own.
func (x *node) draw() {
	for class, d := range x.own {
		if d == nil {
			continue
		}
		for q := &x.out[x.outQueue(class)]; len(*q) < x.room() && !d.ended(x.cycle); {
			*q = append(*q, d.next(x.take()))
		}
	}
}

// send injects a flit of the class whose turn it is, or of the other.
func (x *node) send(l lane) {
	for range classes {
		class := x.turn
		x.turn = (x.turn + 1) % classes
		q := &x.out[x.outQueue(class)]
		if len(*q) == 0 || (*q)[0].Class() != class || x.credits[class] == 0 {
			continue
		}
		p := (*q)[0]
		x.pins.write(p, x.sent[class], l.flit())
		l[len(l)-2], l[len(l)-1] = 1, uint64(2*class)
		x.credits[class]--
		if x.sent[class]++; x.sent[class] == p.Length() {
			x.sent[class] = 0
			*q = append((*q)[:0], (*q)[1:]...)
		}
		return
	}
}

func (x *node) idle() bool {
	for class := range classes {
		if d := x.own[class]; len(x.out[class])+len(x.come[class]) > 0 || d != nil && !d.ended(x.cycle) {
			return false
		}
	}
	return true
}

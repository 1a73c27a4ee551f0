package routing

import "github.com/flitwright/flitwright/topology"

// A Relation says which virtual channels a packet may ask for next. It is a function of the virtual
// channel that the packet holds and of a header: what it reads of the packet, as a number. The
// header is the relation's own to choose, so it can hold what depends on the way of the packet so
// far, as the class of a dateline does, and need not hold what is not read any more, or not yet.
//
// Packets come in parts, which are looked at one after another: the header of a packet changes on
// its way, its part does not. For most relations a part is a destination.
type Relation struct {
	Name  string
	Graph *topology.Graph

	VCs     int // of every channel
	Headers int // a header is below it

	// Parts has the destination of the packets of each part, a node, or Anywhere if that is left
	// open until they eject.
	Parts []int

	// Open makes the tables of a part. Parts are opened at the same time, each used by one goroutine.
	Open func(part int) Part

	// Wander is the header of a packet after a hop that is not of this relation, which is then the
	// escape of another; nil if it is any with which a packet may begin there.
	Wander func(header uint32, channel int) uint32

	// Commit says that a packet picks one of the options, whether it is free or not, and waits
	// for that alone. Otherwise it waits for all of them at once and takes any.
	Commit bool

	// Messages are the kinds of packets where a node answers requests, nil if there is one kind.
	Messages *Messages

	// Quotient tells the same as the relation of what packets that hold a resource may ask for next,
	// with fewer states; nil if there is none. It is not of use where ways of several hops matter.
	Quotient *Relation

	// Recovery says what frees packets that wait for each other, None if nothing does.
	Recovery Recovery

	// Lane is the way through the escape buffers of progressive recovery, for one packet at a time.
	Lane *Relation

	// Livelock is an upper bound for the hops of a packet, or why there is none; "" where every
	// path is minimal.
	Livelock string

	// Write writes a header for people; nil if there is nothing to say.
	Write func(part int, header uint32) string
}

// Anywhere is the destination of a part whose packets have not decided on one.
const Anywhere = -1

// A Part is how the packets of a part are routed.
type Part struct {
	// Inject calls inject for each header with which a packet may begin, and its source.
	Inject func(inject func(source int, header uint32))

	// Route appends what a packet may ask for to options, nothing if it is stuck. Several
	// options may name the same virtual channel: the header then stands for packets that differ
	// in something that is read after the hop for the first time.
	Route func(p Packet, options []Option) []Option
}

// A Packet is one whose header is at the end of a virtual channel, or in an injection queue.
type Packet struct {
	Node    int // where the header is
	Channel int // at whose end, or Injected
	VC      int // of the channel
	Header  uint32
}

// Injected is the channel of a packet that has not left its source.
const Injected = -1

// An Option is a virtual channel that a packet may ask for, or ejection.
type Option struct {
	Channel int // that leaves the node, or Eject
	VC      int
	Header  uint32 // at the end of it
	Escape  bool   // the hop is one of the escape relation R1; ejection always is
}

// Eject is the channel of an option to leave the network. A packet that may eject has no other
// options.
const Eject = -1

// Messages says how requests and replies use the queues of a node. Requests are of class 0.
type Messages struct {
	// Class is that of a packet.
	Class func(part int, header uint32) int
	// SharedInjection and SharedEjection are whether both classes wait in one queue.
	SharedInjection, SharedEjection bool
	// Sink is whether a node always takes a reply. If not it takes one only when it can inject a
	// request.
	Sink bool
}

// Recovery is how deadlock is undone where it is not avoided.
type Recovery int

const (
	None Recovery = iota
	// Regressive: a packet that waits for too long is killed and sent anew.
	Regressive
	// Progressive: a packet that waits for too long goes on in the escape buffers, one a node, which one
	// packet uses at a time.
	Progressive
	// Deflection: no packet waits; it leaves by some output in the next cycle.
	Deflection
)

// destinations lists the nodes where packets end.
func destinations(g *topology.Graph) []int {
	var list []int
	for n := range g.Nodes {
		if g.Nodes[n].Terminal {
			list = append(list, n)
		}
	}
	return list
}

// String says why deadlock does not last.
func (r Recovery) String() string {
	return [...]string{
		"nothing undoes a deadlock",
		"regressive recovery: a packet that waits for too long is killed, gives back all that it holds and is sent anew",
		"progressive recovery: one packet at a time goes on in the escape buffers, whose way from every node leads to every destination",
		"deflection: in every cycle each packet leaves by some output, so none waits",
	}[r]
}

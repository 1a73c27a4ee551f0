package nodes

import (
	"fmt"
	"slices"

	"github.com/flitwright/flitwright/t3erouter/golden"
	"github.com/flitwright/flitwright/t3erouter/table"
)

// A Buffer is a place where packets stand in line: an input VC of a router or a queue of a node.
type Buffer struct {
	Node table.Node
	Kind Kind
	Port int // of an input VC
	VC   int // of an input VC; of a queue the class, 0 if it has both
}

// A Kind is what a buffer is.
type Kind int

// The kinds.
const (
	Nowhere   Kind = iota
	InputVC        // of a router
	Injection      // packets that a node wants to send
	Ejection       // flits that it has not sunk
)

// A Wait is the packet at the front of a buffer that wants to leave it, and the buffers one of which it
// needs.
type Wait struct {
	Packet Packet
	At     Buffer
	Needs  []Need // never empty
}

// A Need is a buffer that a packet may enter, and what keeps it from that.
type Need struct {
	Buffer
	Why    string
	Behind Buffer // the packet at the front of this one has to move first; Nowhere: none has
}

// Waits is a wait-for graph: what stands in each buffer, and what the first of it waits for.
type Waits struct {
	plan  *Plan
	torus *table.Torus
	held  map[Buffer][]Packet // with the front first; only what has its header there
	waits []Wait              // by node, kind, port and VC
	at    map[Buffer]int      // index of waits
}

// NewWaits looks into the routers of a torus, by their numbers, and the nodes around them, between two
// cycles.
func NewWaits(routers []*golden.Router, n *Nodes) *Waits {
	w := &Waits{plan: n.plan, torus: n.plan.Table.Torus, held: map[Buffer][]Packet{}, at: map[Buffer]int{}}
	for i, r := range routers {
		w.router(table.Node(i), r, n)
		w.node(n.nodes[i])
	}
	return w
}

// Count is the number of packets that wait.
func (w *Waits) Count() int { return len(w.waits) }

func (w *Waits) add(x Wait) {
	w.at[x.At] = len(w.waits)
	w.waits = append(w.waits, x)
}

// router enters the input VCs of a router.
func (w *Waits) router(at table.Node, r *golden.Router, n *Nodes) {
	for p := range nodePort + 1 {
		for v := range vcs {
			b := Buffer{at, InputVC, p, v}
			view := r.Peek(p, v)
			for _, e := range view.Entries {
				if e.Route != nil {
					w.held[b] = append(w.held[b], Packet(e.Flit[0]))
				}
			}
			if len(view.Entries) > 0 && !view.Active && view.Entries[0].Route != nil {
				w.add(Wait{w.held[b][0], b, w.header(b, r, n, view.Entries[0].Route)})
			}
		}
	}
}

// header lists the buffers that the header in an input VC may enter.
func (w *Waits) header(from Buffer, r *golden.Router, n *Nodes, rt *golden.Route) (needs []Need) {
	at := from.Node
	add := func(o, v int) {
		need := Need{Buffer: Buffer{Node: at, Kind: Ejection, VC: n.nodes[at].comeQueue(v / 2)}}
		if o != nodePort {
			need.Buffer = Buffer{w.torus.Next(at, table.Direction(o)), InputVC, o ^ 1, v}
		}
		depth := n.plan.Config.EscapeDepth
		if v == adaptive {
			depth = n.plan.Config.AdaptiveDepth
		}
		credits := r.Credits(o, v)
		p, u, claimed := r.Claimed(o, v)
		claimant := Buffer{at, InputVC, p, u}
		switch {
		case r.Owned(o, v):
			need.Why = "another packet is on its way there"
		case credits < rt.Length:
			need.Why = fmt.Sprintf("%d of %d flits free", credits, depth)
			need.Behind = need.Buffer
		case claimed && claimant != from:
			need.Behind = claimant
			need.Why = "claimed by " + w.name(claimant)
		default:
			need.Why = "free"
		}
		needs = append(needs, need)
	}
	if !rt.Captive {
		add(rt.Port, rt.VC)
	}
	for _, d := range rt.Adaptive {
		add(d, adaptive)
	}
	return needs
}

// node enters the queues of a node.
func (w *Waits) node(x *node) {
	for i, q := range x.out {
		b := Buffer{Node: x.at, Kind: Injection, VC: i}
		w.held[b] = q
		if len(q) == 0 {
			continue
		}
		class := q[0].Class()
		need := Need{Buffer: Buffer{x.at, InputVC, nodePort, 2 * class}}
		need.Why = fmt.Sprintf("%d of %d flits free", x.credits[class], x.plan.Config.EscapeDepth)
		if x.credits[class] == 0 {
			need.Behind = need.Buffer
		}
		w.add(Wait{q[0], b, []Need{need}})
	}
	for i, q := range x.come {
		b := Buffer{Node: x.at, Kind: Ejection, VC: i}
		for _, a := range q {
			if a.head {
				w.held[b] = append(w.held[b], a.packet)
			}
		}
		if len(q) == 0 {
			continue
		}
		if queue, blocked := x.blocked(q[0]); blocked {
			full := Buffer{Node: x.at, Kind: Injection, VC: queue}
			w.add(Wait{q[0].packet, b, []Need{{full, fmt.Sprintf("all %d places taken", x.room()), full}}})
		}
	}
}

// Deadlocked counts the waits that only others of them could end: all needs of each are behind others.
func (w *Waits) Deadlocked() int {
	ends := make([]bool, len(w.waits)) // may end
	for again := true; again; {
		again = false
		for i, x := range w.waits {
			if !ends[i] && slices.ContainsFunc(x.Needs, func(n Need) bool {
				j, waits := w.at[n.Behind]
				return !waits || ends[j]
			}) {
				ends[i], again = true, true
			}
		}
	}
	stuck := 0
	for _, end := range ends {
		if !end {
			stuck++
		}
	}
	return stuck
}

// Cycle follows the waits, each to what its first need is behind, until it comes to a buffer once more: those from there
// on wait for each other. It is empty if there is none.
func (w *Waits) Cycle() []Wait {
	for start := range w.waits {
		seen := map[int]int{} // index in path
		var path []Wait
		for i, some := start, true; some; {
			if from, again := seen[i]; again {
				return leastFirst(path[from:])
			}
			seen[i] = len(path)
			path = append(path, w.waits[i])
			i, some = w.at[w.waits[i].Needs[0].Behind]
		}
	}
	return nil
}

// leastFirst turns a cycle so that it begins with the first buffer.
func leastFirst(cycle []Wait) []Wait {
	least := 0
	for i, x := range cycle {
		if compare(x.At, cycle[least].At) < 0 {
			least = i
		}
	}
	return slices.Concat(cycle[least:], cycle[:least])
}

package deadlock

import (
	"fmt"

	"github.com/flitwright/flitwright/routing"
)

// A space numbers what packets hold and wait for, the vertices: the resources of each channel,
// then the injection queues of each node, then the ejection queues of each node.
//
// What a packet at a node may ask for is a set of bits, one for each resource that leaves the node,
// in the order of its channels, and one for each ejection queue of the node: so a set takes few
// words whatever the size of the network.
type space struct {
	*routing.Relation
	flow     Flow
	messages *routing.Messages // nil without -protocol
	lanes    int               // resources of a channel
	injects  int               // injection queues of a node
	ejects   int               // ejection queues of a node
	place    []int32           // of a channel among those that leave its node
	first    []int             // word of the set of a node, and of the last node the end
	heads    []int32           // node where a packet in a channel is
}

func newSpace(r *routing.Relation, flow Flow, protocol bool) *space {
	g := r.Graph
	s := &space{Relation: r, flow: flow, lanes: r.VCs, injects: 1, ejects: 1,
		place: make([]int32, len(g.Channels)), first: make([]int, len(g.Nodes)+1), heads: make([]int32, len(g.Channels))}
	if flow == Circuit {
		s.lanes = 1
	}
	if protocol {
		s.messages = r.Messages
		if !s.messages.SharedInjection {
			s.injects = 2
		}
		if !s.messages.SharedEjection {
			s.ejects = 2
		}
	}
	for n := range g.Nodes {
		out := g.Out(n)
		for i, c := range out {
			s.place[c] = int32(i)
		}
		s.first[n+1] = s.first[n] + (len(out)*s.lanes+s.ejects+63)/64
	}
	for c := range g.Channels {
		s.heads[c] = int32(g.Channels[c].To)
	}
	return s
}

func (s *space) resources() int { return len(s.Graph.Channels) * s.lanes }
func (s *space) vertices() int {
	return s.resources() + len(s.Graph.Nodes)*(s.injects+s.ejects)
}

// resource is the vertex of a virtual channel.
func (s *space) resource(channel, vc int) int {
	if s.lanes == 1 {
		return channel
	}
	return channel*s.lanes + vc
}

func (s *space) injection(node, class int) int {
	return s.resources() + node*s.injects + min(class, s.injects-1)
}

func (s *space) ejection(node, class int) int {
	return s.resources() + len(s.Graph.Nodes)*s.injects + node*s.ejects + min(class, s.ejects-1)
}

// held is the vertex that a packet holds.
func (s *space) held(part int, p routing.Packet) int {
	if p.Channel == routing.Injected {
		return s.injection(p.Node, s.class(part, p.Header))
	}
	return s.resource(p.Channel, p.VC)
}

func (s *space) class(part int, header uint32) int {
	if s.messages == nil {
		return 0
	}
	return s.messages.Class(part, header)
}

// node is where a packet that holds a vertex is.
func (s *space) node(v int) int {
	switch r := s.resources(); {
	case v < r:
		return int(s.heads[v/s.lanes])
	case v < r+len(s.Graph.Nodes)*s.injects:
		return (v - r) / s.injects
	default:
		return (v - r - len(s.Graph.Nodes)*s.injects) / s.ejects
	}
}

// isEjection is whether a vertex is an ejection queue.
func (s *space) isEjection(v int) bool {
	return v >= s.resources()+len(s.Graph.Nodes)*s.injects
}

// width is the number of words of a set at a node.
func (s *space) width(node int) int { return s.first[node+1] - s.first[node] }

// bit is the place of an option in the sets of its node.
func (s *space) bit(part int, p routing.Packet, o routing.Option) int {
	if o.Channel == routing.Eject {
		return len(s.Graph.Out(p.Node))*s.lanes + min(s.class(part, p.Header), s.ejects-1)
	}
	b := int(s.place[o.Channel]) * s.lanes
	if s.lanes > 1 {
		b += o.VC
	}
	return b
}

// vertex is what a bit of a set at a node stands for.
func (s *space) vertex(node, bit int) int {
	out := s.Graph.Out(node)
	if i := bit / s.lanes; i < len(out) {
		return out[i]*s.lanes + bit%s.lanes
	}
	return s.ejection(node, bit-len(out)*s.lanes)
}

// Name is a vertex for people: 00e0 is VC 0 of the channel that leaves node 00 to the east, 000+x0
// of that up in x where there are more than two dimensions, and A>B.0 is one in a graph of another
// shape.
func (s *space) name(v int) string {
	g := s.Graph
	r := s.resources()
	if v >= r {
		n := g.Nodes[s.node(v)].Name
		queue, i, of := "injection", (v-r)%s.injects, s.injects
		if s.isEjection(v) {
			queue, i, of = "ejection", (v-r-len(g.Nodes)*s.injects)%s.ejects, s.ejects
		}
		if of == 1 {
			return n + " " + queue
		}
		return n + " " + queue + [...]string{" of requests", " of replies"}[i]
	}
	c, vc := v/s.lanes, v%s.lanes
	ch := g.Channels[c]
	switch {
	case g.Kind == 0 || len(g.K) == 0 || g.Nodes[ch.From].Coord == nil || ch.Sign == 0 || g.Kind.String() == "fattree":
		return fmt.Sprintf("%s.%d", g.ChannelName(c), vc)
	case len(g.K) <= 2:
		heading := "en"[ch.Dim : ch.Dim+1]
		if ch.Sign < 0 {
			heading = "ws"[ch.Dim : ch.Dim+1]
		}
		return fmt.Sprintf("%s%s%d", g.Nodes[ch.From].Name, heading, vc)
	}
	return fmt.Sprintf("%s%d", g.ChannelName(c), vc)
}

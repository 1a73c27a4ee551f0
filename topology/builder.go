package topology

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// The largest graph that is made: it takes some 300 MB.
const (
	MaxNodes    = 1 << 20
	MaxChannels = 1 << 22
)

// AnyPort as the port of an [End] takes the lowest port of the node that nothing uses yet.
const AnyPort = -1

// A Builder collects the nodes and channels of a graph in any order. Faults are kept until [Builder.Graph].
type Builder struct {
	graph Graph
	ports []portSet // of each node
	errs  []error
}

// portSet is the ports of a node in use, as output and as input; each list is sparse.
type portSet struct {
	next    int // every port below is in use
	out, in map[int]bool
}

// NewBuilder begins a graph.
func NewBuilder(name string) *Builder { return &Builder{graph: Graph{Name: name}} }

// Node adds a node and returns its index.
func (b *Builder) Node(n Node) int {
	b.graph.Nodes = append(b.graph.Nodes, n)
	b.ports = append(b.ports, portSet{})
	return len(b.graph.Nodes) - 1
}

// Link adds the two channels of a link. A node may be linked to itself, at two ports, and two nodes
// any number of times.
func (b *Builder) Link(x, y End) {
	if !b.exists(x) || !b.exists(y) {
		return
	}
	x.Port = b.take(x, true, true)
	y.Port = b.take(y, true, true)
	c := len(b.graph.Channels)
	b.graph.Channels = append(b.graph.Channels,
		Channel{From: x.Node, FromPort: x.Port, To: y.Node, ToPort: y.Port, Reverse: c + 1, Dim: -1},
		Channel{From: y.Node, FromPort: y.Port, To: x.Node, ToPort: x.Port, Reverse: c, Dim: -1})
}

// Channel adds a one-way channel.
func (b *Builder) Channel(from, to End) {
	if !b.exists(from) || !b.exists(to) {
		return
	}
	from.Port = b.take(from, true, false)
	to.Port = b.take(to, false, true)
	b.graph.Channels = append(b.graph.Channels,
		Channel{From: from.Node, FromPort: from.Port, To: to.Node, ToPort: to.Port, Reverse: -1, Dim: -1})
}

func (b *Builder) errorf(format string, args ...any) {
	b.errs = append(b.errs, fmt.Errorf(format, args...))
}

func (b *Builder) exists(e End) bool {
	ok := e.Node >= 0 && e.Node < len(b.graph.Nodes)
	if !ok {
		b.errorf("there is no node %d: nodes are 0..%d", e.Node, len(b.graph.Nodes)-1)
	}
	return ok
}

// take marks a port as used for channels out of it, into it, or both.
func (b *Builder) take(e End, out, in bool) int {
	p := &b.ports[e.Node]
	if p.out == nil {
		p.out, p.in = map[int]bool{}, map[int]bool{}
	}
	port := e.Port
	if port == AnyPort {
		for p.out[p.next] || p.in[p.next] {
			p.next++
		}
		port = p.next
	}
	name := b.graph.Nodes[e.Node].Name
	switch {
	case port < 0:
		b.errorf("node %q: port %d is below 0", name, port)
	case out && p.out[port]:
		b.errorf("node %q: two channels leave from port %d", name, port)
	case in && p.in[port]:
		b.errorf("node %q: two channels lead to port %d", name, port)
	}
	if out {
		p.out[port] = true
	}
	if in {
		p.in[port] = true
	}
	return port
}

// Graph ends the building. It reports names that are empty or not unique, nodes that do not exist,
// and ports that are used twice, all at once.
func (b *Builder) Graph() (*Graph, error) {
	seen := make(map[string]bool, len(b.graph.Nodes))
	for n, node := range b.graph.Nodes {
		switch {
		case node.Name == "":
			b.errorf("node %d has no name", n)
		case seen[node.Name]:
			b.errorf("two nodes are called %q", node.Name)
		}
		seen[node.Name] = true
	}
	if err := withinLimits(b.graph.Name, len(b.graph.Nodes), len(b.graph.Channels)); err != nil {
		b.errs = append(b.errs, err)
	}
	if len(b.errs) > 0 {
		return nil, errors.Join(b.errs...)
	}
	return b.graph.finish(), nil
}

func withinLimits(name string, nodes, channels int) error {
	switch {
	case nodes < 1:
		return fmt.Errorf("%s: there are no nodes", name)
	case nodes > MaxNodes:
		return fmt.Errorf("%s: %d nodes; the limit is %d", name, nodes, MaxNodes)
	case channels > MaxChannels:
		return fmt.Errorf("%s: %d channels; the limit is %d", name, channels, MaxChannels)
	}
	return nil
}

// finish sorts the channels by place, renames Reverse accordingly and lists the channels of each node.
func (g Graph) finish() *Graph {
	order := make([]int, len(g.Channels))
	for i := range order {
		order[i] = i
	}
	byPlace := func(i, j int) int {
		a, b := g.Channels[i], g.Channels[j]
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.FromPort, b.FromPort))
	}
	if !slices.IsSortedFunc(order, byPlace) {
		slices.SortFunc(order, byPlace)
		place := make([]int, len(order))
		for to, from := range order {
			place[from] = to
		}
		channels := make([]Channel, len(order))
		for to, from := range order {
			c := g.Channels[from]
			if c.Reverse >= 0 {
				c.Reverse = place[c.Reverse]
			}
			channels[to] = c
		}
		g.Channels = channels
	}
	g.out = g.list(func(c Channel) End { return End{c.From, c.FromPort} })
	g.in = g.list(func(c Channel) End { return End{c.To, c.ToPort} })
	return &g
}

// list sorts the channels into nodes by one of their ends.
func (g *Graph) list(end func(Channel) End) adjacency {
	a := adjacency{ids: make([]int, len(g.Channels)), start: make([]int, len(g.Nodes)+2)}
	for _, c := range g.Channels {
		a.start[end(c).Node+2]++
	}
	for n := range g.Nodes {
		a.start[n+2] += a.start[n+1]
	}
	for i, c := range g.Channels {
		n := end(c).Node
		a.ids[a.start[n+1]] = i
		a.start[n+1]++
	}
	for n := range g.Nodes {
		slices.SortFunc(a.of(n), func(i, j int) int {
			return cmp.Compare(end(g.Channels[i]).Port, end(g.Channels[j]).Port)
		})
	}
	return a
}

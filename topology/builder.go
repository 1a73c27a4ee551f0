package topology

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/flitwright/flitwright/topology/internal/source"
)

// The largest graph that is made: it takes some 300 MB.
const (
	MaxNodes    = 1 << 20
	MaxChannels = 1 << 22
)

// AnyPort as the port of an [End] stands for the lowest port that no other end of the node has. Ends
// choose in the order in which they were added, after all ends that name a port.
const AnyPort = -1

// A Builder collects the nodes and channels of a graph in any order. Faults are kept until [Builder.Graph].
type Builder struct {
	graph Graph
	errs  []error
}

// NewBuilder begins a graph.
func NewBuilder(name string) *Builder { return &Builder{graph: Graph{Name: name}} }

// Node adds a node and returns its index.
func (b *Builder) Node(n Node) int {
	b.graph.Nodes = append(b.graph.Nodes, n)
	return len(b.graph.Nodes) - 1
}

// Link adds the two channels of a link. A node may be linked to itself, at two ports, and two nodes
// any number of times.
func (b *Builder) Link(x, y End) {
	if b.valid(x) && b.valid(y) {
		c := len(b.graph.Channels)
		b.graph.Channels = append(b.graph.Channels,
			Channel{From: x.Node, FromPort: x.Port, To: y.Node, ToPort: y.Port, Reverse: c + 1, Dim: -1},
			Channel{From: y.Node, FromPort: y.Port, To: x.Node, ToPort: x.Port, Reverse: c, Dim: -1})
	}
}

// Channel adds a one-way channel. A port may have one channel in and another out.
func (b *Builder) Channel(from, to End) {
	if b.valid(from) && b.valid(to) {
		b.graph.Channels = append(b.graph.Channels,
			Channel{From: from.Node, FromPort: from.Port, To: to.Node, ToPort: to.Port, Reverse: -1, Dim: -1})
	}
}

func (b *Builder) errorf(format string, args ...any) {
	b.errs = append(b.errs, fmt.Errorf(format, args...))
}

func (b *Builder) valid(e End) bool {
	if e.Node < 0 || e.Node >= len(b.graph.Nodes) {
		b.errorf("there is no node %d among %d", e.Node, len(b.graph.Nodes))
		return false
	}
	if e.Port < AnyPort {
		b.errorf("node %q: port %d is below 0", b.graph.Nodes[e.Node].Name, e.Port)
		return false
	}
	return true
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
	if err := withinLimits(len(b.graph.Nodes), len(b.graph.Channels)); err != nil {
		b.errs = append(b.errs, err)
	}
	if len(b.errs) == 0 {
		b.assignPorts()
	}
	if len(b.errs) > 0 {
		return nil, errors.Join(b.errs...)
	}
	return b.graph.finish(), nil
}

// imported ends the building from a file: faults of the text come first.
func (b *Builder) imported(text *source.Text) (*Graph, error) {
	if err := text.Err(); err != nil {
		return nil, err
	}
	g, err := b.Graph()
	if err != nil {
		text.Faultf(0, "%v", err)
		return nil, text.Err()
	}
	return g, nil
}

func withinLimits(nodes, channels int) error {
	switch {
	case nodes < 1:
		return errors.New("there are no nodes")
	case nodes > MaxNodes:
		return fmt.Errorf("%d nodes; the limit is %d", nodes, MaxNodes)
	case channels > MaxChannels:
		return fmt.Errorf("%d channels; the limit is %d", channels, MaxChannels)
	}
	return nil
}

// assignPorts gives a port to each end that has AnyPort, and reports ports that are named twice.
func (b *Builder) assignPorts() {
	channels := b.graph.Channels
	out := b.graph.list(func(c Channel) int { return c.From })
	in := b.graph.list(func(c Channel) int { return c.To })
	var ports []int
	for n, node := range b.graph.Nodes {
		ports = ports[:0]
		for _, c := range out.of(n) {
			ports = append(ports, channels[c].FromPort)
		}
		b.twice(node, ports, "two channels leave from")
		named := len(ports)
		for _, c := range in.of(n) {
			ports = append(ports, channels[c].ToPort)
		}
		b.twice(node, ports[named:], "two channels lead to")
		slices.Sort(ports)
		next := portCounter{named: ports}
		outs, ins := out.of(n), in.of(n)
		for len(outs) > 0 || len(ins) > 0 {
			if len(ins) == 0 || len(outs) > 0 && outs[0] <= ins[0] {
				if c := &channels[outs[0]]; c.FromPort == AnyPort {
					c.FromPort = next.port()
					if c.Reverse >= 0 {
						channels[c.Reverse].ToPort = c.FromPort
					}
				}
				outs = outs[1:]
				continue
			}
			if c := &channels[ins[0]]; c.ToPort == AnyPort {
				c.ToPort = next.port()
				if c.Reverse >= 0 {
					channels[c.Reverse].FromPort = c.ToPort
				}
			}
			ins = ins[1:]
		}
	}
}

// twice reports the ports that a node's channels of one direction name more than once, and sorts them.
func (b *Builder) twice(node Node, ports []int, what string) {
	slices.Sort(ports)
	for i := 1; i < len(ports); i++ {
		if p := ports[i]; p != AnyPort && p == ports[i-1] && (i == 1 || p != ports[i-2]) {
			b.errorf("node %q: %s port %d", node.Name, what, p)
		}
	}
}

// A portCounter counts up over the ports that are not named.
type portCounter struct {
	named []int // sorted
	next  int
}

func (c *portCounter) port() int {
	for len(c.named) > 0 && c.named[0] <= c.next {
		if c.named[0] == c.next {
			c.next++
		}
		c.named = c.named[1:]
	}
	c.next++
	return c.next - 1
}

// finish sorts the channels by place, renames Reverse accordingly and lists the channels of each node.
func (g Graph) finish() *Graph {
	order := make([]int, len(g.Channels))
	for i := range order {
		order[i] = i
	}
	byPlace := func(i, j int) int {
		a, b := &g.Channels[i], &g.Channels[j]
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
	g.out = g.list(func(c Channel) int { return c.From })
	g.in = g.list(func(c Channel) int { return c.To })
	for n := range g.Nodes {
		slices.SortFunc(g.in.of(n), func(i, j int) int {
			return cmp.Compare(g.Channels[i].ToPort, g.Channels[j].ToPort)
		})
	}
	return &g
}

// list sorts the channels into nodes by one of their ends.
func (g *Graph) list(node func(Channel) int) adjacency {
	a := adjacency{ids: make([]int, len(g.Channels)), start: make([]int, len(g.Nodes)+2)}
	for _, c := range g.Channels {
		a.start[node(c)+2]++
	}
	for n := range g.Nodes {
		a.start[n+2] += a.start[n+1]
	}
	for i, c := range g.Channels {
		n := node(c)
		a.ids[a.start[n+1]] = i
		a.start[n+1]++
	}
	return a
}

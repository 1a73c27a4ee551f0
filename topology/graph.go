package topology

import (
	"fmt"
	"strconv"
	"strings"
)

// A Graph is nodes joined by channels. Channels are sorted by the node and port they leave from.
type Graph struct {
	Name     string
	Kind     Kind
	Format   Format // of the file it was read from; None if of none
	K        []int  // ring, mesh, torus: nodes in each dimension; fat tree: arity of each level, from the leaves up; else nil
	Nodes    []Node
	Channels []Channel

	out, in adjacency
}

// A Kind says which structure coordinates, ports and K have.
type Kind uint8

const (
	Irregular Kind = iota
	RingKind       // one-way
	MeshKind
	TorusKind
	FatTreeKind
)

func (k Kind) String() string { return [...]string{"irregular", "ring", "mesh", "torus", "fattree"}[k] }

// A Node is a place where packets begin and end, where they are passed on, or both.
type Node struct {
	Name     string // unique in the graph
	Coord    []int  // ring, mesh, torus: position in each dimension; fat tree: group and number in the group; else nil
	Level    int    // fat tree: 0 for a leaf, 1.. for a switch; else 0
	Terminal bool   // packets begin and end here
	Switch   bool   // packets are passed on here
}

// A Channel leads from a port of a node to a port of a node.
type Channel struct {
	From, To         int
	FromPort, ToPort int
	Reverse          int  // the channel the other way of the same link, or -1
	Dim              int  // ring, mesh, torus: the dimension it is in; fat tree: level of its lower end; else -1
	Sign             int8 // +1 towards higher coordinates or up a fat tree, -1 the other way; else 0
	Wrap             bool // crosses between k-1 and 0
}

// An End is a port of a node.
type End struct{ Node, Port int }

// adjacency is the channels of each node: those of node n are ids[start[n]:start[n+1]].
type adjacency struct{ ids, start []int }

func (a adjacency) of(n int) []int { return a.ids[a.start[n]:a.start[n+1]:a.start[n+1]] }

// Out lists the channels that leave a node, in the order of its ports. It is not to be written to.
func (g *Graph) Out(n int) []int { return g.out.of(n) }

// In lists the channels that lead to a node, in the order of its ports. It is not to be written to.
func (g *Graph) In(n int) []int { return g.in.of(n) }

// Ports is the number of ports of a node: one more than the highest in use.
func (g *Graph) Ports(n int) int {
	ports := 0
	if out := g.Out(n); len(out) > 0 {
		ports = g.Channels[out[len(out)-1]].FromPort + 1
	}
	if in := g.In(n); len(in) > 0 {
		ports = max(ports, g.Channels[in[len(in)-1]].ToPort+1)
	}
	return ports
}

// Find is the node of a name, or -1.
func (g *Graph) Find(name string) int {
	for n := range g.Nodes {
		if g.Nodes[n].Name == name {
			return n
		}
	}
	return -1
}

// ChannelName names a channel, uniquely in the graph: in a ring, mesh or torus the node it leaves
// and its heading, as in "10+x"; else the nodes it joins, as in "A>B", with the port it leaves
// from, as in "A[2]>B", where A and B are joined more than once.
func (g *Graph) ChannelName(c int) string {
	ch := g.Channels[c]
	switch g.Kind {
	case RingKind, MeshKind, TorusKind:
		return g.Nodes[ch.From].Name + Heading(ch.Dim, ch.Sign)
	}
	from, to := g.Nodes[ch.From].Name, g.Nodes[ch.To].Name
	for _, other := range g.Out(ch.From) {
		if other != c && g.Channels[other].To == ch.To {
			return fmt.Sprintf("%s[%d]>%s", from, ch.FromPort, to)
		}
	}
	return from + ">" + to
}

// Heading names a direction of a ring, mesh or torus: +x, -x, +y, ..., +w, -w, then +4, -4, ....
func Heading(dim int, sign int8) string {
	name := strconv.Itoa(dim)
	if dim < 4 {
		name = "xyzw"[dim : dim+1]
	}
	if sign < 0 {
		return "-" + name
	}
	return "+" + name
}

// coordName is the name of the node at coordinates: its digits, x first, with dots between them if
// some dimension has more than ten nodes.
func coordName(coord, k []int) string {
	separator := ""
	for _, size := range k {
		if size > 10 {
			separator = "."
		}
	}
	digits := make([]string, len(coord))
	for i, x := range coord {
		digits[i] = strconv.Itoa(x)
	}
	return strings.Join(digits, separator)
}

// Package draw makes pictures of graphs in which some virtual channels are marked: a cycle of
// dependences, a set that is deadlocked. A picture is written as SVG, to be looked at, or in the DOT
// language of Graphviz, with the same places and colours, to be changed.
//
// Nodes stand where their topology puts them: a ring on a circle, a mesh or torus on a grid whose
// wrapping links go round outside, more dimensions as planes side by side, a fat tree in levels; all
// else where the distances of a picture come nearest to those of the graph. Of a graph of more
// than [MaxNodes] the cycle is shown with what is around it, and the rest is counted.
//
// The same picture gives the same bytes.
package draw

import (
	"github.com/flitwright/flitwright/topology"
)

// MaxNodes is the largest number of nodes that are drawn. It is enough for a fat tree of 64 leaves.
const MaxNodes = 100

// A Picture is a graph and what is marked in it.
type Picture struct {
	Graph *topology.Graph
	Title string
	VCs   int        // of each channel
	Cycle []Resource // in colour and numbered; each waits for the next, the last for the first
	Set   []Resource // in faint colour
	Notes []string   // lines below the picture
}

// A Resource is what packets hold and wait for: a virtual channel, or a queue of a node.
type Resource struct {
	Name    string // in the list below the picture
	Channel int    // -1: it is a queue
	VC      int
	Node    int // of a queue
}

// A mark is how a virtual channel of a channel is drawn.
type mark struct {
	vc    int
	cycle []int // places in the cycle, from 1
}

// marks lists the marked virtual channels of each channel, in ascending order.
func (p *Picture) marks() map[int][]mark {
	marks := map[int][]mark{}
	find := func(r Resource) *mark {
		list := marks[r.Channel]
		at := 0
		for at < len(list) && list[at].vc < r.VC {
			at++
		}
		if at == len(list) || list[at].vc != r.VC {
			list = append(list[:at:at], append([]mark{{vc: r.VC}}, list[at:]...)...)
			marks[r.Channel] = list
		}
		return &list[at]
	}
	for _, r := range p.Set {
		if r.Channel >= 0 {
			find(r)
		}
	}
	for i, r := range p.Cycle {
		if r.Channel >= 0 {
			m := find(r)
			m.cycle = append(m.cycle, i+1)
		}
	}
	return marks
}

// nodesOf are the nodes that resources touch, each once, in order.
func (p *Picture) nodesOf(resources []Resource) []int {
	seen := map[int]bool{}
	var nodes []int
	add := func(n int) {
		if !seen[n] {
			seen[n] = true
			nodes = append(nodes, n)
		}
	}
	for _, r := range resources {
		if r.Channel < 0 {
			add(r.Node)
			continue
		}
		add(p.Graph.Channels[r.Channel].From)
		add(p.Graph.Channels[r.Channel].To)
	}
	return nodes
}

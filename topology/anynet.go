package topology

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/flitwright/flitwright/topology/internal/source"
)

// readAnyNet reads a network_file of BookSim's anynet (github.com/booksim/booksim2). A line is
//
//	router 0 node 0 node 1 2 router 1 15 router 2
//
// and joins its first element to each of the others; a number behind one is a latency, which says
// nothing about the graph. Any number of lines may begin with one element. Routers are the nodes of
// the graph, in the order of their numbers, which are their names; a router with nodes is a
// terminal, and if no line has nodes all of them are. As in BookSim two routers are joined by one
// link, however often the file says so, and in whichever direction; a router joined to itself has a
// one-way channel. A node has one router. # and // begin a comment.
func readAnyNet(text *source.Text) (*Graph, error) {
	f := anyNet{text: text, routers: map[int]bool{}, nodes: map[int]anyNode{}, links: map[[2]int]bool{}}
	for n, line := range text.Lines() {
		line, _, _ = strings.Cut(line, "#")
		line, _, _ = strings.Cut(line, "//")
		f.line(n, strings.Fields(line))
		if len(f.routers) > MaxNodes || len(f.nodes) > MaxNodes || 2*len(f.links) > MaxChannels {
			text.Faultf(n, "more than %d routers, as many nodes, or %d channels", MaxNodes, MaxChannels)
			break
		}
	}
	if err := text.Err(); err != nil {
		return nil, err
	}
	return f.build()
}

type anyNet struct {
	text    *source.Text
	routers map[int]bool // true: it has nodes
	nodes   map[int]anyNode
	links   map[[2]int]bool // the lower router first
	order   [][2]int        // of the links
}

// An anyNode is the router of a node and the line that says so.
type anyNode struct{ router, line int }

// line reads a line, cut into words.
func (f *anyNet) line(n int, words []string) {
	type element struct {
		kind string
		id   int
	}
	var all []element
	for i := 0; i < len(words); {
		kind := words[i]
		if kind != "router" && kind != "node" {
			f.text.Faultf(n, "found %s instead of router or node", source.Quote(kind))
			return
		}
		if i+1 == len(words) {
			f.text.Faultf(n, "%s without its number", kind)
			return
		}
		id, err := strconv.ParseUint(words[i+1], 10, 31)
		if err != nil {
			f.text.Faultf(n, "%s %s: not a number from 0 to %d", kind, source.Quote(words[i+1]), 1<<31-1)
			return
		}
		i += 2
		if i < len(words) && len(all) > 0 && isDigit(rune(words[i][0])) {
			if latency, err := strconv.ParseUint(words[i], 10, 31); err != nil || latency == 0 {
				f.text.Faultf(n, "latency %s is not a number from 1 to %d", source.Quote(words[i]), 1<<31-1)
			}
			i++
		}
		all = append(all, element{kind, int(id)})
	}
	if len(all) == 1 {
		f.text.Faultf(n, "%s %d is joined to nothing", all[0].kind, all[0].id)
		return
	}
	for i, e := range all {
		switch head := all[0]; {
		case i == 0:
		case head.kind == "node" && e.kind == "node":
			f.text.Faultf(n, "node %d is joined to node %d: one must be a router", head.id, e.id)
		case head.kind == "node":
			f.attach(n, head.id, e.id)
		case e.kind == "node":
			f.attach(n, e.id, head.id)
		default:
			f.link(head.id, e.id)
		}
	}
}

func (f *anyNet) attach(line, node, router int) {
	if was, ok := f.nodes[node]; ok && was.router != router {
		f.text.Faultf(line, "node %d is joined to router %d, and to router %d in line %d", node, router, was.router, was.line)
		return
	}
	f.nodes[node] = anyNode{router, line}
	f.routers[router] = true
}

func (f *anyNet) link(a, b int) {
	for _, router := range [...]int{a, b} {
		if _, known := f.routers[router]; !known {
			f.routers[router] = false
		}
	}
	if link := [2]int{min(a, b), max(a, b)}; !f.links[link] {
		f.links[link] = true
		f.order = append(f.order, link)
	}
}

func (f *anyNet) build() (*Graph, error) {
	b := NewBuilder(graphName(f.text.Name))
	index := make(map[int]int, len(f.routers))
	for _, router := range slices.Sorted(maps.Keys(f.routers)) {
		index[router] = b.Node(Node{Name: strconv.Itoa(router), Terminal: f.routers[router] || len(f.nodes) == 0, Switch: true})
	}
	for _, link := range f.order {
		x, y := End{index[link[0]], AnyPort}, End{index[link[1]], AnyPort}
		if x == y {
			b.Channel(x, y)
		} else {
			b.Link(x, y)
		}
	}
	return b.imported(f.text)
}

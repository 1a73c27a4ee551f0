package verify

import (
	"fmt"
	"slices"
)

// fatTree follows destinations: up by any parent while the destination is not below, then down.
func fatTree(n *net) (rules, error) {
	if !n.p.is("parent_turns", "0", "0") {
		return rules{}, fmt.Errorf("%w: turns at parents", errTrust)
	}
	below := func(node, leaf int) bool { // whether a leaf is under a node
		group := n.Nodes[leaf].Coord[0]
		for _, k := range n.K[:n.Nodes[node].Level] {
			group /= k
		}
		return group == n.Nodes[node].Coord[0]
	}
	return rules{
		vcs: 1, choices: []choice{{}}, begins: func(s, d int, _ choice) bool { return s != d },
		next: func(at, destination int, _ choice, _ *hop) []hop {
			if at == destination {
				return []hop{eject}
			}
			var list []hop
			for _, c := range n.Out(at) {
				switch up := n.Channels[c].Sign > 0; {
				case up && !below(at, destination), !up && below(at, destination) && below(n.Channels[c].To, destination):
					list = append(list, hop{c, 0, true})
				}
			}
			return list
		},
	}, nil
}

// upDown finds the shortest way of each packet from where it is among those that never go up after
// going down, by looking at all lengths.
func upDown(n *net) (rules, error) {
	if !n.p.is("state", "input", "input") || !n.p.is("order", "updown", "updown") {
		return rules{}, fmt.Errorf("%w: other tables than those of up*/down*", errTrust)
	}
	root := n.Find(n.p["root"])
	if root < 0 {
		return rules{}, fmt.Errorf("%w: the root is not named", errTrust)
	}
	depth := make([]int, len(n.Nodes))
	for i := range depth {
		depth[i] = len(n.Nodes)
	}
	depth[root] = 0
	for range n.Nodes {
		for _, c := range n.Channels {
			depth[c.To] = min(depth[c.To], depth[c.From]+1)
			depth[c.From] = min(depth[c.From], depth[c.To]+1)
		}
	}
	up := func(c int) bool {
		from, to := n.Channels[c].From, n.Channels[c].To
		return depth[to] < depth[from] || depth[to] == depth[from] && to < from
	}
	passes := func(node int) bool { return n.Nodes[node].Switch || !n.Nodes[node].Terminal }
	// left[v][c] is the length of the way that begins with channel c to v.
	left := map[int][]int{}
	to := func(destination int) []int {
		if l, ok := left[destination]; ok {
			return l
		}
		const far = 1 << 30
		l := make([]int, len(n.Channels))
		for c := range l {
			l[c] = far
			if n.Channels[c].To == destination {
				l[c] = 1
			}
		}
		for changed := true; changed; {
			changed = false
			for c, ch := range n.Channels {
				if ch.To == destination || !passes(ch.To) {
					continue
				}
				for _, next := range n.Out(ch.To) {
					if (up(c) || !up(next)) && l[next]+1 < l[c] {
						l[c] = l[next] + 1
						changed = true
					}
				}
			}
		}
		left[destination] = l
		return l
	}
	return rules{
		vcs: 1, choices: []choice{{}}, begins: func(s, d int, _ choice) bool { return s != d },
		next: func(at, destination int, _ choice, last *hop) []hop {
			if at == destination {
				return []hop{eject}
			}
			l := to(destination)
			var may []int
			for _, c := range n.Out(at) {
				if l[c] < 1<<30 && (last == nil || up(last.channel) || !up(c)) {
					may = append(may, c)
				}
			}
			var list []hop
			if len(may) == 0 {
				return list
			}
			best := l[slices.MinFunc(may, func(a, b int) int { return l[a] - l[b] })]
			for _, c := range may {
				if l[c] == best {
					list = append(list, hop{c, 0, true})
				}
			}
			return list
		},
	}, nil
}

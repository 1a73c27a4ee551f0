package deadlock

import "slices"

// A graph has the edges of vertex v at to[start[v]:start[v+1]], in ascending order.
type graph struct {
	start []int
	to    []int32
}

func (g *graph) size() int        { return len(g.start) - 1 }
func (g *graph) of(v int) []int32 { return g.to[g.start[v]:g.start[v+1]] }
func newGraph(n int) *graph       { return &graph{start: make([]int, 1, n+1)} }
func (g *graph) add(w int)        { g.to = append(g.to, int32(w)) }
func (g *graph) end()             { g.start = append(g.start, len(g.to)) }

// dependences are those of sets: from every vertex of used to all that is asked for there. With
// queues of messages that includes what ejection queues wait for.
func (f *facts) dependences(s *space, sets []uint64, used []bool) *graph {
	g := newGraph(s.vertices())
	for v := range s.vertices() {
		from := len(g.to)
		switch {
		case !used[v]:
		case s.isEjection(v):
			if s.messages != nil {
				for _, w := range f.answers(s, v) {
					g.add(w)
				}
			}
		default:
			n := s.node(v)
			s.members(n, sets[f.first[v]:f.first[v+1]], func(w int) {
				if s.messages != nil || !s.isEjection(w) {
					g.add(w)
				}
			})
		}
		slices.Sort(g.to[from:])
		g.end()
	}
	return g
}

// answers are the injection queues that packets in an ejection queue wait for.
func (f *facts) answers(s *space, v int) []int {
	var list []int
	for class := range 2 {
		if f.ends[v]>>class&1 == 0 {
			continue
		}
		if w, waits := s.answer(s.node(v), class); waits && !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list
}

// answer is the injection queue that a packet of a class waits for in an ejection queue, if it does.
func (s *space) answer(node, class int) (queue int, waits bool) {
	return s.injection(node, 1-class), class == 0 || !s.messages.Sink
}

// network counts the edges between resources of channels.
func (s *space) network(g *graph) int {
	n := 0
	for v := range s.resources() {
		for _, w := range g.of(v) {
			if int(w) < s.resources() {
				n++
			}
		}
	}
	return n
}

// numbering numbers the vertices so that every edge climbs; nil if there is a cycle.
func (g *graph) numbering() []int32 {
	waits := make([]int32, g.size())
	for _, w := range g.to {
		waits[w]++
	}
	var queue []int32
	for v, n := range waits {
		if n == 0 {
			queue = append(queue, int32(v))
		}
	}
	number := make([]int32, g.size())
	for i := 0; i < len(queue); i++ {
		v := queue[i]
		number[v] = int32(i)
		for _, w := range g.of(int(v)) {
			if waits[w]--; waits[w] == 0 {
				queue = append(queue, w)
			}
		}
	}
	if len(queue) < g.size() {
		return nil
	}
	return number
}

// cyclic is whether a vertex of a kind is on a cycle.
func (g *graph) cyclic(kind func(v int) bool) bool {
	of, sizes := g.components()
	for v := range g.size() {
		if kind(v) && (sizes[of[v]] > 1 || slices.Contains(g.of(v), int32(v))) {
			return true
		}
	}
	return false
}

// components numbers the strongly connected components of the graph, sinks first (Tarjan), and
// returns their sizes.
func (g *graph) components() (of []int32, sizes []int) {
	const none = -1
	n := g.size()
	of = make([]int32, n)
	index, low := make([]int32, n), make([]int32, n)
	next := make([]int, n) // edge of a vertex to look at
	for v := range n {
		of[v], index[v] = none, none
	}
	var stack, path []int32
	count := int32(0)
	for root := range n {
		if index[root] != none {
			continue
		}
		path = append(path, int32(root))
		for len(path) > 0 {
			v := path[len(path)-1]
			if index[v] == none {
				index[v], low[v] = count, count
				count++
				next[v] = g.start[v]
				stack = append(stack, v)
			}
			if next[v] < g.start[v+1] {
				w := g.to[next[v]]
				next[v]++
				switch {
				case index[w] == none:
					path = append(path, w)
				case of[w] == none:
					low[v] = min(low[v], index[w])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				up := path[len(path)-1]
				low[up] = min(low[up], low[v])
			}
			if low[v] != index[v] {
				continue
			}
			for size := 1; ; size++ {
				w := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				of[w] = int32(len(sizes))
				if w == v {
					sizes = append(sizes, size)
					break
				}
			}
		}
	}
	return of, sizes
}

// cycle is a shortest cycle through one of the first vertices of the smallest component that has
// one, of two vertices at least where there are such cycles; nil if there is none.
func (g *graph) cycle() []int32 {
	of, sizes := g.components()
	best, at := 0, -1
	for v := range g.size() {
		size := sizes[of[v]]
		loop := size == 1 && slices.Contains(g.of(v), int32(v))
		if (size > 1 || loop) && (at < 0 || best == 1 || size > 1 && size < best) {
			best, at = size, int(of[v])
		}
	}
	if at < 0 {
		return nil
	}
	var shortest []int32
	tries := 0
	for v := 0; v < g.size() && tries < 64; v++ {
		if int(of[v]) != at {
			continue
		}
		tries++
		if c := g.through(v, best == 1); shortest == nil || len(c) < len(shortest) {
			shortest = c
		}
	}
	return shortest
}

// through is a shortest cycle through a vertex that is on one: its own edge to itself if it is alone in
// its component, else one with other vertices.
func (g *graph) through(v int, alone bool) []int32 {
	before := map[int32]int32{}
	queue := []int32{int32(v)}
	for i := 0; i < len(queue); i++ {
		for _, w := range g.of(int(queue[i])) {
			if int(w) == v && (i > 0 || alone) {
				cycle := []int32{queue[i]}
				for u := queue[i]; int(u) != v; {
					u = before[u]
					cycle = append(cycle, u)
				}
				slices.Reverse(cycle)
				return cycle
			}
			if _, seen := before[w]; !seen && int(w) != v {
				before[w] = queue[i]
				queue = append(queue, w)
			}
		}
	}
	return nil
}

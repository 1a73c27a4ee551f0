package ir

import "slices"

// A graph has its vertices' successors in one list: those of v are edges[start[v]:start[v+1]].
type graph struct{ start, edges []int32 }

// newGraph makes a graph of n vertices; each calls edge for the successors of v.
func newGraph(n int, each func(v int, edge func(to int))) *graph {
	g := makeGraph(n)
	for v := range n {
		each(v, g.edge)
		g.next()
	}
	return g
}

// makeGraph makes an empty graph with room for n vertices. Calls of edge give the successors
// of the current vertex, next ends it.
func makeGraph(n int) *graph {
	return &graph{start: make([]int32, 1, n+1), edges: make([]int32, 0, 2*n)}
}

func (g *graph) edge(to int) { g.edges = append(g.edges, int32(to)) }
func (g *graph) next()       { g.start = append(g.start, int32(len(g.edges))) }

func (g *graph) size() int { return len(g.start) - 1 }

func (g *graph) successors(v int32) []int32 { return g.edges[g.start[v]:g.start[v+1]] }

// components finds the strongly connected components, those reachable from another before
// it (Tarjan's algorithm; the stack is a slice, for chains as long as the module).
func (g *graph) components() [][]int32 {
	type frame struct{ v, next int32 }
	var (
		n       = g.size()
		low     = make([]int32, n) // 0: not seen
		done    = make([]bool, n)
		count   int32
		path    []frame
		open    []int32
		members = make([]int32, 0, n)
		out     [][]int32
	)
	enter := func(v int32) {
		count++
		low[v] = count
		open = append(open, v)
		path = append(path, frame{v, g.start[v]})
	}
	number := make([]int32, n)
	for root := range int32(n) {
		if low[root] != 0 {
			continue
		}
		enter(root)
		number[root] = count
		for len(path) > 0 {
			top := &path[len(path)-1]
			v := top.v
			if top.next < g.start[v+1] {
				w := g.edges[top.next]
				top.next++
				if low[w] == 0 {
					enter(w)
					number[w] = count
				} else if !done[w] {
					low[v] = min(low[v], number[w])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				parent := path[len(path)-1].v
				low[parent] = min(low[parent], low[v])
			}
			if low[v] != number[v] {
				continue
			}
			first := len(members)
			for {
				w := open[len(open)-1]
				open = open[:len(open)-1]
				done[w] = true
				members = append(members, w)
				if w == v {
					break
				}
			}
			out = append(out, members[first:len(members):len(members)])
		}
	}
	return out
}

// cyclic reports whether a component holds a cycle.
func (g *graph) cyclic(component []int32) bool {
	return len(component) > 1 || slices.Contains(g.successors(component[0]), component[0])
}

// cycle is a shortest way from a vertex of a cyclic component back to it, both ends included.
func (g *graph) cycle(component []int32, from int32) []int32 {
	parent := map[int32]int32{}
	inside := make(map[int32]bool, len(component))
	for _, v := range component {
		inside[v] = true
	}
	queue := []int32{from}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		for _, w := range g.successors(v) {
			if w == from {
				way := []int32{from}
				for u := v; u != from; u = parent[u] {
					way = append(way, u)
				}
				way = append(way, from)
				slices.Reverse(way)
				return way
			}
			if _, seen := parent[w]; !seen && inside[w] {
				parent[w] = v
				queue = append(queue, w)
			}
		}
	}
	return nil
}

// from lists the vertices that v leads to, itself included.
func (g *graph) from(v int32) []int32 {
	seen := make([]bool, g.size())
	seen[v] = true
	out := []int32{v}
	for i := 0; i < len(out); i++ {
		for _, w := range g.successors(out[i]) {
			if !seen[w] {
				seen[w] = true
				out = append(out, w)
			}
		}
	}
	return out
}

// reach finds for every vertex which of the sources it leads to; source gives the number of
// a source below n, -1 for other vertices.
func (g *graph) reach(n int, source func(v int32) int) []bitset {
	words := (n + 63) / 64
	all := make([]uint64, g.size()*words)
	rows := make([]bitset, g.size())
	for _, c := range g.components() {
		row := bitset(all[:words:words])
		all = all[words:]
		for _, v := range c {
			if s := source(v); s >= 0 {
				row.add(s)
			}
			for _, w := range g.successors(v) {
				if rows[w] != nil {
					row.union(rows[w])
				}
			}
		}
		for _, v := range c {
			rows[v] = row
		}
	}
	return rows
}

// A bitset is a set of small numbers.
type bitset []uint64

func (b bitset) add(i int)      { b[i/64] |= 1 << (i % 64) }
func (b bitset) has(i int) bool { return b[i/64]>>(i%64)&1 == 1 }

func (b bitset) union(c bitset) {
	for i, w := range c {
		b[i] |= w
	}
}

package draw

import "math"

// shape is half the width and half the height of a node.
func (v *view) shape(n int) point {
	if v.beside {
		size := min(nodeSize, dotSize+4*float64(v.parallel(n)-1))
		return point{size, size}
	}
	return point{max(nodeSize, float64(letters(v.Graph.Nodes[n].Name))*em/2+5), nodeSize}
}

// longNames is whether names are too long to be written in nodes.
func (v *view) longNames() bool {
	for _, n := range v.nodes {
		if node := v.Graph.Nodes[n]; node.Coord == nil && letters(node.Name) > 4 {
			return true
		}
	}
	return false
}

// parallel is the largest number of channels from a node to one other.
func (v *view) parallel(n int) int {
	most, to := 1, map[int]int{}
	for _, c := range v.Graph.Out(n) {
		m := v.Graph.Channels[c].To
		to[m]++
		if m != n {
			most = max(most, to[m])
		}
	}
	return most
}

// round is whether a node is a circle or an oval, not a box.
func (v *view) round(n int) bool { return v.Graph.Nodes[n].Terminal }

// within says of points whether they are in a node or nearer to it than a distance.
func (v *view) within(n int, far float64) func(point) bool {
	at, shape := v.at[n], v.shape(n)
	return func(p point) bool {
		x, y := math.Abs(p.x-at.x), math.Abs(p.y-at.y)
		if !v.round(n) {
			return x < shape.x+far && y < shape.y+far
		}
		return math.Hypot(max(0, x-(shape.x-shape.y)), y) < shape.y+far
	}
}

// letters is the width of a text in characters, of which East Asian ones count twice.
func letters(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r >= 0x1100 && r != '…' {
			n++
		}
	}
	return n
}

// short cuts a text to a width.
func short(s string, most int) string {
	if letters(s) <= most {
		return s
	}
	r := []rune(s)
	for len(r) > 0 && letters(string(r)) >= most {
		r = r[:len(r)-1]
	}
	return string(r) + "…"
}

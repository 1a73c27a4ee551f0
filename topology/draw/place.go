package draw

import (
	"cmp"
	"math"
	"slices"

	"github.com/flitwright/flitwright/topology"
)

// spacing is the distance of neighbours on a grid, and of a hop.
const spacing = 92

// place gives every node of the view its place, and its name. Names that touch are given more room.
func (v *view) place() {
	v.placeNodes()
	v.placeLabels()
	const more, rounds = 1.15, 12
	for i := 0; i < rounds && v.beside && touching(v.boxes); i++ {
		for n, p := range v.at {
			v.at[n] = p.times(more)
		}
		v.placeLabels()
	}
}

func (v *view) placeNodes() {
	switch g := v.Graph; {
	case g.Kind == topology.FatTreeKind:
		v.placeLevels()
	case g.Kind == topology.RingKind, g.Kind == topology.TorusKind && len(g.K) == 1:
		v.placeCircle()
	case g.Kind == topology.MeshKind, g.Kind == topology.TorusKind:
		v.placeGrid()
	default:
		v.placeByDistance()
	}
}

// placeCircle puts the first node on top and goes round to the right.
func (v *view) placeCircle() {
	n := float64(len(v.nodes))
	radius := max(spacing, 0.75*spacing*n/(2*math.Pi))
	for i, node := range v.nodes {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / n)
		v.at[node] = point{radius * sin, -radius * cos}
	}
}

// placeGrid has x to the right and y up; every further dimension repeats the plane, the third and
// all odd ones side by side, the others above each other. Coordinates that no node of the view has
// take no place, but for a gap.
func (v *view) placeGrid() {
	g := v.Graph
	scale := make([]map[int]float64, len(g.K))
	size := [2]float64{1, 1} // of what is placed so far
	for d := range g.K {
		unit := 1.0
		if d >= 2 {
			unit = size[d%2] + 0.6
		}
		var end float64
		scale[d], end = v.scale(d, unit)
		size[d%2] += end
	}
	for _, n := range v.nodes {
		var p point
		for d, x := range g.Nodes[n].Coord {
			if d%2 == 0 {
				p.x += scale[d][x] * spacing
			} else {
				p.y -= scale[d][x] * spacing
			}
		}
		v.at[n] = p
	}
}

// scale is where the coordinates of a dimension are, in units, and the last of it.
func (v *view) scale(d int, unit float64) (map[int]float64, float64) {
	var used []int
	for _, n := range v.nodes {
		used = append(used, v.Graph.Nodes[n].Coord[d])
	}
	slices.Sort(used)
	used = slices.Compact(used)
	at := map[int]float64{}
	place := 0.0
	for i, x := range used {
		if i > 0 {
			place += unit
			if x > used[i-1]+1 {
				place += 0.5
			}
		}
		at[x] = place
	}
	return at, place
}

// placeLevels has the leaves in a row below. Where the whole tree is shown a switch stands above the
// leaves that it serves.
func (v *view) placeLevels() {
	g := v.Graph
	const leaf = 40
	row := map[int][]int{}
	for _, n := range v.nodes {
		row[g.Nodes[n].Level] = append(row[g.Nodes[n].Level], n)
	}
	widest := 0
	for _, nodes := range row {
		widest = max(widest, len(nodes))
	}
	for level, nodes := range row {
		for i, n := range nodes {
			x := (float64(i) + 0.5) * float64(widest) / float64(len(nodes))
			v.at[n] = point{x * max(leaf, v.width(nodes)*float64(len(nodes))/float64(widest)), -float64(level) * 1.6 * spacing}
		}
	}
}

// width is the room that the labels of nodes in a row need, each.
func (v *view) width(nodes []int) float64 {
	w := 0.0
	for _, n := range nodes {
		w = max(w, 2*v.shape(n).x+12)
	}
	return w
}

// placeByDistance lays out each connected part and puts the parts in rows, the largest first.
func (v *view) placeByDistance() {
	type part struct {
		nodes     []int
		at        []point
		low, high point
	}
	var parts []part
	for _, nodes := range v.parts() {
		p := part{nodes: nodes, at: v.stress(nodes)}
		p.low, p.high = p.at[0], p.at[0]
		for _, q := range p.at {
			p.low = point{min(p.low.x, q.x), min(p.low.y, q.y)}
			p.high = point{max(p.high.x, q.x), max(p.high.y, q.y)}
		}
		parts = append(parts, p)
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(len(b.nodes), len(a.nodes)) })
	width := parts[0].high.x - parts[0].low.x
	var corner point
	height := 0.0
	for _, p := range parts {
		size := p.high.minus(p.low)
		if corner.x > 0 && corner.x+size.x > max(width, 6*spacing) {
			corner = point{0, corner.y + height + spacing}
			height = 0
		}
		for i, n := range p.nodes {
			v.at[n] = corner.plus(p.at[i]).minus(p.low)
		}
		corner.x += size.x + 1.5*spacing
		height = max(height, size.y)
	}
}

// links are the neighbours of nodes, as indices into the list of nodes.
func (v *view) links(nodes []int) [][]int {
	index := map[int]int{}
	for i, n := range nodes {
		index[n] = i
	}
	links := make([][]int, len(nodes))
	for _, c := range v.channels {
		from, ok := index[v.Graph.Channels[c].From]
		to, ok2 := index[v.Graph.Channels[c].To]
		if ok && ok2 && from != to {
			links[from] = append(links[from], to)
			links[to] = append(links[to], from)
		}
	}
	return links
}

// parts are the nodes of the view that are connected with each other.
func (v *view) parts() [][]int {
	links := v.links(v.nodes)
	seen := make([]bool, len(v.nodes))
	var parts [][]int
	for i := range v.nodes {
		if seen[i] {
			continue
		}
		seen[i] = true
		queue := []int{i}
		for j := 0; j < len(queue); j++ {
			for _, n := range links[queue[j]] {
				if !seen[n] {
					seen[n] = true
					queue = append(queue, n)
				}
			}
		}
		slices.Sort(queue)
		part := make([]int, len(queue))
		for j, n := range queue {
			part[j] = v.nodes[n]
		}
		parts = append(parts, part)
	}
	return parts
}

// stress places connected nodes by distance, wider than high.
func (v *view) stress(nodes []int) []point {
	links := v.links(nodes)
	at := stressLayout(links)
	angle := widest(at)
	sin, cos := math.Sincos(-angle)
	for i, p := range at {
		at[i] = point{(p.x*cos - p.y*sin) * 1.1 * spacing, (p.x*sin + p.y*cos) * 1.1 * spacing}
	}
	separate(at, links, 0.55*spacing)
	return at
}

// widest is the direction in which points spread most: the angle of the main axis of inertia.
func widest(at []point) float64 {
	var centre point
	for _, p := range at {
		centre = centre.plus(p.times(1 / float64(len(at))))
	}
	var xx, xy, yy float64
	for _, p := range at {
		d := p.minus(centre)
		xx += d.x * d.x
		xy += d.x * d.y
		yy += d.y * d.y
	}
	return math.Atan2(2*xy, xx-yy) / 2
}

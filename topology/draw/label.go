package draw

import "math"

// longest is how many characters of a name are written beside a node.
const longest = 22

// A label is a name beside a node.
type label struct {
	text   string
	at     point  // of the base line
	anchor string // of the text: start, middle or end
}

// A box is a part of the plane.
type box struct{ low, high point }

func boxAround(p point, x, y float64) box {
	return box{point{p.x - x, p.y - y}, point{p.x + x, p.y + y}}
}

func (b box) contains(p point) bool {
	return p.x > b.low.x && p.x < b.high.x && p.y > b.low.y && p.y < b.high.y
}

// overlap is the area that two boxes share.
func (b box) overlap(c box) float64 {
	x := min(b.high.x, c.high.x) - max(b.low.x, c.low.x)
	y := min(b.high.y, c.high.y) - max(b.low.y, c.low.y)
	return max(0, x) * max(0, y)
}

func (b box) join(c box) box {
	return box{point{min(b.low.x, c.low.x), min(b.low.y, c.low.y)}, point{max(b.high.x, c.high.x), max(b.high.y, c.high.y)}}
}

// placeLabels puts each name where it hides least: to one of eight sides of its node, away from nodes, lines
// and other names.
func (v *view) placeLabels() {
	v.boxes = v.boxes[:0]
	for _, n := range v.nodes {
		s := v.shape(n)
		v.boxes = append(v.boxes, boxAround(v.at[n], s.x+1, s.y+1))
	}
	if !v.beside {
		return
	}
	v.labels = map[int]label{}
	lines := v.samples()
	first := len(v.boxes)
	v.boxes = append(v.boxes, make([]box, len(v.nodes))...) // of labels, empty at first
	const rounds = 4
	for range rounds {
		for i, n := range v.nodes {
			v.boxes[first+i] = box{}
			v.labels[n], v.boxes[first+i] = v.bestLabel(n, lines)
		}
	}
}

// touching is whether some boxes overlap.
func touching(boxes []box) bool {
	for i := range boxes {
		for j := range i {
			if boxes[i].overlap(boxes[j]) > 0 {
				return true
			}
		}
	}
	return false
}

// bestLabel is the label of a node that hides least.
func (v *view) bestLabel(n int, lines []sample) (label, box) {
	text := short(v.Graph.Nodes[n].Name, longest)
	width := float64(letters(text)) * em
	least := math.Inf(1)
	var best label
	var bestBox box
	for _, side := range [...]point{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
		l, b := v.labelAt(n, text, width, side)
		cost := 0.0
		for _, t := range v.boxes {
			if o := b.overlap(t); o > 0 {
				cost += 200 + 3*o
			}
		}
		for _, p := range lines {
			if b.contains(p.point) {
				cost += p.cost
			}
		}
		if cost < least {
			best, bestBox, least = l, b, cost
		}
	}
	return best, bestBox
}

// labelAt is a label to one side of a node, and its box.
func (v *view) labelAt(n int, text string, width float64, side point) (label, box) {
	const up, down = 8, 3 // of the letters
	p, gap := v.at[n], v.shape(n).y+4
	l := label{text: text, at: point{p.x + side.x*gap, p.y + side.y*(gap+4) + 4}, anchor: "middle"}
	left := l.at.x - width/2
	switch side.x {
	case 1:
		l.anchor, left = "start", l.at.x
	case -1:
		l.anchor, left = "end", l.at.x-width
	}
	return l, box{point{left, l.at.y - up}, point{left + width, l.at.y + down}}
}

// A sample is a point on a line of the picture, and what it costs to write over it.
type sample struct {
	point
	cost float64
}

func (v *view) samples() []sample {
	const every = 6
	var points []sample
	for _, c := range v.channels {
		p, whole := v.route(c)
		if !whole {
			p = v.hint(c)
		}
		cost := 20.0
		if len(v.marked[c]) > 0 {
			cost = 80
		}
		for d := 0.0; d < p.length(); d += every {
			q, _ := p.along(d)
			points = append(points, sample{q, cost})
		}
	}
	return points
}

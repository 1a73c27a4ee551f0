package draw

import (
	"math"
)

// A point of the picture: x to the right, y down, in pixels.
type point struct{ x, y float64 }

func (p point) plus(q point) point        { return point{p.x + q.x, p.y + q.y} }
func (p point) minus(q point) point       { return point{p.x - q.x, p.y - q.y} }
func (p point) times(f float64) point     { return point{p.x * f, p.y * f} }
func (p point) length() float64           { return math.Hypot(p.x, p.y) }
func (p point) right() point              { return point{-p.y, p.x} } // turned by 90 degrees to the right
func (p point) dot(q point) float64       { return p.x*q.x + p.y*q.y }
func (p point) unit() point               { return p.times(1 / max(p.length(), 1e-9)) }
func between(p, q point, f float64) point { return p.plus(q.minus(p).times(f)) }

// A path is a line with corners.
type path []point

// reversed is the path from its end.
func (p path) reversed() path {
	r := make(path, len(p))
	for i := range p {
		r[len(p)-1-i] = p[i]
	}
	return r
}

// shifted is the path moved to its right by a distance.
func (p path) shifted(by float64) path {
	if by == 0 {
		return p
	}
	s := make(path, len(p))
	for i := range p {
		var before, after point
		if i > 0 {
			before = p[i].minus(p[i-1]).unit().right()
		}
		if i+1 < len(p) {
			after = p[i+1].minus(p[i]).unit().right()
		}
		switch {
		case i == 0:
			s[i] = p[i].plus(after.times(by))
		case i+1 == len(p):
			s[i] = p[i].plus(before.times(by))
		default: // along the bisector, so far that both sides have the distance
			middle := before.plus(after).unit()
			s[i] = p[i].plus(middle.times(by / max(middle.dot(after), 0.3)))
		}
	}
	return s
}

func (p path) length() float64 {
	total := 0.0
	for i := 1; i < len(p); i++ {
		total += p[i].minus(p[i-1]).length()
	}
	return total
}

// along is the point at a distance from the beginning, and the direction there.
func (p path) along(d float64) (point, point) {
	for i := 1; i < len(p); i++ {
		l := p[i].minus(p[i-1]).length()
		if d <= l || i == len(p)-1 {
			return between(p[i-1], p[i], d/max(l, 1e-9)), p[i].minus(p[i-1]).unit()
		}
		d -= l
	}
	return p[0], point{1, 0}
}

// cut is the part of the path between two distances from its beginning.
func (p path) cut(from, to float64) path {
	first, _ := p.along(from)
	last, _ := p.along(to)
	c := path{first}
	passed := 0.0
	for i := 1; i+1 < len(p); i++ {
		passed += p[i].minus(p[i-1]).length()
		if passed > from && passed < to {
			c = append(c, p[i])
		}
	}
	return append(c, last)
}

// leaves is the distance from the beginning at which the path leaves a shape for good; within
// says whether a point is in it.
func (p path) leaves(within func(point) bool) float64 {
	const step = 0.5
	for d := 0.0; d < p.length(); d += step {
		if q, _ := p.along(d); !within(q) {
			return d
		}
	}
	return 0
}

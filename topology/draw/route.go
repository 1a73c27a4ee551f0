package draw

import (
	"github.com/flitwright/flitwright/topology"
)

const (
	tracks = 9 // distance of parallel links
	lane   = 5 // distance of virtual channels of a channel
)

// route is the way of a channel from the middle of its first node to the middle of its last: to the
// right of the middle of the link if there is a channel the other way, and beside parallel ones. It
// is false if the channel is only hinted at.
func (v *view) route(c int) (path, bool) {
	ch := v.Graph.Channels[c]
	from, to := v.at[ch.From], v.at[ch.To]
	switch g := v.Graph; {
	case ch.From == ch.To:
		return v.loop(from, v.track(c)), true
	case (g.Kind == topology.MeshKind || g.Kind == topology.TorusKind) && ch.Dim >= 2:
		return v.overPlanes(ch, from, to), len(v.marked[c]) > 0
	case ch.Wrap && g.Kind == topology.TorusKind && len(g.K) > 1:
		return v.around(ch, from, to), true
	}
	shift := v.track(c)
	if v.bothWays(c) {
		shift += v.half()
	}
	return path{from, to}.shifted(shift), true
}

// half is half the distance of the two channels of a link.
func (v *view) half() float64 {
	if v.beside {
		return 2.5
	}
	return 3.5
}

// bothWays is whether some channel leads the other way beside a channel.
func (v *view) bothWays(c int) bool {
	ch := v.Graph.Channels[c]
	if ch.Reverse >= 0 {
		return true
	}
	for _, other := range v.Graph.Out(ch.To) {
		if v.Graph.Channels[other].To == ch.From {
			return true
		}
	}
	return false
}

// track is how far a link is to the right of the line between its nodes, seen along a channel.
func (v *view) track(c int) float64 {
	g := v.Graph
	ch := g.Channels[c]
	low, high := min(ch.From, ch.To), max(ch.From, ch.To)
	place, count := 0, 0
	next := func(mine bool) {
		if mine {
			place = count
		}
		count++
	}
	for _, other := range g.Out(low) {
		o := g.Channels[other]
		if o.To == high && !v.goesRound(o) && (low != high || o.Reverse < 0 || other < o.Reverse) {
			next(other == c || o.Reverse == c)
		}
	}
	for _, other := range g.Out(high) {
		o := g.Channels[other]
		if o.To == low && o.Reverse < 0 && low != high {
			next(other == c)
		}
	}
	if low == high {
		return float64(place)
	}
	room := 2*min(v.shape(low).y, v.shape(high).y) - 6
	shift := (float64(place) - float64(count-1)/2) * min(tracks, room/float64(max(1, count-1)))
	if ch.From == high {
		shift = -shift
	}
	return shift
}

func (v *view) goesRound(ch topology.Channel) bool {
	return ch.Wrap && v.Graph.Kind == topology.TorusKind && len(v.Graph.K) > 1
}

// loop is a loop above a node; the i-th of several is higher.
func (v *view) loop(at point, i float64) path {
	w, h := 12+6*i, 36+14*i
	return path{at, at.plus(point{w, -h * 0.7}), at.plus(point{0, -h}), at.plus(point{-w, -h * 0.7}), at}
}

// around goes round a row or a column, to below or to the right of it.
func (v *view) around(ch topology.Channel, from, to point) path {
	const out, aside = 0.42 * spacing, 0.38 * spacing
	ahead, side := point{1, 0}, point{0, 1}
	if ch.Dim%2 == 1 {
		ahead, side = point{0, -1}, point{1, 0}
	}
	ahead = ahead.times(out * float64(ch.Sign))
	side = side.times(aside)
	p := path{from, from.plus(ahead), from.plus(ahead).plus(side), to.minus(ahead).plus(side), to.minus(ahead), to}
	return p.shifted(v.half())
}

// overPlanes goes between two planes, in the lane above a row or to the left of a column.
func (v *view) overPlanes(ch topology.Channel, from, to point) path {
	const out, aside = 0.3 * spacing, 0.45 * spacing
	ahead, side := to.minus(from).unit().times(out), point{0, -aside}
	if ch.Dim%2 == 1 {
		side = point{-aside, 0}
	}
	return path{from, from.plus(ahead).plus(side), to.minus(ahead).plus(side), to}.shifted(v.half())
}

// hint is a stroke in place of a channel between planes.
func (v *view) hint(c int) path {
	ch := v.Graph.Channels[c]
	d := point{0.3, -0.3}
	if ch.Dim%2 == 1 {
		d = point{-0.3, -0.3}
	}
	d = d.times(spacing * float64(ch.Sign) * (1 - 0.15*float64(ch.Dim/2-1)))
	from := v.at[ch.From]
	return path{from, from.plus(d)}
}

package draw

import "math"

// stressLayout places nodes so that distances in the plane come near to distances in the graph, which
// are the hops of a way of links, one of them at least: stress majorization (E. Gansner, Y. Koren
// and S. North, Graph Drawing 2004), one node after the other, from a circle. links are the
// neighbours of each node; the nodes are all connected. A hop is 1 in the plane.
//
// Of the layouts of gonum v0.17, on eight networks of 11 to 53 nodes, IsomapR2 puts nodes at the same place in
// five and has 1.2 to 2.4 times the stress, and EadesR2 does not converge in three.
func stressLayout(links [][]int) []point {
	n := len(links)
	hops := make([][]float64, n)
	for i := range hops {
		hops[i] = distances(links, i)
	}
	at := make([]point, n)
	for i := range at {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		at[i] = point{float64(n) / 6 * cos, float64(n) / 6 * sin}
	}
	const rounds, still = 400, 1e-3
	for range rounds {
		most := 0.0 // that a node moves
		for i := range at {
			var x, y, weights float64
			for j := range at {
				if i == j {
					continue
				}
				d := hops[i][j]
				w := 1 / (d * d)
				away := at[i].minus(at[j])
				scale := d / max(away.length(), 1e-9)
				x += float64(w * (at[j].x + float64(away.x*scale)))
				y += float64(w * (at[j].y + float64(away.y*scale)))
				weights += w
			}
			if weights > 0 {
				to := point{x / weights, y / weights}
				most = max(most, to.minus(at[i]).length())
				at[i] = to
			}
		}
		if most < still {
			break
		}
	}
	return at
}

// distances are hops from a node.
func distances(links [][]int, from int) []float64 {
	d := make([]float64, len(links))
	seen := make([]bool, len(links))
	seen[from] = true
	queue := []int{from}
	for i := 0; i < len(queue); i++ {
		for _, n := range links[queue[i]] {
			if !seen[n] {
				seen[n] = true
				d[n] = d[queue[i]] + 1
				queue = append(queue, n)
			}
		}
	}
	return d
}

// separate moves nodes until none is nearer to another than a distance, nor than a third of it to a
// line between others, as far as that can be had.
func separate(at []point, links [][]int, least float64) {
	const rounds = 100
	for range rounds {
		moved := clearLines(at, links, least/3)
		for i := range at {
			for j := range i {
				away := at[i].minus(at[j])
				d := away.length()
				if d >= least {
					continue
				}
				if d < 1e-9 {
					away, d = point{1, float64(j + 1)}, math.Hypot(1, float64(j+1))
				}
				push := away.times((least - d) / d / 2 * 1.01)
				at[i], at[j] = at[i].plus(push), at[j].minus(push)
				moved = true
			}
		}
		if !moved {
			return
		}
	}
}

// clearLines moves nodes that are nearer than a distance to a line which they are not an end of.
func clearLines(at []point, links [][]int, least float64) bool {
	moved := false
	for i, list := range links {
		for _, j := range list {
			line := at[j].minus(at[i])
			l := line.length()
			if i > j || l < 1e-9 {
				continue
			}
			side := line.unit().right()
			for n := range at {
				to := at[n].minus(at[i])
				along, off := to.dot(line)/l, to.dot(side)
				if n == i || n == j || along <= 0 || along >= l || math.Abs(off) >= least {
					continue
				}
				push := least*1.01 - math.Abs(off)
				if off < 0 {
					push = -push
				}
				at[n] = at[n].plus(side.times(push / 2))
				at[i], at[j] = at[i].minus(side.times(push/2)), at[j].minus(side.times(push/2))
				moved = true
			}
		}
	}
	return moved
}

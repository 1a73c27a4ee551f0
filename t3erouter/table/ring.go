package table

// A ring is one way round one row of a torus, and what it has to carry. Positions count the hops
// from the dateline: the hop at position size-1 crosses it.
type ring struct {
	size   int
	second int   // position of the hop that crosses the second dateline of the two-dateline partition
	runs   []int // packets by group
	fixed  []int // by position: hops on VC0 that no select bit governs
}

// newRing is the ring of a direction with nothing to carry. The second dateline is between
// coordinates size/2-1 and size/2.
func newRing(size int, minus bool) *ring {
	second := size/2 - 1
	if minus {
		second = size - 1 - size/2
	}
	return &ring{size: size, second: second, runs: make([]int, size*size), fixed: make([]int, size)}
}

// group numbers the runs of 1..size-1 hops from a position.
func (r *ring) group(start, hops int) int { return start*r.size + hops }

// span is the inverse of group.
func (r *ring) span(group int) (start, hops int) { return group / r.size, group % r.size }

// crosses tells whether a run crosses the dateline. Only the others follow their select bit.
func (r *ring) crosses(start, hops int) bool { return start+hops >= r.size }

// A Load counts the packets that cross a channel on VC0 and on VC1.
type Load [2]int

// loads gives the load of each position when, of each group that does not cross the dateline, the
// given number of packets select VC1.
func (r *ring) loads(onVC1 []int) []Load {
	loads := r.unselected()
	for g, packets := range r.runs {
		start, hops := r.span(g)
		for i := range hops {
			p := start + i
			switch {
			case !r.crosses(start, hops):
				loads[p][0] += packets - onVC1[g]
				loads[p][1] += onVC1[g]
			case p < r.size-1:
				loads[p][0] += packets
			default:
				loads[p%r.size][1] += packets
			}
		}
	}
	return loads
}

// unselected is the load of fixed.
func (r *ring) unselected() []Load {
	loads := make([]Load, r.size)
	for p, packets := range r.fixed {
		loads[p][0] = packets
	}
	return loads
}

// twoDateline gives the loads under Cray's partition: a packet that crosses the dateline is on VC1
// all the way, one that crosses the second dateline on VC0, and of those that cross neither, which may
// take either, half on each. The longer way round a dead link may cross both, for which the
// partition has no VC: it is counted with those that cross the dateline.
func (r *ring) twoDateline() []Load {
	loads := r.unselected()
	for g, packets := range r.runs {
		start, hops := r.span(g)
		var onVC1 int
		switch {
		case r.crosses(start, hops):
			onVC1 = packets
		case start > r.second || r.second >= start+hops:
			onVC1 = (packets + (start+hops)%2) / 2
		}
		for i := range hops {
			loads[(start+i)%r.size][0] += packets - onVC1
			loads[(start+i)%r.size][1] += onVC1
		}
	}
	return loads
}

// bounds gives, by position, the least |VC0-VC1| that any select bits reach: packets that are free
// to choose can at best make up for those that are not, and an odd load has a remainder.
func (r *ring) bounds() []int {
	free := make([]int, r.size)
	for g, packets := range r.runs {
		start, hops := r.span(g)
		if r.crosses(start, hops) {
			continue
		}
		for p := start; p < start+hops; p++ {
			free[p] += packets
		}
	}
	bounds := r.loads(make([]int, len(r.runs)))
	least := make([]int, r.size)
	for p, l := range bounds {
		forced := l[0] - free[p] - l[1]
		least[p] = max(max(forced, -forced)-free[p], (l[0]+l[1])%2)
	}
	return least
}

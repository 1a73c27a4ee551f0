package table

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// The annealing goes in rounds. In a round the temperature halves again and again, with so many moves
// for each group of packets at each temperature; it begins at the cost of a channel whose packets are
// all on one VC, and ends below a part of the cost of the least imbalance there can be, one packet.
// Another round goes on from there as long as a channel is above its bound.
const (
	rounds      = 8
	movesAGroup = 20
	hottest     = 1.0
	coldest     = 0.1
)

// An annealing looks for how many packets of each group select VC1.
type annealing struct {
	ring   *ring
	groups []int     // those with packets that follow their select bit
	onVC1  []int     // by group
	tilt   []int     // by position: VC1-VC0
	weight []float64 // by position: 1/(VC0+VC1)^2, 0 without load
	random *rand.Rand
}

// anneal decides for each group of runs that do not cross the dateline how many of its packets
// select VC1. It minimizes the sum over the ring of the squares of (VC1-VC0)/(VC0+VC1) by simulated
// annealing (Metropolis), from all on VC0. Equal rings and seeds give equal answers.
func anneal(r *ring, seed uint64) []int {
	a := &annealing{ring: r, onVC1: make([]int, len(r.runs)), random: rand.New(rand.NewPCG(seed, 0))}
	for g, packets := range r.runs {
		if packets > 0 && !r.crosses(r.span(g)) {
			a.groups = append(a.groups, g)
		}
	}
	least := hottest
	for _, l := range r.loads(a.onVC1) {
		a.tilt = append(a.tilt, l[1]-l[0])
		weight := 0.0
		if total := float64(l[0] + l[1]); total > 0 {
			weight = 1 / (total * total)
			least = min(least, weight)
		}
		a.weight = append(a.weight, weight)
	}
	bounds := r.bounds()
	best, cost := slices.Clone(a.onVC1), a.cost()
	for i := 0; i < rounds && len(a.groups) > 0 && !a.reached(bounds); i++ {
		a.round(coldest * least)
		if c := a.cost(); c < cost {
			best, cost = slices.Clone(a.onVC1), c
		}
	}
	return best
}

// cost is the sum of squares.
func (a *annealing) cost() float64 {
	sum := 0.0
	for p, tilt := range a.tilt {
		sum += float64(a.weight[p] * float64(tilt*tilt)) // rounded here, on machines that fuse too
	}
	return sum
}

// reached tells whether no channel can be better.
func (a *annealing) reached(bounds []int) bool {
	for p, tilt := range a.tilt {
		if max(tilt, -tilt) > bounds[p] {
			return false
		}
	}
	return true
}

// round cools from hottest to a temperature.
func (a *annealing) round(cold float64) {
	for temperature := hottest; temperature > cold; temperature /= 2 {
		for range movesAGroup * len(a.groups) {
			a.move(temperature)
		}
	}
}

// move takes one group and adds to or subtracts from its number 1, 2, 4, ..., with probability
// exp(-rise/temperature) if that makes the cost rise.
func (a *annealing) move(temperature float64) {
	g := a.groups[a.random.IntN(len(a.groups))]
	step := 1 << a.random.IntN(bits.Len(uint(a.ring.runs[g])))
	if a.random.Uint64()&1 == 1 {
		step = -step
	}
	if n := a.onVC1[g] + step; n < 0 || n > a.ring.runs[g] {
		return
	}
	start, hops := a.ring.span(g)
	rise := 0.0
	for p := start; p < start+hops; p++ {
		rise += float64(a.weight[p] * float64(4*step*(a.tilt[p]+step))) // (tilt+2*step)^2 - tilt^2
	}
	if rise > temperature*a.random.ExpFloat64() {
		return
	}
	a.onVC1[g] += step
	for p := start; p < start+hops; p++ {
		a.tilt[p] += 2 * step
	}
}

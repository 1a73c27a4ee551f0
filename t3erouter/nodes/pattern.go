package nodes

import (
	"fmt"
	"math/rand/v2"

	"github.com/flitwright/flitwright/t3erouter/table"
)

// A Pattern says where the packets of a node go. A node that a fixed pattern leads to itself sends
// nothing.
type Pattern struct {
	Name string
	to   func(t *table.Torus, src [3]int, r *rand.Rand) [3]int
	free bool // drawn anew for each packet
}

// Patterns are the five that networks are compared with.
//
//	uniform         any node, the sender too
//	tornado         just short of half round in each dimension, rising
//	transpose       x,y,z to y,z,x if all sizes above 1 are equal; a ring has nothing to transpose: there c to -c
//	bit-complement  c to size-1-c in each dimension
//	hot-spot        uniform, but every fourth packet to node 0
func Patterns() []Pattern {
	return []Pattern{
		{Name: "uniform", free: true, to: anywhere},
		{Name: "tornado", to: Shift(func(size int) int { return (size - 1) / 2 }).to},
		{Name: "transpose", to: transpose},
		{Name: "bit-complement", to: each(func(c, size int) int { return size - 1 - c })},
		{Name: "hot-spot", free: true, to: func(t *table.Torus, src [3]int, r *rand.Rand) [3]int {
			if r.IntN(4) == 0 {
				return [3]int{}
			}
			return anywhere(t, src, r)
		}},
	}
}

// PatternOf is the pattern of a name.
func PatternOf(name string) (Pattern, error) {
	for _, p := range Patterns() {
		if p.Name == name {
			return p, nil
		}
	}
	return Pattern{}, fmt.Errorf("there is no pattern %q", name)
}

// Shift is the pattern that leads from each node as far as hops says, in each dimension.
func Shift(hops func(size int) int) Pattern {
	return Pattern{Name: "shift", to: each(func(c, size int) int { return (c + hops(size)) % size })}
}

func anywhere(t *table.Torus, _ [3]int, r *rand.Rand) (to [3]int) {
	for d, k := range t.Size() {
		to[d] = r.IntN(k)
	}
	return to
}

// each maps every coordinate by itself.
func each(f func(c, size int) int) func(*table.Torus, [3]int, *rand.Rand) [3]int {
	return func(t *table.Torus, src [3]int, _ *rand.Rand) (to [3]int) {
		for d, k := range t.Size() {
			to[d] = f(src[d], k)
		}
		return to
	}
}

func transpose(t *table.Torus, src [3]int, r *rand.Rand) [3]int {
	size := t.Size()
	var real []int // dimensions with links
	for d, k := range size {
		if k > 1 {
			real = append(real, d)
		}
	}
	to := src
	for i, d := range real {
		from := real[(i+1)%len(real)]
		if size[from] != size[d] || len(real) == 1 {
			return each(func(c, size int) int { return (size - c) % size })(t, src, r)
		}
		to[d] = src[from]
	}
	return to
}

package nodes

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/t3erouter/table"
)

func TestPatterns(t *testing.T) {
	for _, x := range []struct {
		pattern string
		size    [3]int
		from    [3]int
		to      [3]int
	}{
		{"tornado", [3]int{5, 1, 1}, [3]int{4, 0, 0}, [3]int{1, 0, 0}},
		{"tornado", [3]int{4, 4, 1}, [3]int{3, 1, 0}, [3]int{0, 2, 0}},
		{"tornado", [3]int{3, 8, 3}, [3]int{0, 7, 2}, [3]int{1, 2, 0}},
		{"transpose", [3]int{5, 1, 1}, [3]int{1, 0, 0}, [3]int{4, 0, 0}},
		{"transpose", [3]int{4, 4, 1}, [3]int{3, 1, 0}, [3]int{1, 3, 0}},
		{"transpose", [3]int{3, 3, 3}, [3]int{0, 1, 2}, [3]int{1, 2, 0}},
		{"transpose", [3]int{4, 3, 1}, [3]int{1, 1, 0}, [3]int{3, 2, 0}},
		{"bit-complement", [3]int{5, 4, 1}, [3]int{1, 0, 0}, [3]int{3, 3, 0}},
	} {
		torus, err := table.NewTorus(x.size)
		require.NoError(t, err)
		p, err := PatternOf(x.pattern)
		require.NoError(t, err)
		require.Equal(t, x.to, p.to(torus, x.from, nil), "%s, %v", x.pattern, x.size)
	}
	_, err := PatternOf("tornadoes")
	require.EqualError(t, err, `there is no pattern "tornadoes"`)
}

// TestPlanIsRepeated: what a node sends of its own accord does not depend on the torus around it.
func TestPlanIsRepeated(t *testing.T) {
	p := plan(t)
	p.Packets, p.Straight, p.Wild = 40, 100, true
	draw := func(pause int) (all []Packet) {
		n := New(p)
		for cycle := range 4000 {
			for _, x := range n.nodes {
				for class := range classes {
					x.draw()
					if q := &x.out[class]; len(*q) > 0 && cycle%pause == 0 {
						all = append(all, (*q)[0]&^((numbers-1)<<numberBit)) // numbers are those of both classes
						*q = (*q)[1:]
					}
				}
			}
		}
		require.True(t, n.Idle())
		return all
	}
	one := draw(1)
	require.Len(t, one, 5*2*40)
	require.Equal(t, one, draw(7))
	p.Seed++
	require.NotEqual(t, one, draw(1))
}

func TestWatchdog(t *testing.T) {
	p := plan(t)
	w, pins := NewWatchdog(p.Config), NewPins(p.Config)
	in, out := make([]uint64, pins.Inputs()), make([]uint64, pins.Outputs())
	still := func(want int, change func()) {
		t.Helper()
		clear(in)
		change()
		require.Equal(t, want, w.Still(in, out))
		clear(out[pins.nodes:][:pins.nodes*(pins.words+2)])
	}
	nothing := func() {}
	still(0, func() { in[0] = 1 })
	still(1, nothing)
	still(2, nothing)
	still(0, func() { pins.up(in, 3)[2] = 1 })
	still(1, nothing)
	still(0, func() { pins.down(out, 4)[2] = 1 })
	still(1, nothing)
	still(0, func() { pins.packets(out)[7]++ })
	still(1, nothing)
	still(2, func() { pins.errors(out)[0]++ })
}

package rtl_test

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/ir"
	"github.com/flitwright/flitwright/rtl"
)

// An arbiterModel keeps the inputs in the order of their priority, the highest first.
type arbiterModel struct {
	order []int
	moves func(order []int, granted int) []int
}

func newModel(n int, moves func([]int, int) []int) *arbiterModel {
	m := &arbiterModel{moves: moves}
	for i := range n {
		m.order = append(m.order, i)
	}
	return m
}

func (m *arbiterModel) grant(req uint64, take bool) uint64 {
	for _, i := range m.order {
		if req>>i&1 != 0 {
			if take {
				m.order = m.moves(m.order, i)
			}
			return 1 << i
		}
	}
	return 0
}

// arbiters are the kinds with the rule that each moves its priorities by.
var arbiters = []struct {
	name  string
	make  func(n int) ir.Component[rtl.ArbiterPorts]
	moves func(order []int, granted int) []int
}{
	{"round_robin", rtl.RoundRobin, func(order []int, granted int) []int {
		at := slices.Index(order, granted) + 1 // the next one is first
		return slices.Concat(order[at:], order[:at])
	}},
	{"matrix", rtl.Matrix, func(order []int, granted int) []int {
		at := slices.Index(order, granted) // this one is last
		return slices.Concat(order[:at], order[at+1:], []int{granted})
	}},
}

func TestArbiterAgainstOrder(t *testing.T) {
	for _, kind := range arbiters {
		for _, n := range []int{1, 2, 3, 4, 5, 8, 11, 17} {
			t.Run(fmt.Sprintf("%s/%d", kind.name, n), func(t *testing.T) {
				t.Parallel()
				r := seeded(t, uint64(n))
				b := newBench(t, kind.make(n).Module)
				b.Reset(1)
				model := newModel(n, kind.moves)
				for cycle := range 4000 {
					req := r.Uint64() & (1<<n - 1)
					if cycle/100%2 == 0 {
						req &= r.Uint64() // fewer requests
					}
					take := r.IntN(4) > 0
					reset := n > 1 && r.IntN(200) == 0
					b.Set("req", req)
					b.Set("take", bit(take))
					if n > 1 {
						b.Set("rst", bit(reset))
					}
					b.Step()
					require.NoError(t, b.Err())
					require.Equal(t, model.grant(req, take), b.Get("grant"), "cycle %d: req %b", cycle, req)
					if reset {
						model = newModel(n, kind.moves)
					}
				}
			})
		}
	}
}

// TestArbiterEveryState drives small arbiters through every state that is reachable with
// every request in it, on one bench, by replaying the grants that lead there.
func TestArbiterEveryState(t *testing.T) {
	for _, kind := range arbiters {
		for n := 2; n <= 4; n++ {
			b := newBench(t, kind.make(n).Module)
			seen := map[string]bool{}
			paths := [][]uint64{nil}
			for len(paths) > 0 {
				path := paths[0]
				paths = paths[1:]
				for req := uint64(1); req < 1<<n; req++ {
					model := newModel(n, kind.moves)
					b.Reset(7)
					b.Set("take", 1)
					for _, q := range append(slices.Clone(path), req) {
						b.Set("req", q)
						b.Step()
						require.Equal(t, model.grant(q, true), b.Get("grant"))
					}
					if state := fmt.Sprint(model.order); !seen[state] {
						seen[state] = true
						paths = append(paths, append(slices.Clone(path), req))
					}
				}
			}
			require.NoError(t, b.Err())
			want := n
			if kind.name == "matrix" {
				want = 1
				for i := 2; i <= n; i++ {
					want *= i
				}
			}
			require.Len(t, seen, want, "%s of %d: every order is reached", kind.name, n)
		}
	}
}

// TestArbiterFair: a request that stays sees fewer than n grants to others.
func TestArbiterFair(t *testing.T) {
	for _, kind := range arbiters {
		for _, n := range []int{2, 3, 8, 13} {
			r := seeded(t, uint64(n))
			b := newBench(t, kind.make(n).Module)
			b.Reset(1)
			waited := make([]int, n) // grants to others since input i began to request
			var req uint64
			for range 5000 {
				req |= r.Uint64() & r.Uint64() & (1<<n - 1) // requests stay until granted
				take := r.IntN(3) > 0
				b.Set("req", req)
				b.Set("take", bit(take))
				b.Step()
				require.NoError(t, b.Err())
				grant := b.Get("grant")
				if !take || grant == 0 {
					continue
				}
				require.Equal(t, 1, bits.OnesCount64(grant))
				for i := range waited {
					if req>>i&1 == 0 || grant>>i&1 != 0 {
						waited[i] = 0
						continue
					}
					waited[i]++
					require.Less(t, waited[i], n, "%s of %d: input %d", kind.name, n, i)
				}
				req &^= grant
			}
		}
	}
}

func TestArbiterRefuses(t *testing.T) {
	refuses(t, rtl.RoundRobin(0).Module, "arbiter_test.go", "round_robin: 0 inputs; the least is 1")
	refuses(t, rtl.Matrix(-2).Module, "arbiter_test.go", "matrix: -2 inputs; the least is 1")
}

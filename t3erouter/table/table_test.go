package table_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/flitwright/flitwright/t3erouter/table"
)

func torus(t testing.TB, size [3]int, dead ...table.Link) *table.Torus {
	to, err := table.NewTorus(size)
	require.NoError(t, err)
	for _, l := range dead {
		require.NoError(t, to.Kill(l))
	}
	return to
}

func build(t testing.TB, to *table.Torus, seed uint64) *table.Table {
	tab, err := table.Build(t.Context(), to, seed)
	require.NoError(t, err)
	return tab
}

// smallTori calls f with every torus of sizes 1..5 that has links.
func smallTori(f func(size [3]int)) {
	for n := 1; n < 125; n++ {
		f([3]int{1 + n%5, 1 + n/5%5, 1 + n/25})
	}
}

// randomDead draws up to n dead links, no two the same.
func randomDead(random *rand.Rand, size [3]int, n int) []table.Link {
	var dead []table.Link
	to, err := table.NewTorus(size)
	for tries := 0; err == nil && len(dead) < n && tries < 100; tries++ {
		l := table.Link{From: table.Node(random.IntN(to.Nodes())), Dir: table.Direction(random.IntN(6))}
		if to.Kill(l) == nil {
			dead = append(dead, l)
		}
	}
	return dead
}

// follow walks a packet by its escape hops as the page says and holds it to Path. It returns the hops.
func follow(t *testing.T, to *table.Torus, src, dst table.Node, e table.Entry) []table.Hop {
	r := readerOf(to)
	h := headerOf(to, dst, e)
	var hops []table.Hop
	c, in, vc := to.Coordinates(src), 6, 0
	for {
		port, bit, ok := r.hop(c, in, vc, h)
		if !ok {
			break
		}
		hops = append(hops, table.Hop{From: to.Number(c), Dir: table.Direction(port), VC: bit})
		if !r.legal(in, vc, port, h) || len(hops) > 3*table.MaxSize {
			t.Fatalf("illegal turn or endless path: %v", hops)
		}
		c, in, vc = r.move(c, port), port^1, bit
	}
	if path := slices.Collect(to.Path(src, dst, e)); !slices.Equal(hops, path) {
		t.Fatalf("%s to %s, entry %012b:\npage %v\nPath %v", to.FormatNode(src), to.FormatNode(dst), e, hops, path)
	}
	return hops
}

// Every header arrives, by legal turns, on the channels that the page says.
func TestPathsArePaged(t *testing.T) {
	for _, size := range [][3]int{{1, 2, 5}, {4, 3, 2}, {3, 1, 4}, {2, 2, 2}} {
		to := torus(t, size)
		for src := range table.Node(to.Nodes()) {
			for dst := range table.Node(to.Nodes()) {
				for e := range table.Entry(1 << 9) {
					if size[2] == 1 && e.Final() {
						continue
					}
					follow(t, to, src, dst, e)
				}
			}
		}
	}
}

// Without dead links every packet takes the shortest way, has no initial or final hop and is adaptive.
func TestShortest(t *testing.T) {
	smallTori(func(size [3]int) {
		to := torus(t, size)
		tab := build(t, to, 1)
		require.Zero(t, tab.Tally.NoRoute)
		for src := range table.Node(to.Nodes()) {
			for dst := range table.Node(to.Nodes()) {
				want := 0
				for dim, k := range size {
					delta := (to.Coordinates(dst)[dim] - to.Coordinates(src)[dim] + k) % k
					want += min(delta, k-delta)
				}
				e := tab.Entry(src, dst)
				require.Len(t, follow(t, to, src, dst, e), want)
				require.True(t, e.Adaptive() && e.Initial() == 0 && !e.Final() && e.Routed())
			}
		}
	})
}

// walked counts the load of every channel by following all packets of a table.
func walked(t *testing.T, tab *table.Table) map[table.Link]table.Load {
	loads := map[table.Link]table.Load{}
	to := tab.Torus
	for src := range table.Node(to.Nodes()) {
		for dst := range table.Node(to.Nodes()) {
			e := tab.Entry(src, dst)
			if !e.Routed() {
				continue
			}
			for _, h := range follow(t, to, src, dst, e) {
				count(loads, h, h.VC)
			}
		}
	}
	return loads
}

// requireBalanced holds a table to what is claimed of its balance: the loads are those of the
// packets; no channel is below its bound; annealing is no worse than the other schemes, in the worst
// channel and on average.
func requireBalanced(t *testing.T, tab *table.Table) {
	loads := walked(t, tab)
	var worst, sum [table.Schemes]float64
	for _, c := range tab.Balance {
		a := c.Loads[table.Annealed]
		if loads[c.Link] != a || max(a[0]-a[1], a[1]-a[0]) < c.Bound {
			t.Errorf("%v: packets %v", c, loads[c.Link])
		}
		if c.Dateline && len(tab.Torus.Dead()) == 0 && a[0] > 0 {
			t.Errorf("%v: VC0 across the dateline", c)
		}
		delete(loads, c.Link)
		for s, l := range c.Loads {
			if l[0]+l[1] != a[0]+a[1] {
				t.Errorf("%v: packets are lost", c)
			}
			worst[s] = max(worst[s], l.Imbalance())
			sum[s] += l.Imbalance()
		}
	}
	require.Empty(t, loads)
	for _, s := range []int{table.AllVC0, table.TwoDateline} {
		require.LessOrEqual(t, worst[table.Annealed], worst[s])
		require.LessOrEqual(t, sum[table.Annealed], sum[s]+1e-9)
	}
}

// On tori without dead links annealing reaches the bound of every channel.
func TestBalanced(t *testing.T) {
	smallTori(func(size [3]int) { requireBest(t, size, 2) })
	for _, size := range [][3]int{{8, 2, 2}, {1, 8, 4}, {6, 4, 2}, {16, 2, 2}, {32, 1, 1}, {7, 3, 1}} {
		requireBest(t, size, 4)
	}
}

func requireBest(t *testing.T, size [3]int, seeds uint64) {
	for seed := range seeds {
		tab := build(t, torus(t, size), seed)
		requireBalanced(t, tab)
		for _, c := range tab.Balance {
			if a := c.Loads[table.Annealed]; max(a[0]-a[1], a[1]-a[0]) > c.Bound {
				t.Errorf("size %v, seed %d: %v", size, seed, c)
			}
		}
	}
}

// The other schemes are what they are called: walked as select bits of 0, and by the partition, which
// leaves to each VC half of the packets that cross neither dateline. Of these there are even numbers here.
func TestOtherSchemes(t *testing.T) {
	for _, size := range [][3]int{{8, 4, 4}, {5, 4, 4}, {2, 4, 4}} {
		to := torus(t, size)
		tab := build(t, to, 1)
		zero := map[table.Link]table.Load{}
		halves := map[table.Link]table.Load{} // twice the loads
		for src := range table.Node(to.Nodes()) {
			for dst := range table.Node(to.Nodes()) {
				var runs [6][]table.Hop
				for _, h := range follow(t, to, src, dst, tab.Entry(src, dst)&^(7<<6)) {
					count(zero, h, h.VC)
					runs[h.Dir] = append(runs[h.Dir], h)
				}
				for _, run := range runs {
					first, second := datelines(to, run)
					for _, h := range run {
						if !second {
							count(halves, h, 1)
						}
						if !first {
							count(halves, h, 0)
						}
						if first {
							count(halves, h, 1)
						}
						if second {
							count(halves, h, 0)
						}
					}
				}
			}
		}
		for _, c := range tab.Balance {
			two := c.Loads[table.TwoDateline]
			require.Equal(t, zero[c.Link], c.Loads[table.AllVC0], "%v: %v", size, c)
			require.Equal(t, halves[c.Link], table.Load{2 * two[0], 2 * two[1]}, "%v: %v", size, c)
		}
	}
}

func count(loads map[table.Link]table.Load, h table.Hop, vc int) {
	link := table.Link{From: h.From, Dir: h.Dir}
	l := loads[link]
	l[vc]++
	loads[link] = l
}

// datelines tells which datelines a run crosses: between size-1 and 0, and between size/2-1 and size/2.
func datelines(to *table.Torus, run []table.Hop) (first, second bool) {
	for _, h := range run {
		k := to.Size()[h.Dir.Dim()]
		low := to.Coordinates(h.From)[h.Dir.Dim()] // of the hop's two ends, going up
		if h.Dir.Minus() {
			low = (low + k - 1) % k
		}
		first, second = first || low == k-1, second || low == k/2-1
	}
	return first, second
}

// Where both ways are equally long all links of a dimension get the same load.
func TestTiesAreEven(t *testing.T) {
	for _, size := range [][3]int{{4, 4, 4}, {8, 4, 2}, {4, 1, 1}, {1, 4, 2}, {8, 4, 3}} {
		load := map[int]int{}
		tab := build(t, torus(t, size), 1)
		for _, c := range tab.Balance {
			l, dim := c.Loads[table.Annealed], c.Dir.Dim()
			if load[dim] == 0 {
				load[dim] = l[0] + l[1]
			}
			require.Equal(t, load[dim], l[0]+l[1], "%v: %v", size, c)
		}
	}
}

// Equal seeds give equal tables, whatever was built before.
func TestDeterministic(t *testing.T) {
	size := [3]int{5, 4, 3}
	dead := table.Link{From: 7, Dir: table.MinusY}
	first, second := build(t, torus(t, size, dead), 9), build(t, torus(t, size, dead), 9)
	for src := range table.Node(first.Torus.Nodes()) {
		require.Equal(t, first.Row(src), second.Row(src))
	}
	require.Equal(t, first.Balance, second.Balance)
}

// With dead links every packet that is said to arrive does, over links that work; none that may be
// adaptive can strand; one that cannot be routed has no way among the 64; and the escape channels
// have no cycle.
func TestDeadLinks(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	for round := range 120 {
		size := [3]int{1 + random.IntN(5), 1 + random.IntN(5), 1 + random.IntN(4)}
		if size == [3]int{1, 1, 1} {
			continue
		}
		dead := randomDead(random, size, 1+random.IntN(8))
		to := torus(t, size, dead...)
		tab := build(t, to, uint64(round))
		requireDelivered(t, tab)
		requireBalanced(t, tab)
		if t.Failed() {
			t.Fatalf("size %v, dead %v", size, dead)
		}
	}
}

func requireDelivered(t *testing.T, tab *table.Table) {
	to := tab.Torus
	waits := map[table.Hop]map[table.Hop]bool{}
	unrouted := 0
	for src := range table.Node(to.Nodes()) {
		for dst := range table.Node(to.Nodes()) {
			e := tab.Entry(src, dst)
			hops := follow(t, to, src, dst, e)
			if to.Nodes() <= 40 && src != dst {
				requireNoBetter(t, to, src, dst, e, len(hops))
			}
			if !e.Routed() {
				unrouted++
				continue
			}
			if !whole(to, src, dst, e) || src != dst && e.Adaptive() && strands(to, src, dst, e) {
				t.Fatalf("%s to %s: entry %012b meets a dead link", to.FormatNode(src), to.FormatNode(dst), e)
			}
			for i, h := range hops {
				if waits[h] == nil {
					waits[h] = map[table.Hop]bool{}
				}
				if i > 0 {
					waits[hops[i-1]][h] = true
				}
			}
		}
	}
	require.Equal(t, unrouted, tab.Tally.NoRoute)
	requireAcyclic(t, waits)
}

// whole tells whether all links of an escape path work.
func whole(to *table.Torus, src, dst table.Node, e table.Entry) bool {
	for h := range to.Path(src, dst, e) {
		if !to.Works(h.From, h.Dir) {
			return false
		}
	}
	return true
}

func strands(to *table.Torus, src, dst table.Node, e table.Entry) bool {
	return readerOf(to).strands(to.Coordinates(src), headerOf(to, dst, e))
}

// requireNoBetter tries all 64 routes: none is whole and shorter, or as short and adaptive where the
// entry is not.
func requireNoBetter(t *testing.T, to *table.Torus, src, dst table.Node, e table.Entry, hops int) {
	for other := range table.Entry(1 << 6) {
		if other.Final() && to.Size()[2] == 1 || !whole(to, src, dst, other) {
			continue
		}
		n := len(slices.Collect(to.Path(src, dst, other)))
		if !e.Routed() || n < hops || n == hops && !e.Adaptive() && !strands(to, src, dst, other) {
			t.Fatalf("%s to %s: entry %012b, but %06b is better", to.FormatNode(src), to.FormatNode(dst), e, other)
		}
	}
}

func requireAcyclic(t *testing.T, waits map[table.Hop]map[table.Hop]bool) {
	state := map[table.Hop]int{} // 1 on the way, 2 done
	var visit func(h table.Hop)
	visit = func(h table.Hop) {
		require.NotEqual(t, 1, state[h], "a cycle through %v", h)
		if state[h] == 2 {
			return
		}
		state[h] = 1
		for next := range waits[h] {
			visit(next)
		}
		state[h] = 2
	}
	for h := range waits {
		visit(h)
	}
}

// A dead link clears adaptive for packets that may meet it and leaves it to those that cannot.
func TestAdaptiveIsCleared(t *testing.T) {
	to := torus(t, [3]int{4, 4, 4}, table.Link{From: 0, Dir: table.PlusX})
	tab := build(t, to, 1)
	at := func(x, y, z int) table.Node { return to.Number([3]int{x, y, z}) }
	cleared := 0
	for src := range table.Node(to.Nodes()) {
		for _, e := range tab.Row(src) {
			if !e.Adaptive() {
				cleared++
			}
		}
	}
	require.Positive(t, cleared)
	require.True(t, tab.Entry(at(1, 0, 0), at(2, 0, 0)).Adaptive())
	require.Zero(t, tab.Tally.NoRoute)
}

// A node that can be left in falling coordinates only: all signs are turned round.
func TestAllSignsTurned(t *testing.T) {
	to := torus(t, [3]int{4, 4, 4}, table.Link{Dir: table.PlusX}, table.Link{Dir: table.PlusY}, table.Link{Dir: table.PlusZ})
	e := build(t, to, 1).Entry(0, to.Number([3]int{1, 1, 1}))
	require.True(t, e.Routed())
	require.Equal(t, 7, e.Sign())
}

func TestKillRefuses(t *testing.T) {
	to := torus(t, [3]int{4, 1, 4})
	require.EqualError(t, to.Kill(table.Link{Dir: table.MinusY}), "a dimension of size 1 has no links")
	require.NoError(t, to.Kill(table.Link{From: 0, Dir: table.PlusX}))
	require.EqualError(t, to.Kill(table.Link{From: 1, Dir: table.MinusX}), "is dead already") // the other end
}

func TestNewTorusRefuses(t *testing.T) {
	for size, want := range map[[3]int]string{
		{0, 33, 1}:   "x=0: want 1..32\ny=33: want 1..32",
		{32, 32, 32}: "x=32 y=32 z=32: 32768 nodes, want at most 4096",
	} {
		_, err := table.NewTorus(size)
		require.EqualError(t, err, want)
	}
}

// FuzzParseLink: what is read is in range and is written as it was.
func FuzzParseLink(f *testing.F) {
	for _, s := range []string{"0,0,0,+x", "7,31,7,-z", "8,0,0,+x", "1,2,3", "", ",,,", "01,0,0,-y", "0,0,0,x", "-1,0,0,+y"} {
		f.Add(s)
	}
	to := torus(f, [3]int{8, 32, 8})
	f.Fuzz(func(t *testing.T, text string) {
		l, err := to.ParseLink(text)
		if err != nil {
			return
		}
		again, err := to.ParseLink(to.FormatLink(l))
		require.NoError(t, err)
		require.Equal(t, l, again)
	})
}

// BenchmarkBuild makes the table of the nominal machine, without and with dead links.
func BenchmarkBuild(b *testing.B) {
	size := [3]int{8, 32, 8}
	for _, n := range []int{0, 1, 8} {
		b.Run(fmt.Sprintf("8x32x8/dead=%d", n), func(b *testing.B) {
			dead := randomDead(rand.New(rand.NewPCG(1, 0)), size, n)
			for b.Loop() {
				build(b, torus(b, size, dead...), 1)
			}
		})
	}
}

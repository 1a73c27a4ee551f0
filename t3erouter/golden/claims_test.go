package golden

import (
	"fmt"
	"testing"
)

// TestVisits: the visitor is at input VC t mod 32 in cycle t, and serves from 32 on. A header that comes
// in 0 and finds no credits is looked at in 1 and wishes from 2 on, so it claims from the cycle after
// that of the visit: 32 + 5p + v, 62 and 63 for VC 0 and 2 of port 6.
func TestVisits(t *testing.T) {
	for class := range 2 {
		for p := range ports {
			for _, v := range []int{2 * class, 2*class + 1, 4} {
				if p == node && v != 2*class {
					break
				}
				g := newRig(t, small())
				g.r.outputs[node].credits = [vcs]int{}
				h := home
				h.class = class
				g.at(0, p, v, h.packet()...)
				visit := 32 + 5*p + v
				if p == node {
					visit = 62 + class
				}
				g.run(visit)
				if _, _, held := g.r.Claimed(node, 2*class); held || g.r.Barred(node, 2*class) {
					t.Errorf("%d.%d: claimed before cycle %d ends", p, v, visit)
				}
				g.run(1)
				if q, u, held := g.r.Claimed(node, 2*class); !held || q != p || u != v || !g.r.Barred(node, 2*class) {
					t.Errorf("%d.%d: after cycle %d claimed by %d.%d: %v", p, v, visit, q, u, held)
				}
				if _, _, held := g.r.Claimed(node, 2-2*class); held {
					t.Errorf("%d.%d: the VC of the other class is claimed", p, v)
				}
				// The credit of 100 is there in 101, when it goes; the bar stands in 102 still.
				g.credit(100, node, 2*class)
				g.run(101 - g.cycle)
				if _, _, held := g.r.Claimed(node, 2*class); !held {
					t.Errorf("%d.%d: not claimed up to the grant", p, v)
				}
				g.run(1)
				if _, _, held := g.r.Claimed(node, 2*class); held || !g.r.Barred(node, 2*class) {
					t.Errorf("%d.%d: a cycle after it left claimed %v, barred %v", p, v, held, !held)
				}
				g.run(1)
				if g.r.Barred(node, 2*class) {
					t.Errorf("%d.%d: barred two cycles after it left", p, v)
				}
				equal(t, "places", g.places(), []string{fmt.Sprintf("102: 6.%d", 2*class)})
			}
		}
	}
}

// TestWish: a header that was first looked at in the cycle of the visit has no wish yet, and waits for
// the next round. One cycle earlier, and it claims at the first visit, that of port 1, VC 0 in 37.
func TestWish(t *testing.T) {
	for arrives, visit := range map[int]int{35: 37, 36: 69} {
		g := newRig(t, small())
		g.r.outputs[node].credits = [vcs]int{}
		g.at(arrives, 1, 0, home.packet()...)
		g.run(visit)
		if g.r.Barred(node, 0) {
			t.Errorf("barred before cycle %d ends", visit)
		}
		g.run(1)
		if !g.r.Barred(node, 0) {
			t.Errorf("not barred after cycle %d", visit)
		}
	}
}

// TestGrantedAtVisit: a header that is granted in 37, the cycle of its visit, gets the mark but claims
// nothing, and the VC is barred in 38 only: a header that would fit in 38 goes in 39. Port 3, in vain
// from 41 on, is visited in 47 and finds the mark, which stays until 69; it claims in 79.
func TestGrantedAtVisit(t *testing.T) {
	g := newRig(t, small())
	g.r.outputs[node].credits = [vcs]int{}
	g.at(0, 1, 0, home.packet()...)
	g.credit(36, node, 0)
	g.at(37, 0, 0, home.packet()...)
	g.credit(37, node, 0)
	g.at(40, 3, 0, home.packet()...)
	var barred []int
	for range 90 {
		if g.r.Barred(node, 0) {
			barred = append(barred, g.cycle)
		}
		if _, _, held := g.r.Claimed(node, 0); held != (g.cycle >= 80) {
			t.Errorf("%d: claimed is %v", g.cycle, held)
		}
		g.step()
	}
	equal(t, "barred", barred, []int{38, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89})
	equal(t, "places", g.places(), []string{"38: 6.0", "40: 6.0"})
}

// TestLeavesElsewhereAtVisit: a header on VC 4 of port 1, visited in 41, wishes 0.0 and is granted 2.4 in
// 41. Its wish is barred in 42 only, also if another header is granted that in 41.
func TestLeavesElsewhereAtVisit(t *testing.T) {
	for _, test := range []struct {
		other int // arrives
		want  []string
	}{
		{40, []string{"42: 0.0", "42: 2.4", "43: 2.4"}},
		{41, []string{"42: 2.4", "43: 2.4", "44: 0.0"}},
	} {
		g := newRig(t, small())
		g.r.outputs[0].credits = [vcs]int{1}
		g.r.outputs[2].credits = [vcs]int{}
		g.at(0, 1, 4, head{x: 4, y: 4, z: 2, adaptive: true, length: 2}.packet()...)
		g.credit(39, 2, 4)
		g.credit(40, 2, 4)
		g.at(test.other, 6, 0, east.packet()...)
		var barred []int
		for range 60 {
			if g.r.Barred(0, 0) {
				barred = append(barred, g.cycle)
			}
			g.step()
		}
		equal(t, "barred", barred, []int{42})
		equal(t, "places", g.places(), test.want)
	}
}

// TestVisitBars: port 3, VC 0 is visited in 47. In that cycle, or the one before, a header of port 0 is
// granted the VC that the visit bars: barred it stays.
func TestVisitBars(t *testing.T) {
	for arrives := 45; arrives <= 46; arrives++ {
		g := newRig(t, small())
		g.r.outputs[node].credits = [vcs]int{1}
		g.at(0, 3, 0, home.of(2).packet()...)
		g.at(arrives, 0, 0, home.packet()...)
		g.run(48)
		for range 20 {
			if !g.r.Barred(node, 0) || g.r.Credits(node, 0) != 0 {
				t.Errorf("%d: barred %v, %d credits", g.cycle, g.r.Barred(node, 0), g.r.Credits(node, 0))
			}
			g.run(1)
		}
	}
}

// TestBarAfterClaim: port 1, VC 0 claims in 37 and goes in 41. The credit of 41 is there in 42, when the
// bar still stands, so port 3 goes in 43.
func TestBarAfterClaim(t *testing.T) {
	g := newRig(t, small())
	g.r.outputs[node].credits = [vcs]int{}
	g.at(0, 1, 0, home.packet()...)
	g.at(0, 3, 0, home.packet()...)
	g.credit(40, node, 0)
	g.credit(41, node, 0)
	g.run(60)
	equal(t, "places", g.places(), []string{"42: 6.0", "44: 6.0"})
}

// TestRotation: VC 0 of ports 1, 3 and 5 is visited in 37, 47 and 57 of a round of 32. All three wait to
// eject. Port 1 claims in 37 and is granted in 41; its mark stays until 69, so port 3 claims in 79,
// and leaves in 81, its mark until 111; port 5 in 121, and leaves in 125, its mark until 153. A header that comes to
// port 1 in 50 has its turn after that, in 165.
func TestRotation(t *testing.T) {
	g := newRig(t, small())
	g.r.outputs[node].credits = [vcs]int{}
	for _, p := range []int{1, 3, 5} {
		g.at(0, p, 0, home.packet()...)
	}
	g.at(50, 1, 0, home.packet()...)
	g.credit(40, node, 0)
	g.credit(80, node, 0)
	g.credit(124, node, 0)
	var got []string
	was := ""
	for range 240 {
		is := "none"
		if p, _, held := g.r.Claimed(node, 0); held {
			is = fmt.Sprint("port ", p)
		}
		if is != was {
			got = append(got, fmt.Sprintf("%d: %s", g.cycle, is))
			was = is
		}
		g.step()
	}
	equal(t, "claims", got, []string{"0: none", "38: port 1", "42: none", "80: port 3", "82: none", "122: port 5", "126: none", "166: port 1"})
}

// TestClaimComesFirst: a header on VC 4 of port 1, visited in 41, that finds no credits claims 0.0 from 42
// on. When both VCs get room in one cycle it takes the claimed one; before it claims the adaptive one;
// and that also if the other has none.
func TestClaimComesFirst(t *testing.T) {
	for _, test := range []struct {
		credits []int
		at      int
		want    string
		event   string
	}{
		{[]int{0, 4}, 60, "62: 0.0", "claim-taken"},
		{[]int{0, 4}, 3, "5: 0.4", "adaptive[1][0]"},
		{[]int{4}, 60, "62: 0.4", "claim-falls"},
	} {
		g := newRig(t, small())
		g.r.outputs[0].credits = [vcs]int{}
		g.at(0, 1, 4, east.free().packet()...)
		for _, v := range test.credits {
			g.credit(test.at, 0, v)
		}
		g.run(65)
		equal(t, fmt.Sprint(test), g.places(), []string{test.want})
		g.sees(test.event)
		if _, _, held := g.r.Claimed(0, 0); held {
			t.Errorf("%v: still claimed", test)
		}
	}
}

// TestBarredAfterFall: when the claimer has left by another VC, in 61, the VC is barred until its visit in
// 73, and a header that would fit waits until 74.
func TestBarredAfterFall(t *testing.T) {
	g := newRig(t, small())
	g.r.outputs[0].credits = [vcs]int{}
	g.at(0, 1, 4, east.free().packet()...)
	g.credit(60, 0, 4)
	g.credit(62, 0, 0)
	g.at(64, 6, 0, east.packet()...)
	g.run(80)
	equal(t, "places", g.places(), []string{"62: 0.4", "75: 0.0"})
	g.sees("claim-bars")
}

// TestClaimBars: a packet of 5, visited in 37, claims 0.0 with 3 credits there. A packet of 1 that would
// fit waits until it has left, in 62 to 66.
func TestClaimBars(t *testing.T) {
	g := newRig(t, small())
	g.r.outputs[0].credits = [vcs]int{3}
	g.at(0, 1, 0, east.of(5).packet()...)
	g.at(50, 6, 0, east.packet()...)
	g.credit(60, 0, 0)
	g.credit(61, 0, 0)
	g.credit(70, 0, 0)
	g.run(80)
	equal(t, "places", g.places(), []string{"63: 0.0", "64: 0.0", "65: 0.0", "66: 0.0", "67: 0.0", "72: 0.0"})
	g.sees("claim-bars", "claim[0]", "claim-taken")
}

// TestStarvation: a packet of 10 beside an endless stream of packets of 1 to the same output, whose
// credits come back C cycles after the pins, leaves within 2C + 120 cycles.
func TestStarvation(t *testing.T) {
	for stages := 1; stages <= 3; stages++ {
		for _, back := range []int{1, 3, 7, 20} {
			c := small()
			c.Stages = stages
			g := newRig(t, c)
			g.sink = back
			backlog := 0
			for g.cycle < 600 {
				if backlog < 8 {
					g.at(g.cycle, 1, 0, east.packet()...)
					backlog++
				}
				if g.cycle == 100 {
					g.load(6, 0, head{x: 4, y: 2, z: 2, length: 10, user: 1})
				}
				n := len(g.credits)
				g.step()
				for _, m := range g.credits[n:] {
					if m.what == "1.0" {
						backlog--
					}
				}
			}
			left := 0
			for _, d := range g.left {
				if d.flit.tail && d.flit.data == 10 {
					left = d.cycle
				}
			}
			if left == 0 || left > 100+2*back+120 {
				t.Errorf("s = %d, C = %d: left in %d", stages, back, left)
			}
		}
	}
}

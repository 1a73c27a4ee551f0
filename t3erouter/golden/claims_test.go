package golden

import (
	"fmt"
	"testing"
)

// TestRing: the claim of an ejection VC stands at candidate t mod 19 in cycle t while nobody waits. A
// header that comes in 0 and finds no credits is in its slot from 1 on (its VC is the only one with an
// entry), so its claim is held from the cycle after the one in which the ring comes by: candidate
// 3p + 0, 1, 2 for VC 2c, 2c+1, 4 of port p, 18 for port 6. The first is passed in 0 and comes again in 19.
func TestRing(t *testing.T) {
	for class := range 2 {
		for p := range ports {
			for i, v := range []int{2 * class, 2*class + 1, 4} {
				if p == node && i > 0 {
					break
				}
				g := newRig(t, small())
				g.r.outputs[node].credits = [vcs]int{}
				h := home
				h.class = class
				g.at(0, p, v, h.packet()...)
				turn := 3*p + i
				if turn == 0 {
					turn = 19
				}
				g.run(turn)
				if _, _, held := g.r.Claimed(node, 2*class); held {
					t.Errorf("%d.%d: held before cycle %d ends", p, v, turn)
				}
				g.run(1)
				if q, u, held := g.r.Claimed(node, 2*class); !held || q != p || u != v {
					t.Errorf("%d.%d: after cycle %d held by %d.%d: %v", p, v, turn, q, u, held)
				}
				if _, _, held := g.r.Claimed(node, 2-2*class); held {
					t.Errorf("%d.%d: the claim of the other class is held", p, v)
				}
				// It goes as soon as it has credits: the credit of 30 is there in 31.
				g.credit(30, node, 2*class)
				g.run(32 - g.cycle)
				if _, _, held := g.r.Claimed(node, 2*class); held {
					t.Errorf("%d.%d: held after it left", p, v)
				}
				if at := g.r.outputs[node].claims[2*class].at; int(at) != (turn+1)%19 {
					t.Errorf("%d.%d: the claim went on to %d", p, v, at)
				}
				g.run(1)
				equal(t, "places", g.places(), []string{fmt.Sprintf("32: 6.%d", 2*class)})
			}
		}
	}
}

// TestRingWaits: the claim comes to VC 0 of port 1, candidate 3, in cycle 3. A header waits there, but
// VC 1 came first, so the slot is 1 in odd cycles: the claim stays until 4. If VC 0 wants something else,
// the claim goes on to VC 1, candidate 4, in 5; the slot is 1 in 5.
func TestRingWaits(t *testing.T) {
	for _, test := range []struct {
		first flit // on VC 0
		after int  // the cycle after which the claim is held
		vc    int
	}{
		{home.packet()[0], 4, 0},
		{down.packet()[0], 5, 1},
	} {
		g := newRig(t, small())
		g.r.outputs[node].credits = [vcs]int{}
		g.r.outputs[5].credits = [vcs]int{}
		g.at(0, 1, 1, home.packet()...)
		g.at(1, 1, 0, test.first)
		g.run(test.after)
		if _, _, held := g.r.Claimed(node, 0); held {
			t.Errorf("VC %d: held too early", test.vc)
		}
		g.run(1)
		if p, v, held := g.r.Claimed(node, 0); !held || p != 1 || v != test.vc {
			t.Errorf("VC %d: held by %d.%d: %v", test.vc, p, v, held)
		}
	}
}

// TestRingPassesDropped: a dropped entry that waits and never comes to the slot, which is kept,
// holds the claim up; in the slot it leaves and the claim goes on.
func TestRingPassesDropped(t *testing.T) {
	g := newRig(t, small())
	g.at(2, 1, 0, flit{data: 1}) // waits in 3, in the slot at once
	g.run(4)
	if at := g.r.outputs[node].claims[0].at; at != 4 {
		t.Errorf("the claim is at %d in cycle 4", at)
	}
}

// TestClaimComesFirst: a header on VC 4 of port 1, candidate 5, that finds no credits holds the claim
// of 0.0 from 6 on. When both VCs get room in one cycle it takes the claimed one; before it holds the claim
// the adaptive one; and that also if the other has none, when the claim falls.
func TestClaimComesFirst(t *testing.T) {
	for _, test := range []struct {
		credits []string
		at      int
		want    string
		event   string
	}{
		{[]string{"0.0", "0.4"}, 20, "22: 0.0", "claim-taken"},
		{[]string{"0.0", "0.4"}, 3, "5: 0.4", "adaptive[1][0]"},
		{[]string{"0.4"}, 20, "22: 0.4", "claim-falls"},
	} {
		g := newRig(t, small())
		g.r.outputs[0].credits = [vcs]int{}
		g.at(0, 1, 4, east.free().packet()...)
		for _, c := range test.credits {
			g.credit(test.at, 0, int(c[2]-'0'))
		}
		g.run(25)
		equal(t, fmt.Sprint(test), g.places(), []string{test.want})
		g.sees(test.event)
		if _, _, held := g.r.Claimed(0, 0); held {
			t.Errorf("%v: still held", test)
		}
	}
}

// TestClaimBars: a packet of 5 holds the claim of 0.0 with 3 credits there. A packet of 1 that would fit
// waits until it has left, in 22 to 26.
func TestClaimBars(t *testing.T) {
	g := newRig(t, small())
	g.r.outputs[0].credits = [vcs]int{3}
	g.at(0, 1, 0, east.of(5).packet()...)
	g.at(12, 6, 0, east.packet()...)
	g.credit(20, 0, 0)
	g.credit(21, 0, 0)
	g.credit(30, 0, 0)
	g.run(40)
	equal(t, "places", g.places(), []string{"23: 0.0", "24: 0.0", "25: 0.0", "26: 0.0", "27: 0.0", "32: 0.0"})
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

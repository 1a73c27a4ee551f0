package golden

import (
	"fmt"
	"slices"
	"testing"
)

// TestLapse: two packets of 2 are taken in 1 for one output VC, and port 1 is granted in 2. That of port 6 lapses, 3 is
// void there, and 0.0 is free in 4.
func TestLapse(t *testing.T) {
	g := newRig(t, staged())
	g.at(0, 1, 0, east.of(2).packet()...)
	g.at(0, 6, 0, east.of(2).packet()...)
	g.run(2)
	if g.r.Owned(0, 0) || g.r.Peek(1, 0).Active || g.r.Peek(6, 0).Active {
		t.Error("a header in the stage owns its VC")
	}
	g.run(1)
	if v := g.r.Peek(1, 0); !g.r.Owned(0, 0) || !v.Active || g.r.inputs[6].staged.entry != nil || g.r.inputs[6].active != 0 {
		t.Errorf("owned %v, port 1 %+v, port 6 active %b", g.r.Owned(0, 0), v, g.r.inputs[6].active)
	}
	g.run(20)
	equal(t, "places", g.places(), []string{"3: 0.0", "4: 0.0", "6: 0.0", "7: 0.0"})
	g.sees("lapse[6]", "void[6]")
}

// TestSpare: three packets of 1 are taken in 1 for one output VC with credits for all. Port 5 has a spare when port 1
// is granted in 2, so it goes in 3; port 6 lapses then, is void in 4 and looked at in 5.
func TestSpare(t *testing.T) {
	g := newRig(t, staged())
	g.at(0, 1, 0, east.packet()...)
	g.at(0, 5, 4, east.packet()...)
	g.at(0, 6, 0, east.packet()...)
	g.run(20)
	equal(t, "places", g.places(), []string{"3: 0.0", "4: 0.0", "7: 0.0"})
	m := g.happened()
	for event, want := range map[string]uint64{"spared[1]": 0, "spared[5]": 1, "spared[6]": 1, "lapse[5]": 0, "lapse[6]": 1} {
		if m[event] != want {
			t.Errorf("%s %d times", event, m[event])
		}
	}
}

// TestNoSpare: with one credit there is no spare; that of 2 is there in 3, which is void at port 6. With another header in
// the next slot, for 0.2, nothing is void: that is kept in 2 and taken in 3, the one that lapsed in 4.
func TestNoSpare(t *testing.T) {
	for _, other := range []bool{false, true} {
		g := newRig(t, staged())
		g.r.outputs[0].credits[0] = 1
		g.at(0, 1, 0, east.packet()...)
		g.at(0, 6, 0, east.packet()...)
		g.credit(2, 0, 0)
		want := []string{"3: 0.0", "6: 0.0"}
		if other {
			reply := east
			reply.class = 1
			g.at(1, 6, 2, reply.packet()...)
			want = []string{"3: 0.0", "5: 0.2", "6: 0.0"}
		}
		g.run(20)
		equal(t, fmt.Sprint(other), g.places(), want)
		if void := g.happened()["void[6]"] != 0; void == other {
			t.Errorf("other header %v, void %v", other, void)
		}
		g.sees("lapse[6]")
	}
}

// TestTakenAndLost: a header that is taken in 4, the cycle in which the last credit for it goes, lapses at once.
// In 5 the slot is void, while a body flit of another VC is taken.
func TestTakenAndLost(t *testing.T) {
	g := newRig(t, staged())
	g.r.outputs[0].credits[0] = 1
	g.load(6, 2, head{x: 2, y: 2, z: 2, class: 1, length: 5})
	g.at(2, 1, 0, east.packet()...) // taken in 3
	g.at(3, 6, 0, east.packet()...)
	g.credit(9, 0, 0)
	g.run(20)
	// The packet to eject is taken in 1, 2, 3, 5 and 6.
	equal(t, "places", g.places(), []string{"3: 6.2", "4: 6.2", "5: 0.0", "5: 6.2", "7: 6.2", "8: 6.2", "12: 0.0"})
	g.sees("lapse[6]", "void[6]", "turn-header")
}

// TestDropBehind: an orphan behind a packet of its VC in the stage stays until that is granted, in 3 as port 1 comes
// first, so no VC is credited twice in a cycle.
func TestDropBehind(t *testing.T) {
	reply := east
	reply.class = 1
	g := newRig(t, staged())
	g.at(0, 1, 0, east.packet()...)
	g.at(0, 6, 2, reply.packet()...)
	g.at(1, 6, 2, flit{data: 1})
	g.run(20)
	equal(t, "credits", g.credits, []mark{{3, "1.0"}, {4, "6.2"}, {5, "6.2"}})
	equal(t, "places", g.places(), []string{"3: 0.0", "4: 0.2"})
}

// TestBehind: a header follows another of its VC through the stage if there are credits for both. In 3, the cycle after the
// grant, it needs one more than its own still.
func TestBehind(t *testing.T) {
	for credit, want := range map[int]string{1: "4: 0.0", 2: "6: 0.0", 3: "6: 0.0"} { // there a cycle later
		g := newRig(t, staged())
		g.r.outputs[0].credits[0] = 1
		g.load(1, 0, east, east)
		g.credit(credit, 0, 0)
		g.run(20)
		equal(t, fmt.Sprint(credit), g.places(), []string{"3: 0.0", want})
		if behind := g.happened()["behind[1]"] != 0; behind != (credit == 1) {
			t.Errorf("credit in %d: behind %v", credit, behind)
		}
	}
}

// TestKeptBehindStage: the stage of port 6 waits in 2 for the output, so the choice of 2 is kept and taken in 3.
func TestKeptBehindStage(t *testing.T) {
	reply := east
	reply.class = 1
	g := newRig(t, staged())
	g.at(0, 1, 0, east.packet()...)
	g.at(0, 6, 2, reply.packet()...)
	g.at(1, 6, 0, down.packet()...)
	g.run(20)
	equal(t, "places", g.places(), []string{"3: 0.0", "4: 0.2", "5: 5.0"})
	g.sees("kept[6]", "contend[2]")
}

// TestShare: ports with endless packets of 1 for one output VC have like parts of it, also if its credits come one in
// so many cycles.
func TestShare(t *testing.T) {
	for _, ports := range [][]int{{1, 6}, {1, 4, 6}, {1, 2, 3, 4, 5, 6}} {
		for every := range 6 {
			for _, h := range []head{east, east.free()} {
				g := newRig(t, staged())
				if every == 0 {
					g.sink = 3
				}
				got := g.endless(h, ports, every, 2000)
				total := 0
				for _, n := range got {
					total += n
				}
				if least := 1800 / max(every, 1); total < least || slices.Max(got) > slices.Min(got)*9/4 {
					t.Errorf("ports %v, credit every %d, adaptive %v: %v packets left", ports, every, h.adaptive, got)
				}
			}
		}
	}
}

// endless keeps each port supplied with packets of 1, gives every VC of +x a credit every so many cycles if that is not
// 0, and counts the packets that leave.
func (g *rig) endless(h head, ports []int, every, cycles int) []int {
	owed := map[string]int{} // flits of an input VC that are not credited
	for range cycles {
		for i, p := range ports {
			vc := 0
			if p != 1 && p != node {
				vc = adaptiveVC // they do not come from where +x is a legal turn
			}
			if at := fmt.Sprintf("%d.%d", p, vc); owed[at] < 8 {
				h.user = i
				g.at(g.cycle, p, vc, h.packet()...)
				owed[at]++
			}
		}
		for v := range vcs {
			if every > 0 && g.cycle%every == 0 && g.r.Credits(0, v) < g.r.depth[v] {
				g.credit(g.cycle, 0, v)
			}
		}
		n := len(g.credits)
		g.step()
		for _, m := range g.credits[n:] {
			owed[m.what]--
		}
	}
	count := make([]int, len(ports))
	for _, d := range g.left {
		count[d.flit.data>>45]++
	}
	return count
}

// TestBarAfterStage: port 3, VC 0 is visited in 47 and claims. The header of port 0 that was taken in 47 is granted in 48,
// but the bar stays, and none comes after it.
func TestBarAfterStage(t *testing.T) {
	for arrives := 44; arrives <= 46; arrives++ {
		g := newRig(t, staged())
		g.r.outputs[node].credits = [vcs]int{1}
		g.at(0, 3, 0, home.of(2).packet()...)
		g.at(arrives, 0, 0, home.packet()...)
		g.at(arrives+4, 0, 0, home.packet()...)
		g.credit(60, node, 0)
		g.run(48)
		for range 40 {
			if p, _, held := g.r.Claimed(node, 0); !g.r.Barred(node, 0) || !held || p != 3 {
				t.Fatalf("arrival in %d: not claimed by port 3 in %d", arrives, g.cycle)
			}
			g.run(1)
		}
		equal(t, "places", g.places(), []string{fmt.Sprintf("%d: 6.0", arrives+3)})
	}
}

// TestBehindClaim: a claim ends with its header. Port 1 claims in 37; with the credits of 40 and 41 the first header is
// taken in 41, and the second is barred up to 43, and goes in 45.
func TestBehindClaim(t *testing.T) {
	g := newRig(t, staged())
	g.r.outputs[node].credits = [vcs]int{}
	g.load(1, 0, home, home)
	g.credit(40, node, 0)
	g.credit(41, node, 0)
	g.run(60)
	equal(t, "places", g.places(), []string{"43: 6.0", "46: 6.0"})
	g.sees("claim-taken", "claim-bars")
}

// TestLoadWithStage: what is loaded stands behind what is staged, and shows as waiting until it is granted.
func TestLoadWithStage(t *testing.T) {
	g := newRig(t, staged())
	g.load(1, 0, east.of(2))
	g.run(2)
	g.load(1, 0, down)
	if v := g.r.Peek(1, 0); v.Active || len(v.Entries) != 3 || v.Entries[0].Route == nil {
		t.Errorf("a header in the stage shows as %+v", v)
	}
	g.run(2) // its last flit is staged in 3
	if v := g.r.Peek(1, 0); len(v.Entries) != 1 || v.Active {
		t.Errorf("after the packet: %+v", v)
	}
	g.run(20)
	equal(t, "places", g.places(), []string{"3: 0.0", "4: 0.0", "5: 5.0"})
}

package golden

import (
	"fmt"
	"testing"

	"github.com/flitwright/flitwright/t3erouter/config"
)

// load puts packets into a buffer before the next cycle.
func (g *rig) load(port, vc int, hs ...head) {
	g.t.Helper()
	for _, h := range hs {
		for _, f := range h.packet() {
			if err := g.r.Load(port, vc, f.words()); err != nil {
				g.t.Fatal(err)
			}
		}
	}
}

// places are the departures without their flits: cycle: port.vc.
func (g *rig) places() []string {
	var s []string
	for _, d := range g.left {
		s = append(s, fmt.Sprintf("%d: %d.%d", d.cycle, d.port, d.vc))
	}
	return s
}

var (
	east = head{x: 4, y: 2, z: 2} // by escape only
	home = head{x: 2, y: 2, z: 2}
	down = head{x: 2, y: 2, z: 1, minus: "z"}
)

func (h head) of(length int) head { h.length = length; return h }
func (h head) free() head         { h.adaptive = true; return h }

// TestWholePacketFits: a header leaves in the cycle after the one that brings the credits for all of it.
func TestWholePacketFits(t *testing.T) {
	for _, test := range []struct {
		name   string
		h      head
		vc, to int
		port   int
	}{
		{"escape", east.of(3), 0, 0, 0},
		{"adaptive", east.of(3).free(), 0, 4, 0},
		{"ejection", home.of(3), 1, 0, 6},
	} {
		g := newRig(t, small())
		g.r.outputs[test.port].credits = [vcs]int{} // of all VCs, so that there is no other
		g.at(0, 1, test.vc, test.h.packet()...)
		for i := range 3 {
			g.credit(20+i, test.port, test.to)
		}
		g.run(40)
		p := fmt.Sprintf("%d.%d", test.port, test.to)
		equal(t, test.name, g.places(), []string{"24: " + p, "25: " + p, "26: " + p})
		if g.r.Credits(test.port, test.to) != 0 {
			t.Errorf("%s: %d credits left", test.name, g.r.Credits(test.port, test.to))
		}
	}
}

// TestCreditError: a credit at depth pulses and is ignored, one on a VC that out_6 has not always; if a
// flit is granted in the cycle of a credit at depth, the credit is one too many nevertheless.
func TestCreditError(t *testing.T) {
	g := newRig(t, small())
	var want []mark
	for p := range ports {
		for v := range vcs {
			g.credit(5*p+v, p, v)
			want = append(want, mark{5*p + v + 1, fmt.Sprintf("credit.%d", p)})
		}
	}
	g.run(40)
	equal(t, "errors", g.errors, want)

	g = newRig(t, small())
	g.at(0, 1, 0, east.packet()...)
	g.credit(1, 0, 0) // the cycle of the grant
	g.run(2)
	if n := g.r.Credits(0, 0); n != 11 {
		t.Errorf("%d credits", n)
	}
	g.at(2, 1, 0, east.packet()...)
	g.credit(3, 0, 0)
	g.run(3)
	equal(t, "errors", g.errors, []mark{{2, "credit.0"}})
	if n := g.r.Credits(0, 0); n != 11 {
		t.Errorf("%d credits after a grant and a credit", n)
	}
	g.sees("credit-with-grant", "credit-over[0]")
}

// TestMostCredits: a header that arrives in t is looked at in t+1, when the tie pointer is
// (t+1) mod 3: of +x, +y, +z it takes the one with most credits.
func TestMostCredits(t *testing.T) {
	for _, test := range []struct {
		t       int
		credits [3]int // of VC 4 of +x, +y, +z
		length  int
		want    string
	}{
		{10, [3]int{22, 22, 22}, 1, "12: 4.4"}, // pointer 2
		{11, [3]int{22, 22, 22}, 1, "13: 0.4"}, // pointer 0
		{12, [3]int{22, 22, 22}, 1, "14: 2.4"}, // pointer 1
		{12, [3]int{22, 21, 22}, 1, "14: 4.4"},
		{10, [3]int{22, 22, 21}, 1, "12: 0.4"},
		{12, [3]int{5, 4, 3}, 3, "14: 0.4"},
		{12, [3]int{3, 4, 5}, 3, "14: 4.4"},
		{12, [3]int{2, 3, 2}, 3, "14: 2.4"},
		{12, [3]int{2, 2, 2}, 3, "14: 0.0"}, // no room: the escape
	} {
		g := newRig(t, small())
		for dim, n := range test.credits {
			g.r.outputs[2*dim].credits[adaptiveVC] = n
		}
		g.at(test.t, 6, 0, head{x: 3, y: 3, z: 3, adaptive: true, length: test.length}.packet()...)
		g.run(30)
		equal(t, fmt.Sprint(test), g.places()[:1], []string{test.want})
	}
}

// TestOwned: VC 4 of +x is owned by a packet whose sender stops in mid-packet. The next takes the
// escape; a third, which is not adaptive and finds that owned as well, waits until its tail.
func TestOwned(t *testing.T) {
	g := newRig(t, small())
	g.at(0, 1, 4, east.of(3).free().packet()[:2]...)
	g.at(4, 6, 0, east.of(2).free().packet()[:1]...)
	g.at(8, 5, 4, east.packet()...)
	g.at(20, 6, 0, flit{data: 2, tail: true})
	g.run(30)
	// The tail leaves in 21, the VC is free in 22.
	equal(t, "places", g.places(), []string{"2: 0.4", "3: 0.4", "6: 0.0", "22: 0.0", "23: 0.0"})
	if v := g.r.Peek(1, 4); !v.Active || v.Port != 0 || v.VC != 4 || !g.r.Owned(0, 4) || g.r.Owned(0, 0) {
		t.Errorf("view of the stopped packet: %+v", v)
	}
}

// TestSlots: five headers without credits, one on each VC of port 1. From the slot 4 on the next
// with an entry comes each cycle; with one waiting it stays there.
func TestSlots(t *testing.T) {
	for _, test := range []struct {
		stages int
		want   []int8 // the slot in cycles 0 on
	}{
		{2, []int8{4, 0, 1, 2, 3, 4, 0, 1}},
		{3, []int8{4, 0, 1, 2, 3, 4, 0, 1}},
		{1, []int8{0, 1, 2, 3, 4, 0, 1, 2}},
	} {
		c := small()
		c.Stages = test.stages
		g := newRig(t, c)
		for o := range ports {
			g.r.outputs[o].credits = [vcs]int{}
		}
		for v := range vcs {
			g.at(v, 1, v, head{x: 2, y: 2, z: 2, class: v / 2 % 2}.packet()...)
		}
		var got []int8
		for range len(test.want) {
			before := g.r.inputs[1].slot
			g.step()
			if test.stages == 1 {
				before = g.r.inputs[1].slot // chosen in the cycle itself
			}
			got = append(got, before)
		}
		equal(t, fmt.Sprint("s = ", test.stages), got, test.want)
	}
}

// TestNear: while the last flit of a packet leaves its VC is in rotation again, only then. VC 1 has a
// header that finds no credits. The slot is 0 in 1, 1 in 2, while the last flit of 2 leaves, 0 in 3; 1 in 4 and 5,
// as VC 0 is not near in 4, and 0 in 6.
func TestNear(t *testing.T) {
	g := newRig(t, small())
	g.r.outputs[node].credits = [vcs]int{}
	g.load(1, 0, east.of(2), east.of(3), east)
	g.load(1, 1, home)
	g.run(20)
	equal(t, "places", g.places(), []string{"2: 0.0", "3: 0.0", "4: 0.0", "5: 0.0", "6: 0.0", "7: 0.0"})
}

// TestSlotStays: the slot is 0 since the first packet of 4 was granted in 1, and no VC is in rotation in 2,
// as the tail that comes too early is not near. The header behind it is looked at in 3 nevertheless.
func TestSlotStays(t *testing.T) {
	g := newRig(t, small())
	early := east.of(4).packet()[:2]
	early[1].tail = true
	g.at(0, 1, 0, early...)
	g.at(2, 1, 0, home.packet()...)
	g.run(10)
	equal(t, "places", g.places(), []string{"2: 0.0", "3: 0.0", "4: 6.0"})
}

// TestKept: three headers ask to eject; the output takes ports 1, 3, 5 in turn. The slot of port 5 is
// kept meanwhile, so the header of its VC 1 that comes a cycle later goes after that.
func TestKept(t *testing.T) {
	for stages, early := range map[int]int{1: 1, 2: 0} {
		c := small()
		c.Stages = stages
		g := newRig(t, c)
		for i, p := range []int{1, 3, 5} {
			h := home
			h.user = i
			g.at(0, p, 0, h.packet()...)
		}
		g.at(1, 5, 1, down.packet()...)
		g.run(20)
		var want []string
		for i, p := range []string{"6.0", "6.0", "6.0", "5.0"} {
			want = append(want, fmt.Sprintf("%d: %s", 2-early+i, p))
		}
		equal(t, fmt.Sprint("s = ", stages), g.places(), want)
		for i := range 3 {
			if u := g.left[i].flit.data >> 45; int(u) != i {
				t.Errorf("s = %d: packet %d left as number %d", stages, u, i)
			}
		}
		g.sees("kept[3]", "kept[5]", "contend[3]", "contend[2]")
	}
}

// TestTurn: a body on VC 0 and headers of one flit on VC 1 of one port share it by turns.
func TestTurn(t *testing.T) {
	g := newRig(t, small())
	g.load(1, 0, east.of(5))
	g.load(1, 1, home, home, home)
	g.run(20)
	// The slot is 0 in 1, where the header goes; 1 in 2, where it is the body's turn.
	equal(t, "places", g.places(), []string{
		"2: 0.0", "3: 0.0", "4: 6.0", "5: 0.0", "6: 6.0", "7: 0.0", "8: 6.0", "9: 0.0"})
	g.sees("turn-body", "turn-header")
}

// TestBodyPick: the bodies of two packets of one port alternate once both are on their way.
func TestBodyPick(t *testing.T) {
	g := newRig(t, small())
	g.load(1, 0, east.of(5))
	g.load(1, 1, head{x: 2, y: 4, z: 2, length: 5})
	g.run(20)
	equal(t, "places", g.places(), []string{
		"2: 0.0", "3: 0.0", "4: 2.0", "5: 2.0", "6: 0.0", "7: 2.0", "8: 0.0", "9: 2.0", "10: 0.0", "11: 2.0"})
}

// TestNoGap: packets of any length up to the bound follow one another on one VC without a gap, for a
// next router of as many stages, whose credit pulse is on the pins s cycles after the flit. One flit more, and
// there is a gap.
func TestNoGap(t *testing.T) {
	const packets = 8 // few, as the sender here does not stop when the buffer is full
	for stages := 1; stages <= 3; stages++ {
		c := config.Default(12)
		c.X, c.Y, c.Z, c.Stages = 5, 5, 5, stages
		bound := c.EscapeDepth - (stages + c.LinkLatency) - stages/3
		for n := 1; n <= bound+1; n++ {
			g := newRig(t, c)
			g.sink = stages
			for i := range packets {
				g.at(i*n, 1, 0, east.of(n).packet()...)
			}
			g.run(40*n + 100)
			gaps := g.left[len(g.left)-1].cycle - g.left[0].cycle - packets*n + 1
			if len(g.left) != packets*n || (gaps == 0) != (n <= bound) {
				t.Errorf("s = %d, length %d: %d flits left with %d cycles between them", stages, n, len(g.left), gaps)
			}
		}
	}
}

// TestDropBeside: a dropped entry of VC 1 leaves beside the body of VC 0.
func TestDropBeside(t *testing.T) {
	g := newRig(t, small())
	g.at(0, 1, 0, east.of(10).packet()[:3]...)
	g.at(3, 1, 1, flit{data: 1})
	g.at(4, 1, 0, flit{data: 4})
	g.run(20)
	// The orphan is stored in 3, in the slot in 4 and credited in 5; no body is there in 4. One
	// more comes with a body flit that waits its turn.
	equal(t, "credits", g.credits, []mark{{2, "1.0"}, {3, "1.0"}, {4, "1.0"}, {5, "1.1"}, {6, "1.0"}})

	g = newRig(t, small())
	g.load(1, 0, east.of(10))
	g.at(2, 1, 1, flit{data: 1})
	g.run(20)
	n := 0
	for _, m := range g.credits {
		if m.cycle == 4 {
			n++
		}
	}
	if n != 2 || len(g.left) != 10 || g.left[9].cycle != 11 {
		t.Errorf("credits %v, left %v", g.credits, g.places())
	}
	g.sees("drop-beside")
}

// TestAllBusy: seven packets of 10, each from another port to another port, take 10 cycles.
func TestAllBusy(t *testing.T) {
	g := newRig(t, small())
	for d := range node {
		h := head{x: 2, y: 2, z: 2, length: 10}
		switch d {
		case 0:
			h.x = 3
		case 1:
			h.x, h.minus = 1, "x"
		case 2:
			h.y = 3
		case 3:
			h.y, h.minus = 1, "y"
		case 4:
			h.z = 3
		case 5:
			h.z, h.minus = 1, "z"
		}
		g.load(d^1, 0, h)
	}
	g.load(6, 0, home.of(10))
	g.run(20)
	if len(g.left) != 70 || g.left[0].cycle != 2 || g.left[69].cycle != 11 {
		t.Errorf("left: %v", g.places())
	}
	if n := g.happened()["all-busy"]; n != 10 {
		t.Errorf("all busy in %d cycles", n)
	}
	if g.stat(0) != 6 || g.stat(statEjected) != 1 || g.stat(statEscapes) != 0 {
		t.Errorf("counters: %d %d %d", g.stat(0), g.stat(statEjected), g.stat(statEscapes))
	}
}

// TestContend: seven packets ask to eject, and go in the order of their ports; then the output's
// pointer is 0 again.
func TestContend(t *testing.T) {
	g := newRig(t, small())
	for p := range ports {
		h := home
		h.user = p
		g.load(p, 0, h)
	}
	g.run(20)
	for i, d := range g.left {
		if d.cycle != 2+i || int(d.flit.data>>45) != i {
			t.Errorf("packet %d left in %d", d.flit.data>>45, d.cycle)
		}
	}
	g.sees("contend[7]", "contend[6]", "contend[2]", "kept[6]")
	if g.r.outputs[node].pointer != 0 || len(g.left) != ports {
		t.Errorf("pointer %d, %d left", g.r.outputs[node].pointer, len(g.left))
	}
}

// TestCounters: packets count by the VC on which the tail leaves, from the cycle after its grant
// on; headers with adaptive = 1 on an escape VC of a link count as escapes, initial hops too.
func TestCounters(t *testing.T) {
	g := newRig(t, small())
	g.at(0, 1, 0, east.of(2).packet()...)
	g.run(3) // the tail is granted in 2
	if g.stat(0) != 0 {
		t.Error("counted before the tail")
	}
	g.run(1)
	if g.stat(0) != 1 {
		t.Error("not counted after the tail")
	}
	g.load(6, 2, head{x: 2, y: 2, z: 2, class: 1, adaptive: true, initial: 2}, head{x: 4, y: 2, z: 2, class: 1, sel: "x"})
	g.load(5, 4, home.free(), east.free())
	g.run(20)
	g.r.outputs[0].credits[adaptiveVC] = 0
	east := east
	east.sel = "x"
	g.load(5, 4, east.free())
	g.run(20)
	var got []int
	for i := range 8 {
		got = append(got, g.stat(i))
	}
	equal(t, "counters", got, []int{1, 1, 1, 1, 1, 1, 0, 2})
}

// TestCountersStop at all ones.
func TestCountersStop(t *testing.T) {
	g := newRig(t, small())
	g.r.stats.ejected = 1<<32 - 2
	g.load(1, 0, home, home, home)
	g.run(10)
	if g.stat(statEjected) != 1<<32-1 {
		t.Errorf("%x", g.stat(statEjected))
	}
}

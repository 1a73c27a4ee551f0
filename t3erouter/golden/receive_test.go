package golden

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// stream makes flits from a line of words: h3 is the head of a packet of 3 to 4,2,2, with tail
// h3t; b1 is a body flit that carries 1, with tail b1t; x is a header to nowhere (x 9), xt with tail;
// H is a head bit on a body flit: H1, H1t.
func stream(t *testing.T, line string) (fs []flit) {
	for _, w := range strings.Fields(line) {
		var f flit
		w, f.tail = strings.CutSuffix(w, "t")
		n := 0
		if _, err := fmt.Sscanf(w[1:], "%d", &n); err != nil {
			t.Fatal(w, err)
		}
		switch w[0] {
		case 'h':
			f.data, f.head = head{x: 4, y: 2, z: 2, length: n, lengthZero: n == 0}.word(), true
		case 'x':
			f.data, f.head = head{x: 9, y: 2, z: 2, length: n}.word(), true
		case 'H':
			f.data, f.head = uint64(n), true
		case 'b':
			f.data = uint64(n)
		}
		fs = append(fs, f)
	}
	return fs
}

// TestFraming sends a stream on VC 0 of port 1, a flit a cycle from cycle 0 on, at s = 2: what leaves,
// and in which cycles err pulses (a cycle after the flit). Every flit is credited.
func TestFraming(t *testing.T) {
	for _, test := range []struct {
		name, in, out string
		errors        []mark
		dropped       int
		events        []string
	}{
		{"one flit", "h1t", "h1t", nil, 0, nil},
		{"three flits", "h3 b2 b3t", "h3 b2 b3t", nil, 0, nil},
		{"two packets", "h2 b2t h1t", "h2 b2t h1t", nil, 0, []string{"length[1]", "length[2]"}},
		{"early tail", "h3 b2t h2 b2t", "h3 b2t h2 b2t", []mark{{2, "length.1"}}, 0, []string{"early-tail[1]"}},
		{"early tail on the header", "h3t h2 b2t", "h3t h2 b2t", []mark{{1, "length.1"}}, 0, []string{"early-tail[1]"}},
		{"no tail, up to a head", "h2 b2 b3 b4 h1t", "h2 b2t h1t", []mark{{2, "length.1"}}, 0, []string{"no-tail[1]", "rest[1]", "rest-head[1]"}},
		{"no tail, up to a tail", "h2 b2 b3 b4t b5", "h2 b2t", []mark{{2, "length.1"}, {5, "length.1"}}, 0, []string{"no-tail[1]", "orphan[1]"}},
		{"no tail on one flit", "h1 h1t", "h1t h1t", []mark{{1, "length.1"}}, 0, []string{"no-tail[1]"}},
		{"head inside", "h3 H2 b3t", "h3 b2 b3t", []mark{{2, "length.1"}}, 0, []string{"inner-head[1]"}},
		{"heads inside and no tail pulse once", "h4 H2 H3 H4 b5t", "h4 b2 b3 b4t", []mark{{2, "length.1"}}, 0, []string{"told"}},
		{"head inside with an early tail", "h4 H2t h1t", "h4 b2t h1t", []mark{{2, "length.1"}}, 0, []string{"told"}},
		{"orphans", "b1 b2t h1t b1", "h1t", []mark{{1, "length.1"}, {2, "length.1"}, {4, "length.1"}}, 0, []string{"orphan[1]"}},
		{"bad dest", "x3 b2 b3t h1t", "h1t", []mark{{1, "dest.1"}}, 1, []string{"bad-dest[1]"}},
		{"bad with an early tail", "x3 b2t h1t", "h1t", []mark{{1, "dest.1"}}, 1, nil},
		{"bad with a head inside", "x3 H2 b3t h1t", "h1t", []mark{{1, "dest.1"}}, 1, nil},
		{"bad without a tail", "x2 b2 b3 h1t", "h1t", []mark{{1, "dest.1"}}, 1, []string{"rest-head[1]"}},
		{"bad, one flit, without a tail", "x1 b2t b3", "", []mark{{1, "dest.1"}, {3, "length.1"}}, 1, nil},
		{"length 0, up to a head", "h0 b2 h1t", "h1t", []mark{{1, "length.1"}}, 1, []string{"bad-length[1]"}},
		{"length 0 with tail", "h0t b2 h1t", "h1t", []mark{{1, "length.1"}, {2, "length.1"}}, 1, []string{"orphan[1]"}},
		{"length 11, up to a tail", "h11 b2 b3t b4", "", []mark{{1, "length.1"}, {4, "length.1"}}, 1, nil},
		{"bad after bad", "h0 x1t h0 h1t", "h1t", []mark{{1, "length.1"}, {2, "dest.1"}, {3, "length.1"}}, 3, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := newRig(t, small())
			in := stream(t, test.in)
			g.at(0, 1, 0, in...)
			g.run(40)
			var out []flit
			for _, d := range g.left {
				if d.port != 0 || d.vc != 0 {
					t.Errorf("left by %d.%d", d.port, d.vc)
				}
				out = append(out, d.flit)
			}
			equal(t, "out", out, stream(t, test.out))
			equal(t, "errors", g.errors, test.errors)
			if len(g.credits) != len(in) {
				t.Errorf("%d credits for %d flits", len(g.credits), len(in))
			}
			if n := g.stat(statDropped); n != test.dropped {
				t.Errorf("stat_dropped is %d", n)
			}
			g.sees(test.events...)
		})
	}
}

// TestWhole: only packets without an error count by their length.
func TestWhole(t *testing.T) {
	g := newRig(t, small())
	g.at(0, 1, 0, stream(t, "h3 b2t h2 H2t h1 h4 H2 b3 b4t h2 b2t")...)
	g.run(40)
	for name, n := range g.happened() {
		if strings.HasPrefix(name, "length[") && (name != "length[2]" || n != 1) {
			t.Errorf("%s: %d", name, n)
		}
	}
	g.sees("length[2]")
}

// TestEachFault sends a bad packet of two to every port and sees the right pin, once, a cycle later, two
// credits, and the good packet behind it pass. Where a header is judged by its turn the port is one
// of 0..5.
func TestEachFault(t *testing.T) {
	good := head{x: 2, y: 2, z: 2}
	for p := range ports {
		arrives := p ^ 1 // direction of travel
		turn := head{x: 2, y: 2, z: 2}
		for _, test := range []struct {
			what string
			h    head
		}{
			{"vc", head{x: 2, y: 2, z: 2, class: 1}},
			{"length", head{x: 2, y: 2, z: 2, length: 13}},
			{"dest", head{x: 2, y: 5, z: 2}},
			{"turn", turn},
			{"link", head{x: 2, y: 2, z: 1, minus: "z"}},
		} {
			g := newRig(t, small())
			links := uint64(63)
			switch test.what {
			case "turn":
				// From a direction that is not the first, +x stands before it.
				if p == node || arrives == 0 {
					continue
				}
				test.h.x = 3
			case "link":
				links &^= 1 << 5
				if p == 5 {
					continue // its own link would be masked
				}
			}
			g.in[pinLinks] = links
			g.reset()
			if test.h.length == 0 {
				test.h.length = 2
			}
			bad := test.h.packet()[:2]
			bad[1].tail = true
			g.at(3, p, 0, append(bad, good.packet()...)...)
			g.run(30)
			equal(t, test.what, g.errors, []mark{{4, fmt.Sprintf("%s.%d", test.what, p)}})
			if len(g.left) != 1 || g.left[0].port != node {
				t.Errorf("%s.%d: left: %v", test.what, p, g.leaves())
			}
			if len(g.credits) != 3 || g.stat(statDropped) != 1 {
				t.Errorf("%s.%d: %d credits, %d dropped", test.what, p, len(g.credits), g.stat(statDropped))
			}
		}
	}
}

// TestNoCredit: a flit on a masked link vanishes, one on a VC that is not there or to a full
// buffer pulses; none is credited and none disturbs the framing of others.
func TestNoCredit(t *testing.T) {
	g := newRig(t, small())
	g.in[pinLinks] = 63 &^ (1 << 1)
	g.reset()
	h := head{x: 2, y: 2, z: 2}
	g.at(0, 1, 0, h.packet()...)
	g.at(0, 1, 7, h.packet()...)
	g.at(1, 2, 5, h.packet()...)
	g.at(1, 6, 6, h.packet()...)
	g.at(2, 6, 1, h.packet()...)
	g.at(3, 6, 4, h.packet()...)
	g.run(20)
	equal(t, "errors", g.errors, []mark{{2, "vc.2"}, {2, "vc.6"}, {3, "vc.6"}, {4, "vc.6"}})
	if len(g.left)+len(g.credits) != 0 {
		t.Errorf("left %v, credits %v", g.leaves(), g.credits)
	}
	g.sees("masked[1]", "missing-vc[2]", "missing-vc[6]", "port6-vc")
}

// TestOverflow fills VC 0 of port 1 behind a header that has no credits. A flit that comes in
// the cycle in which an entry leaves still finds the buffer full.
func TestOverflow(t *testing.T) {
	for stages := 1; stages <= 3; stages++ {
		c := small()
		c.Stages = stages
		g := newRig(t, c)
		g.r.outputs[0].credits = [vcs]int{}
		h := head{x: 4, y: 2, z: 2}
		for i := range c.EscapeDepth + 1 {
			g.at(i, 1, 0, h.packet()...)
		}
		g.run(18)
		equal(t, "errors", g.errors, []mark{{c.EscapeDepth + 1, "overflow.1"}})
		// The credit is there in 20, or for s = 3 in 19: the oldest header leaves in 20, and there is room for 21.
		g.credit(19-stages/3, 0, 0)
		g.at(20, 1, 0, h.packet()...)
		g.at(21, 1, 0, h.packet()...)
		g.at(22, 1, 0, h.packet()...)
		g.run(20)
		equal(t, "errors", g.errors[1:], []mark{{21, "overflow.1"}, {23, "overflow.1"}})
		equal(t, "credits", g.credits, []mark{{21, "1.0"}})
		g.sees("overflow[1]", "full[1]")
	}
}

// TestOverflowInside: the flits that overflow are not there for the framing. Of a packet of 10 on a
// buffer with 3 places left the last 7 are lost, and the next header is a head inside.
func TestOverflowInside(t *testing.T) {
	g := newRig(t, small())
	g.r.outputs[0].credits = [vcs]int{}
	for i := range 9 {
		g.at(i, 1, 0, head{x: 4, y: 2, z: 2}.packet()...)
	}
	g.at(9, 1, 0, head{x: 4, y: 2, z: 2, length: 10}.packet()...)
	g.run(20)
	if n := len(g.errors); n != 7 {
		t.Errorf("%d overflows", n)
	}
	g.errors = nil
	for range 12 {
		g.credit(g.cycle, 0, 0)
		g.run(1)
	}
	g.run(20) // 9 packets left, the 10th waits for credits for all of it, of which there are 3
	for range 9 {
		g.credit(g.cycle, 0, 0)
		g.run(1)
	}
	g.run(10)
	g.at(g.cycle, 1, 0, head{x: 4, y: 2, z: 2}.packet()...)
	g.run(10)
	last := g.left[len(g.left)-1]
	if len(g.left) != 13 || last.flit.head || !last.flit.tail {
		t.Errorf("left: %v", g.leaves())
	}
	if !slices.Equal(g.errors, []mark{{g.cycle - 9, "length.1"}}) {
		t.Errorf("errors: %v at %d", g.errors, g.cycle)
	}
}

// TestSideband: the six bits above the data pass, whatever the width, but for head and tail.
func TestSideband(t *testing.T) {
	for _, width := range []int{64, 65, 100, 122, 123, 127, 128, 512} {
		c := small()
		c.Flit = width
		g := newRig(t, c)
		pins := g.r.pins
		words := make([]uint64, pins.stride-2)
		words[0] = head{x: 4, y: 2, z: 2}.word()
		for i := 1; i < len(words); i++ {
			words[i] = 0xA5A5_A5A5_A5A5_A5A5
		}
		setBit(words, uint(width), true)
		setBit(words, uint(width)+1, true)
		setBit(words, uint(width)+5, true)
		words[len(words)-1] &= g.r.top
		g.step()
		copy(g.in[pinPort+pins.stride:], words)
		g.in[pinPort+2*pins.stride-2] = 1
		g.r.Step(g.in, g.out)
		g.in[pinPort+2*pins.stride-2] = 0
		g.r.Step(g.in, g.out)
		g.r.Step(g.in, g.out)
		got := g.out[pins.outPort:][:pins.stride]
		equal(t, fmt.Sprint(width), got, append(words, 1, 0))
	}
}

package golden

import (
	"fmt"
	"testing"

	"github.com/flitwright/flitwright/t3erouter/config"
)

// short writes a route as port.vc, the rule of its bit, and the adaptive set.
func (rt route) short() string {
	s := fmt.Sprintf("%d.%d", rt.own.port, rt.own.vc)
	if rt.rule != 0 {
		s += fmt.Sprintf(" rule %d", rt.rule)
	}
	if rt.set != 0 {
		s += fmt.Sprint(" or ", rt.export().Adaptive)
	}
	return s
}

// TestRoute routes in a 5x5x5 torus with all links, from router 2,2,2 unless the line says
// other coordinates. Directions: 0 +x, 1 -x, 2 +y, 3 -y, 4 +z, 5 -z; what arrives by in_1 moves in +x.
func TestRoute(t *testing.T) {
	at := func(x, y, z int) [3]int { return [3]int{x, y, z} }
	here := at(2, 2, 2)
	for _, test := range []struct {
		name     string
		at       [3]int
		port, vc int
		h        head
		want     string
	}{
		{"eject a request", here, 1, 0, head{x: 2, y: 2, z: 2}, "6.0"},
		{"eject a reply", here, 3, 3, head{x: 2, y: 2, z: 2, class: 1}, "6.2"},
		{"eject from the adaptive VC, even if adaptive", here, 3, 4, head{x: 2, y: 2, z: 2, class: 1, adaptive: true}, "6.2"},
		{"eject what was injected here", here, 6, 2, head{x: 2, y: 2, z: 2, class: 1}, "6.2"},

		{"+x, select 0", here, 6, 0, head{x: 4, y: 2, z: 2}, "0.0 rule 5"},
		{"+x, select 1", here, 6, 0, head{x: 4, y: 2, z: 2, sel: "x"}, "0.1 rule 5"},
		{"select of other dimensions", here, 6, 0, head{x: 4, y: 2, z: 2, sel: "yz"}, "0.0 rule 5"},
		{"reply", here, 6, 2, head{x: 4, y: 2, z: 2, sel: "x", class: 1}, "0.3 rule 5"},
		{"+x the long way", here, 6, 0, head{x: 1, y: 2, z: 2, sel: "x"}, "0.0 rule 3"},
		{"+x over the dateline", at(4, 2, 2), 1, 0, head{x: 1, y: 2, z: 2}, "0.1 rule 2"},
		{"+x beyond it", at(0, 2, 2), 1, 1, head{x: 1, y: 2, z: 2}, "0.1 rule 4"},
		{"+x beyond it, from VC 0", at(0, 2, 2), 1, 0, head{x: 1, y: 2, z: 2}, "0.0 rule 5"},
		{"+x beyond it, from the adaptive VC", at(0, 2, 2), 1, 4, head{x: 1, y: 2, z: 2}, "0.0 rule 5"},
		{"reply on VC 3", at(0, 2, 2), 1, 3, head{x: 1, y: 2, z: 2, class: 1}, "0.3 rule 4"},
		{"reply on VC 2", at(0, 2, 2), 1, 2, head{x: 1, y: 2, z: 2, class: 1}, "0.2 rule 5"},
		{"VC 1 does not outlast a later dateline", here, 1, 1, head{x: 1, y: 2, z: 2}, "0.0 rule 3"},
		{"VC 1 of another direction", here, 1, 1, head{x: 2, y: 3, z: 2}, "2.0 rule 5"},
		{"-x", here, 6, 0, head{x: 0, y: 2, z: 2, minus: "x"}, "1.0 rule 5"},
		{"-x the long way", here, 6, 0, head{x: 4, y: 2, z: 2, minus: "x", sel: "x"}, "1.0 rule 3"},
		{"-x over the dateline", at(0, 2, 2), 6, 0, head{x: 4, y: 2, z: 2, minus: "x"}, "1.1 rule 2"},
		{"-x beyond it", at(4, 2, 2), 0, 1, head{x: 3, y: 2, z: 2, minus: "x"}, "1.1 rule 4"},

		{"the sign of a delta of 0 is ignored", here, 6, 0, head{x: 2, y: 3, z: 2, minus: "xz"}, "2.0 rule 5"},
		{"+x first", here, 6, 0, head{x: 3, y: 3, z: 3, adaptive: true}, "0.0 rule 5 or [0 2 4]"},
		{"then +y", here, 6, 0, head{x: 2, y: 3, z: 3, adaptive: true}, "2.0 rule 5 or [2 4]"},
		{"+z before -x", here, 6, 0, head{x: 1, y: 1, z: 3, minus: "xy", adaptive: true}, "4.0 rule 5 or [1 3 4]"},
		{"-x before -y before -z", here, 6, 0, head{x: 1, y: 1, z: 1, minus: "xyz", adaptive: true}, "1.0 rule 5 or [1 3 5]"},
		{"-y before -z", here, 6, 0, head{x: 2, y: 1, z: 1, minus: "xyz", adaptive: true}, "3.0 rule 5 or [3 5]"},
		{"not adaptive", here, 1, 4, head{x: 3, y: 3, z: 3}, "0.0 rule 5"},

		{"final, minus: -z to one above", here, 6, 0, head{x: 2, y: 2, z: 0, minus: "z", final: true, adaptive: true}, "5.0 rule 5 or [5]"},
		{"final, minus: the final hop will cross", here, 6, 0, head{x: 2, y: 2, z: 4, minus: "z", final: true, sel: "z"}, "5.0 rule 3"},
		{"final, minus: it crosses", at(2, 2, 0), 4, 0, head{x: 2, y: 2, z: 4, minus: "z", final: true}, "5.1 rule 2"},
		{"final, minus: all round", here, 6, 0, head{x: 3, y: 2, z: 2, minus: "z", final: true, adaptive: true}, "0.0 rule 5 or [0 5]"},
		{"final, plus: to one above", here, 6, 0, head{x: 2, y: 2, z: 3, final: true, sel: "z"}, "4.1 rule 5"},
		{"final, plus: one above is over the dateline", here, 6, 0, head{x: 2, y: 2, z: 4, final: true, sel: "z"}, "4.0 rule 3"},
		{"final, plus: then down", at(2, 2, 4), 5, 1, head{x: 2, y: 2, z: 3, final: true, adaptive: true}, "5.0 rule 5 or [5]"},
		{"final, plus: down over the dateline", at(2, 2, 0), 5, 1, head{x: 2, y: 2, z: 4, final: true}, "5.1 rule 2"},
		{"final: not productive before x is done", at(2, 2, 4), 6, 0, head{x: 1, y: 2, z: 3, minus: "x", final: true, adaptive: true}, "1.0 rule 5 or [1]"},
		{"final: arrived by the way", here, 5, 0, head{x: 2, y: 2, z: 2, final: true}, "6.0"},

		{"initial", here, 6, 0, head{x: 1, y: 1, z: 1, minus: "xyz", initial: 2, sel: "y", adaptive: true}, "2.0 rule 1"},
		{"initial, reply", here, 6, 2, head{x: 1, y: 1, z: 1, initial: 3, class: 1}, "4.2 rule 1"},
		{"initial over the dateline", at(4, 2, 2), 6, 0, head{x: 1, y: 1, z: 1, initial: 1}, "0.0 rule 1"},
		{"initial away from home", here, 6, 0, head{x: 2, y: 2, z: 2, initial: 1}, "0.0 rule 1"},
		{"initial elsewhere", here, 1, 0, head{x: 2, y: 3, z: 2, initial: 1, adaptive: true}, "2.0 rule 5 or [2]"},

		{"turn + to -", here, 1, 0, head{x: 1, y: 2, z: 2, minus: "x"}, "1.0 rule 5"},
		{"turn -x to -y", here, 0, 0, head{x: 2, y: 1, z: 2, minus: "y"}, "3.0 rule 5"},
		{"turn - to + on the adaptive VC", here, 0, 4, head{x: 3, y: 2, z: 2}, "0.0 rule 5"},
		{"turn +y to +x after the initial hop", here, 3, 0, head{x: 3, y: 2, z: 2, initial: 2}, "0.0 rule 5"},
		{"turn +z to +x after the initial hop, reply", here, 5, 2, head{x: 3, y: 2, z: 2, initial: 3, class: 1}, "0.2 rule 5"},
		{"turned away from home", here, 0, 0, head{x: 2, y: 2, z: 2}, "6.0"},
	} {
		g := newRig(t, small())
		g.r.at = test.at
		rt, err := g.r.judge(header(test.h.word()), test.port, test.vc)
		if err != sound || rt.short() != test.want {
			t.Errorf("%s: %q, fault %d; want %q", test.name, rt.short(), err, test.want)
		}
	}
}

// TestFaults judges bad headers at 2,2,2 of a 5x5x5 torus whose links +x and -y are masked.
func TestFaults(t *testing.T) {
	for _, test := range []struct {
		name     string
		port, vc int
		h        head
		want     fault
	}{
		{"reply on VC 0", 1, 0, head{x: 2, y: 2, z: 2, class: 1}, errVC},
		{"request on VC 3", 1, 3, head{x: 2, y: 2, z: 2}, errVC},
		{"request injected as a reply", 6, 2, head{x: 2, y: 2, z: 2}, errVC},
		{"either class on VC 4", 1, 4, head{x: 2, y: 2, z: 2, class: 1}, sound},
		{"length 0", 1, 4, head{x: 2, y: 2, z: 2, lengthZero: true}, errLength},
		{"length 11", 1, 4, head{x: 2, y: 2, z: 2, length: 11}, errLength},
		{"x 5", 1, 4, head{x: 5, y: 2, z: 2}, errDest},
		{"y 31", 1, 4, head{x: 2, y: 31, z: 2}, errDest},
		{"z 5", 1, 4, head{x: 2, y: 2, z: 5}, errDest},
		{"-x to +y", 0, 0, head{x: 2, y: 3, z: 2}, errTurn},
		{"-x to +x", 0, 1, head{x: 3, y: 2, z: 2}, errTurn},
		{"-z to -y", 4, 1, head{x: 2, y: 1, z: 2, minus: "y"}, errTurn},
		{"+y to +x", 3, 0, head{x: 3, y: 2, z: 2}, errTurn},
		{"+y to +x, initial +z", 3, 0, head{x: 3, y: 2, z: 2, initial: 3}, errTurn},
		{"+y to +x on VC 1, initial +y", 3, 1, head{x: 3, y: 2, z: 2, initial: 2}, errTurn},
		{"-y to +x, initial +y", 2, 0, head{x: 3, y: 2, z: 2, initial: 2}, errTurn},
		{"masked +x", 6, 0, head{x: 3, y: 2, z: 2}, errLink},
		{"masked -y", 6, 0, head{x: 2, y: 1, z: 2, minus: "y"}, errLink},
		{"masked +x, though +y is there", 6, 0, head{x: 3, y: 3, z: 2, adaptive: true}, errLink},
		{"masked initial hop", 6, 0, head{x: 2, y: 3, z: 2, initial: 1}, errLink},

		{"class before length", 1, 0, head{class: 1, lengthZero: true}, errVC},
		{"length before dest", 1, 0, head{x: 9, length: 15}, errLength},
		{"dest before turn", 0, 0, head{x: 3, y: 9, z: 2}, errDest},
		{"turn before link", 5, 0, head{x: 3, y: 2, z: 2}, errTurn},
	} {
		g := newRig(t, small())
		g.in[pinLinks] = 63 &^ (1<<0 | 1<<3)
		g.reset()
		if _, err := g.r.judge(header(test.h.word()), test.port, test.vc); err != test.want {
			t.Errorf("%s: fault %d, not %d", test.name, err, test.want)
		}
	}
}

// TestMaskedAdaptive: a masked direction is not in the adaptive set.
func TestMaskedAdaptive(t *testing.T) {
	g := newRig(t, small())
	g.in[pinLinks] = 63 &^ (1 << 3)
	g.reset()
	rt, err := g.r.judge(header(head{x: 3, y: 1, z: 3, minus: "y", adaptive: true}.word()), 6, 0)
	if err != sound || rt.short() != "0.0 rule 5 or [0 4]" {
		t.Errorf("%q, fault %d", rt.short(), err)
	}
}

// TestSmallTori: in a dimension of size 1 the links are not usable whatever is configured and no
// hop is due, the final one neither; at size 2 every hop one way crosses from 1, the other way from 0.
func TestSmallTori(t *testing.T) {
	for _, test := range []struct {
		name  string
		sizes [3]int
		at    [3]int
		h     head
		want  string
		fault fault
	}{
		{"x 1: straight to y", [3]int{1, 2, 2}, [3]int{0, 0, 0}, head{y: 1, adaptive: true}, "2.0 rule 5 or [2]", sound},
		{"x 1: initial +x", [3]int{1, 2, 2}, [3]int{0, 0, 0}, head{y: 1, initial: 1}, "", errLink},
		{"x 1: dest 1", [3]int{1, 2, 2}, [3]int{0, 0, 0}, head{x: 1}, "", errDest},
		{"z 1: no final hop", [3]int{2, 2, 1}, [3]int{0, 0, 0}, head{final: true}, "6.0", sound},
		{"z 1: final is nothing", [3]int{2, 2, 1}, [3]int{0, 0, 0}, head{x: 1, final: true, adaptive: true}, "0.0 rule 5 or [0]", sound},
		{"size 2: + from 0", [3]int{2, 2, 2}, [3]int{0, 0, 0}, head{x: 1, sel: "x"}, "0.1 rule 5", sound},
		{"size 2: - from 0", [3]int{2, 2, 2}, [3]int{0, 0, 0}, head{x: 1, minus: "x"}, "1.1 rule 2", sound},
		{"size 2: + from 1", [3]int{2, 2, 2}, [3]int{1, 0, 0}, head{}, "0.1 rule 2", sound},
		{"size 2: - from 1", [3]int{2, 2, 2}, [3]int{1, 0, 0}, head{minus: "x"}, "1.0 rule 5", sound},
		{"size 2: final, plus, to 1: up is not due at 0", [3]int{2, 2, 2}, [3]int{0, 0, 0}, head{z: 1, final: true}, "5.1 rule 2", sound},
		{"size 2: final, plus, to 0 from x", [3]int{2, 2, 2}, [3]int{1, 0, 0}, head{final: true, adaptive: true}, "0.1 rule 2 or [0 4]", sound},
	} {
		c := config.Default(10)
		c.X, c.Y, c.Z = test.sizes[0], test.sizes[1], test.sizes[2]
		g := newRig(t, c)
		g.r.at = test.at
		rt, err := g.r.judge(header(test.h.word()), 6, 0)
		if err != test.fault || err == sound && rt.short() != test.want {
			t.Errorf("%s: %q, fault %d", test.name, rt.short(), err)
		}
	}
}

func TestVariants(t *testing.T) {
	for _, test := range []struct {
		name     string
		variant  config.Variant
		port, vc int
		h        head
		want     string
		fault    fault
	}{
		{"select without a dateline", config.Variant{NoDateline: true}, 6, 0, head{x: 4, y: 2, z: 2, sel: "x"}, "0.0", sound},
		{"VC 1 without a dateline", config.Variant{NoDateline: true}, 1, 1, head{x: 4, y: 2, z: 2}, "0.0", sound},
		{"initial hop on VC 1", config.Variant{InitialVC1: true}, 6, 0, head{x: 4, y: 2, z: 2, initial: 2}, "2.1 rule 1", sound},
		{"initial hop on VC 1 without a dateline", config.Variant{InitialVC1: true, NoDateline: true}, 6, 2, head{x: 4, y: 2, z: 2, initial: 2, class: 1}, "2.3 rule 1", sound},
		{"turn after it", config.Variant{InitialVC1: true}, 3, 1, head{x: 4, y: 2, z: 2, initial: 2}, "0.0 rule 5", sound},
		{"no such turn on VC 0", config.Variant{InitialVC1: true}, 3, 0, head{x: 4, y: 2, z: 2, initial: 2}, "", errTurn},
	} {
		g := newVariantRig(t, small(), test.variant)
		rt, err := g.r.judge(header(test.h.word()), test.port, test.vc)
		if err != test.fault || err == sound && rt.short() != test.want {
			t.Errorf("%s: %q, fault %d", test.name, rt.short(), err)
		}
	}
	g := newVariantRig(t, small(), config.Variant{NoDateline: true})
	g.r.at = [3]int{4, 2, 2}
	if rt, _ := g.r.judge(header(head{x: 1, y: 2, z: 2}.word()), 6, 0); rt.short() != "0.0" {
		t.Errorf("over the dateline on %q", rt.short())
	}
}

// TestCaptive: with AdaptiveOnly a header that finds VC 4 of its directions full waits for it beside
// a free escape; ejection, the initial hop and escape-only headers are as ever.
func TestCaptive(t *testing.T) {
	g := newVariantRig(t, small(), config.Variant{AdaptiveOnly: true})
	g.r.outputs[0].credits[adaptiveVC] = 0
	g.at(0, 1, 4, head{x: 4, y: 2, z: 2, adaptive: true, user: 1}.packet()...)
	g.at(0, 3, 4, head{x: 2, y: 2, z: 2, adaptive: true, user: 2}.packet()...)
	g.at(0, 5, 4, head{x: 4, y: 2, z: 2, user: 3}.packet()...)
	g.at(0, 6, 0, head{x: 2, y: 2, z: 2, adaptive: true, initial: 2, user: 4}.packet()...)
	g.run(60)
	got := map[int]int{}
	for _, d := range g.left {
		got[int(d.flit.data>>45)] = d.port
	}
	if len(got) != 3 || got[2] != 6 || got[3] != 0 || got[4] != 2 {
		t.Errorf("user to port: %v", got)
	}
	for v := range adaptiveVC {
		if _, _, held := g.r.Claimed(0, v); held {
			t.Errorf("claim of 0.%d held", v)
		}
	}
	g.credit(g.cycle, 0, 4)
	g.run(10)
	if d := g.left[len(g.left)-1]; d.port != 0 || d.vc != 4 {
		t.Errorf("left by %d.%d", d.port, d.vc)
	}
}

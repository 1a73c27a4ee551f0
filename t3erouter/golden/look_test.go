package golden

import (
	"reflect"
	"testing"
)

func TestPeek(t *testing.T) {
	g := newRig(t, small())
	g.r.outputs[4].credits = [vcs]int{0, 0, 0, 0, 1}
	h := head{x: 2, y: 1, z: 3, minus: "y", adaptive: true, length: 2}
	g.load(1, 1, h)
	g.at(0, 1, 1, flit{data: 7})
	g.step()
	want := View{Entries: []Stored{
		{Flit: flit{h.word(), true, false}.words(), Route: &Route{Port: 4, VC: 0, Adaptive: []int{3, 4}, Length: 2}},
		{Flit: []uint64{2, 2}, Last: true},
		{Flit: []uint64{7, 0}, Dropped: true},
	}}
	if got := g.r.Peek(1, 1); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	g.run(1)
	want.Entries = want.Entries[1:]
	want.Active, want.Port, want.VC = true, 3, 4
	if got := g.r.Peek(1, 1); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if n := g.r.Credits(3, 4); n != 21 || !g.r.Owned(3, 4) {
		t.Errorf("%d credits, owned %v", n, g.r.Owned(3, 4))
	}
}

// TestLoad: loaded packets are as those that arrived, and malformed ones are refused.
func TestLoad(t *testing.T) {
	g := newRig(t, small())
	g.in[pinLinks] = 63 &^ (1 << 5)
	g.reset()
	one := east.packet()[0].words()
	for _, test := range []struct {
		name     string
		port, vc int
		flits    [][]uint64
	}{
		{"port", 7, 0, nil},
		{"negative port", -1, 0, nil},
		{"VC", 0, 5, nil},
		{"VC of port 6", 6, 1, nil},
		{"masked", 5, 0, nil},
		{"words", 1, 0, [][]uint64{{1}}},
		{"orphan", 1, 0, [][]uint64{{1, 0}}},
		{"turn", 3, 0, [][]uint64{one}},
		{"early tail", 1, 1, [][]uint64{{east.of(2).word(), 3}}},
		{"full", 1, 2, make([][]uint64, 13)},
	} {
		if test.name == "full" {
			for i := range test.flits {
				h := home
				h.class = 1
				test.flits[i] = h.packet()[0].words()
			}
		}
		if err := g.r.Load(test.port, test.vc, test.flits...); err == nil {
			t.Errorf("%s: loaded", test.name)
		}
	}
}

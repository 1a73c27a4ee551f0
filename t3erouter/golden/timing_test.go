package golden

import (
	"fmt"
	"testing"
)

// leaves are the departures in short: cycle, port.vc, and the flit.
func (g *rig) leaves() []string {
	var s []string
	for _, d := range g.left {
		s = append(s, fmt.Sprintf("%d: %d.%d %v", d.cycle, d.port, d.vc, d.flit))
	}
	return s
}

// TestLatency: a flit on the pins in t, nothing in its way, is on the out pins in t+s-1+L, its
// credit a cycle after the grant, in t+s.
func TestLatency(t *testing.T) {
	for _, want := range []struct{ stages, link, pins, credit int }{
		{1, 1, 1, 1},
		{2, 1, 2, 2},
		{3, 1, 3, 3},
		{1, 4, 4, 1},
		{2, 16, 17, 2},
		{3, 3, 5, 3},
	} {
		c := small()
		c.Stages, c.LinkLatency = want.stages, want.link
		g := newRig(t, c)
		h := head{x: 4, y: 2, z: 2, length: 3}
		g.at(10, 1, 0, h.packet()...) // from -x, on its way to +x
		g.run(40)
		at := 10 + want.pins
		equal(t, fmt.Sprint(want), g.leaves(), []string{
			fmt.Sprintf("%d: 0.0 %x head", at, h.word()),
			fmt.Sprintf("%d: 0.0 2", at+1),
			fmt.Sprintf("%d: 0.0 3 tail", at+2),
		})
		cr := 10 + want.credit
		equal(t, "credits", g.credits, []mark{{cr, "1.0"}, {cr + 1, "1.0"}, {cr + 2, "1.0"}})
		equal(t, "errors", g.errors, nil)
	}
}

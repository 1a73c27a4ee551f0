package traffic

import (
	"math/rand/v2"
	"testing"

	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/cm5router/golden"
)

// hostile has every fault at once, at rates of any size.
func hostile(e *episode, d *dice) {
	uniform(e, d)
	backpressure(e, d)
	e.level = d.between(1, 4)
	e.short = 200
	e.afd = d.chance(128)
	e.toggle = []int{0, 2, 10, 50, 200}[d.below(5)]
	e.faults = faults{
		flip: d.below(40), complement: d.below(40), low: d.below(40), own: d.below(40), disabled: d.below(40),
		fallen: d.below(40), length: d.below(256), framing: d.below(3) * d.below(6), cut: d.below(2) * d.below(5),
		rogue: d.below(2) * d.below(256), left: 100,
	}
	if d.chance(100) {
		e.receivers(offering{rate: 256})
	}
	if d.chance(60) {
		e.children, e.parents = uint8(d.below(16)), uint8(d.below(16))
	}
}

// alike has messages so short that many cannot be told apart.
func alike(e *episode, d *dice) {
	hostile(e, d)
	e.level = 1
	e.aim = aimChild
	e.faults = faults{length: 250, left: 20, fallen: 10, low: 10, complement: d.below(40), rogue: d.below(2) * 20}
	e.toggle = []int{0, 0, 20, 100}[d.below(4)]
}

// TestTorture looks for errors seen where there are none, over all parameters.
func TestTorture(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 26))
	runs := 60
	if testing.Short() {
		runs = 6
	}
	var twins, quiet, messages uint64
	for range runs {
		link := r.IntN(4)
		c := config.Config{Words: 1 + r.IntN(18), Link: link, Parents: 2 + 2*r.IntN(2), CRCWidth: 4 + 4*r.IntN(8)}
		c.Depth = 2*link + 2 + r.IntN(8)
		if r.IntN(3) == 0 {
			c.Depth = 2*link + 2 + r.IntN(63-2*link)
		}
		c.CRCPoly = r.Uint64()&(1<<c.CRCWidth-1) | 1
		seed := r.Uint64()
		g, err := golden.New(c)
		if err != nil {
			t.Fatal(err)
		}
		stimulus, s := newStimulus(c, []kind{hostile, alike}, seed), NewScoreboard(c)
		var in [InputPins]uint64
		var out [OutputPins]uint64
		for range 15000 {
			stimulus.Next(out[:], in[:])
			g.Step(in[:], out[:])
			if err := s.Observe(in[:], out[:]); err != nil {
				t.Errorf("%+v, seed %d: %v", c, seed, err)
				break
			}
		}
		st := s.Statistics()
		twins, quiet, messages = twins+st.Twins, quiet+st.Quiet, messages+st.In
	}
	if twins == 0 || quiet == 0 {
		t.Errorf("%d messages, %d twins, quiet %d times", messages, twins, quiet)
	}
}

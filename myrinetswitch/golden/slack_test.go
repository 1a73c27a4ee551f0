package golden

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/flitwright/flitwright/myrinetswitch/config"
)

// slackPeriod is one turn of the sink in TestSlack: it stops for half of it.
const slackPeriod = 400

// A sender that stops as late as the page lets it, into a sink that stops and goes, in the
// smallest queue there is: R characters come after count exceeds Ks, one less if no FRES goes
// before the STOP, nothing is lost, and the sink sees no bubble while it lets characters come.
func TestSlack(t *testing.T) {
	for _, latency := range []int{0, 1, 8} {
		c := config.Default()
		c.LinkLatency = latency
		r := c.Slack()
		c.Kg = r + 2
		c.Ks = c.Kg + 1
		c.Depth = c.Ks + 1 + r
		t.Run(fmt.Sprint("latency ", latency), func(t *testing.T) {
			assert.Equal(t, c.Ks+r, fill(t, c, nil))
			var most []int
			// Worms to the same output, each cut by a FRES: one on the pins every 11 cycles.
			cut := []uint64{0xBD, 1, 2, 3, 4, pinFRES, pinIDLE, pinIDLE, pinIDLE, pinIDLE, pinIDLE}
			for phase := range cut {
				most = append(most, fill(t, c, slices.Concat(cut[phase:], cut[:phase])))
			}
			assert.Equal(t, c.Ks+1+r, slices.Max(most), "characters in the queue: %d", most)
		})
	}
}

// fill sends one endless packet from port 0 to 1 for five turns of the sink, with the characters
// of other again and again at port 3, and tells the greatest count of the queue of 0.
func fill(t *testing.T, c config.Config, other []uint64) (most int) {
	g := newRig(t, c)
	stopped, sent := false, 0
	var out []uint64 // of port 0
	for cycle := range 5 * slackPeriod {
		// Reaction and both cables are 2+2*link_latency cycles together; STOP on the pins in b,
		// the last character comes on the pins in b+2+2*link_latency.
		if at := cycle - (2 + 2*c.LinkLatency) - 1; at >= 0 {
			switch out[at] {
			case pinSTOP:
				stopped = true
			case pinGO:
				stopped = false
			}
		}
		if !stopped {
			g.play(0, uint64(max(0x81-sent, 1)))
			sent++
		}
		at := cycle % slackPeriod
		switch {
		case at == slackPeriod/2:
			g.play(1, pinGO)
		case at < slackPeriod/2 && at%16 == 0:
			g.play(1, pinSTOP)
		}
		if len(other) > 0 {
			g.play(3, other[cycle%len(other)])
		}
		g.step()
		out = append(out, g.out[0])
		most = max(most, g.s.inputs[0].queue.count)
		if at >= slackPeriod/2+3 || cycle > slackPeriod && at < 3 {
			assert.Less(t, g.out[1], uint64(pinIDLE), "cycle %d", cycle)
		}
	}
	assert.Empty(t, g.errs)
	return most
}

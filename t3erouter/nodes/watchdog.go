package nodes

import (
	"slices"

	"github.com/flitwright/flitwright/t3erouter/config"
)

// A Watchdog sees from the pins of a torus that nothing moves. A packet that can move on does so whole, since
// it has room, so in a torus in which flits move the counters of packets do as well, in less than 100 cycles.
type Watchdog struct {
	pins  Pins
	last  []uint64 // counters
	still int
}

// NewWatchdog makes a watchdog for the torus of a configuration.
func NewWatchdog(c config.Config) *Watchdog { return &Watchdog{pins: NewPins(c)} }

// Still takes the pins of a cycle and counts the cycles since something moved.
func (w *Watchdog) Still(in, out []uint64) int {
	moves := in[0] == 1
	for i := range w.pins.nodes {
		moves = moves || w.pins.up(in, i).valid() || w.pins.down(out, i).valid()
	}
	w.still++
	if counts := w.pins.packets(out); moves || !slices.Equal(counts, w.last) {
		w.last = append(w.last[:0], counts...)
		w.still = 0
	}
	return w.still
}

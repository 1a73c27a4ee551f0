package traffic

import "fmt"

// counters follow the stat_ pins. A packet counts when it is granted, and shows a cycle later, which is
// link_latency-1 cycles before its flit is on the pins; one that is dropped when its header comes or later.
type counters struct {
	seen  [stats]uint64   // on the pins
	last  [stats]uint64   // in the cycle before
	shown [stats]uint64   // by the stat_ pins in the cycle before
	old   [][stats]uint64 // of this cycle and those before it in which a packet can have been granted
	next  int
}

func newCounters(latency int) counters { return counters{old: make([][stats]uint64, latency)} }

func (c *counters) clear() {
	c.seen, c.last, c.shown = [stats]uint64{}, [stats]uint64{}, [stats]uint64{}
	clear(c.old)
}

// name is that of a stat_ pin.
func counterName(i int) string {
	if i < vcs {
		return fmt.Sprintf("stat_packets_%d", i)
	}
	return [...]string{"stat_ejected", "stat_dropped", "stat_escapes"}[i-vcs]
}

// judge takes the stat_ pins once all else of the cycle has been seen.
func (c *counters) judge(pins []uint64, cycle uint64) error {
	c.old[c.next] = [stats]uint64(pins)
	c.next = (c.next + 1) % len(c.old)
	old := &c.old[c.next]
	for i, v := range pins {
		switch {
		case v>>32 != 0:
			return fault(cycle, "%s is %x: too wide", counterName(i), v)
		case v < c.shown[i]:
			return fault(cycle, "%s falls from %d to %d", counterName(i), c.shown[i], v)
		case old[i] > c.seen[i]:
			return fault(cycle, "%s was %d %d cycles ago, but %d have been seen", counterName(i), old[i], len(c.old)-1, c.seen[i])
		case i != statDropped && v < c.last[i]:
			return fault(cycle, "%s is %d, but %d had been seen", counterName(i), v, c.last[i])
		}
		c.shown[i] = v
	}
	c.last = c.seen
	return nil
}

// settled judges them when nothing moves.
func (c *counters) settled(cycle uint64) error {
	for i, n := range c.seen {
		if c.shown[i] != n {
			return fault(cycle, "%s is %d, but %d have been seen", counterName(i), c.shown[i], n)
		}
	}
	return nil
}

package traffic

import (
	"fmt"
	"math/bits"
)

// finish takes a GAP. It tells whether several inputs may have sent the packet that it ends.
func (s *Scoreboard) finish(o *outlet) (open bool, err error) {
	if !o.open {
		return false, s.fault("output %d: GAP with no packet open", o.port)
	}
	var last *inlet
	for who := o.who; who != 0; who &= who - 1 {
		last = &s.in[bits.TrailingZeros16(who)]
		if !s.whole(last, o) {
			o.who &^= 1 << last.port
		}
	}
	switch {
	case o.who == 0:
		return false, s.fault("output %d: GAP after %d characters of %s", o.port, o.n, last.describe(last.at(o.worm[last.port])))
	case o.who&(o.who-1) != 0:
		return true, nil
	}
	return false, s.deliver(o, &s.in[bits.TrailingZeros16(o.who)])
}

// whole tells whether what o has said is a whole packet of l, and takes the first that it can be for
// the one on o: what went before may have been the beginning of a longer one as well.
func (s *Scoreboard) whole(l *inlet, o *outlet) bool {
	for number, ok := o.worm[l.port], true; ok; number, ok = s.reach(l, number+1, o) {
		if w := l.at(number); !w.done && w.whole && w.n == o.n {
			o.worm[l.port] = number
			return true
		}
	}
	return false
}

// choose finds by the counters who sent the packets that ended on some outputs in this cycle.
func (s *Scoreboard) choose(open uint16, out []uint64) error {
	s.stats.Open += uint64(bits.OnesCount16(open))
	var counted, full uint16 // inputs whose counters say that they sent one, and that cannot tell any more
	for p := range s.ports {
		switch n := out[stat(packetsCounter, p, s.ports)]; {
		case n > s.in[p].delivered:
			counted |= 1 << p
		case n == saturated:
			full |= 1 << p
		}
	}
	ways := s.match(nil, way{}, open, counted)
	if len(ways) == 0 {
		ways = s.match(nil, way{}, open, counted|full)
	}
	if len(ways) == 0 {
		return s.fault("%sa packet left, but %s of no input that may have sent it counted", s.candidates(open), packetsCounter)
	}
	for i := range ways[1:] {
		s.fork(func(other *Scoreboard) error {
			if err := other.deliverAll(open, &ways[i+1]); err != nil {
				return err
			}
			return other.judgeCounters(out)
		})
	}
	return s.deliverAll(open, &ways[0])
}

// A way is who sent what ended on the outputs of a cycle.
type way [maxPorts]int

// match adds to ways each way to find an input for each open output, no input twice: an input sends
// on one output at a time.
func (s *Scoreboard) match(ways []way, w way, open, may uint16) []way {
	if open == 0 {
		return append(ways, w)
	}
	q := bits.TrailingZeros16(open)
	for who := s.out[q].who & may; who != 0 && len(ways) <= maxOthers; who &= who - 1 {
		w[q] = bits.TrailingZeros16(who)
		ways = s.match(ways, w, open&(open-1), may&^(1<<w[q]))
	}
	return ways
}

// candidates names the inputs that may have sent what ended on some outputs.
func (s *Scoreboard) candidates(open uint16) string {
	text := ""
	for ; open != 0; open &= open - 1 {
		q := bits.TrailingZeros16(open)
		text += fmt.Sprintf("output %d (inputs %x): ", q, s.out[q].who)
	}
	return text
}

// deliverAll judges packets that left whole on some outputs.
func (s *Scoreboard) deliverAll(open uint16, w *way) error {
	for ; open != 0; open &= open - 1 {
		q := bits.TrailingZeros16(open)
		if err := s.deliver(&s.out[q], &s.in[w[q]]); err != nil {
			return err
		}
	}
	return nil
}

// deliver judges a packet that left whole.
func (s *Scoreboard) deliver(o *outlet, l *inlet) error {
	o.who = 1 << l.port
	if err := s.settle(l, o); err != nil {
		return err
	}
	w := l.at(l.first)
	s.stats.Delivered++
	s.stats.To[o.port]++
	l.delivered++
	if w.wrong() != 0 {
		l.least[crcCounter]++
	}
	s.leave(l, o)
	return nil
}

// leave ends what a packet, the first of its input, had to do with an output.
func (s *Scoreboard) leave(l *inlet, o *outlet) {
	l.at(l.first).done = true
	l.sending = -1
	o.close()
	s.trim(l)
}

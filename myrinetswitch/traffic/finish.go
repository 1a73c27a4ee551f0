package traffic

import "math/bits"

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
	if open == 0 {
		return nil
	}
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
	var by [maxPorts]int
	if none, ok := s.match(open, counted, full, &by); !ok {
		return s.fault("output %d: a packet left, but %s of no input that may have sent it (mask %x) counted", none, packetsCounter, s.out[none].who)
	}
	for ; open != 0; open &= open - 1 {
		q := bits.TrailingZeros16(open)
		if err := s.deliver(&s.out[q], &s.in[by[q]]); err != nil {
			return err
		}
	}
	return nil
}

// match finds an input for each open output, no input twice: an input sends on one output at a
// time. Without success it gives an output that finds none.
func (s *Scoreboard) match(open, counted, full uint16, by *[maxPorts]int) (none int, ok bool) {
	if open == 0 {
		return -1, true
	}
	q := bits.TrailingZeros16(open)
	none = q
	for _, may := range [...]uint16{counted, full} {
		for who := s.out[q].who & may; who != 0; who &= who - 1 {
			p := bits.TrailingZeros16(who)
			by[q] = p
			if none, ok = s.match(open&(open-1), counted&^(1<<p), full&^(1<<p), by); ok {
				return -1, true
			}
		}
	}
	return none, false
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

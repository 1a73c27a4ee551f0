package traffic

// stranger says what is wrong with a first character that no packet can have sent.
func (s *Scoreboard) stranger(o *outlet, b byte) error {
	for p := range s.ports {
		l := &s.in[p]
		if l.first == l.next {
			continue
		}
		if w := l.at(l.first); w.to == o.port && !w.done && l.sending < 0 {
			return s.differs(o, l, w, b)
		}
	}
	return s.fault("output %d: %02x begins a packet, but none waits for this output", o.port, b)
}

// differs says what is wrong with a character, w being what one would expect.
func (s *Scoreboard) differs(o *outlet, l *inlet, w *worm, b byte) error {
	n := o.n
	switch {
	case n+1 < w.n:
		return s.fault("output %d: character %d is %02x, but should be %02x, of %s", o.port, n, b, l.char(w.start+uint64(n)), l.describe(w))
	case n+1 == w.n && w.whole:
		return s.fault("output %d: the CRC, character %d, is %02x, but should be %02x, of %s", o.port, n, b, o.sum^w.wrong(), l.describe(w))
	case w.whole:
		return s.fault("output %d: character %d is %02x, but GAP should come, of %s", o.port, n, b, l.describe(w))
	}
	return s.fault("output %d: character %d, %02x, comes before the one after it, of %s", o.port, n, b, l.describe(w))
}

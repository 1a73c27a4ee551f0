package traffic

// A Host sits on one port of a loop, without a cable between. It sends what it is given, obeying
// STOP and GO, from the first GO on, and keeps what it receives.
type Host struct {
	React int // cycles more that it goes on sending after a STOP; at most 4

	end   End
	queue []Char // still to be sent
	up    bool
	held  bool
	grace int
	ends  uint64 // cycle in which the STOP is forgotten

	stopping bool // it sends STOP
	symbol   Char // to be sent before anything else, 0 if none
	refresh  int  // cycles to the next STOP

	now      []Char // packet that comes
	begun    uint64
	arrivals []Arrival
	cut      int
}

// An Arrival is a packet that a host received whole.
type Arrival struct {
	Packet
	Begun, Ended uint64 // cycles of its first character and its GAP
}

// Host puts a host on a port.
func (l *Loop) Host(e End) (*Host, error) {
	if err := l.take(e); err != nil {
		return nil, err
	}
	h := &Host{end: e}
	l.hosts = append(l.hosts, h)
	return h, nil
}

// Send queues characters to be sent one after the other, for a packet as Format.Append makes them.
func (h *Host) Send(chars ...Char) { h.queue = append(h.queue, chars...) }

// Unsent is the number of characters still to be sent.
func (h *Host) Unsent() int { return len(h.queue) }

// Stop sends STOP, again and again, until Go.
func (h *Host) Stop() { h.stopping, h.refresh = true, 0 }

// Go lets the switch send.
func (h *Host) Go(f *Format) { h.stopping, h.symbol = false, f.Go }

// Arrivals are the packets received whole so far.
func (h *Host) Arrivals() []Arrival { return h.arrivals }

// Cut counts the packets of which a FRES came in place of the rest.
func (h *Host) Cut() int { return h.cut }

// send gives the character of this cycle.
func (h *Host) send(l *Loop) Char {
	if c := h.symbol; c != 0 {
		h.symbol = 0
		return c
	}
	if h.stopping {
		if h.refresh--; h.refresh < 0 {
			h.refresh = l.c.Refresh - 1
			return l.f.Stop
		}
	}
	if h.held && l.cycle >= h.ends {
		h.held = false
	}
	if !h.up || len(h.queue) == 0 {
		return l.f.Idle
	}
	if h.held && l.f.stored(h.queue[0]) {
		if h.grace == 0 {
			return l.f.Idle
		}
		h.grace--
	}
	c := h.queue[0]
	h.queue = h.queue[1:]
	return c
}

// receive takes the character that comes.
func (h *Host) receive(l *Loop, c Char) {
	switch {
	case c == l.f.Go:
		h.up, h.held = true, false
	case c == l.f.Stop:
		if !h.held {
			h.grace = h.React
		}
		h.held, h.ends = true, l.cycle+uint64(l.c.StopExpire)
	case c == l.f.Fres:
		if len(h.now) > 0 {
			h.cut++
		}
		h.now = h.now[:0]
	case l.f.stored(c):
		if len(h.now) == 0 {
			h.begun = l.cycle
		}
		h.now = append(h.now, c)
		if c == l.f.Gap {
			if p, _, err := l.f.Decode(h.now); err == nil {
				h.arrivals = append(h.arrivals, Arrival{p, h.begun, l.cycle})
			}
			h.now = h.now[:0]
		}
	}
}

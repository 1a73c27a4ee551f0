package traffic

// An episode is how the switch is set up and used from one reset to the next. Rates are out of 256,
// of packets unless it says otherwise.
type episode struct {
	resets int // cycles in reset
	cycles int // of traffic
	drain  bool
	keep   int // rate of beginning without a reset, where that may be

	enable  uint64
	timeout int

	aim aim
	hot int // output of a hot spot, turn of a permutation

	shortest, longest int // payload
	empty             int // rate of packets without payload
	huge              int // rate of packets longer than the buffer
	hops              int // greatest number of further route bytes
	bit6              int // rate of lead bytes with bit 6 set

	send    [maxPorts]sending
	receive [maxPorts]receiving
	faults  faults
}

// An aim is how packets choose an output.
type aim uint8

const (
	aimAny  aim = iota // enabled outputs alike
	aimHot             // one
	aimTurn            // input p to output p+hot modulo the number of ports
)

// A sending is how a sender uses its link.
type sending struct {
	rate   int // of cycles used
	gap    int // greatest number of idle cycles between packets
	burst  int // packets sent without one
	noise  int // of cycles with a control symbol that means nothing, or GO
	react  int // cycles from a STOP on the pins to the last character
	deaf   int // rate of STOPs ignored
	pause  int // rate of packets that stand still inside
	length int // greatest number of cycles that they do
}

// A receiving is how a receiver stops its output.
type receiving struct {
	every int // greatest number of cycles between two times of STOP; 0: none
	hold  int // greatest length of one
	lazy  int // rate of those that are not refreshed and end without GO
}

// faults are the rates of deliberate errors.
type faults struct {
	stranded int // lead byte with bit 7 clear
	illegal  int // turn to no port
	noWire   int // to a disabled output
	bare     int // route, GAP
	alone    int // GAP with no packet open
	crc      int // wrong check
	lostGap  int
	fres     int // FRES in place of the rest
	late     int // FRES behind the GAP
	unsent   int // the rest is never sent
	sudden   int // FRES when the buffer passes Ks
}

// A kind draws an episode. It changes one that is drawn already and of which any part may stay.
type kind func(e *episode, s *stimulus)

// draw makes an episode of a kind.
func (k kind) draw(s *stimulus) episode {
	e := episode{
		resets:   s.between(1, 3),
		cycles:   s.between(400, 1200),
		drain:    true,
		keep:     128,
		enable:   1<<s.ports - 1,
		hot:      s.below(s.ports),
		shortest: 0,
		longest:  []int{4, 20, 60}[s.below(3)],
		empty:    16,
		hops:     3,
		bit6:     16,
	}
	if s.chance(48) { // never fires
		e.timeout = longestTimeout<<1 | s.below(1<<24)
	}
	e.senders(sending{rate: 256, gap: 12, burst: 4})
	for p := range e.send {
		e.send[p].react = s.between(0, min(4, s.slack))
		if s.chance(64) {
			e.send[p].react = s.between(0, s.slack)
		}
	}
	k(&e, s)
	return e
}

// senders makes all senders alike, but for their reaction.
func (e *episode) senders(x sending) {
	for p := range e.send {
		x.react = e.send[p].react
		e.send[p] = x
	}
}

func (e *episode) receivers(x receiving) {
	for p := range e.receive {
		e.receive[p] = x
	}
}

// some disables a few ports.
func (e *episode) some(s *stimulus) {
	for range s.between(1, max(1, s.ports/3)) {
		e.enable &^= 1 << s.below(s.ports)
	}
}

func uniform(e *episode, s *stimulus) {
	e.senders(sending{rate: s.between(128, 256), gap: s.between(0, 60), burst: s.between(1, 6)})
	if s.chance(64) {
		e.some(s)
	}
	e.huge = 2
}

func hotspot(e *episode, s *stimulus) {
	e.aim = aimHot
	e.senders(sending{rate: 256, gap: s.below(3), burst: s.between(1, 9)})
	if s.chance(96) { // from a few inputs only
		for p := range e.send {
			if s.chance(128) {
				e.send[p].rate = 0
			}
		}
	}
}

func permutation(e *episode, s *stimulus) {
	e.aim = aimTurn
	e.shortest, e.longest = 8, 80
	e.empty = 0
	e.senders(sending{rate: 256})
}

func backToBack(e *episode, s *stimulus) {
	e.shortest, e.longest = 0, []int{0, 3, 12}[s.below(3)]
	if s.chance(96) {
		e.aim = aimTurn
	}
	e.senders(sending{rate: 256})
}

func bubbles(e *episode, s *stimulus) {
	e.senders(sending{rate: s.between(20, 200), gap: 20, burst: 3, noise: 24})
	for p := range e.receive {
		e.receive[p] = receiving{every: s.between(10, 100), hold: s.between(1, 40), lazy: 20}
	}
}

func stopped(e *episode, s *stimulus) {
	e.huge = 24
	e.longest = max(e.longest, 30)
	for p := range e.receive {
		switch s.below(4) {
		case 0:
			e.receive[p] = receiving{every: 60, hold: 2 * s.c.Depth}
		case 1:
			e.receive[p] = receiving{every: 150, hold: 600}
		case 2:
			e.receive[p] = receiving{every: 200, hold: 100, lazy: 256}
		}
	}
	if s.chance(64) {
		e.receivers(receiving{every: 1, hold: 500})
	}
}

func malformed(e *episode, s *stimulus) {
	uniform(e, s)
	e.some(s)
	e.longest = min(e.longest, 20)
	e.faults = faults{stranded: 20, illegal: 20, noWire: 20, bare: 20, alone: 20, crc: 24, lostGap: 12}
	for p := range e.send {
		e.send[p].noise = s.below(40)
	}
	if s.chance(64) {
		e.receivers(receiving{every: 100, hold: 60, lazy: 40})
	}
}

func fres(e *episode, s *stimulus) {
	e.faults = faults{fres: 72, late: 40, stranded: 32, illegal: 32, crc: 8, lostGap: 4}
	e.senders(sending{rate: 256, gap: 20, burst: 3})
	switch s.below(3) {
	case 0:
		e.aim = aimHot
	case 1:
		e.receivers(receiving{every: 60, hold: 60, lazy: 20})
	}
}

// sudden has each buffer pass Ks as a forward reset comes. The output of that port, stopped, is held by the port before it,
// where a forward reset comes at about the same time: what the refreshed STOPs add to each packet moves one against the other.
func sudden(e *episode, s *stimulus) {
	e.aim, e.hot = aimTurn, 1
	e.cycles = s.between(4, 8) * s.c.Depth
	e.faults.sudden = 256
	e.send = [maxPorts]sending{}
	e.senders(sending{rate: 256})
	e.receivers(receiving{every: 1, hold: e.cycles})
}

func timeout(e *episode, s *stimulus) {
	e.timeout = s.between(1, 120)
	e.huge = 4
	e.senders(sending{rate: 256, gap: s.between(0, 40), burst: 2, pause: 48, length: 4 * e.timeout})
	e.faults.unsent = 2
	switch s.below(4) {
	case 0:
		e.aim = aimHot
	case 1:
		e.receivers(receiving{every: 200, hold: 150, lazy: 20})
	case 2: // no waiting
		e.aim = aimTurn
		e.timeout = min(e.timeout, 40)
		e.huge = 0
	}
}

// impatient has every input wait for every output, and every output for the rest of a worm, for longer than the time-out.
func impatient(e *episode, s *stimulus) {
	e.timeout = s.between(1, 12)
	e.shortest, e.longest, e.empty = 10, 40, 0
	e.senders(sending{rate: 256, gap: 2, burst: 4, pause: 64, length: 3 * e.timeout})
}

// closeRace races time-outs against GAPs.
func closeRace(e *episode, s *stimulus) {
	e.timeout = s.between(3, 24)
	e.aim = aimHot
	e.empty, e.hops = 0, 0
	e.shortest = max(0, e.timeout-4)
	e.longest = e.timeout + 2
	e.senders(sending{rate: 256, gap: 3, burst: 4})
}

// trickle has characters come about as seldom as the time-out allows.
func trickle(e *episode, s *stimulus) {
	e.aim = aimTurn
	e.timeout = s.between(1, 6)
	e.longest = 20
	e.senders(sending{rate: s.between(60, 220), gap: 6, burst: 4})
}

// starved has packets stand still behind outputs that are stopped for longer than the time-out.
func starved(e *episode, s *stimulus) {
	e.aim = aimTurn
	e.timeout = s.between(2, 30)
	e.longest = 12
	e.senders(sending{rate: 256, gap: 6, burst: 4, pause: 128, length: 4 * e.timeout})
	e.receivers(receiving{every: 40, hold: 6 * e.timeout, lazy: 40})
}

func overflow(e *episode, s *stimulus) {
	e.longest = []int{2, 10, 60}[s.below(3)]
	e.huge = []int{32, 128}[s.below(2)]
	e.faults = faults{fres: 24, stranded: 8, illegal: 8, crc: 8}
	e.timeout = []int{0, 0, 150}[s.below(3)]
	for p := range e.send {
		e.send[p] = sending{rate: 256, gap: 2, burst: 8, deaf: 256}
		if s.chance(64) {
			e.send[p].deaf = 100
		}
	}
	e.receivers(receiving{every: 40, hold: 4 * s.c.Depth})
	if s.chance(128) {
		e.aim = aimHot
	}
}

// Of the steady kinds each has one counter or a few count as fast as they can, without a reset from the first to
// the last: they take turns until the counters stay at their greatest value.
func steady(e *episode, cycles int) {
	e.keep, e.cycles = 256, cycles
	e.aim = aimTurn
	e.timeout = 0
	e.empty, e.bit6 = 256, 0
	e.senders(sending{rate: 256})
}

func steadyPackets(e *episode, _ *stimulus) { steady(e, 4000) }

func steadyRefusals(e *episode, s *stimulus) {
	steady(e, 12000)
	e.some(s)
	e.faults = faults{stranded: 64, illegal: 85, noWire: 128, bare: 256}
}

func steadyFres(e *episode, _ *stimulus) {
	steady(e, 4000)
	e.faults.fres = 256
}

func steadyTimeouts(e *episode, _ *stimulus) {
	steady(e, 12000)
	e.timeout = 1
	e.empty, e.hops, e.longest = 0, 0, 1
	e.senders(sending{rate: 256, pause: 256, length: 8})
}

// hasty resets in the midst of everything.
func hasty(e *episode, s *stimulus) {
	kinds := [...]kind{uniform, stopped, fres, timeout, malformed, overflow}
	kinds[s.below(len(kinds))](e, s)
	e.cycles = s.between(5, 250)
	e.drain = false
}

// chaos has everything at once.
func chaos(e *episode, s *stimulus) {
	stopped(e, s)
	e.timeout = s.between(20, 200)
	e.longest = 20
	e.faults = faults{stranded: 8, illegal: 8, noWire: 8, bare: 8, alone: 8, crc: 8, lostGap: 8, fres: 12, late: 8, unsent: 1}
	e.some(s)
	for p := range e.send {
		e.send[p] = sending{rate: s.between(64, 256), gap: 10, burst: 4, noise: 8, pause: 8, length: 300}
		if s.chance(32) {
			e.send[p].deaf = 256
		}
	}
}

package traffic

import (
	"math/rand/v2"

	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/target"
)

// A stimulus drives the pins through one episode after another. cfg_ pins change with the first
// cycle of a reset.
type stimulus struct {
	dice
	c       config.Config
	pins    Pins
	settled int // quiet cycles after which an episode is over

	kinds []kind
	turn  int // of the next episode's kind

	episode
	place
	phase    phase
	left     int // cycles of the phase
	calm     int // cycles in which nothing moved
	senders  [ports]sender
	receiver [ports]receiver

	serial   uint64 // of packets; in their user bits, so that no two alike are in the router
	injected uint64
}

type phase uint8

const (
	resetting phase = iota
	busy
	draining
)

// longestDrain bounds the wait for a quiet router.
const longestDrain = 4000

var _ target.Stimulus = (*stimulus)(nil)

func newStimulus(c config.Config, kinds []kind, seed uint64) *stimulus {
	s := &stimulus{
		dice:    dice{*rand.NewPCG(seed, 0x543345)},
		c:       c,
		pins:    NewPins(c),
		settled: 2*patience(c) + 8,
		kinds:   kinds,
		place:   newPlace(c),
	}
	s.begin()
	s.left++ // Next begins with a step
	return s
}

// Injected counts the errors put in on purpose: malformed, misframed and unfinished packets, flits
// without a VC or a credit, and credits too many.
func (s *stimulus) Injected() uint64 { return s.injected }

// begin draws the next episode.
func (s *stimulus) begin() {
	s.episode = s.kinds[s.turn].draw(&s.dice, s.c)
	s.turn = (s.turn + 1) % len(s.kinds)
	s.phase, s.left, s.calm = resetting, s.resets-1, 0
	s.at, s.links = s.stands, s.linked&s.connected
	for p := range s.senders {
		s.senders[p].open = false
		for v := range vcs {
			s.senders[p].lanes[v].restart(s.depth(v))
		}
		s.receiver[p] = receiver{}
	}
}

// depth is that of the buffer of VC v.
func (s *stimulus) depth(v int) int { return depth(s.c, v) }

func depth(c config.Config, v int) int {
	if v == free {
		return c.AdaptiveDepth
	}
	return c.EscapeDepth
}

// Next fills in the inputs of the next cycle.
func (s *stimulus) Next(prev, in []uint64) {
	before := s.phase
	s.step()
	if before != resetting && s.phase != resetting {
		s.settle(prev)
	}
	in[pinRst] = one(s.phase == resetting)
	for d := range 3 {
		in[pinAt+d] = uint64(s.at[d])
	}
	in[pinLinks] = uint64(s.linked)
	for p := range ports {
		s.senders[p].drive(s, p, s.pins.in(in, p))
	}
	credits := s.pins.outCredits(in)
	for o := range ports {
		credits[o] = uint64(s.receiver[o].next(s, o))
	}
}

// settle takes flits and credits of the cycle before.
func (s *stimulus) settle(prev []uint64) {
	s.calm++
	for p := range ports {
		credits := s.pins.inCredits(prev, p)
		for v := range vcs {
			s.senders[p].lanes[v].settle(credits>>v&1 != 0)
		}
		out := s.pins.out(prev, p)
		if out.valid() {
			s.receiver[p].take(min(out.vc(), free), &s.give[p])
		}
		if out.valid() || credits != 0 {
			s.calm = 0
		}
	}
}

// step moves on to the next cycle's phase.
func (s *stimulus) step() {
	if s.left--; s.left >= 0 && (s.phase != draining || s.calm < s.settled) {
		return
	}
	switch s.phase {
	case resetting:
		s.phase, s.left = busy, s.cycles-1
	case busy:
		if s.drain {
			s.phase, s.left, s.calm = draining, longestDrain, 0
			break
		}
		s.begin()
	case draining:
		s.begin()
	}
}

// patience is a number of quiet cycles, every credit given back, after which nothing moves any more
// in a router that has packets of unbroken ones only.
func patience(c config.Config) int { return 64 + c.LinkLatency + c.Stages }

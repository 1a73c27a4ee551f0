package traffic

import (
	"math/rand/v2"

	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/target"
)

// A stimulus drives the pins through one episode after another.
type stimulus struct {
	dice
	f       *Format
	rt      int
	pool    uint8 // parent ports that the router has
	settled int   // quiet cycles after which an episode is over

	kinds []kind
	turn  int // of the next episode's kind

	episode
	shown    chip // on the pins
	phase    phase
	left     int   // cycles of the phase
	calm     int   // cycles in which nothing moved
	wasReset bool  // in the cycle before
	ready    uint8 // ports that may send in this cycle
	tokens   uint64
	flip     int // cycles to the next change of cfg_afd
	senders  [ports]sender
	stalled  [ports]int // cycles that a receiver goes on withholding tokens

	seed     int // of the latest reset
	injected uint64
}

type phase uint8

const (
	resetting phase = iota
	busy
	draining
)

// longestDrain bounds the wait for a quiet router.
const longestDrain = 6000

var _ target.Stimulus = (*stimulus)(nil)

func newStimulus(c config.Config, kinds []kind, seed uint64) *stimulus {
	f := NewFormat(c)
	s := &stimulus{
		dice:    dice{*rand.NewPCG(seed, 0x434d35)},
		f:       f,
		rt:      2*c.Link + 1,
		pool:    uint8(1<<c.Parents - 1),
		settled: 2*(c.Depth+1+max(0, f.CRCFlits-4)) + 48,
		kinds:   kinds,
	}
	for p := range s.senders {
		s.senders[p].flits = make([]byte, 0, f.MaxFlits())
		s.senders[p].message = Message{Data: make([]byte, 8*f.MaxLength())}
	}
	s.begin()
	return s
}

// Injected counts the errors put in on purpose: damaged, malformed and unfinished messages, and
// flits sent without a token.
func (s *stimulus) Injected() uint64 { return s.injected }

// begin draws the next episode. Masks and level change in a reset cycle that follows one: with one
// cycle of reset they stay.
func (s *stimulus) begin() {
	first := s.phase == resetting
	old := s.episode
	s.episode = s.kinds[s.turn].draw(&s.dice)
	s.turn = (s.turn + 1) % len(s.kinds)
	if s.resets == 1 && !first {
		s.level, s.children, s.parents = old.level, old.children, old.parents
	}
	s.phase, s.left, s.calm = resetting, s.resets, 0
	s.flip = 0
	for p := range s.senders {
		s.senders[p].restart()
		s.stalled[p] = 0
	}
}

// Next fills in the inputs of the next cycle.
func (s *stimulus) Next(prev, in []uint64) {
	s.step(prev)
	first := s.phase == resetting && s.left == s.resets && s.resets > 1
	in[pinRst] = 0
	if s.phase == resetting {
		in[pinRst] = 1
		s.seed = s.below(0x10000)
		if s.chance(16) {
			s.seed = 0
		}
	}
	if !first {
		s.shown = chip{s.level, s.children, s.parents}
	}
	in[pinLevel], in[pinParents], in[pinChildren] = uint64(s.shown.level), uint64(s.shown.parents), uint64(s.shown.children)
	in[pinSeed] = uint64(s.seed)
	in[pinAFD] = 0
	if s.afd {
		in[pinAFD] = 1
	}
	s.drive(in)
	s.receive(in)
	s.wasReset = s.phase == resetting
}

// step moves on to the next cycle's phase.
func (s *stimulus) step(prev []uint64) {
	if s.wasReset {
		s.tokens = 0
	} else {
		s.tokens = s.tokens<<ports | uint64(inTokens(prev))
	}
	s.ready = uint8(s.tokens >> (ports * (s.rt - 1)))
	s.calm++
	for q := range ports {
		if prev[pinOutValid+2*q] != 0 {
			s.calm = 0
		}
	}
	if s.toggle > 0 && s.phase == busy {
		if s.flip == 0 {
			s.flip = s.between(1, s.toggle)
		}
		if s.flip--; s.flip == 0 {
			s.afd = !s.afd
		}
	}
	if s.left > 0 {
		s.left--
	}
	switch s.phase {
	case resetting:
		if s.left == 0 && s.wasReset {
			s.phase, s.left = busy, s.cycles
		}
	case busy:
		switch {
		case s.left > 0:
		case s.drain:
			s.phase, s.left, s.calm = draining, longestDrain, 0
		default:
			s.begin()
		}
	case draining:
		if s.left == 0 || s.calm > s.settled {
			s.begin()
		}
	}
}

// drive sets the pins of all senders. What a pin says while it does not matter is random.
func (s *stimulus) drive(in []uint64) {
	noise := s.pcg.Uint64()
	luck := s.pcg.Uint64()
	enabled := s.children | s.parents&s.pool<<children
	for p := range s.senders {
		flit, valid := noise>>(4*p)&15, uint64(0)
		chance := int(luck >> (8 * p) & 255)
		switch bit := uint8(1) << p; {
		case s.phase == resetting || enabled&bit == 0:
			valid = noise >> (32 + p) & 1 // ignored
		case s.ready&bit != 0:
			if x := &s.senders[p]; x.due(s, p, chance) {
				flit, valid = uint64(x.pop(s, p)), 1
				s.calm = 0
			}
		case s.phase == busy && chance < s.faults.rogue:
			valid = 1
			s.injected++
		}
		in[pinInFlit+2*p], in[pinInValid+2*p] = flit, valid
	}
}

// receive sets the tokens of all receivers.
func (s *stimulus) receive(in []uint64) {
	if s.phase == draining {
		for q := range ports {
			in[pinOutToken+q] = 1
		}
		return
	}
	luck := s.pcg.Uint64()
	for q := range ports {
		o := &s.offer[q]
		token := uint64(0)
		switch {
		case s.stalled[q] > 0:
			s.stalled[q]--
		case o.stall > 0 && s.chance(1) && s.chance(o.stall):
			s.stalled[q] = s.below(o.long)
		case int(luck>>(8*q)&255) < o.rate:
			token = 1
		}
		in[pinOutToken+q] = token
	}
}

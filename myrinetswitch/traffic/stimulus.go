package traffic

import (
	"math/rand/v2"

	"github.com/flitwright/flitwright/myrinetswitch/config"
	"github.com/flitwright/flitwright/target"
)

// A stimulus drives the pins through one episode after another.
type stimulus struct {
	dice
	c     config.Config
	f     *Format
	ports int
	slack int // greatest reaction of a sender to STOP at which no buffer overflows

	kinds []kind
	turn  int // of the next episode's kind

	episode
	shown   uint64 // cfg_enable on the pins
	phase   phase
	left    int // cycles of the phase
	calm    int // cycles in which nothing moved
	settled int // of them, after which an episode is over

	senders   [maxPorts]sender
	receivers [maxPorts]receiver
	noise     [4]Char // symbols that mean nothing to a packet
	injected  uint64
}

type phase uint8

const (
	resetting phase = iota
	changing        // cfg_enable, in an empty switch
	busy
	draining
)

// longestDrain bounds the wait for a quiet switch.
const longestDrain = 20000

// longestTimeout is the greatest time-out that is to fire.
const longestTimeout = 1 << 15

var _ target.Stimulus = (*stimulus)(nil)

func newStimulus(c config.Config, kinds []kind, seed uint64) *stimulus {
	s := &stimulus{
		dice:  dice{*rand.NewPCG(seed, 0x6d797269)},
		c:     c,
		f:     NewFormat(c),
		ports: c.Ports,
		slack: 2 + 2*c.LinkLatency, // a cable's worth both ways and a switch's reaction
		kinds: kinds,
	}
	for p := range s.ports {
		s.senders[p].script = make([]Char, 0, longestPayload+16)
	}
	s.noise = [4]Char{s.f.Go, s.f.Idle, s.f.Idle, s.f.Idle}
	for i := 1; i < len(s.noise); {
		if c := control | Char(s.below(256)); !s.f.known(c) {
			s.noise[i] = c
			i++
		}
	}
	s.begin()
	return s
}

// Injected counts the errors put in on purpose: damaged, malformed and unfinished packets, wrong
// checks and lone GAPs. Characters sent against STOP are not among them.
func (s *stimulus) Injected() uint64 { return s.injected }

// begin draws the next episode. It begins with a reset, or, after one that has left nothing in the
// switch, with a change of cfg_enable alone. In a reset cfg_enable changes in a cycle that follows a
// reset cycle: with one cycle of reset it stays.
func (s *stimulus) begin() {
	first := s.enable == 0
	old := s.episode
	empty := s.phase == draining && s.calm > s.settled && old.faults.unsent+old.faults.lostGap == 0
	s.episode = s.kinds[s.turn].draw(s)
	s.turn = (s.turn + 1) % len(s.kinds)
	if s.enable == 0 {
		s.enable, s.resets = 1, 3
	}
	switch {
	case empty && s.chance(s.keep):
		s.phase, s.left = changing, s.between(1, 6)
		s.shown = old.enable & s.enable &^ (1 << s.port(old.enable))
	case s.resets == 1 && !first:
		s.enable = old.enable
		fallthrough
	default:
		s.phase, s.left = resetting, s.resets
	}
	s.settled = int(patience(s.c, uint64(s.timeout))) + s.c.Depth
	if s.timeout > longestTimeout {
		s.settled = int(patience(s.c, 0)) + s.c.Depth
	}
	s.calm = 0
	for p := range s.ports {
		s.senders[p].restart()
		s.receivers[p].restart(s, p)
	}
}

// port chooses one of a mask.
func (s *stimulus) port(mask uint64) int {
	for {
		if p := s.below(s.ports); mask>>p&1 != 0 {
			return p
		}
	}
}

// Next fills in the inputs of the next cycle.
func (s *stimulus) Next(prev, in []uint64) {
	s.step()
	in[pinRst] = 0
	if s.phase == resetting {
		in[pinRst] = 1
	}
	if s.phase != changing && !(s.phase == resetting && s.left == s.resets && s.resets > 1) {
		s.shown = s.enable
	}
	in[pinEnable] = s.shown
	in[pinTimeout] = uint64(s.timeout)
	luck := s.pcg.Uint64()
	s.calm++
	for p := range s.ports {
		if c := Char(prev[p]); c != s.f.Idle {
			s.senders[p].hear(s, p, c)
			if s.f.stored(c) || c == s.f.Fres {
				s.calm = 0
			}
		}
		in[pinInChar+p] = uint64(s.char(p, luck))
		luck = luck>>8 | luck<<56
	}
	if s.left > 0 {
		s.left--
	}
}

// char gives the character of port p.
func (s *stimulus) char(p int, luck uint64) Char {
	switch {
	case s.phase == resetting || s.shown>>p&1 == 0:
		return Char(luck * 0x9E3779B97F4A7C15 >> 55) // ignored
	case s.phase == changing:
		return s.f.Idle
	}
	if c := s.receivers[p].next(s, p); c != s.f.Idle {
		return c
	}
	if noise := s.send[p].noise; noise > 0 && int(luck>>8&255) < noise && s.phase == busy {
		return s.noise[luck>>16&3]
	}
	c := s.senders[p].next(s, p, int(luck&255))
	if c != s.f.Idle {
		s.calm = 0
	}
	return c
}

// step moves on to the next cycle's phase.
func (s *stimulus) step() {
	if s.phase == draining && s.calm > s.settled {
		s.left = 0
	}
	if s.left > 0 {
		return
	}
	switch s.phase {
	case resetting, changing:
		s.phase, s.left = busy, s.cycles
	case busy:
		if !s.drain {
			s.begin()
			return
		}
		s.phase, s.left, s.calm = draining, longestDrain, 0
	case draining:
		s.begin()
	}
}

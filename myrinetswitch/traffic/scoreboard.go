package traffic

import (
	"fmt"
	"math/bits"

	"github.com/flitwright/flitwright/myrinetswitch/config"
	"github.com/flitwright/flitwright/target"
)

// Statistics counts what a scoreboard has seen.
type Statistics struct {
	Cycles    uint64
	Resets    uint64 // runs of reset cycles
	Begun     uint64 // packets
	Delivered uint64
	Refused   uint64 // stranded, illegal turn, no such wire
	Bare      uint64 // route, GAP
	LoneGaps  uint64
	Cut       [4]uint64 // by cause: FRES 1, overflow 2, time-out 3
	Overflows uint64    // characters
	Resetting uint64    // forward resets sent
	Rests     uint64    // times that all was found delivered
	Open      uint64    // departures whose input was left to the counters
	Lenient   uint64    // forward resets that could be of more than one packet
	To        [maxPorts]uint64
	Data      uint64 // characters that left
}

// A Scoreboard judges the packets of one switch from its pins. It knows in which order things
// happen, not when: the exact times it asks for are those of err_overflow and of outputs after a
// cycle in reset; others are bounds of the page.
//
// Packets that leave are recognised by what they say. Where several inputs could have sent one, the
// counters tell; where these fit in more than one way each is followed, and one that holds is enough.
// Which of several packets of which nothing has come out yet was cut by a forward reset is left open
// until one of them appears.
type Scoreboard struct {
	c     config.Config
	f     *Format
	ports int

	cycle    uint64
	started  bool // a reset has been seen
	inReset  bool // in the cycle before
	enable   uint64
	timeout  uint64 // greatest cfg_timeout since reset, or since the switch was found empty
	shortest uint64 // and the least
	quiet    uint64 // cycles in which nothing moved

	in    [maxPorts]inlet
	out   [maxPorts]outlet
	flow  [maxPorts]flow
	shown []uint64 // counters of the cycle before
	stats Statistics
	err   error

	others []*Scoreboard // other explanations of the same pins
	forks  []*Scoreboard // those that are new in this cycle
}

var _ target.Scoreboard = (*Scoreboard)(nil)

// NewScoreboard makes a judge for the switch that c describes.
func NewScoreboard(c config.Config) *Scoreboard {
	s := &Scoreboard{c: c, f: NewFormat(c), ports: c.Ports, shown: make([]uint64, int(counters)*c.Ports)}
	for p := range s.ports {
		s.in[p].port, s.out[p].port = p, p
	}
	return s
}

// Messages counts the packets that came in, by their lead bytes.
func (s *Scoreboard) Messages() uint64 { return s.stats.Begun }

// Statistics gives the counts so far.
func (s *Scoreboard) Statistics() Statistics { return s.stats }

// fault is an error found in this cycle.
func (s *Scoreboard) fault(format string, args ...any) error {
	return fmt.Errorf("cycle %d: %s", s.cycle, fmt.Sprintf(format, args...))
}

// Observe takes the pins of one cycle. After the first error it only repeats it.
func (s *Scoreboard) Observe(in, out []uint64) error {
	if s.err == nil {
		s.err = s.observe(in, out)
		s.cycle++
		s.stats.Cycles++
		if len(s.others)+len(s.forks) > 0 {
			s.followOthers(in, out)
		}
	}
	return s.err
}

func (s *Scoreboard) observe(in, out []uint64) error {
	reset := in[pinRst]&1 != 0
	if enable := in[pinEnable] & (1<<s.ports - 1); enable != s.enable {
		if s.started && !(reset && s.inReset) {
			if err := s.change(enable); err != nil {
				return err
			}
		}
		s.enable = enable
	}
	if s.started {
		if err := s.judge(out); err != nil {
			return err
		}
	}
	return s.hear(in)
}

// hear takes the inputs of a cycle.
func (s *Scoreboard) hear(in []uint64) error {
	reset := in[pinRst]&1 != 0
	switch {
	case reset:
		if !s.inReset {
			s.stats.Resets++
			s.clear()
		}
		s.started, s.inReset = true, true
	case s.started:
		s.inReset = false
		timeout := in[pinTimeout] & (1<<24 - 1)
		s.timeout, s.shortest = max(s.timeout, timeout), min(s.shortest, timeout)
		s.listen(in)
		if s.quiet++; s.quiet == s.patience() {
			return s.rest()
		}
	}
	return nil
}

// clear forgets everything, as a reset does.
func (s *Scoreboard) clear() {
	for p := range s.ports {
		s.in[p].clear()
		s.out[p].clear()
		s.flow[p] = flow{}
	}
	clear(s.shown)
	s.others, s.forks = nil, nil
	s.timeout, s.shortest, s.quiet = 0, 1<<24, 0
}

// change takes a new cfg_enable out of reset: a port that is disabled forgets everything but its counters. The
// switch has to be empty.
func (s *Scoreboard) change(enable uint64) error {
	for p := range s.ports {
		if l := &s.in[p]; s.enable>>p&1 != 0 && (l.open || l.first < l.next) {
			return s.fault("cfg_enable changed, and not in a reset cycle that follows one, with %s on its way", l.describe(l.at(l.next-1)))
		}
	}
	for p := range s.ports {
		s.out[p].doubts = s.out[p].doubts[:0]
		if enable>>p&1 == 0 {
			totals := s.in[p].totals
			s.in[p].clear()
			s.in[p].totals = totals
			s.out[p].clear()
			s.flow[p] = flow{}
		}
	}
	s.timeout, s.shortest, s.quiet = 0, 1<<24, 0
	return nil
}

// listen notes the characters that come.
func (s *Scoreboard) listen(in []uint64) {
	for p := range s.ports {
		l := &s.in[p]
		c := Char(in[pinInChar+p] & 0x1FF)
		heard := s.enable>>p&1 != 0
		if heard {
			s.out[p].since = min(s.out[p].since+1, bootWithin+1)
		}
		l.recent, l.heard = [2]Char{c, l.recent[0]}, [2]bool{heard, l.heard[0]}
		if !heard || c == s.f.Idle {
			continue
		}
		switch {
		case s.f.stored(c) || c == s.f.Fres:
			s.quiet = 0
		case c == s.f.Stop:
			s.quiet = 0
			s.flow[p].hold(s.cycle, s.c.StopExpire)
		case c == s.f.Go:
			s.flow[p].release(s.cycle)
		}
	}
}

// judge takes the outputs of a cycle.
func (s *Scoreboard) judge(out []uint64) error {
	overflow := out[s.ports]
	if s.inReset {
		return s.judgeIdle(out)
	}
	if off := overflow &^ s.enable; off != 0 {
		return s.fault("err_overflow[%d] of a disabled port", bits.TrailingZeros64(off))
	}
	for p := range s.ports {
		l := &s.in[p]
		lost := overflow>>p&1 != 0
		c := l.recent[lostAfter-1]
		if lost || l.heard[lostAfter-1] && c != s.f.Idle {
			if err := s.accept(l, c, lost); err != nil {
				return err
			}
		}
		if l.first < l.next {
			s.trim(l)
		}
		s.flow[p].fill(s, s.fill(l))
	}
	if err := s.departures(out); err != nil {
		return err
	}
	return s.judgeCounters(out)
}

// judgeIdle judges the outputs after a cycle in reset.
func (s *Scoreboard) judgeIdle(out []uint64) error {
	for q := range s.ports {
		if c := Char(out[q]); c != s.f.Idle {
			return s.fault("output %d: %03x after a cycle in reset", q, c)
		}
	}
	for i, v := range out[s.ports:OutputWords(s.ports)] {
		if v != 0 {
			return s.fault("output word %d is %d after a cycle in reset", s.ports+i, v)
		}
	}
	return nil
}

// patience is the number of quiet cycles after which nothing moves any more.
func (s *Scoreboard) patience() uint64 { return patience(s.c, s.timeout) }

// patience is the number of cycles that a switch may be silent and yet have something to do: a STOP
// runs out, a buffer is discarded, a time-out passes.
func patience(c config.Config, timeout uint64) uint64 {
	return uint64(max(c.StopExpire, c.Depth)) + timeout + 64
}

package traffic

import (
	"fmt"

	"github.com/flitwright/flitwright/cm5router/config"
	"github.com/flitwright/flitwright/target"
)

// Statistics counts what a scoreboard has seen.
type Statistics struct {
	Cycles     uint64
	Resets     uint64 // runs of reset cycles
	In, Out    uint64 // messages by their last CRC flit
	Swallowed  uint64
	Primary    uint64 // messages that came with such a CRC
	Secondary  uint64
	Protocol   uint64 // messages with a pulse on err_protocol
	Discarded  uint64 // flits without a token
	Twins      uint64 // departures of messages that could not be told from others
	Quiet      uint64 // times that everything was found delivered
	LinksIn    [ports]uint64
	LinksOut   [ports]uint64
	DataFlits  uint64 // payload that left
	Unfinished uint64 // messages in the router when reset came
	Lenient    uint64 // pulses on err_protocol too tangled to be judged
}

// A Scoreboard judges the messages of one router from its pins. It knows which flits come (the
// token rule) and in which order things happen, but not how long anything takes: the only exact
// cycles it asks for are those of the counters, of the pulse for a discarded flit, and of the
// outputs after a cycle in reset.
//
// Messages leaving are recognised by what they say. Two that would leave an output exactly alike
// are twins (see twins.go): which of them it was is then left open. So is the mode of a message
// during whose stay cfg_afd changed.
type Scoreboard struct {
	f        *Format
	rt       int // cycles from a token to its flit
	parents  uint8
	patience int // quiet cycles after which nothing moves any more

	chip     chip
	afd      window
	cycle    uint64
	unsteady bool // cfg_afd has changed since the last reset
	started  bool // a reset has been seen
	inReset  bool // in the cycle before
	raised   uint64
	offered  uint8 // out tokens of the cycle before
	stray    uint8 // ports that discarded a flit in the cycle before
	quiet    int
	twins    int

	in    [ports]ledger
	out   [ports]outlet
	store store
	stats Statistics
	err   error
}

var _ target.Scoreboard = (*Scoreboard)(nil)

// NewScoreboard makes a judge for the router that c describes.
func NewScoreboard(c config.Config) *Scoreboard {
	f := NewFormat(c)
	entries := c.Depth + 1 + max(0, f.CRCFlits-4)
	s := &Scoreboard{
		f:        f,
		rt:       2*c.Link + 1,
		parents:  uint8(1<<c.Parents-1) << children,
		patience: 2*entries + 32,
	}
	for p := range ports {
		s.in[p] = ledger{port: p, frame: newFramer(f), pulses: newPulses(), store: &s.store, next: p % children}
		s.out[p] = outlet{frame: newFramer(f)}
	}
	return s
}

// Messages counts those that came in.
func (s *Scoreboard) Messages() uint64 { return s.stats.In }

// Statistics gives the counts so far.
func (s *Scoreboard) Statistics() Statistics { return s.stats }

// fault is an error found in a cycle.
func fault(cycle uint64, format string, args ...any) error {
	return fmt.Errorf("cycle %d: %s", cycle, fmt.Sprintf(format, args...))
}

// Observe takes the pins of one cycle. After the first error it only repeats it.
func (s *Scoreboard) Observe(in, out []uint64) error {
	if s.err == nil {
		s.err = s.observe(in, out)
		s.cycle++
		s.stats.Cycles++
	}
	return s.err
}

func (s *Scoreboard) observe(in, out []uint64) error {
	reset := in[pinRst]&1 != 0
	chip := chip{
		level:    int(in[pinLevel] & 15),
		children: uint8(in[pinChildren] & 15),
		parents:  uint8(in[pinParents]&15) << children & s.parents,
	}
	if chip != s.chip && s.started && !(reset && s.inReset) {
		return fault(s.cycle, "cfg_level, cfg_parents or cfg_children changed, and not in a reset cycle that follows one")
	}
	s.chip = chip
	if afd := in[pinAFD]&1 != 0; afd != s.afd.afd {
		s.afd = window{afd, s.cycle}
		s.quiet, s.unsteady = 0, true
	}
	tokens := inTokens(out)
	if s.started { // before the first reset nothing is known
		if err := s.checkPins(out, tokens); err != nil {
			return err
		}
		if err := s.outputs(out); err != nil {
			return err
		}
	}
	if reset {
		s.reset()
		return nil
	}
	if !s.started {
		return nil
	}
	s.inReset = false
	if err := s.inputs(in); err != nil {
		return err
	}
	s.raised = s.raised<<ports | uint64(tokens)
	s.offered = outTokens(in)
	if s.offered&chip.enabled() != chip.enabled() {
		s.quiet = 0
	}
	if s.quiet++; s.quiet == s.patience {
		return s.checkQuiet()
	}
	return nil
}

// reset clears everything: what was in the router is gone.
func (s *Scoreboard) reset() {
	if !s.inReset {
		s.stats.Resets++
		for p := range s.in {
			s.stats.Unfinished += uint64(len(s.in[p].waiting))
			s.in[p].clear()
			s.out[p].clear()
		}
		s.raised, s.offered, s.stray, s.quiet = 0, 0, 0, 0
	}
	s.started, s.inReset, s.unsteady = true, true, false
}

// checkPins judges what holds in every cycle whatever the messages are.
func (s *Scoreboard) checkPins(out []uint64, tokens uint8) error {
	enabled := s.chip.enabled()
	if s.inReset {
		enabled = 0 // every output is idle
	}
	if off := tokens &^ enabled; off != 0 {
		return fault(s.cycle, "in_%d_token is 1 %s", lowest(off), s.why())
	}
	flags := out[pinPrimary] | out[pinSecondary] | out[pinProtocol]
	if off := flags &^ uint64(enabled); off != 0 {
		return fault(s.cycle, "an err flag of port %d is 1 %s", lowest(off), s.why())
	}
	for q := range ports {
		flit, valid := out[pinOutFlit+2*q], out[pinOutValid+2*q]
		bit := uint8(1) << q
		switch {
		case valid == 0 && flit != 0:
			return fault(s.cycle, "out_%d_flit is %x while valid is 0", q, flit)
		case valid == 0:
		case valid > 1 || flit > 15:
			return fault(s.cycle, "out_%d: valid %d, flit %x: pins too wide", q, valid, flit)
		case enabled&bit == 0:
			return fault(s.cycle, "out_%d_valid is 1 %s", q, s.why())
		case s.offered&bit == 0:
			return fault(s.cycle, "out_%d_valid is 1, but out_%d_token was 0 in the cycle before", q, q)
		}
		if n := out[pinStatIn+q]; n != uint64(s.in[q].count) {
			return fault(s.cycle, "stat_in_%d is %d: %d messages have come", q, n, s.in[q].count)
		}
	}
	return nil
}

// why tells why a pin must be idle.
func (s *Scoreboard) why() string {
	if s.inReset {
		return "after a cycle in reset"
	}
	return "while the port is disabled"
}

// inputs takes the flits that come.
func (s *Scoreboard) inputs(in []uint64) error {
	due := uint8(s.raised >> (ports * (s.rt - 1)))
	s.stray = 0
	for p, enabled := 0, s.chip.enabled(); enabled != 0; p, enabled = p+1, enabled>>1 {
		if enabled&1 == 0 || in[pinInValid+2*p]&1 == 0 {
			continue
		}
		s.quiet = 0
		if due>>p&1 == 0 {
			s.stray |= 1 << p
			s.stats.Discarded++
			continue
		}
		l := &s.in[p]
		if !l.take(byte(in[pinInFlit+2*p]&15), s.cycle) {
			continue
		}
		s.stats.In++
		s.stats.LinksIn[p]++
		switch l.queue[len(l.queue)-1].verdict {
		case Primary:
			s.stats.Primary++
		case Secondary:
			s.stats.Secondary++
		}
	}
	return nil
}

// outputs takes flags and flits that the router sends.
func (s *Scoreboard) outputs(out []uint64) error {
	primary, secondary, protocol := uint8(out[pinPrimary]), uint8(out[pinSecondary]), uint8(out[pinProtocol])
	if missing := s.stray &^ protocol; missing != 0 {
		return fault(s.cycle, "err_protocol[%d] is 0, but in the cycle before a flit came without a token", lowest(missing))
	}
	if flags := primary | secondary | protocol; flags != 0 {
		s.quiet = 0
		for p := range s.in {
			if err := s.flags(p, primary>>p&1 != 0, secondary>>p&1 != 0, protocol>>p&1 != 0); err != nil {
				return err
			}
		}
	}
	for q := range s.out {
		o := &s.out[q]
		if out[pinOutValid+2*q] != 0 {
			s.quiet = 0
			if o.take(byte(out[pinOutFlit+2*q]), s.cycle, s.afd) {
				if err := s.match(q); err != nil {
					return err
				}
			}
		}
		if n := out[pinStatOut+q]; n != uint64(o.count) {
			return fault(s.cycle, "stat_out_%d is %d: %d messages have left", q, n, o.count)
		}
	}
	return nil
}

// flags takes the error flags of one input.
func (s *Scoreboard) flags(p int, primary, secondary, protocol bool) error {
	if !primary && !secondary && !protocol {
		return nil
	}
	l := &s.in[p]
	if primary || secondary {
		l.pulses.event = s.cycle
	}
	if primary {
		if err := l.flag(Primary, s.cycle); err != nil {
			return err
		}
	}
	if secondary {
		if err := l.flag(Secondary, s.cycle); err != nil {
			return err
		}
	}
	if protocol {
		l.pulses.add(pulse{s.cycle, s.stray>>p&1 != 0}, len(l.queue))
	}
	if primary || secondary {
		l.pulses.event = s.cycle + 1
	}
	if l.pulses.lost {
		s.stats.Lenient++
	}
	return l.resolve(s, false)
}

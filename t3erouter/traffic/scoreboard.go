package traffic

import (
	"math/bits"

	"github.com/flitwright/flitwright/t3erouter/config"
	"github.com/flitwright/flitwright/target"
)

// Statistics counts what a scoreboard has seen.
type Statistics struct {
	Cycles  uint64
	Resets  uint64           // runs of reset cycles
	In      uint64           // headers that came
	Bad     uint64           // of them those that are dropped
	Out     uint64           // packets that left
	Errors  [errKinds]uint64 // pulses by kind
	Quiet   uint64           // times that everything was found delivered
	Masked  uint64           // flits on links that are not usable
	Waiting uint64           // packets in the router when reset came

	LongestWait uint64 // cycles that a header was the oldest entry of its VC before it was on the pins
	LongestHeld uint64 // cycles that a receiver kept a flit
}

// A Scoreboard judges the packets of one router from its pins. It knows which flits are stored, in
// which order those of one VC leave, by which ways, and which credits there are, but not how long
// anything takes, with these exceptions: the place of a flit is free from the cycle of its credit on,
// a flit is on the output pins at most link_latency+1 cycles after its credit, and an err_ pulse
// follows its cause within a few cycles.
//
// Packets are recognised by their header flits. Those in the router at one time should differ there,
// as those of the stimuli do.
type Scoreboard struct {
	c    config.Config
	pins Pins

	place
	setup    [pinIn]uint64
	cycle    uint64
	started  bool // a reset has been seen
	inReset  bool // in the cycle before
	quiet    int
	gap      uint64 // longest pause that a sender with credits made inside a packet
	held     uint64 // longest time that a receiver kept a flit
	in       []ledger
	out      [ports]outlet
	expected [errCredit][ports]pulses
	counts   counters
	stats    Statistics
	err      error

	oldCredits [ports]recent // of in_p
	overdue    []uint64      // credits of each input VC a few cycles ago
}

var _ target.Scoreboard = (*Scoreboard)(nil)

// NewScoreboard makes a judge for the router that c describes.
func NewScoreboard(c config.Config) *Scoreboard {
	s := &Scoreboard{
		c: c, pins: NewPins(c), place: newPlace(c),
		counts:  newCounters(c.LinkLatency),
		overdue: make([]uint64, ports*vcs),
	}
	for p := range ports {
		for v := range vcs {
			s.in = append(s.in, newLedger(s.pins, p, v, depth(c, v), c.LinkLatency+1))
			if p != node || v == 0 || v == 2 {
				s.out[p].wires[v].depth = depth(c, v)
			}
		}
		s.out[p].port, s.out[p].late = p, c.LinkLatency+2
		s.out[p].clear()
	}
	return s
}

// Messages counts the packets that came in.
func (s *Scoreboard) Messages() uint64 { return s.stats.In }

// Statistics gives the counts so far.
func (s *Scoreboard) Statistics() Statistics { return s.stats }

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
	if s.started {
		if err := s.outputs(out); err != nil {
			return err
		}
	}
	setup := [pinIn]uint64(in)
	setup[pinRst] = 0
	if setup != s.setup && s.started && !reset {
		return fault(s.cycle, "cfg_ pins changed, and not in a reset cycle")
	}
	s.setup = setup
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
	if s.cycle%64 == 0 {
		if err := s.service(); err != nil {
			return err
		}
	}
	if s.quiet++; s.quiet == patience(s.c) {
		return s.checkQuiet()
	}
	return nil
}

// reset clears everything: what was in the router is gone.
func (s *Scoreboard) reset() {
	for d := range 3 {
		s.at[d] = int(s.setup[pinAt+d])
	}
	s.links = uint8(s.setup[pinLinks]) & s.connected
	if s.inReset {
		return
	}
	s.stats.Resets++
	for i := range s.in {
		l := &s.in[i]
		for n := range l.count {
			s.stats.Waiting += one(l.at(n).header)
		}
		l.clear()
	}
	for p := range ports {
		s.out[p].clear()
		s.oldCredits[p].clear()
	}
	clear(s.overdue)
	s.expected = [errCredit][ports]pulses{}
	s.counts.clear()
	s.quiet, s.gap, s.held = 0, 0, 0
	s.started, s.inReset = true, true
}

// outputs takes all that the router sends.
func (s *Scoreboard) outputs(out []uint64) error {
	if s.inReset {
		return s.idle(out)
	}
	for p := range ports {
		if err := s.credits(p, out[p]); err != nil {
			return err
		}
	}
	for p := range ports {
		s.out[p].advance()
		pins := s.pins.out(out, p)
		if err := s.shape(p, pins); err != nil {
			return err
		}
		if pins.valid() {
			s.quiet = 0
			if err := s.take(&s.out[p], pins); err != nil {
				return err
			}
		}
	}
	for i := range s.in { // by now every flit whose credit was so long ago is on the pins
		l := &s.in[i]
		s.overdue[i] += uint64(s.oldCredits[l.port].at(s.c.LinkLatency+1) >> l.vc & 1)
		if s.overdue[i] > l.freed {
			return fault(s.cycle, "%v: %d credits were given, but %d flits have left", l, s.overdue[i], l.freed)
		}
	}
	if err := s.judge(s.pins.errors(out)); err != nil {
		return err
	}
	return s.counts.judge(s.pins.counters(out), s.cycle)
}

// idle judges the outputs after a cycle in reset.
func (s *Scoreboard) idle(out []uint64) error {
	for i, w := range out {
		if w != 0 {
			return fault(s.cycle, "word %d of the outputs is %x after a cycle in reset", i, w)
		}
	}
	return nil
}

// shape judges what holds of flit, valid and vc whatever the flit is.
func (s *Scoreboard) shape(p int, pins bundle) error {
	f := pins.flit()
	if pins.valid() {
		if used := (s.pins.flit + 6) % 64; used != 0 && f[len(f)-1]>>used != 0 || pins[len(f)] > 1 {
			return fault(s.cycle, "output %d: flit %x, valid %d: pins too wide", p, f, pins[len(f)])
		}
		return nil
	}
	for _, w := range pins {
		if w != 0 {
			return fault(s.cycle, "output %d: flit %x, vc %d while valid is 0", p, f, pins.vc())
		}
	}
	return nil
}

// credits takes in_p_credit.
func (s *Scoreboard) credits(p int, mask uint64) error {
	s.oldCredits[p].advance()
	if mask>>vcs != 0 {
		return fault(s.cycle, "in_%d_credit is %x: too wide", p, mask)
	}
	for b := uint8(mask); b != 0; b &= b - 1 {
		v := bits.TrailingZeros8(b)
		l := &s.in[p*vcs+v]
		s.quiet = 0
		s.oldCredits[p].mark(v)
		if l.full() {
			l.latest = s.cycle // its sender could not go on before
		}
		if l.credits++; l.credits > l.stored {
			return fault(s.cycle, "%v: a credit for a flit that has not come", l)
		}
	}
	return nil
}

// inputs takes all that is sent to the router.
func (s *Scoreboard) inputs(in []uint64) error {
	for d := range 3 {
		if s.at[d] >= s.size[d] {
			return fault(s.cycle, "coordinates %v in a torus of %v", s.at, s.size)
		}
	}
	for p := range ports {
		pins := s.pins.in(in, p)
		switch v := pins.vc(); {
		case !pins.valid():
		case !s.usable(p):
			s.stats.Masked++
		case v >= vcs || p == node && v != 0 && v != 2:
			s.expected[errVC][p].expect()
		default:
			s.store(&s.in[p*vcs+v], pins.flit())
		}
	}
	for o, mask := range s.pins.outCredits(in) {
		if mask&31 != 0 {
			s.quiet = 0
			held := s.out[o].credit(uint8(mask&31), s.cycle)
			s.held = max(s.held, held)
			s.stats.LongestHeld = max(s.stats.LongestHeld, held)
		}
	}
	return nil
}

// store takes a flit on an input VC.
func (s *Scoreboard) store(l *ledger, f flit) {
	s.quiet = 0
	if l.full() {
		s.expected[errOverflow][l.port].expect()
		return
	}
	if l.framing == open {
		s.gap = max(s.gap, s.cycle-l.latest)
	}
	starts := l.framing != open && s.pins.head(f)
	pulse, dropped := l.take(&s.place, f, s.cycle)
	if pulse != noError {
		s.expected[pulse][l.port].expect()
	}
	s.stats.In += one(starts)
	s.stats.Bad += one(dropped)
	s.counts.seen[statDropped] += one(dropped)
}

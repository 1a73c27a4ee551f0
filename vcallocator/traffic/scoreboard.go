package traffic

import (
	"fmt"
	"math/bits"

	"github.com/flitwright/flitwright/target"
	"github.com/flitwright/flitwright/vcallocator/config"
)

// A Scoreboard judges the grants of one allocator by what its page promises whatever the priorities
// are: each is wanted, legal, free and the only one of its VC; no port with something to give gives
// nothing; wavefront leaves nothing; and nobody waits longer than the bound.
type Scoreboard struct {
	pins
	cycle    uint64
	started  bool // a reset has been seen
	now      []state
	owner    [][]int // of VC w of port o in this cycle, or -1
	illegal  uint64  // expected of err_illegal
	rounds   []round // of each port
	limits   limits
	messages uint64
	err      error
}

// A state is a request with how long it has been there.
type state struct {
	request
	legal uint64 // wanted and legal; 0 if the port is not
	open  uint64 // and free
	got   uint64
	waits
}

var _ target.Scoreboard = (*Scoreboard)(nil)

// NewScoreboard makes a judge for the allocator that c describes.
func NewScoreboard(c config.Config) *Scoreboard {
	s := &Scoreboard{pins: newPins(c)}
	s.now = make([]state, s.requesters)
	s.rounds = make([]round, s.Outputs)
	s.owner = make([][]int, s.Outputs)
	for o := range s.owner {
		s.owner[o] = make([]int, s.VCs)
	}
	s.limits = s.newLimits()
	s.clear()
	return s
}

// Messages counts the requests that were new.
func (s *Scoreboard) Messages() uint64 { return s.messages }

// clear forgets everything, as a reset does.
func (s *Scoreboard) clear() {
	s.illegal = 0
	for i := range s.now {
		s.now[i] = state{}
	}
	for o := range s.rounds {
		s.rounds[o] = round{}
	}
}

// Observe takes the pins of one cycle. After the first error it only repeats it.
func (s *Scoreboard) Observe(in, out []uint64) error {
	if s.err == nil {
		if err := s.observe(in, out); err != nil {
			s.err = fmt.Errorf("cycle %d: %w", s.cycle, err)
		}
		s.cycle++
	}
	return s.err
}

func (s *Scoreboard) observe(in, out []uint64) error {
	reset := in[0] == 1
	if s.started {
		if got := s.pins.illegal(out); got != s.illegal {
			return fmt.Errorf("err_illegal is %b, not %b", got, s.illegal)
		}
	}
	if reset {
		s.clear()
		for i := range s.requesters {
			if valid, vc := s.grant(out, i); s.started && (valid || vc != 0) {
				return fmt.Errorf("input VC %d is granted something in reset", i)
			}
		}
		s.started = true
		return nil
	}
	if !s.started {
		return nil
	}
	s.hear(in)
	for _, judge := range []func(in, out []uint64) error{s.judgeGrants, s.judgePorts, s.judgeWaits} {
		if err := judge(in, out); err != nil {
			return err
		}
	}
	return nil
}

// hear takes the requests of a cycle.
func (s *Scoreboard) hear(in []uint64) {
	s.illegal = 0
	for i := range s.now {
		r, old := s.request(in, i), s.now[i]
		n := state{request: r}
		if !r.valid {
			s.now[i] = n
			continue
		}
		legal := s.legalVCs(i, r.turn)
		if r.port < s.Outputs {
			n.legal = r.vcs & legal
			n.open = n.legal & *s.free(in, r.port)
		}
		if r.port >= s.Outputs || r.vcs&^legal != 0 {
			s.illegal |= 1 << i
		}
		if old.got == 0 && old.request == r {
			n.waits = old.waits
		} else {
			s.messages++
			n.waits = s.newWaits(n.request)
		}
		s.now[i] = n
	}
}

// judgeGrants judges each grant by itself, and that no VC is given twice.
func (s *Scoreboard) judgeGrants(_, out []uint64) error {
	for o := range s.owner {
		for w := range s.owner[o] {
			s.owner[o][w] = -1
		}
	}
	for i := range s.now {
		n := &s.now[i]
		valid, vc := s.grant(out, i)
		n.got = vc
		switch {
		case !valid && vc != 0:
			return fmt.Errorf("gnt_%d_vc is %b with gnt_%d_valid 0", i, vc, i)
		case !valid:
			continue
		case bits.OnesCount64(vc) != 1:
			return fmt.Errorf("gnt_%d_vc is %b, not one-hot", i, vc)
		case !n.valid:
			return fmt.Errorf("input VC %d is granted VC %b and asks for nothing", i, vc)
		case vc&n.vcs == 0:
			return fmt.Errorf("input VC %d is granted VC %b and wants %b", i, vc, n.vcs)
		case vc&n.legal == 0:
			return fmt.Errorf("input VC %d is granted VC %b of port %d, which is not legal", i, vc, n.port)
		case vc&n.open == 0:
			return fmt.Errorf("input VC %d is granted VC %b of port %d, which is not free", i, vc, n.port)
		}
		owner := &s.owner[n.port][bits.TrailingZeros64(vc)]
		if *owner >= 0 {
			return fmt.Errorf("input VCs %d and %d are granted VC %b of port %d", *owner, i, vc, n.port)
		}
		*owner = i
	}
	return nil
}

// judgePorts judges that what can be given is.
func (s *Scoreboard) judgePorts(_, _ []uint64) error {
	for i := range s.now {
		n := &s.now[i]
		if n.open == 0 || n.got != 0 {
			continue
		}
		given := uint64(0)
		for w, owner := range s.owner[n.port] {
			if owner >= 0 {
				given |= 1 << w
			}
		}
		if given == 0 {
			return fmt.Errorf("VCs %b of port %d are open to input VC %d, and the port grants nothing", n.open, n.port, i)
		}
		if left := n.open &^ given; left != 0 && s.Arch == config.Wavefront {
			return fmt.Errorf("VCs %b of port %d are open to input VC %d and granted to nobody", left, n.port, i)
		}
	}
	return nil
}

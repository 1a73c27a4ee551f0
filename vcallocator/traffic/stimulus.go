package traffic

import (
	"math/bits"
	"math/rand/v2"

	"github.com/flitwright/flitwright/target"
	"github.com/flitwright/flitwright/vcallocator/config"
)

// A stimulus plays the routers around an allocator through one episode after another: heads of
// packets wait in input VCs, packets hold output VCs.
type stimulus struct {
	dice
	pins
	kinds []kind
	turn  int // of the next episode's kind

	episode
	left     int // cycles of the episode, negative: of its reset
	heads    []head
	held     [][]int // cycles for which output VC w of port o is not free
	injected uint64
}

// A head waits in an input VC, or comes after a gap.
type head struct {
	request
	gap int
}

var _ target.Stimulus = (*stimulus)(nil)

func newStimulus(c config.Config, kinds []kind, seed uint64) *stimulus {
	s := &stimulus{dice: dice{*rand.NewPCG(seed, 0x7663616c)}, pins: newPins(c), kinds: kinds}
	s.heads = make([]head, s.requesters)
	s.held = make([][]int, s.Outputs)
	for o := range s.held {
		s.held[o] = make([]int, s.VCs)
	}
	s.begin()
	return s
}

// Injected counts the illegal requests.
func (s *stimulus) Injected() uint64 { return s.injected }

// begin draws the next episode.
func (s *stimulus) begin() {
	s.episode = s.kinds[s.turn](s)
	s.turn = (s.turn + 1) % len(s.kinds)
	s.left = -s.resets
	if s.resets == 0 {
		s.left = s.cycles
	}
}

// Next fills in the inputs of the next cycle.
func (s *stimulus) Next(prev, in []uint64) {
	if s.left == 0 {
		s.begin()
	}
	reset := s.left < 0
	in[0] = word(reset)
	for i := range s.heads {
		h := &s.heads[i]
		if granted, vc := s.grant(prev, i); granted && h.valid {
			s.held[h.port][bits.TrailingZeros64(vc)%s.VCs] = s.between(0, s.hold)
			*h = head{gap: s.between(0, s.gap)}
		}
		switch {
		case h.valid && s.chance(s.fickle):
			*h = head{gap: s.between(0, 2)}
		case h.valid:
		case h.gap > 0:
			h.gap--
		default:
			h.request = s.draw(i)
		}
		r := h.request
		if !r.valid { // means nothing
			r = request{port: s.below(1 << s.PortBits()), vcs: s.pcg.Uint64() & (1<<s.VCs - 1), turn: s.chance(128)}
		}
		s.setRequest(in, i, r)
	}
	for o, held := range s.held {
		*s.free(in, o) = s.freeVCs(held)
	}
	switch {
	case reset:
		s.left++
		if s.left == 0 {
			s.left = s.cycles
		}
	default:
		s.left--
	}
}

// freeVCs is free_o, of a port whose VCs are held for so long.
func (s *stimulus) freeVCs(held []int) (free uint64) {
	for w := range held {
		if held[w] == 0 {
			free |= 1 << w
		} else {
			held[w]--
		}
	}
	return free & s.subset(s.open)
}

// draw makes the request of a new head.
func (s *stimulus) draw(i int) request {
	r := request{valid: true, port: s.below(s.Outputs), turn: s.chance(s.turns)}
	if s.chance(s.hot) {
		r.port = s.hotPort
	}
	legal := s.legalVCs(i, r.turn)
	r.vcs = legal & s.subset(s.wants)
	if r.vcs == 0 { // a single one
		for k := s.below(bits.OnesCount64(legal)); k > 0; k-- {
			legal &= legal - 1
		}
		r.vcs = legal & -legal
	}
	if !s.chance(s.wrong) {
		return r
	}
	switch s.below(4) {
	case 0:
		r.port = s.below(1 << s.PortBits())
	case 1:
		r.vcs = s.pcg.Uint64() & (1<<s.VCs - 1)
	case 2:
		r.vcs |= s.pcg.Uint64() & (1<<s.VCs - 1)
	case 3:
		r.vcs = 0
	}
	if r.port >= s.Outputs || r.vcs&^s.legalVCs(i, r.turn) != 0 {
		s.injected++
	}
	return r
}

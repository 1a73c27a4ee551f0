package traffic

import (
	"fmt"

	"github.com/flitwright/flitwright/vcallocator/config"
)

// limits are the bounds of the page.
type limits struct {
	sources []int // n(w)
	rounds  int   // wavefront: whole rounds
}

func (s *Scoreboard) newLimits() limits {
	l := limits{rounds: 2*s.diagonals() + 1}
	for w := range s.VCs {
		l.sources = append(l.sources, s.sources(w))
	}
	return l
}

// waits is how long a request has waited.
type waits struct {
	open  int         // cycles in which something was open to it
	byVC  [maxVCs]int // cycles in which VC w was
	whole uint64      // wavefront: number of the first whole round
}

const maxVCs = 8

// A round of a port lasts until each VC has been free.
type round struct {
	number uint64
	begun  bool   // in an earlier cycle
	free   uint64 // those that have been
}

// newWaits is for a request that comes in this cycle.
func (s *Scoreboard) newWaits(r request) waits {
	if r.port >= s.Outputs {
		return waits{}
	}
	now := s.rounds[r.port]
	if now.begun {
		return waits{whole: now.number + 1}
	}
	return waits{whole: now.number}
}

// judgeWaits judges those that are left without a grant.
func (s *Scoreboard) judgeWaits(in, _ []uint64) error {
	for o := range s.rounds {
		s.rounds[o].free |= *s.free(in, o)
		s.rounds[o].begun = true
	}
	for i := range s.now {
		n := &s.now[i]
		if n.legal == 0 || n.got != 0 {
			continue
		}
		if n.open != 0 {
			n.waits.open++
		}
		if err := s.judgeWait(i, n); err != nil {
			return err
		}
	}
	for o := range s.rounds {
		if s.rounds[o].over(s.VCs) {
			s.rounds[o] = round{number: s.rounds[o].number + 1}
		}
	}
	return nil
}

func (r round) over(vcs int) bool { return r.free == 1<<vcs-1 }

func (s *Scoreboard) judgeWait(i int, n *state) error {
	switch s.Arch {
	case config.SepOF:
		for w := range s.VCs {
			if n.open>>w&1 == 0 {
				continue
			}
			if n.byVC[w]++; n.byVC[w] >= s.limits.sources[w] {
				return fmt.Errorf("VC %d of port %d was open to input VC %d in %d cycles; it is to be granted within %d",
					w, n.port, i, n.byVC[w], s.limits.sources[w])
			}
		}
	case config.SepIF:
		sum, product := 1, 1
		for w := range s.VCs {
			if n.legal>>w&1 == 1 {
				sum += s.limits.sources[w] - 1
				product *= s.limits.sources[w]
			}
		}
		limit := product
		if s.Arb == config.Matrix {
			limit = sum
		}
		if n.waits.open >= limit {
			return fmt.Errorf("a VC of port %d was open to input VC %d in %d cycles; it is to be granted within %d",
				n.port, i, n.waits.open, limit)
		}
	case config.Wavefront:
		r := s.rounds[n.port]
		if r.over(s.VCs) && r.number >= n.whole && r.number-n.whole+1 >= uint64(s.limits.rounds) {
			return fmt.Errorf("input VC %d has waited for port %d through %d rounds; it is to be granted within %d",
				i, n.port, r.number-n.whole+1, s.limits.rounds)
		}
	}
	return nil
}

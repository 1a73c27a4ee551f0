package traffic

import "slices"

// maxOthers bounds the explanations that are followed besides the first.
const maxOthers = 32

// fork follows another explanation of what the pins have shown: a scoreboard of its own takes one
// and judges the rest of the cycle's outputs. What it finds wrong is the end of it.
func (s *Scoreboard) fork(take func(other *Scoreboard) error) {
	if len(s.forks) >= maxOthers {
		return
	}
	other := s.clone()
	if take(other) == nil {
		s.forks = append(s.forks, other)
		s.forks = append(s.forks, other.forks...)
		other.forks = nil
	}
}

// clone copies a scoreboard, but for the other explanations.
func (s *Scoreboard) clone() *Scoreboard {
	c := *s
	c.others, c.forks = nil, nil
	c.shown = slices.Clone(s.shown)
	for p := range s.ports {
		c.in[p].worms, c.in[p].data = slices.Clone(s.in[p].worms), slices.Clone(s.in[p].data)
		c.out[p].said, c.out[p].doubts = slices.Clone(s.out[p].said), slices.Clone(s.out[p].doubts)
	}
	return &c
}

// followOthers has the other explanations observe a cycle that s has observed. When s has failed, one of
// those that have not takes its place.
func (s *Scoreboard) followOthers(in, out []uint64) {
	var kept []*Scoreboard
	for _, other := range s.forks { // they have judged the outputs
		if other.hear(in) == nil {
			other.cycle++
			other.stats.Cycles++
			kept = append(kept, other)
		}
	}
	for _, other := range s.others {
		if other.Observe(in, out) == nil {
			kept = append(append(kept, other), other.others...)
			other.others = nil
		}
	}
	kept = kept[:min(len(kept), maxOthers)]
	if s.err != nil && len(kept) > 0 {
		*s, kept = *kept[0], kept[1:]
	}
	s.others, s.forks = kept, nil
}

package mutate

import "github.com/flitwright/flitwright/ir/sim/flat"

// sameOnceAwake tells whether two netlists give the same outputs and do the same writes from the first reset on, though their registers may differ in
// the cycles that follow one of reset: all that have a reset hold it then, and what the others hold may be of no account
// because of it. False may be said of two that are equal.
func sameOnceAwake(gold, gate *flat.Netlist, reached *states) bool {
	if gold.Rst == flat.None || !sameState(gold, gate) {
		return false
	}
	w := &waking{gold: gold, gate: gate, reached: reached, apart: map[int]bool{}}
	for i, r := range gold.Regs {
		if !sameReset(r, gate.Regs[i]) {
			w.apart[i] = true
		}
	}
	for {
		before := len(w.apart)
		for _, from := range []moment{powerUp, resting, running} {
			if !w.harmless(from) {
				return false
			}
		}
		if len(w.apart) == before {
			return true
		}
	}
}

// A waking is registers of two netlists that may differ in a cycle that follows one of reset.
type waking struct {
	gold, gate *flat.Netlist
	reached    *states
	apart      map[int]bool // by index
}

// A moment is when a step begins.
type moment uint8

const (
	powerUp moment = iota // before the first cycle of reset
	resting               // after a cycle of reset
	running               // later
)

// harmless tells whether no step from a moment shows a difference, or leaves one where there is to be none. Registers that a
// cycle of reset leaves apart are taken in.
func (w *waking) harmless(from moment) bool {
	s, a, b := newSteps(w.gold, w.gate, w.apart)
	rst := s.word(a[w.gold.Rst])[0]
	holds := one
	switch from {
	case powerUp:
		holds = s.and(rst, w.together(s, a, b))
	case running:
		holds = s.and(w.reached.hold(s, w.gold, a), w.together(s, a, b))
	case resting:
		holds = s.and(s.atReset(w.gold, a), s.atReset(w.gate, b))
	}
	wrong := s.writesDiffer(w.gold, w.gate, a, b)
	if from != powerUp {
		for i, x := range w.gold.Outputs {
			wrong = s.or(wrong, s.differ(a[x], b[w.gate.Outputs[i]]))
		}
	}
	left := map[int]int{} // by a cycle of reset
	for i, r := range w.gold.Regs {
		q := w.gate.Regs[i]
		if a[r.Next] == b[q.Next] && sameReset(r, q) {
			continue
		}
		differ := -s.equal(s.next(w.gold, a, r), s.next(w.gate, b, q))
		wrong = s.or(wrong, s.and(differ, -rst))
		if !w.apart[i] {
			left[i] = s.and(differ, rst)
		}
	}
	if s.solve(s.and(holds, wrong)) != nil {
		return false
	}
	for i, bit := range left {
		if s.solve(s.and(holds, bit)) != nil {
			w.apart[i] = true
		}
	}
	return true
}

// together says that what may be apart is not.
func (w *waking) together(s *steps, a, b []int) int {
	all := one
	for i := range w.apart {
		all = s.and(all, s.equal(s.word(a[w.gold.Regs[i].Node]), s.word(b[w.gate.Regs[i].Node])))
	}
	return all
}

// atReset says that all registers of a netlist that have a reset hold it.
func (s *steps) atReset(n *flat.Netlist, of []int) int {
	all := one
	for _, r := range n.Regs {
		if r.Reset != nil {
			now := s.word(of[r.Node])
			all = s.and(all, s.equal(now, constant(len(now), r.Reset)))
		}
	}
	return all
}

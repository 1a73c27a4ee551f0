package traffic

import "fmt"

// fault is an error found in a cycle.
func fault(cycle uint64, format string, args ...any) error {
	return fmt.Errorf("cycle %d: %s", cycle, fmt.Sprintf(format, args...))
}

// String names an input VC.
func (l *ledger) String() string { return fmt.Sprintf("input %d, VC %d", l.port, l.vc) }

// String lists the ways out.
func (y way) String() string {
	s := fmt.Sprintf("output %d, VC %d", y.port, y.vc)
	for o := range node {
		if y.adaptive>>o&1 != 0 {
			s += fmt.Sprintf(" or output %d, VC %d", o, free)
		}
	}
	return s
}

// explain says what is wrong with a header that left by VC w of output o.
func (s *Scoreboard) explain(f flit, o, w int) error {
	where := fmt.Sprintf("output %d, VC %d: the header %x left", o, w, f)
	for i := range s.in {
		l := &s.in[i]
		for n := range l.count {
			e := l.at(n)
			switch {
			case !e.header || !e.is(f):
			case !e.way.allows(o, w):
				return fault(s.cycle, "%s, which came to %v and may leave by %v", where, l, e.way)
			case n > 0:
				return fault(s.cycle, "%s, which overtakes another of %v", where, l)
			}
		}
	}
	for i := range s.in {
		l := &s.in[i]
		if e := l.front(); e != nil && e.header && e.flit[0]>>45 == f[0]>>45 {
			return fault(s.cycle, "%s, but the one that waits in %v is %x", where, l, e.flit)
		}
	}
	return fault(s.cycle, "%s, but no such packet waits", where)
}

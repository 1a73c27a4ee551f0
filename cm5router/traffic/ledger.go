package traffic

import "math/bits"

// A ledger is the account of one input port since the last reset.
type ledger struct {
	port  int
	frame framer
	now   *record // message under way

	queue   []*record // complete messages not yet judged to the end, in the order they came
	waiting []*record // those of queue that have not left
	bad     []*record // those that still owe a pulse on err_primary or err_secondary

	count    uint16 // messages that came
	pulses   pulses
	lastFlag uint64 // latest flag of a message judged to the end

	next  int           // child at which falling looks first; unknown if negative
	sent  [ports]uint64 // cycle in which the latest judged message to each output left
	store *store
}

// clear forgets everything, as a reset does.
func (l *ledger) clear() {
	for _, m := range l.queue {
		l.store.put(m)
	}
	if l.now != nil {
		l.store.put(l.now)
	}
	l.now = nil
	l.queue, l.waiting, l.bad = l.queue[:0], l.waiting[:0], l.bad[:0]
	l.frame = newFramer(l.frame.f)
	l.pulses.settle()
	l.pulses.lost, l.pulses.event = false, 0
	l.count, l.lastFlag, l.next, l.sent = 0, 0, l.port%children, [ports]uint64{}
}

// take receives one flit and tells whether it ended a message.
func (l *ledger) take(flit byte, cycle uint64) bool {
	if !l.frame.inside() {
		l.now = l.store.get()
		l.now.start(l.port)
	}
	m := l.now
	part, last := l.frame.push(flit)
	m.add(l.frame.f, part, flit, cycle)
	if !last {
		return false
	}
	m.end(l.frame.f, l.frame.verdict(), cycle)
	l.pulses.event = cycle + 1
	l.now = nil
	l.count++
	l.queue = append(l.queue, m)
	l.waiting = append(l.waiting, m)
	if m.verdict != Good {
		l.bad = append(l.bad, m)
	}
	return true
}

// flag takes a pulse on err_primary or err_secondary.
func (l *ledger) flag(v Verdict, cycle uint64) error {
	if len(l.bad) == 0 {
		return fault(cycle, "err_%v[%d]: no message of input %d deserves it", v, l.port, l.port)
	}
	m := l.bad[0]
	if m.verdict != v {
		return fault(cycle, "err_%v[%d], but next is err_%v of %s", v, l.port, m.verdict, m.where())
	}
	l.bad = l.bad[:copy(l.bad, l.bad[1:])]
	m.flagged, m.flagAt = true, cycle
	return nil
}

// depart notes that m left.
func (l *ledger) depart(m *record, cycle uint64) {
	l.pulses.event = cycle + 1
	for i, w := range l.waiting {
		if w == m {
			l.waiting = append(l.waiting[:i], l.waiting[i+1:]...)
			return
		}
	}
}

// resolve judges to the end as many messages as it can, oldest first: those that have left and
// those that must have been swallowed. With final true no message is on its way any more.
func (l *ledger) resolve(s *Scoreboard, final bool) error {
	n := 0
	var err error
	for _, m := range l.queue {
		var done bool
		if m.left {
			done, err = l.resolveLeft(s, m, final)
		} else {
			done, err = l.resolveWaiting(s, m, final)
		}
		if !done || err != nil {
			break
		}
		n++
		l.lastFlag = max(l.lastFlag, m.flagAt)
		l.store.put(m)
	}
	l.queue = l.queue[:copy(l.queue, l.queue[n:])]
	if err != nil || len(l.queue) > 0 {
		return err
	}
	if p, ok := l.pulses.settle(); !ok {
		return fault(p.cycle, "err_protocol[%d]: neither a message nor a flit without a token explains it", l.port)
	}
	if final {
		l.pulses.lost = false
	}
	return nil
}

// resolveLeft judges a message that has left: its order, its child if it fell, its protocol flag.
func (l *ledger) resolveLeft(s *Scoreboard, m *record, final bool) (bool, error) {
	if m.twin != 0 && !final && s.twinWaits(m.twin) {
		return false, nil
	}
	need, until := noPulse, m.at
	flagged := m.class == fall && m.port >= children && m.height > s.chip.level // fallen with cfg_afd = 0
	if m.twin != 0 {
		if flagged || s.unsteady {
			need = anyPulse
		}
		until, l.next = s.cycle, -1
	} else {
		if l.sent[m.to] > m.at {
			return false, fault(l.sent[m.to], "output %d: overtaken there by a later message of the same input: %s, which left in cycle %d", m.to, m.where(), m.at)
		}
		l.sent[m.to] = m.at
		if m.class == fall {
			if want := s.chip.firstFrom(l.next); l.next >= 0 && want != m.to {
				return false, fault(m.at, "output %d: fell out of turn: child %d is next of %s", m.to, want, m.where())
			}
			l.next = (m.to + 1) % children
		}
		switch {
		case flagged && m.modes == eitherMode:
			need = anyPulse
		case flagged && m.modes == modeOff:
			need = onePulse
		}
	}
	if m.wrong {
		need = onePulse
	}
	return true, l.judge(s, m, need, until)
}

// resolveWaiting judges a message that has not left: it was swallowed, or lost, or is on its way.
func (l *ledger) resolveWaiting(s *Scoreboard, m *record, final bool) (bool, error) {
	may, must := s.swallows(m)
	open := m.twin != 0 && !must
	if open && !final {
		return false, nil
	}
	final = final || l.gone(s, m)
	need := onePulse
	if open && s.unsteady { // another may have been swallowed, and this one have left in its stead
		may, need, l.next = true, anyPulse, -1
	}
	switch {
	case !may && final:
		return false, fault(s.cycle, "lost: %s should have left on %s", m.where(), s.outputsOf(m))
	case !must && !final:
		return false, nil
	case !final && !m.flagged && (m.verdict != Good || !l.pulses.own(m.came+1) && !l.passed(m)):
		return false, nil // its flags are still to come
	case m.verdict != Good && !m.flagged:
		return false, fault(s.cycle, "err_%v[%d] is missing for %s", m.verdict, l.port, m.where())
	}
	l.depart(m, s.cycle)
	s.stats.Swallowed++
	return true, l.judge(s, m, need, s.cycle)
}

// gone tells whether m cannot be in the router any more. A later message that has been through the
// input shows that m was granted before; had it not left since, it would be the next to leave its
// output, but another has.
func (l *ledger) gone(s *Scoreboard, m *record) bool {
	passed := ^uint64(0)
	for _, later := range l.queue {
		switch {
		case later.came <= m.came:
		case later.flagged:
			passed = min(passed, later.flagAt)
		case later.left && later.twin == 0:
			passed = min(passed, later.at)
		}
	}
	if passed == ^uint64(0) {
		return false
	}
	for o := s.possible(m); o != 0; o &= o - 1 {
		if s.out[lowest(o)].latest <= passed {
			return false
		}
	}
	return true
}

// passed tells whether a later message is known to have been through the input.
func (l *ledger) passed(m *record) bool {
	for _, later := range l.queue {
		if later.came > m.came && (later.flagged || later.left && later.twin == 0) {
			return true
		}
	}
	return false
}

// judge lines up the protocol flag of m. All flags of a message come in one cycle, those of
// earlier messages before and those of later ones after it.
func (l *ledger) judge(s *Scoreboard, m *record, n need, until uint64) error {
	from := max(m.came, l.lastFlag) + 1
	if m.flagged {
		from, until = m.flagAt, m.flagAt
	} else {
		for _, later := range l.queue {
			if later.came > m.came && later.flagged {
				until = min(until, later.flagAt-1)
				break
			}
		}
	}
	if n == onePulse {
		s.stats.Protocol++
	}
	if l.pulses.judge(n, from, until) {
		return nil
	}
	at := s.cycle
	if m.left {
		at = m.at
	}
	if p, ok := l.pulses.first(); ok {
		return fault(at, "err_protocol[%d] in cycle %d does not fit; next of input %d is %s", l.port, p.cycle, l.port, m.where())
	}
	return fault(at, "err_protocol[%d] is missing for %s", l.port, m.where())
}

// firstFrom is the first enabled child at or after k, modulo 4.
func (c chip) firstFrom(k int) int {
	if c.children == 0 || k < 0 {
		return -1
	}
	round := uint(c.children | c.children<<4)
	return (k + bits.TrailingZeros(round>>k)) % children
}

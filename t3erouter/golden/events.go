package golden

import (
	"fmt"
	"iter"
)

// An event is an index into the coverage counters. Events of a port, direction, VC or length
// take as many places as there are; the index is added.
type event int

const (
	eventMasked     event = 0
	missingVC             = eventMasked + node
	port6VC               = missingVC + ports
	eventOverflow         = port6VC + 1
	orphan                = eventOverflow + ports
	eventRest             = orphan + ports
	restHead              = eventRest + ports
	eventBad              = restHead + ports // by fault, then by port
	earlyTail             = eventBad + event(errOverflow)*ports
	noTail                = earlyTail + ports
	innerHead             = noTail + ports
	eventTold             = innerHead + ports
	eventEscape           = eventTold + 1 // by input, then by output
	eventAdaptive         = eventEscape + ports*ports
	eventVC               = eventAdaptive + ports*node // by input VC, then by output VC
	eventInitial          = eventVC + vcs*vcs
	eventFinal            = eventInitial + dimensions
	finalRun              = eventFinal + 1
	eventBit              = finalRun + 1 // by rule; 0 is that of a variant
	eventCross            = eventBit + 6
	eventFull             = eventCross + node
	emptyPass             = eventFull + ports
	eventKept             = emptyPass + ports
	eventLapse            = eventKept + ports
	eventSpared           = eventLapse + ports
	eventVoid             = eventSpared + ports
	eventBehind           = eventVoid + ports
	eventTie              = eventBehind + ports
	noRoom                = eventTie + 1
	turnBody              = noRoom + 1
	turnHeader            = turnBody + 1
	eventClaim            = turnHeader + 1
	claimEject            = eventClaim + adaptiveVC
	claimTaken            = claimEject + 1
	claimFalls            = claimTaken + 1
	claimBars             = claimFalls + 1
	contend               = claimBars + 1 // by number of ports, from 2
	allBusy               = contend + ports + 1
	dropBeside            = allBusy + 1
	creditOver            = dropBeside + 1
	creditWithGrant       = creditOver + ports
	resetTraffic          = creditWithGrant + 1
	eventEjected          = resetTraffic + 1
	eventInjected         = eventEjected + 2
	eventLength           = eventInjected + 2 // from 1
	events                = eventLength + 16
)

// Events lists every coverage event of the page, in its order, with its count since New. The
// longest length is the only thing that depends on the parameters.
func (r *Router) Events() iter.Seq2[string, uint64] {
	return func(yield func(string, uint64) bool) {
		list := eventList{r, yield, false}
		list.each("masked", eventMasked, 0, node)
		list.each("missing-vc", missingVC, 0, ports)
		list.one("port6-vc", port6VC)
		list.each("overflow", eventOverflow, 0, ports)
		list.each("orphan", orphan, 0, ports)
		list.each("rest", eventRest, 0, ports)
		list.each("rest-head", restHead, 0, ports)
		for f, name := range []string{"bad-class", "bad-length", "bad-dest", "bad-turn", "bad-link"} {
			if first := eventBad + event(f)*ports; fault(f) != errTurn {
				list.each(name, first, 0, ports)
			} else {
				list.each(name, first, 0, 1) // what arrives by in_1 moves in +x, before which nothing stands
				list.each(name, first, 2, node)
			}
		}
		list.each("early-tail", earlyTail, 0, ports)
		list.each("no-tail", noTail, 0, ports)
		list.each("inner-head", innerHead, 0, ports)
		list.one("told", eventTold)
		for p := range ports {
			list.each(fmt.Sprintf("escape[%d]", p), eventEscape+event(p)*ports, 0, ports)
		}
		for p := range ports {
			list.each(fmt.Sprintf("adaptive[%d]", p), eventAdaptive+event(p)*node, 0, node)
		}
		for u := range vcs {
			for w := range vcs {
				if u == adaptiveVC || w == adaptiveVC || u/2 == w/2 {
					list.one(fmt.Sprintf("vc[%d][%d]", u, w), eventVC+event(u*vcs+w))
				}
			}
		}
		for d, name := range "xyz" {
			list.one(fmt.Sprintf("initial[%c]", name), eventInitial+event(d))
		}
		list.one("final", eventFinal)
		list.one("final-run", finalRun)
		list.each("bit", eventBit, 1, 6)
		list.each("cross", eventCross, 0, node)
		list.each("full", eventFull, 0, ports)
		list.each("empty-pass", emptyPass, 0, ports)
		list.each("kept", eventKept, 0, ports)
		if r.config.Stages == 3 {
			list.each("lapse", eventLapse, 0, ports)
			list.each("spared", eventSpared, 0, ports)
			list.each("void", eventVoid, 0, ports)
			list.each("behind", eventBehind, 0, ports)
		}
		list.one("tie", eventTie)
		list.one("no-room", noRoom)
		list.one("turn-body", turnBody)
		list.one("turn-header", turnHeader)
		list.each("claim", eventClaim, 0, adaptiveVC)
		list.one("claim-eject", claimEject)
		list.one("claim-taken", claimTaken)
		list.one("claim-falls", claimFalls)
		list.one("claim-bars", claimBars)
		list.each("contend", contend, 2, ports+1)
		list.one("all-busy", allBusy)
		list.one("drop-beside", dropBeside)
		list.each("credit-over", creditOver, 0, ports)
		list.one("credit-with-grant", creditWithGrant)
		list.one("reset-traffic", resetTraffic)
		list.each("ejected", eventEjected, 0, 2)
		list.each("injected", eventInjected, 0, 2)
		list.each("length", eventLength, 1, r.config.MaxFlits+1)
	}
}

// An eventList yields events until its consumer stops.
type eventList struct {
	r       *Router
	yield   func(string, uint64) bool
	stopped bool
}

func (l *eventList) one(name string, e event) {
	l.stopped = l.stopped || !l.yield(name, l.r.seen[e])
}

func (l *eventList) each(name string, e event, from, to int) {
	for i := from; i < to; i++ {
		l.one(fmt.Sprintf("%s[%d]", name, i), e+event(i))
	}
}

// watchHeader counts a header that is granted.
func (r *Router) watchHeader(p int, q *request) {
	rt, to := &q.entry.route, q.to
	if p == node {
		r.seen[eventInjected+event(rt.class)]++
	}
	if rt.final {
		r.seen[eventFinal]++
	}
	switch {
	case to.port == node:
		r.seen[eventEscape+event(p*ports+node)]++
		r.seen[eventEjected+event(rt.class)]++
		return
	case to.vc == adaptiveVC:
		r.seen[eventAdaptive+event(p*node+int(to.port))]++
	default:
		r.seen[eventEscape+event(p*ports+int(to.port))]++
		r.seen[eventBit+event(rt.rule)]++
		r.watchEscape(rt)
	}
	r.seen[eventVC+event(q.vc*vcs+to.vc)]++
}

// watchEscape counts a hop on an escape VC.
func (r *Router) watchEscape(rt *route) {
	if rt.crosses {
		r.seen[eventCross+event(rt.own.port)]++
	}
	if rt.finalRun {
		r.seen[finalRun]++
	}
	if rt.initial {
		r.seen[eventInitial+event(rt.own.port/2)]++
	}
}

// watchReset counts a reset that finds a packet.
func (r *Router) watchReset() {
	for p := range r.inputs {
		if r.inputs[p].stored != 0 {
			r.seen[resetTraffic]++
			return
		}
	}
}

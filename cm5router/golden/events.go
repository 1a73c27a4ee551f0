package golden

import (
	"fmt"
	"iter"
)

// An event is an index into the coverage counters. Events of a port, height, length or
// child take as many places as there are; the index is added.
type event int

const (
	eventUp         event = 0
	eventDown             = eventUp + children
	eventFall             = eventDown + ports
	eventTo               = eventFall + ports
	eventHeight           = eventTo + ports
	eventLength           = eventHeight + 16
	lengthOver            = eventLength + 19
	routeDiscard          = lengthOver + 1
	routeClear            = routeDiscard + 1
	leftIgnored           = routeClear + 1
	eventPrimary          = leftIgnored + 1
	eventSecondary        = eventPrimary + ports
	noToken               = eventSecondary + ports
	swallowLow            = noToken + ports
	swallowOwn            = swallowLow + ports
	swallowDisabled       = swallowOwn + children
	swallowNoParent       = swallowDisabled + 1
	swallowNoChild        = swallowNoParent + 1
	fallFlagged           = swallowNoChild + 1 // indexed by port, parents only
	waitOutput            = fallFlagged + ports
	waitParents           = waitOutput + 1
	contend               = waitParents + 1
	contendPool           = contend + children
	tokenWithheld         = contendPool + 1
	outStalled            = tokenWithheld + ports
	stallCRC              = outStalled + ports
	inputStarved          = stallCRC + ports
	simultaneous          = inputStarved + 1
	flagsMerge            = simultaneous + 1
	afdOn                 = flagsMerge + 1
	afdOff                = afdOn + 1
	afdGranted            = afdOff + 1
	resetTraffic          = afdGranted + 1
	events                = resetTraffic + 1
)

// Events lists every coverage event this configuration can show, in the order of the page,
// with its count since New.
func (r *Router) Events() iter.Seq2[string, uint64] {
	there := children + r.config.Parents // ports there are
	return func(yield func(string, uint64) bool) {
		stopped := false
		one := func(name string, e event) {
			stopped = stopped || !yield(name, r.seen[e])
		}
		each := func(name string, e event, from, to int) {
			for i := from; i < to; i++ {
				one(fmt.Sprintf("%s[%d]", name, i), e+event(i))
			}
		}
		each("up", eventUp, 0, children)
		each("down", eventDown, 0, there)
		each("fall", eventFall, 0, there)
		each("to", eventTo, 0, there)
		each("height", eventHeight, 0, 16)
		each("length", eventLength, 0, r.words+1)
		if r.words != 15 { // one length flit cannot say more than 15
			one("length-over", lengthOver)
		}
		one("route-discard", routeDiscard)
		one("route-clear", routeClear)
		one("left-ignored", leftIgnored)
		each("primary", eventPrimary, 0, there)
		each("secondary", eventSecondary, 0, there)
		each("no-token", noToken, 0, there)
		each("swallow-low", swallowLow, 0, there)
		each("swallow-own", swallowOwn, 0, children)
		one("swallow-disabled", swallowDisabled)
		one("swallow-no-parent", swallowNoParent)
		one("swallow-no-child", swallowNoChild)
		each("fall-flagged", fallFlagged, children, there)
		one("wait-output", waitOutput)
		one("wait-parents", waitParents)
		each("contend", contend, 0, children)
		one("contend-pool", contendPool)
		each("token-withheld", tokenWithheld, 0, there)
		each("out-stalled", outStalled, 0, there)
		if r.crc.flits > 1 { // with one CRC flit nothing is between them
			each("stall-crc", stallCRC, 0, there)
		}
		one("input-starved", inputStarved)
		if there == ports {
			one("simultaneous", simultaneous)
		}
		if r.config.Link > 0 {
			one("flags-merge", flagsMerge)
		}
		one("afd-on", afdOn)
		one("afd-off", afdOff)
		one("afd-granted", afdGranted)
		one("reset-traffic", resetTraffic)
	}
}

// countMessage counts a message whose last CRC flit came.
func (r *Router) countMessage(h, words int) {
	r.seen[eventHeight+event(h)]++
	if words > r.words {
		r.seen[lengthOver]++
	} else {
		r.seen[eventLength+event(words)]++
	}
}

// watch counts the events that show in the pins and registers at the start of a cycle.
func (r *Router) watch(rst bool) {
	changed := r.afd != r.wasAFD
	r.wasAFD = r.afd
	if rst {
		if r.holdsMessage() {
			r.seen[resetTraffic]++
		}
		return
	}
	valid := 0
	for p := range ports {
		if r.outputs[p].valid {
			valid++
		}
		if !r.wasReset && r.isEnabled(p) && r.raised>>p&1 == 0 {
			r.seen[tokenWithheld+event(p)]++
		}
	}
	if valid == ports {
		r.seen[simultaneous]++
	}
	if changed {
		r.watchMode()
	}
}

// watchMode counts a change of cfg_afd between the cycle before and this one.
func (r *Router) watchMode() {
	if !r.holdsMessage() {
		return
	}
	if r.afd {
		r.seen[afdOn]++
	} else {
		r.seen[afdOff]++
	}
	for p := range r.fronts {
		if s := r.fronts[p].state; s == crossHeight || s == crossRoute || s == crossRest {
			r.seen[afdGranted]++
			return
		}
	}
}

// holdsMessage tells that some message has begun to come and has not yet left.
func (r *Router) holdsMessage() bool {
	for p := range ports {
		if r.receivers[p].field != fieldHeight || !r.fifos[p].empty() ||
			r.fronts[p].state != awaitHeight || r.outputs[p].busy {
			return true
		}
	}
	return false
}

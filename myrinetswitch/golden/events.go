package golden

import (
	"fmt"
	"iter"
)

// An event is an index into the coverage counters. Events of a port or a turn take as many
// places as there can be; the index is added.
type event int

const maxContend = 8

const (
	eventPacket      event = 0
	eventTo                = eventPacket + maxPorts
	eventTurn              = eventTo + maxPorts // the index is maxPorts-1+turn
	loneCRC                = eventTurn + 2*maxPorts - 1
	eventStranded          = loneCRC + 1
	eventIllegalTurn       = eventStranded + maxPorts
	eventNoWire            = eventIllegalTurn + maxPorts
	eventRouteGap          = eventNoWire + 1
	gapAlone               = eventRouteGap + maxPorts
	eventCRCError          = gapAlone + 1
	bit6Set                = eventCRCError + maxPorts
	stopSent               = bit6Set + 1
	goSent                 = stopSent + maxPorts
	stopRefresh            = goSent + maxPorts
	stopReplaced           = stopRefresh + 1
	stopped                = stopReplaced + 1
	stopExpired            = stopped + maxPorts
	stopInPacket           = stopExpired + 1
	bubble                 = stopInPacket + 1
	contend                = bubble + 1 // the index is the number of requests
	wait                   = contend + maxContend + 1
	timeoutWait            = wait + maxPorts
	timeoutIdle            = timeoutWait + maxPorts
	timeoutMerge           = timeoutIdle + maxPorts
	gapWins                = timeoutMerge + 1
	fresNone               = gapWins + 1
	fresWaiting            = fresNone + 1
	fresHolding            = fresWaiting + 1
	fresDiscarding         = fresHolding + 1
	fresBehind             = fresDiscarding + 1
	fresForwarded          = fresBehind + 1
	eventOverflow          = fresForwarded + maxPorts
	overflowGap            = eventOverflow + maxPorts
	overflowHolding        = overflowGap + 1
	overflowWaiting        = overflowHolding + 1
	dropFRES               = overflowWaiting + 1
	allBusy                = dropFRES + 1
	resetTraffic           = allBusy + 1
	events                 = resetTraffic + 1
)

// Events lists every coverage event this configuration can show, in the order of the page,
// with its count since New.
func (s *Switch) Events() iter.Seq2[string, uint64] {
	return func(yield func(string, uint64) bool) {
		stopped := false
		one := func(name string, e event) {
			stopped = stopped || !yield(name, s.seen[e])
		}
		indexed := func(name string, e event, from, to int) {
			for i := from; i <= to; i++ {
				one(fmt.Sprintf("%s[%d]", name, i), e+event(i))
			}
		}
		each := func(name string, e event) { indexed(name, e, 0, s.ports-1) }
		s.listEvents(one, each, indexed)
	}
}

func (s *Switch) listEvents(one, each func(string, event), indexed func(name string, e event, from, to int)) {
	each("packet", eventPacket)
	each("to", eventTo)
	indexed("turn", eventTurn+maxPorts-1, 1-s.ports, s.ports-1)
	one("lone-crc", loneCRC)
	each("stranded", eventStranded)
	each("illegal-turn", eventIllegalTurn)
	one("no-wire", eventNoWire)
	each("route-gap", eventRouteGap)
	one("gap-alone", gapAlone)
	each("crc-error", eventCRCError)
	one("bit6-set", bit6Set)
	each("stop-sent", stopSent)
	each("go-sent", goSent)
	one("stop-refresh", stopRefresh)
	one("stop-replaced", stopReplaced)
	each("stopped", stopped)
	one("stop-expired", stopExpired)
	one("stop-in-packet", stopInPacket)
	one("bubble", bubble)
	indexed("contend", contend, 2, min(s.ports, maxContend))
	each("wait", wait)
	each("timeout-wait", timeoutWait)
	each("timeout-idle", timeoutIdle)
	one("timeout-merge", timeoutMerge)
	one("gap-wins", gapWins)
	one("fres-none", fresNone)
	one("fres-waiting", fresWaiting)
	one("fres-holding", fresHolding)
	one("fres-discarding", fresDiscarding)
	one("fres-behind", fresBehind)
	each("fres-forwarded", fresForwarded)
	each("overflow", eventOverflow)
	one("overflow-gap", overflowGap)
	one("overflow-holding", overflowHolding)
	one("overflow-waiting", overflowWaiting)
	one("drop-fres", dropFRES)
	one("all-busy", allBusy)
	one("reset-traffic", resetTraffic)
}

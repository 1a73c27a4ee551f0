package fabric

import (
	"fmt"

	"github.com/flitwright/flitwright/routing"
)

// A part is the packets to a LID, those that arrive or those that do not.
type part struct {
	destination int
	lost        bool
}

// relation is the fabric as a routing relation. A header is the service level; in an injection
// queue also the port of the adapter. Lost packets leave the network where they are discarded.
func (w *ways) relation(s *survey) *routing.Relation {
	r := &routing.Relation{Name: "forwarding tables", Graph: w.graph, VCs: 1}
	for resource, used := range s.used {
		if used {
			r.VCs = max(r.VCs, resource%s.lanes+1)
		}
	}
	ports := 1
	for _, lid := range w.lids {
		ports = max(ports, w.LIDs[lid].Port+1)
	}
	r.Headers = ports * w.levels
	var parts []part
	for _, lid := range w.lids {
		parts = append(parts, part{lid, false})
		r.Parts = append(r.Parts, w.LIDs[lid].Node)
		if s.lost > 0 {
			parts = append(parts, part{lid, true})
			r.Parts = append(r.Parts, routing.Anywhere)
		}
	}
	r.Open = func(i int) routing.Part { return w.open(parts[i]) }
	r.Write = func(i int, header uint32) string {
		if w.levels == 1 {
			return fmt.Sprintf("lid %d", parts[i].destination)
		}
		return fmt.Sprintf("lid %d, service level %d", parts[i].destination, int(header)%w.levels)
	}
	return r
}

func (w *ways) open(p part) routing.Part {
	route := func(q routing.Packet, options []routing.Option) []routing.Option {
		sl := int(q.Header) % w.levels
		var next step
		if q.Channel == routing.Injected {
			next = w.send(q.Node, int(q.Header)/w.levels, sl)
		} else {
			next = w.at(q.Channel, p.destination, sl)
		}
		if next.channel < 0 {
			return append(options, routing.Option{Channel: routing.Eject})
		}
		return append(options, routing.Option{Channel: next.channel, VC: next.lane, Header: uint32(sl)})
	}
	inject := func(inject func(source int, header uint32)) {
		known := make([]outcome, len(w.graph.Channels)*w.levels)
		s := survey{ways: w}
		_ = s
		_ = known
	}
	return routing.Part{Inject: inject, Route: route}
}

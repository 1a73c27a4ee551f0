package fabric

import (
	"fmt"

	"github.com/flitwright/flitwright/routing"
	"github.com/flitwright/flitwright/topology"
)

// A part is packets to a LID: all, those that arrive, or those that are lost.
type part struct {
	destination int
	all, lost   bool
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
		parts = append(parts, part{destination: lid, all: s.lost == 0})
		r.Parts = append(r.Parts, w.LIDs[lid].Node)
		if s.lost > 0 {
			parts = append(parts, part{destination: lid, lost: true})
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
	return routing.Part{
		Inject: func(inject func(source int, header uint32)) {
			for _, source := range w.lids {
				port := w.LIDs[source]
				if port.Node == w.LIDs[p.destination].Node {
					continue
				}
				sl := w.SL(source, p.destination)
				if p.all || w.arrives(source, p.destination, sl) != p.lost {
					inject(port.Node, uint32(port.Port*w.levels+sl))
				}
			}
		},
		Route: func(q routing.Packet, options []routing.Option) []routing.Option {
			sl := int(q.Header) % w.levels
			var next step
			if q.Channel == routing.Injected {
				next = w.from(topology.End{Node: q.Node, Port: int(q.Header) / w.levels}, sl)
			} else {
				next = w.at(q.Channel, p.destination, sl)
			}
			if next.channel < 0 {
				return append(options, routing.Option{Channel: routing.Eject})
			}
			return append(options, routing.Option{Channel: next.channel, VC: next.lane, Header: uint32(sl)})
		},
	}
}

// arrives is whether packets from a LID reach another. Those that go round come to a channel again that
// is remembered now and then (R. Brent, BIT 1980).
func (w *ways) arrives(source, destination, sl int) bool {
	remembered := -1
	next := w.from(w.LIDs[source], sl)
	for hops := 1; next.channel >= 0; hops++ {
		if next.channel == remembered {
			return false
		}
		if hops&(hops-1) == 0 {
			remembered = next.channel
		}
		next = w.at(next.channel, destination, sl)
	}
	return next.lost == ""
}

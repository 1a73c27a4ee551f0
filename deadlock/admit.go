package deadlock

import (
	"fmt"

	"github.com/flitwright/flitwright/routing"
)

// maxStates bounds the bits in which a walk remembers where it has been.
const maxStates = 1 << 40

// admit refuses a relation that no packet could be routed by: the sizes and destinations that it names,
// and those of its quotient and its lane.
func admit(r *routing.Relation) error {
	for _, r := range []*routing.Relation{r, r.Quotient, r.Lane} {
		if r == nil {
			continue
		}
		states := float64(len(r.Graph.Channels)) * float64(r.VCs) * float64(r.Headers)
		switch {
		case r.VCs < 1 || r.Headers < 1 || states > maxStates:
			return fmt.Errorf("%s: %d channels with %d VCs and %d headers; want 1 or more of each and at most 2^40 together", r.Name, len(r.Graph.Channels), r.VCs, r.Headers)
		case r.Open == nil && len(r.Parts) > 0:
			return fmt.Errorf("%s: nothing opens its parts", r.Name)
		}
		for part, d := range r.Parts {
			if d != routing.Anywhere && (d < 0 || d >= len(r.Graph.Nodes)) {
				return fmt.Errorf("%s: part %d is to node %d; want 0..%d", r.Name, part, d, len(r.Graph.Nodes)-1)
			}
		}
	}
	return nil
}

// maxWords bounds the sets of what packets may ask for: 1 GiB each for all hops and for those of R1, in each worker.
const maxWords = 1 << 27

// fits refuses a graph with a node where so many channels meet that the sets of those that lead there, each with a bit
// for those that leave, are too large.
func (s *space) fits() error {
	words, most := 0, 0
	for n := range s.Graph.Nodes {
		words += (len(s.Graph.In(n))*s.lanes + s.injects) * s.width(n)
		if len(s.Graph.Out(n)) > len(s.Graph.Out(most)) {
			most = n
		}
	}
	if words > maxWords {
		return fmt.Errorf("%s: what packets may ask for takes %d MiB; the limit is %d: node %s alone has %d channels out", s.Name, words>>17, maxWords>>17, s.Graph.Nodes[most].Name, len(s.Graph.Out(most)))
	}
	return nil
}

// begins refuses a packet that no node can inject.
func (w *walker) begins(part, source int, header uint32) error {
	if source < 0 || source >= len(w.Graph.Nodes) {
		return fmt.Errorf("%s: a packet of part %d begins at node %d; want 0..%d", w.Name, part, source, len(w.Graph.Nodes)-1)
	}
	return w.carries(part, source, header)
}

// carries refuses a header, or its class.
func (w *walker) carries(part, node int, header uint32) error {
	if uint64(header) >= uint64(w.Headers) {
		return fmt.Errorf("%s: at %s a packet of part %d has header %d; want 0..%d", w.Name, w.Graph.Nodes[node].Name, part, header, w.Headers-1)
	}
	if class := w.class(part, header); class != 0 && class != 1 {
		return fmt.Errorf("%s: at %s a packet of part %d is of class %d; want 0 or 1", w.Name, w.Graph.Nodes[node].Name, part, class)
	}
	return nil
}

// goes refuses an option that a packet at its node cannot have.
func (w *walker) goes(part int, p routing.Packet, o routing.Option) error {
	at := w.Graph.Nodes[p.Node].Name
	if o.Channel == routing.Eject {
		if d := w.Parts[part]; d != routing.Anywhere && d != p.Node {
			return fmt.Errorf("%s: a packet to %s ejects at %s", w.Name, w.Graph.Nodes[d].Name, at)
		}
		return nil
	}
	if o.Channel < 0 || o.Channel >= len(w.Graph.Channels) || w.Graph.Channels[o.Channel].From != p.Node {
		return fmt.Errorf("%s: at %s an option has channel %d, which does not leave it", w.Name, at, o.Channel)
	}
	if o.VC < 0 || o.VC >= w.VCs {
		return fmt.Errorf("%s: at %s an option has VC %d; want 0..%d", w.Name, at, o.VC, w.VCs-1)
	}
	return w.carries(part, int(w.heads[o.Channel]), o.Header)
}

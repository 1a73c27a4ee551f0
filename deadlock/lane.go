package deadlock

import (
	"context"

	"github.com/flitwright/flitwright/routing"
)

// arrives is whether every chain of hops of a relation ejects at the destination, whatever
// other packets do: no state is without an option, and no chain comes back to a state.
func arrives(ctx context.Context, r *routing.Relation) (bool, error) {
	s := newSpace(r, SAF, false)
	index := make([]int32, len(r.Graph.Channels)*s.VCs*s.Headers)
	w := s.walker(ctx)
	for part := range r.Parts {
		var states []uint64
		var hops [][]uint64
		stuck := false
		err := w.walk(part, func(p routing.Packet, options []routing.Option) {
			stuck = stuck || len(options) == 0
			if p.Channel == routing.Injected {
				return
			}
			state := s.state(p.Channel, p.VC, p.Header)
			index[state] = int32(len(states))
			states = append(states, state)
			var next []uint64
			for _, o := range options {
				if o.Channel != routing.Eject {
					next = append(next, s.state(o.Channel, o.VC, o.Header))
				}
			}
			hops = append(hops, next)
		})
		if err != nil || stuck {
			return false, err
		}
		g := newGraph(len(states))
		for _, next := range hops {
			for _, state := range next {
				g.add(int(index[state]))
			}
			g.end()
		}
		if g.numbering() == nil {
			return false, nil
		}
	}
	return true, nil
}

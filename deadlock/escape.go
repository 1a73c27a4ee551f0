package deadlock

import (
	"context"
	"math/bits"

	"github.com/flitwright/flitwright/routing"
)

// escapeGraph is Duato's extended dependence graph of the escape relation R1: from a resource that
// R1 uses, or a queue of a node, to one that a packet there may ask for by R1. With wormhole flow,
// and circuits, a packet that has gone on by other hops still holds it, so there are indirect
// dependences too: on what the packet asks for by R1 after any number of hops that are not of R1.
// It does not matter by which hop a packet has come to a resource of R1.
func escapeGraph(ctx context.Context, s *space, f *facts, progress func(done, total int)) (*graph, error) {
	inside := make([]bool, s.vertices())
	for v := range inside {
		inside[v] = f.r1[v] || v >= s.resources() && f.used[v]
	}
	direct := f.dependences(s, f.escapes, inside)
	if s.flow == VCT || s.flow == SAF || !f.others {
		return direct, nil
	}
	all, err := each(ctx, s, progress, func() *reach { return newReach(s, inside) }, (*reach).part)
	if err != nil {
		return nil, err
	}
	g := newGraph(s.vertices())
	words := (s.vertices() + 63) / 64
	row := make([]uint64, words)
	for v := range s.vertices() {
		clear(row)
		for _, w := range direct.of(v) {
			row[w>>6] |= 1 << (w & 63)
		}
		for _, r := range all {
			for i, word := range r.rows[v] {
				row[i] |= word
			}
		}
		for i, word := range row {
			for ; word != 0; word &= word - 1 {
				w := i*64 + bits.TrailingZeros64(word)
				if s.messages != nil || !s.isEjection(w) {
					g.add(w)
				}
			}
		}
		g.end()
	}
	return g, nil
}

// reach finds what packets ask for by R1 after hops that are not of R1.
type reach struct {
	*space
	inside []bool
	rows   [][]uint64 // of a vertex inside, bits by vertex
	index  []int32    // of a state in the part, -1

	// of a part, by state in the order of the walk
	held   []int32
	states []int64 // -1: injected
	direct *graph  // to escapes, by their number in the part
	hops   [][]uint64

	number  []int32 // of a vertex among the escapes of the part, -1
	escapes []int32
}

func newReach(s *space, inside []bool) *reach {
	r := &reach{space: s, inside: inside, rows: make([][]uint64, s.vertices()),
		index: make([]int32, len(s.Graph.Channels)*s.VCs*s.Headers), number: make([]int32, s.vertices())}
	for i := range r.index {
		r.index[i] = -1
	}
	for i := range r.number {
		r.number[i] = -1
	}
	return r
}

func (r *reach) part(w *walker, part int) error {
	r.held, r.states, r.hops, r.direct = r.held[:0], r.states[:0], r.hops[:0], newGraph(0)
	err := w.walk(part, func(p routing.Packet, options []routing.Option) {
		state := int64(-1)
		if p.Channel != routing.Injected {
			state = int64(r.state(p.Channel, p.VC, p.Header))
			r.index[state] = int32(len(r.states))
		}
		r.held = append(r.held, int32(r.space.held(part, p)))
		r.states = append(r.states, state)
		var hops []uint64
		for _, o := range options {
			if !o.Escape {
				hops = append(hops, r.state(o.Channel, o.VC, o.Header))
				continue
			}
			v := 0
			if o.Channel == routing.Eject {
				v = r.ejection(p.Node, r.class(part, p.Header))
			} else {
				v = r.resource(o.Channel, o.VC)
			}
			if r.number[v] < 0 {
				r.number[v] = int32(len(r.escapes))
				r.escapes = append(r.escapes, int32(v))
			}
			r.direct.add(int(r.number[v]))
		}
		r.hops = append(r.hops, hops)
		r.direct.end()
	})
	if err == nil {
		r.spread()
	}
	for _, s := range r.states {
		if s >= 0 {
			r.index[s] = -1
		}
	}
	for _, v := range r.escapes {
		r.number[v] = -1
	}
	r.escapes = r.escapes[:0]
	return err
}

// spread carries the escapes of each state back along the hops that are not of R1, until nothing
// changes: two rounds where such hops make no cycle and the walk went along them.
func (r *reach) spread() {
	words := (len(r.escapes) + 63) / 64
	sets := make([]uint64, len(r.states)*words)
	of := func(i int) []uint64 { return sets[i*words : (i+1)*words] }
	for i := range r.states {
		for _, e := range r.direct.of(i) {
			of(i)[e>>6] |= 1 << (e & 63)
		}
	}
	for changed := true; changed; {
		changed = false
		for i := len(r.states) - 1; i >= 0; i-- {
			set := of(i)
			for _, h := range r.hops[i] {
				for k, word := range of(int(r.index[h])) {
					if word&^set[k] != 0 {
						set[k] |= word
						changed = true
					}
				}
			}
		}
	}
	for i, v := range r.held {
		if !r.inside[v] {
			continue
		}
		if r.rows[v] == nil {
			r.rows[v] = make([]uint64, (r.vertices()+63)/64)
		}
		for k, word := range of(i) {
			for ; word != 0; word &= word - 1 {
				e := r.escapes[k*64+bits.TrailingZeros64(word)]
				r.rows[v][e>>6] |= 1 << (e & 63)
			}
		}
	}
}

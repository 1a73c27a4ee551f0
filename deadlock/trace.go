package deadlock

import (
	"context"
	"slices"

	"github.com/flitwright/flitwright/routing"
)

// A want is a way of a packet that is to be found among the states: it holds the vertices of path at
// the end of its way so far, and it waits for exactly, or may ask for, what is given.
type want struct {
	path     []int32
	waits    []int32
	commit   bool // waits is one of what it may ask for
	indirect bool // path and waits are one vertex each, with hops that are not of R1 between
	found    *way
}

// A way is that of a packet from its source, found for a want.
type way struct {
	part                int
	source, destination int // nodes
	header              uint32
}

// tracer walks the states of one part after the other, and remembers from which state each was
// reached first.
type tracer struct {
	*space
	index  []int32
	states []uint64
	before []int32 // state, or -1-i for injection i
	inject []routing.Packet
	router routing.Part
	part   int
}

// trace finds the wants, in the first part that has each.
func (s *space) trace(ctx context.Context, wants []*want) error {
	t := &tracer{space: s, index: make([]int32, len(s.Graph.Channels)*s.VCs*s.Headers)}
	for i := range t.index {
		t.index[i] = -1
	}
	left := len(wants)
	for part := 0; part < len(s.Parts) && left > 0; part++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		t.open(part)
		left -= t.find(wants)
		for _, state := range t.states {
			t.index[state] = -1
		}
	}
	return nil
}

// open walks the states of a part, breadth first.
func (t *tracer) open(part int) {
	t.part, t.router = part, t.Open(part)
	t.states, t.before, t.inject = t.states[:0], t.before[:0], t.inject[:0]
	var options []routing.Option
	step := func(p routing.Packet, before int32) {
		options = t.router.Route(p, options[:0])
		for _, o := range options {
			if o.Channel == routing.Eject {
				continue
			}
			if state := t.state(o.Channel, o.VC, o.Header); t.index[state] < 0 {
				t.index[state] = int32(len(t.states))
				t.states = append(t.states, state)
				t.before = append(t.before, before)
			}
		}
	}
	t.router.Inject(func(source int, header uint32) {
		t.inject = append(t.inject, routing.Packet{Node: source, Channel: routing.Injected, Header: header})
		step(t.inject[len(t.inject)-1], int32(-len(t.inject)))
	})
	for i := 0; i < len(t.states); i++ {
		step(t.packet(t.states[i]), int32(i))
	}
}

// find looks for wants among the states of the part and returns how many it found.
func (t *tracer) find(wants []*want) int {
	byFirst := map[int32][]*want{}
	for _, w := range wants {
		if w.found == nil {
			byFirst[w.path[0]] = append(byFirst[w.path[0]], w)
		}
	}
	n := 0
	look := func(p routing.Packet, source int) {
		options := t.router.Route(p, nil)
		at := []int32{int32(t.held(t.part, p))}
		if len(options) > 0 && options[0].Channel == routing.Eject {
			at = append(at, int32(t.ejection(p.Node, t.class(t.part, p.Header))))
		}
		for i, v := range at {
			for _, w := range byFirst[v] {
				if w.found != nil {
					continue
				}
				head, ok := p, i == 1 && len(w.path) == 1 // in an ejection queue
				if i == 0 {
					head, ok = t.follow(p, options, w, 1)
				}
				if ok {
					w.found = &way{t.part, source, t.end(head), head.Header}
					n++
				}
			}
		}
	}
	for _, p := range t.inject {
		look(p, p.Node)
	}
	for i, state := range t.states {
		look(t.packet(state), t.source(i))
	}
	return n
}

func (t *tracer) source(i int) int {
	for t.before[i] >= 0 {
		i = int(t.before[i])
	}
	return t.inject[-1-t.before[i]].Node
}

// follow goes along the path of a want, of which the packet holds the first k vertices.
func (t *tracer) follow(p routing.Packet, options []routing.Option, w *want, k int) (routing.Packet, bool) {
	if w.indirect {
		return t.wander(p, w)
	}
	if k == len(w.path) {
		var all []int32
		t.members(p.Node, t.set(t.part, p, options, nil), func(v int) { all = append(all, int32(v)) })
		return p, w.commit && slices.Contains(all, w.waits[0]) || slices.Equal(all, w.waits)
	}
	for _, o := range options {
		if o.Channel == routing.Eject || int32(t.resource(o.Channel, o.VC)) != w.path[k] {
			continue
		}
		q := t.packet(t.state(o.Channel, o.VC, o.Header))
		if head, ok := t.follow(q, t.router.Route(q, nil), w, k+1); ok {
			return head, true
		}
	}
	return p, false
}

// wander goes by hops that are not of R1 to where an option of R1 is the one wanted.
func (t *tracer) wander(p routing.Packet, w *want) (routing.Packet, bool) {
	seen := map[uint64]bool{}
	queue := []routing.Packet{p}
	for i := 0; i < len(queue); i++ {
		for _, o := range t.router.Route(queue[i], nil) {
			v := t.ejection(queue[i].Node, t.class(t.part, queue[i].Header))
			if o.Channel != routing.Eject {
				v = t.resource(o.Channel, o.VC)
			}
			if o.Escape && int32(v) == w.waits[0] {
				return queue[i], true
			}
			if o.Escape || o.Channel == routing.Eject {
				continue
			}
			if state := t.state(o.Channel, o.VC, o.Header); !seen[state] {
				seen[state] = true
				queue = append(queue, t.packet(state))
			}
		}
	}
	return p, false
}

// end is the destination of a packet: that of the part or, if it is open, the nearest where the
// packet may eject; Anywhere if there is none.
func (t *tracer) end(p routing.Packet) int {
	if d := t.Parts[t.part]; d != routing.Anywhere {
		return d
	}
	seen := map[uint64]bool{}
	queue := []routing.Packet{p}
	for i := 0; i < len(queue); i++ {
		for _, o := range t.router.Route(queue[i], nil) {
			if o.Channel == routing.Eject {
				return queue[i].Node
			}
			if state := t.state(o.Channel, o.VC, o.Header); !seen[state] {
				seen[state] = true
				queue = append(queue, t.packet(state))
			}
		}
	}
	return routing.Anywhere
}

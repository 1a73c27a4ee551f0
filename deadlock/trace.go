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

// trace finds the wants, in the first part that has each. Most are found one hop from a source; for
// the others it goes through all states.
func (s *space) trace(ctx context.Context, wants []*want) error {
	t := &tracer{space: s}
	left := len(wants)
	for part := 0; part < len(s.Parts) && left > 0; part++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		t.part, t.router = part, s.Open(part)
		left -= t.near(wants)
	}
	if left == 0 {
		return nil
	}
	t.index = make([]int32, len(s.Graph.Channels)*s.VCs*s.Headers)
	for i := range t.index {
		t.index[i] = -1
	}
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

// near looks among packets that are at their source or behind their first hop.
func (t *tracer) near(wants []*want) int {
	l := t.looker(wants)
	sources := map[int]bool{}
	for v := range l.byFirst {
		switch n := t.node(int(v)); {
		case int(v) < t.resources():
			sources[t.Graph.Channels[int(v)/t.lanes].From] = true
		case t.isEjection(int(v)):
			for _, c := range t.Graph.In(n) {
				sources[t.Graph.Channels[c].From] = true
			}
		default:
			sources[n] = true
		}
	}
	var options []routing.Option
	t.router.Inject(func(source int, header uint32) {
		if !sources[source] {
			return
		}
		p := routing.Packet{Node: source, Channel: routing.Injected, Header: header}
		l.look(p, source)
		options = t.router.Route(p, options[:0])
		for _, o := range options {
			if o.Channel != routing.Eject {
				l.look(routing.Packet{Node: int(t.heads[o.Channel]), Channel: o.Channel, VC: o.VC, Header: o.Header}, source)
			}
		}
	})
	return l.found
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
	l := t.looker(wants)
	for _, p := range t.inject {
		l.look(p, p.Node)
	}
	for i, state := range t.states {
		l.look(t.packet(state), t.source(i))
	}
	return l.found
}

// A looker holds packets against the wants that are left.
type looker struct {
	*tracer
	byFirst map[int32][]*want // by the first vertex of their path
	found   int
	options []routing.Option
}

func (t *tracer) looker(wants []*want) *looker {
	l := &looker{tracer: t, byFirst: map[int32][]*want{}}
	for _, w := range wants {
		if w.found == nil {
			l.byFirst[w.path[0]] = append(l.byFirst[w.path[0]], w)
		}
	}
	return l
}

func (l *looker) look(p routing.Packet, source int) {
	queue := int32(l.ejection(p.Node, l.class(l.part, p.Header)))
	here, there := l.byFirst[int32(l.held(l.part, p))], l.byFirst[queue]
	if len(here)+len(there) == 0 {
		return
	}
	l.options = l.router.Route(p, l.options[:0])
	for _, w := range here {
		if w.found == nil {
			if head, ok := l.follow(p, l.options, w, 1); ok {
				l.take(w, head, source)
			}
		}
	}
	for _, w := range there { // in an ejection queue
		if w.found == nil && len(w.path) == 1 && len(l.options) > 0 && l.options[0].Channel == routing.Eject && l.answers(p, w.waits) {
			l.take(w, p, source)
		}
	}
}

// answers is whether a packet waits for just that in an ejection queue.
func (l *looker) answers(p routing.Packet, waits []int32) bool {
	if l.messages == nil {
		return len(waits) == 0
	}
	queue, ok := l.answer(p.Node, l.class(l.part, p.Header))
	return ok && slices.Equal(waits, []int32{int32(queue)})
}

func (l *looker) take(w *want, head routing.Packet, source int) {
	w.found = &way{l.part, source, l.end(head), head.Header}
	l.found++
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
		return p, w.commit && len(w.waits) == 1 && slices.Contains(all, w.waits[0]) || slices.Equal(all, w.waits)
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

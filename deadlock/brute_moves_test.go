package deadlock

import (
	"slices"
	"strings"

	"github.com/flitwright/flitwright/routing"
)

// moves are those of packets that docs/spec/deadlock.md has, one at a time: nothing here is known
// of dependences, wait sets or numberings.
type moves struct {
	*routing.Relation
	flow     Flow
	messages *routing.Messages
	parts    []routing.Part
	lanes    int
}

// A worm is a packet and what it holds, the first taken first. One of a few flits gives back the
// first when it takes more than longest.
type worm struct {
	part    int
	packet  routing.Packet
	holds   []int32
	waits   []routing.Option // all that it may ask for or, if it commits, the one it asks for
	longest int
	ejected bool // in an ejection queue
}

func newMoves(r *routing.Relation, flow Flow, protocol bool) *moves {
	m := &moves{Relation: r, flow: flow, lanes: r.VCs}
	if flow == Circuit {
		m.lanes = 1
	}
	if protocol {
		m.messages = r.Messages
	}
	for part := range r.Parts {
		m.parts = append(m.parts, r.Open(part))
	}
	return m
}

// Queues are numbered as certificates number them.
func (m *moves) queue(ejection bool, node, class int) int32 {
	first, injects, ejects := len(m.Graph.Channels)*m.lanes, 1, 1
	if m.messages != nil && !m.messages.SharedInjection {
		injects = 2
	}
	if m.messages != nil && !m.messages.SharedEjection {
		ejects = 2
	}
	if ejection {
		return int32(first + len(m.Graph.Nodes)*injects + node*ejects + min(class, ejects-1))
	}
	return int32(first + node*injects + min(class, injects-1))
}

func (m *moves) class(w worm) int {
	if m.messages == nil {
		return 0
	}
	return m.messages.Class(w.part, w.packet.Header)
}

// wants is the vertex of an option.
func (m *moves) wants(w worm, o routing.Option) int32 {
	switch {
	case o.Channel == routing.Eject:
		return m.queue(true, w.packet.Node, m.class(w))
	case m.lanes == 1:
		return int32(o.Channel)
	}
	return int32(o.Channel*m.lanes + o.VC)
}

// answer is the injection queue that a packet in an ejection queue waits for; none if it is taken
// at once.
func (m *moves) answer(w worm) (queue int32, waits bool) {
	class := m.class(w)
	if class == 1 && m.messages.Sink {
		return 0, false
	}
	return m.queue(false, w.packet.Node, 1-class), true
}

// ready makes a worm for each thing that it may wait for.
func (m *moves) ready(w worm) []worm {
	w.waits = m.parts[w.part].Route(w.packet, nil)
	if !m.Commit {
		return []worm{w}
	}
	var list []worm
	for _, o := range w.waits {
		c := w
		c.waits = []routing.Option{o}
		list = append(list, c)
	}
	if len(list) == 0 {
		list = append(list, w)
	}
	return list
}

// With these starts does not ask for a node or a class.
const anywhere, anyClass = -1, -1

// starts are the packets that may begin at a node, of a class.
func (m *moves) starts(node, class int) []worm {
	longest := []int{1}
	switch m.flow {
	case Wormhole:
		longest = []int{1, 2, 3}
	case Circuit:
		longest = []int{1 << 30}
	}
	var list []worm
	for part, p := range m.parts {
		p.Inject(func(source int, h uint32) {
			w := worm{part: part, packet: routing.Packet{Node: source, Channel: routing.Injected, Header: h}}
			if node != anywhere && source != node || class != anyClass && m.class(w) != class {
				return
			}
			w.holds = []int32{m.queue(false, source, m.class(w))}
			for _, w.longest = range longest {
				list = append(list, m.ready(w)...)
			}
		})
	}
	return list
}

// next are the worms that one becomes by an option.
func (m *moves) next(w worm, o routing.Option) []worm {
	n := w
	n.packet = routing.Packet{Node: m.Graph.Channels[o.Channel].To, Channel: o.Channel, VC: o.VC, Header: o.Header}
	n.holds = append(slices.Clone(w.holds), m.wants(w, o))
	n.holds = n.holds[max(0, len(n.holds)-w.longest):]
	if (m.messages == nil || m.flow == Circuit) && n.holds[0] >= int32(len(m.Graph.Channels)*m.lanes) {
		n.holds = n.holds[1:] // nothing waits for the queue, or all of a circuit is in the network
	}
	return m.ready(n)
}

// standing are the worms of a configuration that can never move again: all that each waits for is
// held by others of them.
func (m *moves) standing(all []worm) []worm {
	left := slices.Clone(all)
	for {
		held := map[int32]bool{}
		for _, w := range left {
			for _, v := range w.holds {
				held[v] = true
			}
		}
		n := len(left)
		left = slices.DeleteFunc(left, func(w worm) bool {
			if w.ejected {
				queue, waits := m.answer(w)
				return !waits || !held[queue]
			}
			return slices.ContainsFunc(w.waits, func(o routing.Option) bool {
				return o.Channel == routing.Eject && m.messages == nil || !held[m.wants(w, o)]
			})
		})
		if len(left) == n {
			return left
		}
	}
}

// search goes through configurations until some packets of one stand, which it returns, there are no
// others, or there are too many.
func (m *moves) search(limit int) (standing []worm, all bool) {
	seen := map[string]bool{}
	stack := [][]worm{nil}
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, n := range m.after(c) {
			if k := configuration(n); !seen[k] {
				if len(seen) == limit {
					return nil, false
				}
				seen[k] = true
				if s := m.standing(n); len(s) > 0 {
					return s, false
				}
				stack = append(stack, n)
			}
		}
	}
	return nil, true
}

// after are the configurations that follow one.
func (m *moves) after(c []worm) [][]worm {
	held := map[int32]bool{}
	for _, w := range c {
		for _, v := range w.holds {
			held[v] = true
		}
	}
	var list [][]worm
	begin := func(without []worm, w worm) {
		if m.messages != nil { // a queue can be full
			if !held[w.holds[0]] {
				list = append(list, append(slices.Clone(without), w))
			}
			return
		}
		if len(w.waits) == 0 {
			list = append(list, append(slices.Clone(without), w))
		}
		for _, o := range w.waits {
			if o.Channel != routing.Eject && !held[m.wants(w, o)] {
				for _, n := range m.next(w, o) {
					list = append(list, append(slices.Clone(without), n))
				}
			}
		}
	}
	for _, w := range m.starts(anywhere, anyClass) {
		begin(c, w)
	}
	for i, w := range c {
		others := slices.Delete(slices.Clone(c), i, i+1)
		if w.ejected {
			if queue, waits := m.answer(w); !waits {
				list = append(list, others)
			} else if !held[queue] {
				for _, a := range m.starts(w.packet.Node, 1-m.class(w)) {
					begin(others, a)
				}
			}
			continue
		}
		for _, o := range w.waits {
			switch v := m.wants(w, o); {
			case o.Channel == routing.Eject && m.messages == nil:
				list = append(list, others)
			case held[v]:
			case o.Channel == routing.Eject:
				e, _ := m.ends(w, o)
				list = append(list, append(slices.Clone(others), e))
			default:
				for _, n := range m.next(w, o) {
					list = append(list, append(slices.Clone(others), n))
				}
			}
		}
	}
	return list
}

// configuration is one as text, whatever the order of its worms.
func configuration(c []worm) string {
	texts := make([]string, len(c))
	for i, w := range c {
		texts[i] = w.text()
	}
	slices.Sort(texts)
	return strings.Join(texts, "")
}

func (w worm) text() string {
	b := []byte{byte(w.part), byte(w.packet.Header), byte(min(w.longest, 255)), byte(len(w.waits)), byte(len(w.holds))}
	for _, v := range w.holds {
		b = append(b, byte(v))
	}
	if len(w.waits) > 0 {
		b = append(b, byte(w.waits[0].Channel), byte(w.waits[0].VC), byte(w.waits[0].Header))
	}
	if w.ejected {
		b[3] = 255
	}
	return string(b)
}

// find is the packet of a witness: one that comes, in some way, to hold and to wait for just that. A circuit
// begins with the first that it holds.
func (m *moves) find(k certified) (worm, bool) {
	var queue []worm
	seen := map[string]bool{}
	add := func(list []worm) {
		for _, w := range list {
			if t := w.text(); !seen[t] {
				seen[t] = true
				queue = append(queue, w)
			}
		}
	}
	for _, w := range m.starts(anywhere, anyClass) {
		if w.longest = 1; w.packet.Node == k.Source && (k.Destination == routing.Anywhere || m.Parts[w.part] == k.Destination) {
			add([]worm{w})
		}
	}
	begun, left := len(queue), -1 // those behind their first hop are before left
	for i := 0; i < len(queue); i++ {
		if i == begun {
			left = len(queue)
		}
		w := queue[i]
		if w.holds[0] == k.Holds[0] && (m.flow != Circuit || left < 0 || i < left) {
			w.longest = len(k.Holds)
			if found, ok := m.along(w, k.Holds[1:], k.Waits); ok {
				return found, true
			}
			w.longest = 1
		}
		for _, o := range w.waits {
			if o.Channel != routing.Eject {
				add(m.next(w, o))
			} else if e, ok := m.ends(w, o); ok && slices.Equal(e.holds, k.Holds) {
				if answer, waits := m.answer(e); waits && slices.Equal(k.Waits, []int32{answer}) {
					return e, true
				}
			}
		}
	}
	return worm{}, false
}

// along is a worm after hops to the rest of what a packet of a witness holds, if it waits there for what that does.
func (m *moves) along(w worm, rest, waits []int32) (worm, bool) {
	if len(rest) == 0 {
		var all []int32
		for _, o := range w.waits {
			all = append(all, m.wants(w, o))
		}
		slices.Sort(all)
		return w, slices.Equal(slices.Compact(all), waits)
	}
	for _, o := range w.waits {
		if o.Channel == routing.Eject || m.wants(w, o) != rest[0] {
			continue
		}
		for _, n := range m.next(w, o) {
			if found, ok := m.along(n, rest[1:], waits); ok {
				return found, true
			}
		}
	}
	return worm{}, false
}

// ends is a worm that has gone to an ejection queue, which there is if nodes answer.
func (m *moves) ends(w worm, o routing.Option) (worm, bool) {
	w.holds, w.ejected, w.waits = []int32{m.wants(w, o)}, true, nil
	return w, m.messages != nil
}
